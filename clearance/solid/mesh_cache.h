// What a pair of meshes, or a convex body and a mesh, remembers from query to query. It is never believed, only tried
// first, whatever is written into it (docs/decisions/0013).
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/bvh/tree_pair.h>
#include <clearance/math/pose.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/rounded.h>
#include <clearance/solid/convex_mesh_query_parts.h>

#include <cstdint>

namespace clearance::detail {

struct MeshCache {
  static constexpr std::uint32_t kNone = 0xffffffffu;

  const void *of_a = nullptr, *of_b = nullptr;           // as in ConvexCache: Mesh::identity, Polytope::identity
  std::uint32_t triangle_a = kNone, triangle_b = kNone;  // positions; that met, or were nearest
  Vec3 inside = {};                                      // in a's frame: a point that was inside both
  bool has_inside = false;
  TreeFront front = {};  // where the walk of both trees ended
  TriangleSlot slot = {};

  // Forgets what it knows of other bodies.
  void start_for(const void* a, const void* b) {
    if (of_a == a && of_b == b) return;
    if (of_a != nullptr || of_b != nullptr) *this = {};
    of_a = a, of_b = b;
  }
};

// The queries of mesh_query.h and convex_mesh_query.h with a cache.
Intersection intersects(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, MeshCache& cache);
Intersection intersects(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, MeshCache& cache);
Distance distance(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, MeshCache& cache,
                  const DistanceOptions& options = {});
Distance distance(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, MeshCache& cache,
                  const DistanceOptions& options = {});

}  // namespace clearance::detail
