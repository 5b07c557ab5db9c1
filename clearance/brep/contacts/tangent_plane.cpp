#include <clearance/brep/contacts/incidence.h>
#include <clearance/brep/contacts/tangent_plane.h>
#include <clearance/mesh/local_point.h>

#include <cmath>

namespace clearance {

namespace {

// Sums of a few unit vectors round by less than 1e-14; shorter than this they say nothing.
constexpr double kNothing = 1e-9;

Vec3 unit_or_zero(Vec3 v) {
  const double length = norm(v);
  return length > kNothing ? v / length : Vec3{};
}

// One solid as b sees it.
class Seen {
 public:
  Seen(const BRep& brep, const Pose& pose, const Pose& pose_b) : brep_(brep), pose_(pose), pose_b_(pose_b) {}

  Vec3 point(Vec3 p) const { return &pose_ == &pose_b_ ? p : detail::LocalPoint(pose_b_, p, pose_).rough(); }
  // Of a rotation, that is of a pose that is one up to rounding.
  Vec3 direction(Vec3 v) const {
    return unit_or_zero(&pose_ == &pose_b_ ? v : transpose_times(pose_b_.rotation(), pose_.rotation() * v));
  }
  Vec3 normal_of_face(std::uint32_t face) const { return direction(unit_normal_of_face(brep_, face)); }

  // The mean of the normals around a vertex or an edge, made one long; 0 where they cancel.
  Vec3 outward(Entity x) const {
    Vec3 sum;
    for (const std::uint32_t f :
         x.kind == EntityKind::Edge ? faces_of_edge(brep_, x.index) : faces_of_vertex(brep_, x.index))
      sum = sum + unit_normal_of_face(brep_, f);
    return direction(unit_or_zero(sum));
  }
  Vec3 along(Entity edge) const {
    const BRepEdge& e = brep_.edge(edge.index);
    const Vec3 way = brep_.vertex(e.high) - brep_.vertex(e.low);
    return direction(way / norm_max(way));
  }
  Vec3 middle() const {
    const Mesh& mesh = brep_.mesh();
    return point(0.5 * mesh.box_low() + 0.5 * mesh.box_high());
  }

 private:
  const BRep& brep_;
  const Pose &pose_, &pose_b_;
};

Vec3 perpendicular_part(Vec3 v, Vec3 to) { return v - dot(v, to) * to; }

// The first of these directions that has a part perpendicular to `edge` (0: no edge).
void set_normal(TangentPlane& out, Vec3 edge, Vec3 difference, const Seen& a, const Seen& b) {
  const Vec3 way = b.middle() - a.middle();
  const double size = norm_max(way);
  const Vec3 candidates[] = {difference, size > 0 ? way / size : Vec3{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vec3& candidate : candidates) {
    out.normal = unit_or_zero(perpendicular_part(candidate, edge));
    if (!(out.normal == Vec3{})) break;
  }
}

// Of two outward directions; not determined where one is missing or they agree.
void set_between(TangentPlane& out, Vec3 edge, Vec3 u1, Vec3 u2, const Seen& a, const Seen& b) {
  const Vec3 part = perpendicular_part(u1 - u2, edge);
  out.is_determined = !(u1 == Vec3{}) && !(u2 == Vec3{}) && norm(part) > kNothing;
  set_normal(out, edge, u1 - u2, a, b);
}

TangentCase case_of(EntityKind a, EntityKind b) {
  using K = EntityKind;
  if (a == K::Vertex && b == K::Face) return TangentCase::VertexFace;
  if (a == K::Face && b == K::Vertex) return TangentCase::FaceVertex;
  if (a == K::Edge && b == K::Edge) return TangentCase::EdgesCrossing;
  if (a == K::Edge && b == K::Vertex) return TangentCase::EdgeVertex;
  if (a == K::Vertex && b == K::Edge) return TangentCase::VertexEdge;
  if (a == K::Vertex && b == K::Vertex) return TangentCase::VertexVertex;
  return TangentCase::NotAsked;
}

void set_edges(TangentPlane& out, const BRepContact& contact, const Seen& a, const Seen& b) {
  const Vec3 e1 = a.along(contact.a), e2 = b.along(contact.b);
  const Vec3 u1 = a.outward(contact.a), u2 = b.outward(contact.b);
  const Vec3 n = unit_or_zero(cross(e1, e2));
  if (n == Vec3{}) {
    out.which = TangentCase::EdgesCollinear;
    set_between(out, e2, u1, u2, a, b);
    return;
  }
  double side = dot(n, u1 - u2);
  out.is_determined = std::fabs(side) > kNothing;
  if (!out.is_determined) side = dot(n, b.middle() - a.middle());
  out.normal = side < 0 ? -n : n;
}

}  // namespace

const char* to_string(TangentCase which) {
  switch (which) {
    case TangentCase::NotAsked:
      return "not asked";
    case TangentCase::VertexFace:
      return "vertex/face";
    case TangentCase::FaceVertex:
      return "face/vertex";
    case TangentCase::EdgesCrossing:
      return "edge/edge";
    case TangentCase::EdgesCollinear:
      return "edge/edge, collinear";
    case TangentCase::EdgeVertex:
      return "edge/vertex";
    case TangentCase::VertexEdge:
      return "vertex/edge";
    case TangentCase::VertexVertex:
      return "vertex/vertex";
  }
  return "?";
}

TangentPlane tangent_plane(const BRep& a, const Pose& pose_a, const BRep& b, const Pose& pose_b,
                           const BRepContact& contact) {
  TangentPlane out;
  out.which = case_of(contact.a.kind, contact.b.kind);
  out.point = contact.point_b;
  const Seen seen_a(a, pose_a, pose_b), seen_b(b, pose_b, pose_b);
  const Entity x1 = contact.a, x2 = contact.b;
  switch (out.which) {
    case TangentCase::NotAsked:
      return {};
    case TangentCase::VertexFace:
      out.normal = -seen_b.normal_of_face(x2.index);
      out.is_determined = true;
      break;
    case TangentCase::FaceVertex:
      out.normal = seen_a.normal_of_face(x1.index);
      out.is_determined = true;
      break;
    case TangentCase::EdgesCrossing:
    case TangentCase::EdgesCollinear:
      set_edges(out, contact, seen_a, seen_b);
      break;
    case TangentCase::EdgeVertex:
      set_between(out, seen_a.along(x1), seen_a.outward(x1), seen_b.outward(x2), seen_a, seen_b);
      break;
    case TangentCase::VertexEdge:
      set_between(out, seen_b.along(x2), seen_a.outward(x1), seen_b.outward(x2), seen_a, seen_b);
      break;
    case TangentCase::VertexVertex:
      set_between(out, {}, seen_a.outward(x1), seen_b.outward(x2), seen_a, seen_b);
      break;
  }
  return out;
}

}  // namespace clearance
