// Question: which vertex, edge or face of a polytope looks in a direction?
// Method:   among what meets at the vertex that is farthest in it: the face whose normal is nearest, else the edge that
//           is nearest to perpendicular. Of equally near ones within rounding, the one with the lowest number.
// Proves:   nothing: evidence, like all directions.
// Cost:     a cross product for each face at the vertex.
#pragma once

#include <clearance/contact/manifold.h>
#include <clearance/shape/polytope.h>

namespace clearance::detail {

// By positions, not ids. A vertex: `first`; an edge: both ends; a face: its number in `first`.
struct BodyFeature {
  Feature kind = Feature::Vertex;
  std::uint32_t first = 0, second = 0;

  friend bool operator==(const BodyFeature&, const BodyFeature&) = default;
};

ContactFeature named(const Polytope& body, BodyFeature feature);

// Perpendicular to a face, outward, in the body's frame; of any length, but one whose square is ordinary. Of a polygon:
// the side from which its corners run counter-clockwise. 0 where rounding leaves nothing of it.
Vec3 face_normal(const Polytope& body, std::uint32_t face);

// The face at that vertex whose normal is nearest to a unit direction; a polygon's one face. `alignment` is the
// cosine's square, below 0 where the face looks away. kNoFace for points and segments.
struct FacingFace {
  std::uint32_t face = kNoFace;
  double alignment = -1;
};
FacingFace facing_face(const Polytope& body, Vec3 direction, int vertex);
// The same of the two faces beside a half-edge.
FacingFace facing_face_beside(const Polytope& body, Vec3 direction, std::uint32_t half_edge);

// Of a box: the axis along which a direction is longest, given its sizes along all three; and the face across it that
// has a vertex.
int facing_axis(Vec3 sizes);
std::uint32_t box_face(const Polytope& box, int axis, int vertex);

// What another body that comes against the direction would meet first: a face if it is not too steep, else an edge,
// else the vertex itself.
BodyFeature facing_feature(const Polytope& body, Vec3 direction, int vertex);

// The largest feature at the vertex that nowhere falls short of it by more than `tie`.
BodyFeature tied_feature(const Polytope& body, Vec3 direction, int vertex, double tie);

}  // namespace clearance::detail
