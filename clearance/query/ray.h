// Question: where does a straight line from one point to another first meet a body?
// Method:   polytopes: what the planes of the faces leave of the segment, the face entered found by a walk. Rounded
//           bodies: planes between, each met further on, and the exact decision about two bodies where that ends
//           undecided.
// Proves:   hit or no hit, and both ends of the bracket, which is below 1e-9 wide for polytopes and half-spaces; for
//           rounded bodies it can be wide where the line only grazes them.
// Cost:     some hundred nanoseconds at a solid, a few distances at a rounded body; microseconds where roundings
//           decide.
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

// Nothing: the segment and the body share no point, proved. A segment that starts inside, or on the surface, hits at 0.
// Ends that are no coordinates (is_coordinate) are a caller bug; the answer is a hit that may be anywhere.
std::optional<RayHit> cast_ray(const Rounded& body, const Pose& pose, Vec3 from, Vec3 to);
std::optional<RayHit> cast_ray(const HalfSpace& space, const Pose& pose, Vec3 from, Vec3 to);
inline std::optional<RayHit> cast_ray(const HalfSpace& space, Vec3 from, Vec3 to) {
  return cast_ray(space, kNoMotion, from, to);
}

}  // namespace clearance
