// Question: where is a body, exactly?
// Method:   a pose is a rational map (CONTRACT §1): v ↦ M(q)v/|q|² + t for a quaternion q of any length, or
//           v ↦ Rv + t with the nine doubles as they are. The source is kept; rotation() is its nearest matrix of
//           doubles, good to kRotationError an entry, which the fast algorithms and the filters use.
// Notation: pose_ab maps b's frame into a's.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/mat3.h>

#include <span>

namespace clearance {

struct Quat {
  double w = 1, x = 0, y = 0, z = 0;

  friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

class Pose;

namespace detail {

// What from_quaternion() makes, without looking at more than it must: false, and nothing set, where q's square is not
// an ordinary number or t is out of range.
bool set_pose(Pose& pose, Quat q, Vec3 t);

}  // namespace detail

class Pose {
 public:
  enum class Kind { Quaternion, Matrix };

  // The identity.
  Pose() = default;

  // Refused: components that are not finite, q = 0, t beyond kMaxCoordinate.
  static Result<Pose> from_quaternion(Quat q, Vec3 t = {});
  // Refused: entries that are not finite, an entry of RᵀR − I beyond 1e-4, det R ≤ 0, t beyond kMaxCoordinate.
  static Result<Pose> from_matrix(const Mat3& matrix, Vec3 t = {});
  // The same from a 4 × 4 matrix, row after row or column after column. Refused, too: a last row other than 0 0 0 1.
  static Result<Pose> from_rows(std::span<const double, 16> entries);
  static Result<Pose> from_columns(std::span<const double, 16> entries);

  Kind kind() const { return kind_; }
  Vec3 translation() const { return translation_; }
  // The source of a Quaternion pose (the identity for a Matrix pose).
  Quat quaternion() const { return quaternion_; }
  // The linear part in doubles: the source itself for a Matrix pose; within kRotationError an entry otherwise.
  const Mat3& rotation() const { return rotation_; }

  friend bool operator==(const Pose&, const Pose&) = default;
  friend Result<Pose> moved_to(const Pose& pose, Vec3 t);
  friend bool detail::set_pose(Pose& pose, Quat q, Vec3 t);

 private:
  Kind kind_ = Kind::Quaternion;
  Quat quaternion_;
  Vec3 translation_;
  Mat3 rotation_;
};

// Bound on |rotation() − exact| for each entry. With u = 2⁻⁵³ and q scaled by a power of two so that its largest
// component is in [½, 1): numerators carry at most 3u|q|², |q|² itself 3u relative, the division u: together 7u.
inline constexpr double kRotationError = 0x1p-50;

// Poses from parts that the caller knows to be sound; a bad one is a caller bug and gives the identity.
Pose translation(Vec3 t);
Pose rotation(Quat q, Vec3 t = {});
// Turn by `angle` radians about `axis` (rounded to a quaternion, then exact).
Pose rotation_about(Vec3 axis, double angle, Vec3 t = {});

// outer ∘ inner, rounded to a pose: exactly the other one where either is the identity. Refused: a translation that
// leaves the range, or matrices whose product is no rotation any more.
Result<Pose> compose(const Pose& outer, const Pose& inner);
// The pose of `inner` seen from `outer`: compose(outer, relative(outer, inner)) is `inner` up to rounding.
Result<Pose> relative(const Pose& outer, const Pose& inner);

// The way back: compose(inverse(pose), pose) is the identity up to rounding. Refused: as relative().
Result<Pose> inverse(const Pose& pose);
// compose() of poses that the caller knows to stay in range; leaving it is a caller bug and gives the identity.
Pose operator*(const Pose& outer, const Pose& inner);
// The pose a share of the way from one to the other: t linearly, q linearly between quaternions of unit length, the
// shorter way round. Exactly the ends for 0 and 1. Refused: a share that is not from 0 to 1, a pose given by a matrix.
Result<Pose> interpolate(const Pose& from, const Pose& to, double share);

// The same rotation at another place.
Result<Pose> moved_to(const Pose& pose, Vec3 t);

// pose applied to v in doubles: for display and for finding evidence, never for deciding.
inline Vec3 apply(const Pose& pose, Vec3 v) { return pose.rotation() * v + pose.translation(); }

}  // namespace clearance
