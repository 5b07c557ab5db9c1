// Question: are two bodies made of triangles, solid or not, separated, touching or penetrating; where do they meet, how
//           far apart are they, how deep?
// Method:   the trees of both are walked together; what boxes cannot separate, triangles decide, in doubles with error
//           bounds and then exactly. Solids whose surfaces do not meet are looked at for containment by exact winding
//           numbers; where surfaces meet, a point inside both is found and proved, or there is none (contact.h).
// Proves:   every status, and both ends of every bracket. Separation is proved by a cover, made on demand
//           (mesh_cover.h).
// Cost:     microseconds; nothing is rebuilt for a rigid motion. A MeshPairCache makes the next, similar question
//           cheaper; it belongs to one pair and one thread at a time.
#pragma once

#include <clearance/bvh/tree_pair.h>
#include <clearance/convex/query.h>
#include <clearance/shape/mesh.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace clearance {

// What a pair of meshes, or a convex body and a mesh, remembers from query to query. It is never believed, only tried
// first, whatever is written into it (docs/decisions/0013).
struct MeshPairCache {
  static constexpr std::uint32_t kNone = 0xffffffffu;

  const void *of_a = nullptr, *of_b = nullptr;           // as in PairCache: Mesh::identity, Polytope::identity
  std::uint32_t triangle_a = kNone, triangle_b = kNone;  // positions; that met, or were nearest
  Vec3 inside = {};                                      // in a's frame: a point that was inside both
  bool has_inside = false;
  TreeFront front = {};  // where the walk of both trees ended

  // Forgets what it knows of other bodies.
  void start_for(const void* a, const void* b) {
    if (of_a == a && of_b == b) return;
    if (of_a != nullptr || of_b != nullptr) *this = {};
    of_a = a, of_b = b;
  }
};

Intersection intersects(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b);
Intersection intersects(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, MeshPairCache& cache);

// As for convex pairs; the witness points lie on one triangle each, whose numbers are in the result.
struct MeshDistance : Distance {
  std::uint32_t triangle_a = 0, triangle_b = 0;  // the caller's numbers; of a witness
};
struct MeshDistanceOptions {
  // As in DistanceOptions.
  double only_below = std::numeric_limits<double>::infinity();
};
MeshDistance distance(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                      const MeshDistanceOptions& options = {});
MeshDistance distance(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, MeshPairCache& cache,
                      const MeshDistanceOptions& options = {});
// Sign of (distance − limit), exactly.
int compare_distance(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double limit);

// All pairs of triangles that share a point, in ascending order of their numbers in a, then b.
struct TriangleContact {
  std::uint32_t a, b;  // the caller's numbers of the triangles
  // The common points, rounded, in the world: a point, a segment, or for overlapping triangles in one plane the
  // corners of a convex polygon.
  std::vector<Vec3> points;
};
struct TriangleContacts {
  std::vector<TriangleContact> pairs;
  bool complete = false;  // else there are more than were asked for, or nobody asked
};
TriangleContacts intersecting_triangles(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                                        std::size_t most = std::size_t{1} << 24);

}  // namespace clearance
