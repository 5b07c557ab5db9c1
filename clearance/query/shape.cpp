// The matrix of the three kinds. Rows are a's kind, columns b's:
//
//             Rounded            Mesh               Parts
//   Rounded   query              convex_mesh_query  parts_query, a as a body of one part
//   Mesh      turned             mesh_query         parts_query, a as a body of one part
//   Parts     parts_query, b as a body of one part  parts_query
#include <clearance/parts/turned_answer.h>
#include <clearance/query/shape.h>
#include <clearance/query/world_box.h>
#include <clearance/solid/convex_mesh_query.h>
#include <clearance/solid/mesh_cover.h>

#include <algorithm>
#include <vector>

namespace clearance {
namespace {

using detail::turned;

MeshPairCache& mesh_cache(ShapeCache& cache) {
  if (!cache.mesh) cache.mesh = std::make_unique<MeshPairCache>();
  return *cache.mesh;
}
PartsCache& parts_cache(ShapeCache& cache) {
  if (!cache.parts) cache.parts = std::make_unique<PartsCache>();
  return *cache.parts;
}

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

// ---- The matrix -----------------------------------------------------------------------------------------------------

// Which entry: each handler is called with the two bodies as what they are; `mesh_rounded` in the order asked.
template <class Answer, class ConvexConvex, class ConvexMesh, class MeshConvex, class MeshMesh, class PartsParts>
Answer dispatch(const Shape& a, const Shape& b, const ConvexConvex& convex_convex, const ConvexMesh& convex_mesh,
                const MeshConvex& mesh_convex, const MeshMesh& mesh_mesh, const PartsParts& parts_parts) {
  const auto *convex_a = std::get_if<Rounded>(&a), *convex_b = std::get_if<Rounded>(&b);
  const auto *mesh_a = std::get_if<Mesh>(&a), *mesh_b = std::get_if<Mesh>(&b);
  if (convex_a != nullptr && convex_b != nullptr) return convex_convex(*convex_a, *convex_b);
  if (convex_a != nullptr && mesh_b != nullptr) return convex_mesh(*convex_a, *mesh_b);
  if (mesh_a != nullptr && convex_b != nullptr) return mesh_convex(*mesh_a, *convex_b);
  if (mesh_a != nullptr && mesh_b != nullptr) return mesh_mesh(*mesh_a, *mesh_b);
  const auto *parts_a = std::get_if<Parts>(&a), *parts_b = std::get_if<Parts>(&b);
  if (parts_a != nullptr && parts_b != nullptr) return parts_parts(*parts_a, *parts_b);
  return parts_parts(one_part(a), one_part(b));
}

ShapeDistance with_parts(const MeshDistance& answer) {
  ShapeDistance result;
  static_cast<MeshDistance&>(result) = answer;
  return result;
}
ShapePenetration with_parts(Penetration answer) {
  ShapePenetration result;
  static_cast<Penetration&>(result) = std::move(answer);
  return result;
}

}  // namespace

ShapeIntersection intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                             const QueryOptions& options) {
  ShapeCache cache;
  return intersects(a, pose_a, b, pose_b, cache, options);
}

ShapeIntersection intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, ShapeCache& cache,
                             const QueryOptions& options) {
  return dispatch<ShapeIntersection>(
      a, b,
      [&](const Rounded& p, const Rounded& q) {
        return with_parts(intersects(p, pose_a, q, pose_b, cache.convex, options));
      },
      [&](const Rounded& p, const Mesh& q) { return with_parts(intersects(p, pose_a, q, pose_b, mesh_cache(cache))); },
      [&](const Mesh& p, const Rounded& q) {
        return with_parts(turned(intersects(q, pose_b, p, pose_a, mesh_cache(cache))));
      },
      [&](const Mesh& p, const Mesh& q) { return with_parts(intersects(p, pose_a, q, pose_b, mesh_cache(cache))); },
      [&](const Parts& p, const Parts& q) { return intersects(p, pose_a, q, pose_b, parts_cache(cache), options); });
}

