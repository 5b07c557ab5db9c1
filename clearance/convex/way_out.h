// Question: by which translation, in doubles, is b surely out of a? And where are the bodies after b has moved by
//           exactly that?
// Method:   along a direction d: so far that rounding the components takes nothing away. After it only t_b − t_a + t
//           matters, a sum of doubles, which two doubles show nearly always: they become the translations of the poses.
// Proves:   every inequality below, exactly.
#pragma once

#include <clearance/math/pose.h>

#include <optional>

namespace clearance::detail {

// The vector's length, not less, and more by 2⁻⁵⁰ of itself at most; exact along an axis. For finite vectors.
double length_above(Vec3 v);

// d·translation ≥ length·|d|, and |translation| ≤ upper ≤ length·(1 + 2⁻⁴⁸) and a few denormals; along an axis
// upper = length.
struct Way {
  Vec3 translation;
  double upper = 0;
};
// |d| is 1 within 8·2⁻⁵³, length ≥ 0 and finite.
Way way_along(Vec3 d, double length);

// Poses under which the bodies lie relative to each other as they do after b has moved by t.
struct MovedPair {
  Pose a, b;
  double off = 0;  // how far b may be from there: 0 but where three doubles would be needed
};
// Nothing where a coordinate would be too large.
std::optional<MovedPair> moved_by(const Pose& pose_a, const Pose& pose_b, Vec3 t);

}  // namespace clearance::detail
