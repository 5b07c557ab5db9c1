// Question: a convex body, rounded perhaps, and a body of triangles: separated, touching, penetrating; how far, how
//           deep?
// Method:   the mesh's tree against the body's box; each triangle that is left is a convex pair of its own, proved like
//           any. A triangle that reaches into the interior of a solid convex body, seen exactly as a penetrating convex
//           pair, shows penetration; where none does, the interior lies on one side of the surface, and one point tells
//           which.
// Proves:   every status, and both ends of every bracket.
#pragma once

#include <clearance/shape/rounded.h>
#include <clearance/solid/mesh_query.h>

namespace clearance {

// The convex body is a; its triangle is number 0 in certificates. Certificates: see proof/certificate.h.
Intersection intersects(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b);
Distance distance(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                  const DistanceOptions& options = {});
int compare_distance(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double limit);
Penetration penetration(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                        const PenetrationOptions& options = {});

}  // namespace clearance
