// Question: which triangles of two non-convex polyhedra meet?
// Method:   Ponamgi, Manocha and Lin, as Jiménez et al. tell it: the convex hulls first; where they meet, boxes over
//           the hull features (triangles of the polyhedron that lie in faces of its hull) and over the concavities
//           (the other triangles, pocket by pocket), each split into eighths down to single triangles; a sweep along
//           an axis at every level leaves the pairs of boxes that overlap, and at the leaves an exact test of two
//           triangles.
// Proves:   the list is complete, and every pair in it meets: boxes are rounded outward, the last word is exact.
// Cannot:   see that one solid is inside the other without touching its surface.
// Cost:     like the number of boxes that overlap; coordinates are turned box by box at every query.
#pragma once

#include <clearance/bvh/box.h>
#include <clearance/math/pose.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/polytope.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clearance {

class FeatureBoxes {
 public:
  static constexpr std::uint32_t kHullFeature = 0xffffffffu;
  static constexpr std::uint32_t kNone = 0xffffffffu;

  struct Node {
    Box box;                           // in the body's frame
    std::vector<std::uint32_t> below;  // nodes, at most eight; none for a leaf
    std::uint32_t triangle = kNone;    // of a leaf: position in the mesh
  };

  // `hull` is the convex hull of the vertices that the mesh's triangles use, or of all of them.
  FeatureBoxes(const Mesh& mesh, const Polytope& hull);

  const Mesh& mesh() const { return mesh_; }
  const Polytope& hull() const { return hull_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  // Of the hull features, if any, and then of each concavity.
  const std::vector<std::uint32_t>& roots() const { return roots_; }
  // By position of the triangle: kHullFeature, or the number of its concavity.
  const std::vector<std::uint32_t>& concavity() const { return concavity_; }
  std::size_t concavity_count() const { return concavity_count_; }

 private:
  void find_concavities();
  std::uint32_t add(std::vector<std::uint32_t> triangles);

  Mesh mesh_;
  Polytope hull_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> roots_;
  std::vector<std::uint32_t> concavity_;
  std::size_t concavity_count_ = 0;
};

struct ContactFeatures {
  struct Pair {
    std::uint32_t a, b;                      // triangles, by the caller's numbers
    std::uint32_t concavity_a, concavity_b;  // FeatureBoxes::kHullFeature, or where the triangle is
  };
  bool hulls_meet = false;
  std::vector<Pair> pairs;  // ascending
  std::size_t box_tests = 0, triangle_tests = 0;
};

ContactFeatures contact_features(const FeatureBoxes& a, const Pose& pose_a, const FeatureBoxes& b, const Pose& pose_b);

}  // namespace clearance
