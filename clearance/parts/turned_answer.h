// Question: what does an answer about b and a say about a and b?
// Method:   bodies, points and numbers change places; what points from one to the other is turned around. No part of
//           the interface.
#pragma once

#include <clearance/proof/certificate.h>
#include <clearance/solid/mesh_query.h>

#include <utility>

namespace clearance::detail {

inline Body turned(Body body) { return body == Body::A ? Body::B : Body::A; }

// Products of edges and differences of points turn by themselves when the bodies change places; steps are linear.
inline Plane turned(Plane plane) {
  plane.of = turned(plane.of);
  for (Plane::Side& side : plane.sides) side.edge_of = turned(side.edge_of);
  switch (plane.kind) {
    case Plane::Kind::Vector:
      plane.normal = -plane.normal;
      break;
    case Plane::Kind::Face:
      plane.flip = !plane.flip;
      break;
    case Plane::Kind::Edges:
      std::swap(plane.vertices[0], plane.vertices[2]);
      std::swap(plane.vertices[1], plane.vertices[3]);
      break;
    case Plane::Kind::Points:
      std::swap(plane.vertices[0], plane.vertices[1]);
      break;
  }
  return plane;
}

inline Certificate turned(Certificate certificate) {
  certificate.plane = turned(certificate.plane);
  std::swap(certificate.simplex.a, certificate.simplex.b);
  using Kind = Certificate::Kind;
  if (certificate.kind == Kind::Near) std::swap(certificate.witness.a, certificate.witness.b);
  if (certificate.kind == Kind::Triangles) std::swap(certificate.mesh.triangle_a, certificate.mesh.triangle_b);
  if (certificate.kind == Kind::Inside) certificate.mesh.inside_of = turned(certificate.mesh.inside_of);
  return certificate;
}

inline Intersection turned(Intersection answer) {
  answer.certificate = turned(answer.certificate);
  std::swap(answer.part_a, answer.part_b);
  return answer;
}

inline Distance turned(Distance answer) {
  answer.certificate = turned(answer.certificate);
  if (answer.has_witness) std::swap(answer.witness.a, answer.witness.b);
  std::swap(answer.feature_a, answer.feature_b);
  std::swap(answer.point_a, answer.point_b);
  std::swap(answer.part_a, answer.part_b);
  std::swap(answer.triangle_a, answer.triangle_b);
  return answer;
}

// The shell is reflected in the origin, which turns its facets inside out.
inline Penetration turned(Penetration answer) {
  answer.certificate = turned(answer.certificate);
  answer.direction = -answer.direction, answer.translation = -answer.translation;
  std::swap(answer.point_a, answer.point_b);
  std::swap(answer.part_a, answer.part_b);
  for (Shell::Pair& pair : answer.shell.pairs) std::swap(pair.a, pair.b);
  for (Shell::Facet& facet : answer.shell.facets) std::swap(facet.pair[1], facet.pair[2]);
  return answer;
}

inline Cover turned(Cover cover) {
  for (Cover::Node& node : cover.nodes) {
    node.split = turned(node.split);
    node.plane = turned(node.plane);
  }
  std::swap(cover.outside_a, cover.outside_b);
  return cover;
}

}  // namespace clearance::detail
