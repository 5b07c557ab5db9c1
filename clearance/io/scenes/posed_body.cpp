#include <clearance/io/scenes/posed_body.h>

#include <clearance/proof/check_half_space.h>

namespace clearance::detail {
namespace {

PosedBody::Kind kind_of(const SceneObject& object) {
  if (object.convex()) return PosedBody::Kind::Convex;
  if (object.parts()) return PosedBody::Kind::Parts;
  return object.mesh()->is_solid() ? PosedBody::Kind::Solid : PosedBody::Kind::Surface;
}

}  // namespace

PosedBody posed_body(const SceneObject& object) {
  CLEARANCE_ASSERT(object.half_space() == nullptr);
  if (object.half_space()) return {};
  PosedBody body{kind_of(object), {}, object.pose};
  // With a padding its triangles bound another body.
  body.is_mesh_as_well = object.convex() && object.kind == ShapeKind::Mesh && object.padding == 0;
  for (const ScenePart& part : *object.given) body.parts.push_back({part.points, part.radius, part.triangles});
  return body;
}

CheckResult check_object(const SceneObject& object) {
  if (object.is_padded_mesh()) return {false, object.name + ": a mesh with a padding has no certificates"};
  return object.half_space() ? CheckResult{true, {}} : check_body(posed_body(object), object.name);
}

ContactBody contact_body(const SceneObject& object) {
  return object.half_space() ? ContactBody(*object.half_space(), object.pose) : ContactBody(posed_body(object));
}

CheckResult check_claim_of_checked_objects(const Claim& claim, const SceneObject& a, const SceneObject& b) {
  const HalfSpace *space_a = a.half_space(), *space_b = b.half_space();
  if (space_a && space_b) return check_claim(claim, *space_a, a.pose, *space_b, b.pose);
  if (space_a) return check_claim(claim, *space_a, a.pose, posed_body(b));
  if (space_b) return check_claim(claim, posed_body(a), *space_b, b.pose);
  return check_claim_of_checked_bodies(claim, posed_body(a), posed_body(b));
}

CheckResult check_claim(const Claim& claim, const SceneObject& a, const SceneObject& b) {
  for (const SceneObject* object : {&a, &b})
    if (CheckResult sound = check_object(*object); !sound) return sound;
  return check_claim_of_checked_objects(claim, a, b);
}

}  // namespace clearance::detail
