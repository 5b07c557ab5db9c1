#include <clearance/parts/query_leaf.h>

#include <clearance/parts/turned_answer.h>
#include <clearance/solid/convex_mesh_query.h>

#include <variant>

namespace clearance::detail {
namespace {

// `ask` is called with the two shapes as what they are, the convex one first; then the answer may have to be turned.
template <class ConvexConvex, class ConvexMesh, class MeshConvex, class MeshMesh>
auto ask(const PartShape& a, const PartShape& b, const ConvexConvex& convex_convex, const ConvexMesh& convex_mesh,
         const MeshConvex& mesh_convex, const MeshMesh& mesh_mesh) {
  const auto *convex_a = std::get_if<Rounded>(&a), *convex_b = std::get_if<Rounded>(&b);
  const auto *mesh_a = std::get_if<Mesh>(&a), *mesh_b = std::get_if<Mesh>(&b);
  if (convex_a != nullptr)
    return convex_b != nullptr ? convex_convex(*convex_a, *convex_b) : convex_mesh(*convex_a, *mesh_b);
  return convex_b != nullptr ? mesh_convex(*mesh_a, *convex_b) : mesh_mesh(*mesh_a, *mesh_b);
}

}  // namespace

Intersection intersects_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                              const LeafCache& cache, const QueryOptions& options) {
  return ask(
      a, b, [&](const Rounded& x, const Rounded& y) { return intersects(x, pose_a, y, pose_b, cache.convex, options); },
      [&](const Rounded& x, const Mesh& y) { return intersects(x, pose_a, y, pose_b, cache.mesh); },
      [&](const Mesh& x, const Rounded& y) { return turned(intersects(y, pose_b, x, pose_a, cache.mesh)); },
      [&](const Mesh& x, const Mesh& y) { return intersects(x, pose_a, y, pose_b, cache.mesh); });
}

Distance distance_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                        const LeafCache& cache, const DistanceOptions& options) {
  return ask(
      a, b, [&](const Rounded& x, const Rounded& y) { return distance(x, pose_a, y, pose_b, cache.convex, options); },
      [&](const Rounded& x, const Mesh& y) { return distance(x, pose_a, y, pose_b, cache.mesh, options); },
      [&](const Mesh& x, const Rounded& y) { return turned(distance(y, pose_b, x, pose_a, cache.mesh, options)); },
      [&](const Mesh& x, const Mesh& y) { return distance(x, pose_a, y, pose_b, cache.mesh, options); });
}

int compare_distance_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                           double limit) {
  return ask(
      a, b, [&](const Rounded& x, const Rounded& y) { return compare_distance(x, pose_a, y, pose_b, limit); },
      [&](const Rounded& x, const Mesh& y) { return compare_distance(x, pose_a, y, pose_b, limit); },
      [&](const Mesh& x, const Rounded& y) { return compare_distance(y, pose_b, x, pose_a, limit); },
      [&](const Mesh& x, const Mesh& y) { return compare_distance(x, pose_a, y, pose_b, limit); });
}

Penetration penetration_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                              const PenetrationOptions& options) {
  PenetrationOptions of_leaf = options;
  of_leaf.want_shell = false;
  return ask(
      a, b, [&](const Rounded& x, const Rounded& y) { return penetration(x, pose_a, y, pose_b, of_leaf); },
      [&](const Rounded& x, const Mesh& y) { return penetration(x, pose_a, y, pose_b, of_leaf); },
      [&](const Mesh& x, const Rounded& y) { return turned(penetration(y, pose_b, x, pose_a, of_leaf)); },
      [&](const Mesh& x, const Mesh& y) { return penetration(x, pose_a, y, pose_b, of_leaf); });
}

}  // namespace clearance::detail
