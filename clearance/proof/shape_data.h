// The points and triangles of a shape as its maker numbered them, for checkers that see nothing else; internal to
// proof/.
#pragma once

#include <clearance/proof/check_mesh.h>
#include <clearance/shape/parts.h>

#include <vector>

namespace clearance::detail {

// What a PosedBody::Part points at.
struct PartData {
  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;
  double radius = 0;
  PosedBody::Part::Kind kind = PosedBody::Part::Kind::Convex;
};

// Of all but half-spaces.
std::vector<PartData> data_of(const Shape& shape);
// The data must outlive it.
PosedBody posed_body(const Shape& shape, const std::vector<PartData>& data, const Pose& pose);

}  // namespace clearance::detail
