// Question: are two pairs of bodies placed alike, exactly?
// Method:   the differences between points of b and points of a depend on the two rotations and on the translations'
//           difference. The difference of two doubles is exactly the sum of two doubles (Knuth's TwoSum), so both can
//           be compared as real numbers.
#pragma once

#include <clearance/math/pose.h>

#include <bit>
#include <cstdint>

namespace clearance::detail {

// A difference of two points as the sum of two vectors, the first of which is that sum rounded: there is one way to
// write each difference, up to the sign of zeros, which compare equal.
struct Offset {
  Vec3 most, rest;

  // A rounded difference is zero only where the exact one is.
  bool is_zero() const { return most == Vec3{}; }
  friend bool operator==(const Offset&, const Offset&) = default;
};

// Of translations: nothing is beyond 1e300, so nothing overflows, and sums do not underflow.
inline Offset offset_between(Vec3 from, Vec3 to) {
  const auto rest = [](double x, double y, double most) {
    const double of_x = y - most, of_y = most + of_x;
    return (y - of_y) + (of_x - x);
  };
  const Vec3 most = to - from;
  return {most, {rest(from.x, to.x, most.x), rest(from.y, to.y, most.y), rest(from.z, to.z, most.z)}};
}

// Equal offsets have equal hashes: adding 0.0 turns −0 into 0.
inline std::uint64_t hash_of(const Offset& offset) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value + 0.0); };
  const Vec3& v = offset.most;
  return bits(v.x) * 0x9e3779b97f4a7c15u + bits(v.y) * 0xc2b2ae3d27d4eb4fu + bits(v.z) * 0x165667b19e3779f9u;
}

// Whether both rotations were made of the same numbers; the matrix follows from the quaternion.
inline bool same_rotation(const Pose& a, const Pose& b) {
  if (a.kind() != b.kind()) return false;
  return a.kind() == Pose::Kind::Quaternion ? a.quaternion() == b.quaternion() : a.rotation() == b.rotation();
}

}  // namespace clearance::detail