ShapeDistance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                       const ShapeDistanceOptions& options) {
  ShapeCache cache;
  return distance(a, pose_a, b, pose_b, cache, options);
}

ShapeDistance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, ShapeCache& cache,
                       const ShapeDistanceOptions& options) {
  const MeshDistanceOptions below{options.only_below};
  return dispatch<ShapeDistance>(
      a, b,
      [&](const Rounded& p, const Rounded& q) {
        const DistanceOptions convex{options, options.only_below};
        return with_parts(distance(p, pose_a, q, pose_b, cache.convex, convex));
      },
      [&](const Rounded& p, const Mesh& q) {
        return with_parts(distance(p, pose_a, q, pose_b, mesh_cache(cache), below));
      },
      [&](const Mesh& p, const Rounded& q) {
        return with_parts(turned(distance(q, pose_b, p, pose_a, mesh_cache(cache), below)));
      },
      [&](const Mesh& p, const Mesh& q) {
        return with_parts(distance(p, pose_a, q, pose_b, mesh_cache(cache), below));
      },
      [&](const Parts& p, const Parts& q) { return distance(p, pose_a, q, pose_b, parts_cache(cache), options); });
}

int compare_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double limit) {
  const auto compare = [&](const auto& p, const auto& q) { return compare_distance(p, pose_a, q, pose_b, limit); };
  return dispatch<int>(
      a, b, compare, compare,
      [&](const Mesh& p, const Rounded& q) { return compare_distance(q, pose_b, p, pose_a, limit); }, compare, compare);
}

ShapePenetration penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                             const ShapePenetrationOptions& options) {
  const MeshPenetrationOptions solids{options.effort};
  return dispatch<ShapePenetration>(
      a, b,
      [&](const Rounded& p, const Rounded& q) {
        const PenetrationOptions convex{options, options.want_shell};
        return with_parts(penetration(p, pose_a, q, pose_b, convex));
      },
      [&](const Rounded& p, const Mesh& q) { return with_parts(penetration(p, pose_a, q, pose_b, solids)); },
      [&](const Mesh& p, const Rounded& q) { return with_parts(turned(penetration(q, pose_b, p, pose_a, solids))); },
      [&](const Mesh& p, const Mesh& q) { return with_parts(penetration(p, pose_a, q, pose_b, solids)); },
      [&](const Parts& p, const Parts& q) {
        return penetration(p, pose_a, q, pose_b, PartsPenetrationOptions{options, options.effort});
      });
}

std::optional<Cover> separation_cover(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                      double lower) {
  using Made = std::optional<Cover>;
  // A plane that leaves the radius more between the core and the triangles.
  const auto of_core = [&](const Rounded& p, const Pose& pose_p, const Mesh& q, const Pose& pose_q) {
    return separation_cover(p.core(), pose_p, q, pose_q, p.radius() > 0 ? next_above(lower + p.radius()) : lower);
  };
  return dispatch<Made>(
      a, b, [](const Rounded&, const Rounded&) { return Made(); },
      [&](const Rounded& p, const Mesh& q) { return of_core(p, pose_a, q, pose_b); },
      [&](const Mesh& p, const Rounded& q) {
        Made made = of_core(q, pose_b, p, pose_a);
        if (made) made = turned(*std::move(made));
        return made;
      },
      [&](const Mesh& p, const Mesh& q) { return separation_cover(p, pose_a, q, pose_b, lower); },
      [&](const Parts& p, const Parts& q) { return separation_cover(p, pose_a, q, pose_b, lower); });
}

Box world_box(const Shape& shape, const Pose& pose) {
  if (const auto* mesh = std::get_if<Mesh>(&shape)) return world_box(*mesh, pose);
  if (const auto* parts = std::get_if<Parts>(&shape)) return world_box(parts->hull(), pose);
  return world_box(*std::get_if<Rounded>(&shape), pose);
}

}  // namespace clearance
