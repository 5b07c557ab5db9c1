// Question: where does a straight line from one point to another first meet a body?
// Method:   whether it does is decided like any pair: the line is a segment, a polytope of two vertices. Where, is a
//           bracket around the fraction of the way, from the planes of the faces with all rounding taken outward.
// Proves:   hit or no hit, and both ends of the bracket.
// Notation: fraction 0 is `from`, 1 is `to`; both are doubles taken at face value.
#pragma once

#include <clearance/math/pose.h>
#include <clearance/shape/half_space.h>
#include <clearance/shape/rounded.h>

#include <optional>

namespace clearance {

struct RayHit {
  double lower = 0, upper = 1;  // the first common point is at a fraction in [lower, upper]
  Vec3 point;                   // in world coordinates, rounded
  Vec3 normal;                  // of the surface there, outward, of about unit length; 0 when `from` is in the body
};

// Nothing: the segment and the body share no point, proved. A segment that starts inside hits at 0.
std::optional<RayHit> cast_ray(const Rounded& body, const Pose& pose, Vec3 from, Vec3 to);
std::optional<RayHit> cast_ray(const HalfSpace& space, Vec3 from, Vec3 to);

}  // namespace clearance
