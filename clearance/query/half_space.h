// Question: is a body clear of a floor or a wall; how far, how deep?
// Method:   the vertex that is farthest down the normal, compared with the plane: a filter in doubles, then a sum of
//           doubles where the normal is an axis of the world and the pose leaves it one of the body, else exactly.
// Proves:   the status and both ends of every bracket, for both poses at face value (CONTRACT §1). Certificates
//           (proof/check_half_space.h): of separation the plane's own normal, a vector where its pose turns nothing and
//           else Face of the half-space; of contact a simplex of one pair, whose vertex is at or below the plane, and
//           0 for the half-space, with the normal beside it where they touch. Rounded bodies have both, too.
// Cost:     one support search. `decided_by` is Contact where an exact sum settled it, Exact where big numbers did,
//           Automatic elsewhere.
#pragma once

#include <clearance/bvh/box.h>
#include <clearance/convex/query.h>
#include <clearance/parts/query.h>
#include <clearance/proof/check_half_space.h>
#include <clearance/shape/half_space.h>

namespace clearance::detail {

// ---- Convex bodies --------------------------------------------------------------------------------------------------

Intersection intersects(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b);
Intersection intersects(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                        ConvexCache& cache);

// There are no witness weights for a plane: has_witness is false, point_a and point_b are set.
Distance distance(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                  const DistanceOptions& options = {});
Distance distance(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, ConvexCache& cache,
                  const DistanceOptions& options = {});
// Sign of (distance − limit), exactly.
int compare_distance(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, double limit);

// b leaves the half-space soonest along its normal. A depth beyond all doubles: upper is infinite, the translation
// zero.
Penetration penetration(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b);

// ---- Bodies of triangles and of parts -------------------------------------------------------------------------------

// Surfaces intersect a half-space, solids touch or penetrate it: a solid whose only triangles below the plane bound
// nothing touches. Contact is shown by the lowest vertex.
Intersection intersects(const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b);
Intersection intersects(const HalfSpace& a, const Pose& pose_a, const Parts& b, const Pose& pose_b);
Distance distance(const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                  const DistanceOptions& options = {});
Distance distance(const HalfSpace& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                  const DistanceOptions& options = {});
int compare_distance(const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double limit);
int compare_distance(const HalfSpace& a, const Pose& pose_a, const Parts& b, const Pose& pose_b, double limit);
// The depth of the lowest point of a solid's interior; of parts the deepest one's. Surfaces have none: 0, 0.
Penetration penetration(const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b);
Penetration penetration(const HalfSpace& a, const Pose& pose_a, const Parts& b, const Pose& pose_b);

// ---- Two half-spaces ------------------------------------------------------------------------------------------------

// Normals that are exactly opposite in the world: separated, touching or penetrating by the offsets. Any others share
// interior points wherever they are moved to: then the depth is infinite (lower the largest double, upper infinity),
// and the translation zero. Neither has vertices: the pair of a simplex is 0, 0.
Intersection intersects(const HalfSpace& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b);
Distance distance(const HalfSpace& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b,
                  const DistanceOptions& options = {});
int compare_distance(const HalfSpace& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b, double limit);
Penetration penetration(const HalfSpace& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b);

// ---- Boxes ----------------------------------------------------------------------------------------------------------

// Infinite but for one side where the normal stays along an axis of the world.
Box world_box(const HalfSpace& space, const Pose& pose);

}  // namespace clearance::detail
