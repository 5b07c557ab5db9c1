// Question: under an angular velocity a path is only near the motion (pose_path.h): how far from the true ones are
//           heights over a plane that are made of paths?
// Method:   a point that is off by so much is higher or lower by no more, and by nothing where it goes round
//           perpendicular to the normal. A plane that turns by ε too much about a point p has x wrong by ε·|x − p|.
// Proves:   the bound, for all points of a body until a time.
// Notation: x a point of the body, p the point that the half-space turns about, δ how far p is from the plane; T the
//           nearly rigid turn, off by ε; m the normal as the half-space began, z the factor of T across its axis.
#pragma once

#include <clearance/exact/time/height_form.h>
#include <clearance/exact/time/pose_path.h>

#include <cstdint>
#include <optional>

namespace clearance::detail {

class HeightBlur {
 public:
  // Of points of which |x| + |y| + |z| is no more than `reach` in the body's own frame.
  HeightBlur(Vec3 normal, double offset, const Motion& space, const Motion& body, double reach, double until);

  // The plane as a piece of the half-space's path has it.
  MovingPlane plane(const PosePath& path) const;
  // Of heights over it, given what the pieces' paths are off by. Nothing where numbers leave the range.
  std::optional<Dyadic> of(const MovingPlane& plane, const Dyadic& blur_space, const Dyadic& blur_body) const;
  // No point's height has a larger second derivative, of either sign, between keyframes; infinite where that is not
  // known.
  double bend() const { return bend_; }

 private:
  Vec3 normal_;
  double offset_;
  bool spins_, is_rigid_;
  DyadicVec spin_of_body_;
  double lever_, arm_of_body_;  // |x − p| + |δ|, and how far points are from the one that the body turns about; at most
  double bend_;
};

// A half-space that turns about its own normal stays where one that does not turn is: the motion of that one. The same
// motion where it does not. Exactly, so that nothing is lost.
Motion without_idle_spin(Vec3 normal, const Motion& motion);

// Two half-spaces at an instant: they meet unless their normals are exactly opposite, which can only be told where both
// places are exact.
struct PlaneInMotion {
  Vec3 normal;
  double offset;
  const Motion& motion;
};
enum class TwoHalfSpaces : std::uint8_t { Apart, Meet, Unknown };
TwoHalfSpaces half_spaces_at(const PlaneInMotion& a, const PlaneInMotion& b, double time, double margin);

}  // namespace clearance::detail
