// Question: where does a scene graph put a mesh?
// Method:   as long as all that is on the way is rigid, a pose of doubles, which bodies are asked about at exactly; the
//           product of several is rounded to a pose. Anything else (scale, mirror, shear) is an affine map in doubles,
//           by which vertices are moved, unless it is a pose after all.
#pragma once

#include <clearance/io/meshes/mesh_file.h>
#include <clearance/math/mat3.h>
#include <clearance/math/pose.h>

#include <memory>
#include <optional>

namespace clearance::detail {

// v ↦ linear·v + shift.
struct Placement {
  std::optional<Pose> pose = Pose{};  // the same map, where it is one
  Mat3 linear = {};
  Vec3 shift = {};
};

Placement placement_of(const Pose& pose);
Placement placement_of(const Mat3& linear, Vec3 shift);
// `inner` first.
Placement compose(const Placement& outer, const Placement& inner);

// A mesh and a pose that make the same body: the mesh itself under the map's pose, or its vertices moved, in doubles,
// with its triangles turned over where the map mirrors. Refused: vertices beyond 1e300.
struct PlacedMesh {
  std::shared_ptr<const MeshData> mesh;
  Pose pose;
};
Result<PlacedMesh> place(const std::shared_ptr<const MeshData>& mesh, const Placement& placement);

}  // namespace clearance::detail
