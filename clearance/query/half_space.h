// Question: is a convex body clear of a floor or a wall; how far, how deep?
// Method:   the vertex that is farthest down the normal, compared with the plane: a filter in doubles, then a sum of
//           doubles where the normal is an axis of the world and the pose leaves it one of the body, else exactly.
// Proves:   the status and both ends of every bracket. The half-space is body a, the convex body is b: the certificate
//           of separation is the plane's own normal; of contact, a simplex of one pair whose b is the lowest vertex
//           (its a is 0 and means nothing), with the normal beside it where they touch. Rounded bodies have both, too.
// Cost:     one support search. `decided_by` is Contact where an exact sum settled it, Exact where big numbers did,
//           Automatic elsewhere.
#pragma once

#include <clearance/convex/query.h>
#include <clearance/proof/check_shapes.h>
#include <clearance/shape/half_space.h>

namespace clearance {

Intersection intersects(const HalfSpace& a, const Rounded& b, const Pose& pose_b);
Intersection intersects(const HalfSpace& a, const Rounded& b, const Pose& pose_b, ConvexCache& cache);

// There are no witness weights for a plane: has_witness is false, point_a and point_b are set.
Distance distance(const HalfSpace& a, const Rounded& b, const Pose& pose_b);
Distance distance(const HalfSpace& a, const Rounded& b, const Pose& pose_b, ConvexCache& cache);
// Sign of (distance − limit), exactly.
int compare_distance(const HalfSpace& a, const Rounded& b, const Pose& pose_b, double limit);

Penetration penetration(const HalfSpace& a, const Rounded& b, const Pose& pose_b);

// The claim against all of the body's vertices, exactly.
CheckResult check_claim(const Claim& claim, const HalfSpace& a, const Rounded& b, const Pose& pose_b);

}  // namespace clearance
