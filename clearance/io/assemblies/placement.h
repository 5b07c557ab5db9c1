// Question: where does a scene graph put a mesh?
// Method:   as long as all that is on the way is rigid but for one factor in all directions, a pose of doubles, which
//           bodies are asked about at exactly, of a mesh that is scaled first; the product of several is rounded to a
//           pose. Anything else (mirror, shear, other scales) is an affine map in doubles, by which vertices are moved.
#pragma once

#include <clearance/io/meshes/mesh_file.h>
#include <clearance/math/mat3.h>
#include <clearance/math/pose.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace clearance::detail {

// v ↦ linear·v + shift.
struct Placement {
  std::optional<Pose> pose = Pose{};  // the same map is pose(scale·v), where it is one
  double scale = 1;
  Mat3 linear = {};
  Vec3 shift = {};
};

Placement placement_of(const Pose& pose, double scale = 1);
Placement placement_of(const Mat3& linear, Vec3 shift);
// `inner` first.
Placement compose(const Placement& outer, const Placement& inner);

// A mesh and a pose that make the same body.
struct PlacedMesh {
  std::shared_ptr<const MeshData> mesh;
  Pose pose;
};

class Placer {
 public:
  // The mesh itself, the one that is scaled so, or one whose vertices are moved, with its triangles turned over where
  // the map mirrors. Refused: vertices beyond 1e300, and more triangles in meshes made here than memory should hold.
  Result<PlacedMesh> place(const std::shared_ptr<const MeshData>& mesh, const Placement& placement);

 private:
  static constexpr std::size_t kMostTriangles = 20'000'000;

  Result<std::shared_ptr<const MeshData>> moved(const std::shared_ptr<const MeshData>& mesh, const Mat3& linear,
                                                Vec3 shift);

  std::map<std::pair<const MeshData*, double>, std::shared_ptr<const MeshData>> scaled_;
  std::size_t triangles_ = 0;
};

}  // namespace clearance::detail
