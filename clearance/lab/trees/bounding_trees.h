// Question: which triangles of two bodies meet, and how far apart are they, with the trees of the literature?
// Method:   a binary tree over polygon soup, one triangle a leaf, after RAPID (Gottschalk, Lin, Manocha 1996): a set is
//           split at the mean of its triangles' middles, square to its longest axis, axes by the moments of the
//           triangles. The volumes around the sets can be chosen: axis-parallel boxes, oriented boxes (RAPID),
//           rectangles swept by a sphere (PQP), 18-DOPs that are enclosed anew under rotation. Pairs that volumes do
//           not separate are decided exactly (mesh/triangle_pair.h).
// Proves:   every pair that is reported meets, every pair that is not does not; distances are brackets.
// Cannot:   see inside solids: surfaces only.
// Cost:     these are the alternatives that bvh/triangle_tree.h was measured against (docs/meshes/trees.md): 100 to 400
//           bytes a triangle.
#pragma once

#include <clearance/math/pose.h>
#include <clearance/shape/mesh.h>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace clearance {

enum class BoundingVolume : std::uint8_t { AlignedBox, OrientedBox, SweptRectangle, Dop18 };
inline constexpr BoundingVolume kBoundingVolumes[] = {BoundingVolume::AlignedBox, BoundingVolume::OrientedBox,
                                                      BoundingVolume::SweptRectangle, BoundingVolume::Dop18};
const char* to_string(BoundingVolume volume);

// What a walk looked at.
struct TreeCounts {
  std::int64_t volumes = 0;    // pairs of volumes
  std::int64_t triangles = 0;  // pairs of triangles
};

struct TriangleIds {
  std::uint32_t a, b;

  friend bool operator==(const TriangleIds&, const TriangleIds&) = default;
  friend auto operator<=>(const TriangleIds&, const TriangleIds&) = default;
};

struct TreeDistance {
  double lower = 0, upper = 0;
  TriangleIds nearest = {};
};

// Trees of one kind; queries need two of the same kind.
class BoundingTree {
 public:
  virtual ~BoundingTree() = default;

  // At least one triangle; every index is a vertex, every coordinate at most kMaxCoordinate: the caller has looked.
  static std::unique_ptr<const BoundingTree> make(BoundingVolume volume, std::span<const Vec3> vertices,
                                                  std::span<const MeshTriangle> triangles);

  virtual BoundingVolume volume() const = 0;
  virtual std::size_t memory_bytes() const = 0;

  // Pairs of triangles that share a point: the first `most` that the walk comes upon.
  virtual std::vector<TriangleIds> find_pairs(const Pose& pose, const BoundingTree& other, const Pose& other_pose,
                                              std::size_t most, TreeCounts* counts) const = 0;
  virtual TreeDistance find_distance(const Pose& pose, const BoundingTree& other, const Pose& other_pose,
                                     TreeCounts* counts) const = 0;
};

bool trees_meet(const BoundingTree& a, const Pose& pose_a, const BoundingTree& b, const Pose& pose_b,
                TreeCounts* counts = nullptr);
// All pairs of triangles that share a point, in ascending order.
std::vector<TriangleIds> meeting_triangles(const BoundingTree& a, const Pose& pose_a, const BoundingTree& b,
                                           const Pose& pose_b, TreeCounts* counts = nullptr);
// (0, 0) where they meet. Doubles with an error bound: the bracket is as wide as 2⁻⁴⁰ of the bodies' and poses' size.
TreeDistance tree_distance(const BoundingTree& a, const Pose& pose_a, const BoundingTree& b, const Pose& pose_b,
                           TreeCounts* counts = nullptr);

// RAPID as a method by itself: builds both trees, then asks. By the caller's numbers of the triangles; `first_only`:
// at most one pair, any.
std::vector<TriangleIds> rapid_intersects(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                                          bool first_only = false);

}  // namespace clearance
