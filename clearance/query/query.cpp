// The table of the kinds. Rows are a's kind, columns b's:
//
//               Rounded        Mesh                     Parts                                  HalfSpace
//   Rounded     convex/query   solid/convex_mesh_query  parts/query, a as a body of one part   turned
//   Mesh        turned         solid/mesh_query         parts/query, a as a body of one part   turned
//   Parts       parts/query, b as a body of one part    parts/query                            turned
//   HalfSpace   half_space     half_space               half_space                             half_space
#include <clearance/parts/ask.h>
#include <clearance/parts/parts_cache.h>
#include <clearance/parts/query.h>
#include <clearance/query/half_space.h>
#include <clearance/query/half_space_plane.h>
#include <clearance/query/query.h>
#include <clearance/query/world_box.h>
#include <clearance/solid/mesh_cache.h>
#include <clearance/solid/mesh_cover.h>

#include <algorithm>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

// ---- A body of one part ---------------------------------------------------------------------------------------------

// The corners of a box that may be flat, as a hull: every axis along which it has length doubles the corners.
Polytope box_polytope(Vec3 low, Vec3 high) {
  PolytopeParts parts;
  bool is_long[3];
  for (int k = 0; k < 3; ++k) is_long[k] = low[k] != high[k];
  parts.dimension = is_long[0] + is_long[1] + is_long[2];
  parts.vertices = {low};
  for (int k = 0; k < 3; ++k) {
    if (!is_long[k]) continue;
    const std::size_t count = parts.vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 v = parts.vertices[i];
      parts.vertices.push_back({k == 0 ? high.x : v.x, k == 1 ? high.y : v.y, k == 2 ? high.z : v.z});
    }
  }
  for (std::uint32_t i = 0; i < parts.vertices.size(); ++i) parts.ids.push_back(i);
  parts.source_count = parts.vertices.size();
  if (parts.dimension == 2) parts.faces = {{0, 1, 3, 2}};
  if (parts.dimension == 3)
    parts.faces = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  return Polytope::assemble(parts);
}

Parts one_part(const Shape& shape) {
  if (const auto* parts = std::get_if<Parts>(&shape)) return *parts;
  std::vector<PartShape> given;
  std::vector<HullNode> nodes;
  if (const auto* mesh = std::get_if<Mesh>(&shape)) {
    given.emplace_back(*mesh);
    nodes.push_back({Rounded(box_polytope(mesh->box_low(), mesh->box_high())), -1, -1, 0});
  } else {
    const Rounded& convex = *std::get_if<Rounded>(&shape);
    given.emplace_back(convex);
    nodes.push_back({convex, -1, -1, 0});
  }
  return Parts::assemble(std::move(given), std::move(nodes));
}

// ---- The table ------------------------------------------------------------------------------------------------------

// Parts are named of bodies of parts only.
template <class Answer>
void name_parts(Answer& answer, const Shape& a, const Shape& b) {
  if constexpr (requires { answer.part_a; }) {
    if (!std::holds_alternative<Parts>(a)) answer.part_a = kNoIndex;
    if (!std::holds_alternative<Parts>(b)) answer.part_b = kNoIndex;
  }
}

// Asks with the two bodies as what they are.
template <class Ask>
auto look_up(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Ask& ask) {
  const detail::Single single_a(a), single_b(b);
  if (single_a && single_b) return detail::ask_by_kind(single_a, pose_a, single_b, pose_b, ask);
  if (const auto* space = std::get_if<HalfSpace>(&a))
    return std::visit([&](const auto& body) { return ask(*space, pose_a, body, pose_b); }, b);
  if (const auto* space = std::get_if<HalfSpace>(&b))
    return std::visit([&](const auto& body) { return turned(ask(*space, pose_b, body, pose_a)); }, a);
  auto answer = ask(one_part(a), pose_a, one_part(b), pose_b);
  name_parts(answer, a, b);
  return answer;
}

// ---- What bodies of parts and half-spaces add to the table ----------------------------------------------------------

struct StatusOfShapes : AskStatus<PairCache> {
  using AskStatus<PairCache>::operator();
  Intersection operator()(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b) const {
    return intersects(a, pose_a, b, pose_b, cache.parts(), options);
  }
  Intersection operator()(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b) const {
    return intersects(a, pose_a, b, pose_b, cache.convex());
  }
  template <class Body>
  Intersection operator()(const HalfSpace& a, const Pose& pose_a, const Body& b, const Pose& pose_b) const {
    return intersects(a, pose_a, b, pose_b);
  }
};

struct DistanceOfShapes : AskDistance<PairCache> {
  using AskDistance<PairCache>::operator();
  Distance operator()(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b) const {
    return distance(a, pose_a, b, pose_b, cache.parts(), options);
  }
  Distance operator()(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b) const {
    return distance(a, pose_a, b, pose_b, cache.convex(), options);
  }
  template <class Body>
  Distance operator()(const HalfSpace& a, const Pose& pose_a, const Body& b, const Pose& pose_b) const {
    return distance(a, pose_a, b, pose_b, options);
  }
};

