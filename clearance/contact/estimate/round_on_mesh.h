// Question: which point of a mesh is nearest to the middle of a ball, or of a capsule?
// Method:   every triangle near its box, in doubles: the ends of the core against the triangle, the core against its
//           edges.
// Proves:   `distance`, from above: the points are on both, within roundings, which are in it.
// Cost:     some tens of nanoseconds for each triangle near the box; no allocation.
#pragma once

#include <clearance/math/pose.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/rounded.h>

#include <limits>

namespace clearance::detail {

struct RoundOnMesh {
  double distance = std::numeric_limits<double>::infinity();  // of the points, at most
  Vec3 on_core, on_mesh;                                      // in the world
};

// Whether that can be told: the core is a point or a segment, its pose a quaternion, and something of the mesh is
// within the radius of it and does not cross it.
bool nearest_on_mesh(const Rounded& round, const Pose& pose, const Mesh& mesh, const Pose& pose_mesh, RoundOnMesh& out);

}  // namespace clearance::detail
