#include <clearance/io/scenes/posed_body.h>

namespace clearance {
namespace {

PosedBody::Kind kind_of(const SceneObject& object) {
  if (object.convex()) return PosedBody::Kind::Convex;
  if (object.parts()) return PosedBody::Kind::Parts;
  return object.mesh()->is_solid() ? PosedBody::Kind::Solid : PosedBody::Kind::Surface;
}

}  // namespace

PosedBody posed_body(const SceneObject& object) {
  PosedBody body{kind_of(object), {}, object.pose};
  body.is_mesh_as_well = object.convex() && object.kind == ShapeKind::Mesh;
  for (const ScenePart& part : *object.given) body.parts.push_back({part.points, part.radius, part.triangles});
  return body;
}

}  // namespace clearance
