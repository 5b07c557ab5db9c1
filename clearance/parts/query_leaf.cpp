#include <clearance/parts/query_leaf.h>

#include <clearance/parts/turned_answer.h>
#include <clearance/solid/convex_mesh_query.h>

#include <variant>

namespace clearance::detail {
namespace {

MeshDistance as_mesh_distance(const Distance& between) {
  MeshDistance result;
  static_cast<Distance&>(result) = between;
  return result;
}

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

MeshDistance distance_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                            const LeafCache& cache, const PartsDistanceOptions& options) {
  const DistanceOptions convex{options, options.only_below};
  const MeshDistanceOptions below{options.only_below};
  return ask(
      a, b,
      [&](const Rounded& x, const Rounded& y) {
        return as_mesh_distance(distance(x, pose_a, y, pose_b, cache.convex, convex));
      },
      [&](const Rounded& x, const Mesh& y) { return distance(x, pose_a, y, pose_b, cache.mesh, below); },
      [&](const Mesh& x, const Rounded& y) { return turned(distance(y, pose_b, x, pose_a, cache.mesh, below)); },
      [&](const Mesh& x, const Mesh& y) { return distance(x, pose_a, y, pose_b, cache.mesh, below); });
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
                              const PartsPenetrationOptions& options) {
  PenetrationOptions convex;
  convex.first = options.first, convex.methods = options.methods;
  const MeshPenetrationOptions solids{options.effort};
  return ask(
      a, b, [&](const Rounded& x, const Rounded& y) { return penetration(x, pose_a, y, pose_b, convex); },
      [&](const Rounded& x, const Mesh& y) { return penetration(x, pose_a, y, pose_b, solids); },
      [&](const Mesh& x, const Rounded& y) { return turned(penetration(y, pose_b, x, pose_a, solids)); },
      [&](const Mesh& x, const Mesh& y) { return penetration(x, pose_a, y, pose_b, solids); });
}

}  // namespace clearance::detail
