// Question: which runs of triangles of two trees, one turned and moved, may meet, or be nearer than so far known?
// Method:   both trees are walked together: one box of either against the eight of a node of the other at once
//           (oriented_boxes.h), the larger being opened. What may meet is looked at in the order of overlap, what may
//           be near in the order of nearness.
// Proves:   pairs that are not reported are apart, or at least as far apart as the bound: boxes are rounded outward,
//           the transform's own error is in the margin.
// Cost:     some ten to fifty tests of eight boxes near a contact, tens of nanoseconds each; no allocation.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/bvh/triangle_tree.h>
#include <clearance/math/mat3.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace clearance::detail {

// x_a = linear·x_b + shift takes b's coordinates to a's, each of the latter right up to `error` for points of b. The
// linear part is a rotation up to `crookedness`: no entry of LᵀL − 1 is larger.
struct TreeMotion {
  Mat3 linear;
  Vec3 shift;
  double error = 0;
  double crookedness = 0;
};

struct RunPair {
  std::uint32_t first_a, count_a, first_b, count_b;
};

// Boxes of a node of one tree that were apart from a box of the other: where a walk ended. Together the stops of a walk
// that met nothing cover all pairs of triangles.
struct TreeStop {
  std::uint32_t box;   // eight times its node, plus its place; kWholeTree
  std::uint32_t node;  // of the other tree
  std::uint8_t lanes;  // which of the node's boxes
  bool box_is_of_b;
  float expires;  // apart as long as the travel since the walk began is below this; in a's tree frame. −1: not apart

  static constexpr std::uint32_t kWholeTree = 0xffffffffu;
};

// What a pair of trees remembers of a walk that met nothing. That the stops cover everything is not proved again, so
// only walks can write them, and they know their trees: a front of others begins anew. Copies are fronts of the same
// trees.
class TreeFront {
 public:
  // Whether the next walk begins here, rather than at the roots.
  bool is_kept() const { return at_start_ != 0; }

 private:
  friend class TreePair;
  friend struct TreeWalk;

  std::shared_ptr<const void> of_a_, of_b_;  // TriangleTree::identity, which is held and so no later tree's
  std::vector<TreeStop> stops_;
  std::size_t at_start_ = 0;  // how many there were when the walk began at the roots; 0: no walk
  int rest_ = 0;              // so many walks more begin at the roots and leave nothing behind
  int last_rest_ = 0;         // how long it was the last time; the next is twice that
  TreeMotion motion_;         // at the last query
  double travel_ = 0;         // at most: how far any point of b has moved in a's frame since the front began
};

// What a tree is over, its triangles in its order; or nothing.
struct TreeTriangles {
  std::span<const Vec3> vertices;
  std::span<const TriangleTree::Triangle> triangles;
};

class TreePair {
 public:
  // Where the triangles are known, a tree that is tiny beside the other's triangles is held against these one by one.
  TreePair(const TriangleTree& a, const TriangleTree& b, const TreeMotion& b_to_a, const TreeTriangles& of_a = {},
           const TreeTriangles& of_b = {});

  // Visits runs whose boxes may meet, until the visitor returns false.
  using Visitor = FunctionRef<bool(const RunPair&)>;
  void find_meeting(Visitor visit) const;
  // The same from where the last walk ended, as far as the motion since then lets the boxes meet at all. The front is
  // kept up to date; when the visitor ends the walk, it is forgotten.
  void find_meeting(Visitor visit, TreeFront& front) const;

  // Visits runs that may be nearer than the distance that the visitor returned last (`nearest` at first), the near ones
  // early; below 0 ends the walk. The distance is measured in a's frame.
  void find_nearest(double nearest, FunctionRef<double(const RunPair&)> visit) const;

  // At most: how far a point of b has moved in a's frame since the earlier motion.
  double travel_since(const TreeMotion& earlier) const;

  // For the walks themselves (tree_pair.cpp): from one tree's frame into the other's.
  typedef float Column __attribute__((vector_size(16)));
  struct Transform {
    Column column[4];  // of the linear part, and the shift
    float scale;
    float margin;  // of a box so turned, and of the test
  };

 private:
  friend struct TreeWalk;

  const TriangleTree &a_, &b_;
  TreeTriangles of_a_, of_b_;
  TreeMotion motion_;
  Transform a_to_b_, b_to_a_;
  double size_a_;        // the unit of length of a's tree frame in a's coordinates
  double unit_b_;        // and that of b's in a's tree frame, at most
  bool floats_will_do_;  // else doubles must (precise_walk.h)
};

}  // namespace clearance::detail
