// Question: is an exact point of the world inside a body, or on it? Internal to proof/.
// Method:   winding numbers over all triangles; distances to them where a hull has a radius.
// Proves:   Inside and On; of a mesh, the rest is outside.
#pragma once

#include <clearance/proof/check_mesh.h>
#include <clearance/proof/winding.h>

namespace clearance::detail {

inline bool is_mesh(const PosedBody& body) {
  return body.kind == PosedBody::Kind::Surface || body.kind == PosedBody::Kind::Solid;
}
inline bool is_solid_mesh(const PosedBody& body) { return body.kind == PosedBody::Kind::Solid; }
// Of one of its parts.
inline bool is_mesh(const PosedBody& body, std::size_t part) {
  return is_mesh(body) || (body.has_meshes && body.parts[part].kind != PosedBody::Part::Kind::Convex);
}
inline bool is_solid_mesh(const PosedBody& body, std::size_t part) {
  return is_solid_mesh(body) || (body.has_meshes && body.parts[part].kind == PosedBody::Part::Kind::Solid);
}

struct WorldPoint {
  DyadicVec numerator;
  Dyadic denominator;  // > 0
};

enum class Place : std::uint8_t {
  Unknown,  // outside, where the body is a mesh
  On,       // on a triangle; in the body
  Inside,   // in its interior; a surface has none
};

// check_body has accepted the body: a solid is closed. The second of one part alone.
Place place_in(const PosedBody& body, const ExactPose& pose, const WorldPoint& x);
Place place_in_part(const PosedBody& body, std::size_t part, const ExactPose& pose, const WorldPoint& x);

}  // namespace clearance::detail