struct SignOfShapes : AskSign {
  using AskSign::operator();
  int operator()(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b) const {
    return compare_distance(a, pose_a, b, pose_b, limit);
  }
  template <class Body>
  int operator()(const HalfSpace& a, const Pose& pose_a, const Body& b, const Pose& pose_b) const {
    return compare_distance(a, pose_a, b, pose_b, limit);
  }
};

struct DepthOfShapes : AskDepth {
  using AskDepth::operator();
  Penetration operator()(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b) const {
    return penetration(a, pose_a, b, pose_b, options);
  }
  template <class Body>
  Penetration operator()(const HalfSpace& a, const Pose& pose_a, const Body& b, const Pose& pose_b) const {
    return penetration(a, pose_a, b, pose_b);
  }
};

struct CoverOfShapes {
  double lower;

  std::optional<Cover> operator()(const Rounded&, const Pose&, const Rounded&, const Pose&) const { return {}; }
  // A plane that leaves the radius more between the core and the triangles.
  std::optional<Cover> operator()(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) const {
    return separation_cover(a.core(), pose_a, b, pose_b, a.radius() > 0 ? next_above(lower + a.radius()) : lower);
  }
  std::optional<Cover> operator()(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) const {
    return separation_cover(a, pose_a, b, pose_b, lower);
  }
  std::optional<Cover> operator()(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b) const {
    return separation_cover(a, pose_a, b, pose_b, lower);
  }
  template <class Body>
  std::optional<Cover> operator()(const HalfSpace&, const Pose&, const Body&, const Pose&) const {
    return {};
  }
};

// From a to b, where the nearest points tell or one of the two is a plane; else 0.
Vec3 normal_between(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Distance& gap) {
  const auto of_wall = [](const HalfSpace& space, const Pose& pose) {
    return unit_normal(detail::world_plane(space, pose), space, pose);
  };
  if (const auto* space = std::get_if<HalfSpace>(&a)) return of_wall(*space, pose_a);
  if (const auto* space = std::get_if<HalfSpace>(&b)) return -of_wall(*space, pose_b);
  const Vec3 way = gap.point_b - gap.point_a;
  const double most = norm_max(way);
  if (gap.status != Status::Separated || !(most > 0) || !is_finite(way)) return {};
  return (way / most) / norm(way / most);
}

}  // namespace

Intersection intersects(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, PairCache& cache) {
  return detail::intersects(a, pose_a, b, pose_b, cache.mesh());
}
Distance distance(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, PairCache& cache,
                  const DistanceOptions& options) {
  return detail::distance(a, pose_a, b, pose_b, cache.mesh(), options);
}

Intersection intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        const QueryOptions& options) {
  PairCache cache;
  return intersects(a, pose_a, b, pose_b, cache, options);
}

Intersection intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, PairCache& cache,
                        const QueryOptions& options) {
  return look_up(a, pose_a, b, pose_b, StatusOfShapes{{cache, options}});
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const DistanceOptions& options) {
  PairCache cache;
  return distance(a, pose_a, b, pose_b, cache, options);
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, PairCache& cache,
                  const DistanceOptions& options) {
  return look_up(a, pose_a, b, pose_b, DistanceOfShapes{{cache, options}});
}

int compare_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double limit) {
  return look_up(a, pose_a, b, pose_b, SignOfShapes{{limit}});
}

Penetration penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        const PenetrationOptions& options) {
  PairCache cache;
  return penetration(a, pose_a, b, pose_b, cache, options);
}

Penetration penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, PairCache& cache,
                        const PenetrationOptions& options) {
  return look_up(a, pose_a, b, pose_b, DepthOfShapes{{cache.convex(), options}});
}

SignedDistance signed_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                               const QueryOptions& options) {
  PairCache cache;
  return signed_distance(a, pose_a, b, pose_b, cache, options);
}

SignedDistance signed_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, PairCache& cache,
                               const QueryOptions& options) {
  if (const auto *convex_a = std::get_if<Rounded>(&a), *convex_b = std::get_if<Rounded>(&b); convex_a && convex_b)
    return signed_distance(*convex_a, pose_a, *convex_b, pose_b, cache.convex(), options);
  const Distance gap = distance(a, pose_a, b, pose_b, cache, {options.first, options.methods});
  if (gap.status != Status::Penetrating) return detail::signed_of(gap, normal_between(a, pose_a, b, pose_b, gap));
  return detail::signed_of(penetration(a, pose_a, b, pose_b, cache, {options.first, options.methods}));
}

std::optional<Cover> separation_cover(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                      double lower) {
  return look_up(a, pose_a, b, pose_b, CoverOfShapes{lower});
}

Box world_box(const Shape& shape, const Pose& pose) {
  if (const auto* space = std::get_if<HalfSpace>(&shape)) return world_box(*space, pose);
  if (const auto* mesh = std::get_if<Mesh>(&shape)) return world_box(*mesh, pose);
  if (const auto* parts = std::get_if<Parts>(&shape)) return world_box(parts->hull(), pose);
  return world_box(*std::get_if<Rounded>(&shape), pose);
}

}  // namespace clearance
