#include <clearance/motion/shapes/shape_inside.h>

#include <clearance/answer/answer.h>
#include <clearance/mesh/point.h>
#include <clearance/motion/instant.h>
#include <clearance/proof/winding.h>

#include <vector>

namespace clearance::detail {
namespace {

struct Vertex {
  Vec3 point;
  std::uint32_t number;
};
std::vector<Vertex> vertices_of(const ShapePieces& body, std::size_t part) {
  std::vector<Vertex> found;
  if (const Mesh* mesh = body.mesh(part)) {
    for (const std::uint32_t v : mesh->component_vertices()) found.push_back({mesh->vertex(v), v});
  } else {
    const Polytope& core = body.convex(part)->core();
    found.push_back({core.vertex(0), core.id(0)});
  }
  return found;
}

struct Found {
  std::size_t inner, outer;
  Vertex vertex;
};
std::optional<Found> find_in_solids(const ShapePieces& inner, const ExactPose& pose_inner, const ShapePieces& outer,
                                    const ExactPose& pose_outer) {
  for (std::size_t k = 0; k < outer.part_count(); ++k) {
    const Mesh* const solid = outer.mesh(k);
    if (solid == nullptr || !solid->is_solid()) continue;
    const Extent around{solid->box_low(), solid->box_high()};
    for (std::size_t i = 0; i < inner.part_count(); ++i)
      for (const Vertex& vertex : vertices_of(inner, i)) {
        const PointInBody seen = seen_from(pose_outer, pose_inner.numerator(vertex.point), pose_inner.denominator());
        if (is_beyond(around, seen)) continue;
        if (locate(*solid, Pose(), seen.position, seen.scale) != PointLocation::Outside) return Found{i, k, vertex};
      }
  }
  return {};
}

// In doubles, no vertex of `inner` is in the box of any solid of `outer`.
bool are_surely_outside(const ShapeWindow& now, Body of_inner, const ShapePieces& inner, const ShapePieces& outer) {
  for (std::size_t k = 0; k < outer.part_count(); ++k) {
    const Mesh* const solid = outer.mesh(k);
    if (solid == nullptr || !solid->is_solid()) continue;
    const Piece whole = outer.whole_of(static_cast<std::uint32_t>(k));
    const ShapeWindow::PlacedBox around = of_inner == Body::A ? now.placed_b(whole) : now.placed_a(whole);
    for (std::size_t i = 0; i < inner.part_count(); ++i)
      for (const Vertex& vertex : vertices_of(inner, i))
        if (!now.is_outside(of_inner, vertex.point, around)) return false;
  }
  return true;
}

}  // namespace

std::optional<VertexInside> find_inside(const ShapePieces& a, const ExactPose& pose_a, const ShapePieces& b,
                                        const ExactPose& pose_b) {
  const auto part = [](const ShapePieces& body, std::size_t k) {
    return body.part_id({Piece::Kind::Convex, static_cast<std::uint32_t>(k), 0});
  };
  if (const std::optional<Found> found = find_in_solids(a, pose_a, b, pose_b))
    return VertexInside{
        Body::A, found->vertex.number, part(a, found->inner), part(b, found->outer), found->vertex.point, found->outer};
  if (const std::optional<Found> found = find_in_solids(b, pose_b, a, pose_a))
    return VertexInside{
        Body::B, found->vertex.number, part(a, found->outer), part(b, found->inner), found->vertex.point, found->outer};
  return {};
}

std::optional<VertexInside> find_inside_at(const ShapeQuestion& question, double time) {
  const ShapeWindow now(question, time, time);
  if (are_surely_outside(now, Body::A, question.a, question.b) &&
      are_surely_outside(now, Body::B, question.b, question.a))
    return {};
  const Dyadic t = time;
  return find_inside(question.a, first_piece(question.motion_a, t, t).path.at(t), question.b,
                     first_piece(question.motion_b, t, t).path.at(t));
}

}  // namespace clearance::detail
