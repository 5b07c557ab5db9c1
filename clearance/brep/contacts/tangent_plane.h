// Question: in which direction do two solids push each other at a contact?
// Method:   the tangent plane of Vaněček (1990, §4) by its normal, for each kind of contact.
// Proves:   nothing: a direction in doubles, of length 1 up to rounding.
// Cost:     that of reading the faces at the entities.
//
// With u the mean of the unit normals of the faces at a vertex or an edge, made one long: u₁ of a and
// u₂ of b, both in b's frame. The normals, into b:
//   vertex/face     −normal of the face         face/vertex   normal of the face
//   edge/edge       ±(e₁ × e₂), the sign with ±(e₁ × e₂)·(u₁ − u₂) > 0
//   collinear, edge/vertex, vertex/edge         the part of u₁ − u₂ that is perpendicular to the edge
//   vertex/vertex                               u₁ − u₂
// The paper has planes through three points instead, (p, p + v₁ × v₂, p + v₁ + v₂) for vertex/vertex: for unit vectors
// their normal is (1 + v₁·v₂)(v₂ − v₁), the same. But those points are not three where v₁ = −v₂: two corners head on,
// the plainest contact of all. u₁ − u₂ is not 0 there, but longest.
// For collinear edges the paper takes the mean of the faces' directions away from the edge. At a reflex edge that
// points out of the solid, at others into it; the normals' mean points out of it at both. What stays undefined,
// is_determined says: where one mean is 0 (a solid that touches itself there), the other alone counts; where u₁ − u₂ is
// 0, or has no part or sign to give, the way from the middle of a's box to that of b's box takes its place; where that
// gives nothing either, the first axis of b that does.
#pragma once

#include <clearance/brep/contacts/contacts.h>
#include <clearance/math/pose.h>

namespace clearance {

// NotAsked: of an answer that nobody filled in, and of pairs that are no contact (edge/face, face/face).
enum class TangentCase : std::uint8_t {
  NotAsked,
  VertexFace,
  FaceVertex,
  EdgesCrossing,
  EdgesCollinear,
  EdgeVertex,
  VertexEdge,
  VertexVertex,
};
const char* to_string(TangentCase which);

struct TangentPlane {
  TangentCase which = TangentCase::NotAsked;
  // False where the surfaces at the contact leave it open, and the choice above was made.
  bool is_determined = false;
  Vec3 normal;  // into b, in b's frame; 0 when NotAsked
  Vec3 point;   // of the plane, in b's frame: the contact's
};

TangentPlane tangent_plane(const BRep& a, const Pose& pose_a, const BRep& b, const Pose& pose_b,
                           const BRepContact& contact);

}  // namespace clearance
