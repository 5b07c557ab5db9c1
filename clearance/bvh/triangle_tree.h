// Question: which of many triangles can be near a place, without looking at all?
// Method:   a tree of oriented boxes, eight to a node, over runs of a few triangles: boxes lie along the surface, so
//           a patch of size s needs a thickness of s² only, and near a contact the pairs of boxes to look at do not
//           grow with the number of triangles (docs/decisions/0009). Stored as floats in a frame of the tree's own,
//           rounded outward.
// Proves:   every triangle lies in each box above it. Built once; a rigid motion changes nothing.
// Cost:     n log n to build; about 30 bytes a triangle. Equal bits for any number of threads.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/base/workers.h>
#include <clearance/bvh/box.h>
#include <clearance/math/mat3.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace clearance::detail {

class TriangleTree {
 public:
  static constexpr int kWidth = 8;          // boxes in a node
  static constexpr int kLeafTriangles = 4;  // at most
  static constexpr std::size_t kMaxTriangles = std::size_t{1} << 29;
  static constexpr std::uint32_t kNoChild = 0xffffffffu;
  static constexpr int kMaxDepth = 12;  // of nodes below each other; the builder needs ten for kMaxTriangles
  static constexpr float kUnusedHalf = -1e30f;
  static constexpr int kStack = kWidth * kMaxDepth;  // nodes that a walk from the root has to keep in mind, at most

  // Eight boxes { center + Σ sₖ·axisₖ, |sₖ| ≤ halfₖ } in the tree's frame, and what is in each. Unused places have
  // kUnusedHalf, so that they overlap nothing.
  struct alignas(64) Node {
    float center[3][kWidth];
    float half[3][kWidth];
    float axis[3][3][kWidth];  // axis[k][c]: component c of the k-th axis
    std::uint32_t child[kWidth];
  };
  // One of them, in doubles; the rows of `axes` are its axes.
  struct OrientedBox {
    Vec3 center, half;
    Mat3 axes;
  };
  static OrientedBox box(const Node& node, std::uint32_t slot) {
    const auto column = [slot](const float(&values)[3][kWidth]) {
      return Vec3{static_cast<double>(values[0][slot]), static_cast<double>(values[1][slot]),
                  static_cast<double>(values[2][slot])};
    };
    return {
        column(node.center), column(node.half), {{column(node.axis[0]), column(node.axis[1]), column(node.axis[2])}}};
  }

  // child: a run of triangles, or another node.
  static bool is_leaf(std::uint32_t child) { return (child & 0x80000000u) != 0; }
  static std::uint32_t leaf_first(std::uint32_t child) { return child & 0x1fffffffu; }
  static std::uint32_t leaf_count(std::uint32_t child) { return (child >> 29 & 3u) + 1; }

  using Triangle = std::array<std::uint32_t, 3>;

  TriangleTree() = default;  // no tree; build() and map() make them
  TriangleTree(const TriangleTree&) = delete;
  TriangleTree& operator=(const TriangleTree&) = delete;

  struct Built;
  // Every index is a vertex, every coordinate finite and at most kMaxCoordinate, 1 to kMaxTriangles triangles: the
  // caller has looked.
  static Built build(std::span<const Vec3> vertices, std::span<const Triangle> triangles, Workers& workers);

  // The tree's frame: x ↦ (x − origin)·2^−exponent, in which all triangles are within [−1, 1] of 0 along each axis.
  Vec3 origin() const { return origin_; }
  int exponent() const { return exponent_; }
  // Half the sides of the box around all triangles, in the tree's frame, whose middle is 0; rounded up.
  Vec3 half() const { return half_; }
  std::span<const Node> nodes() const { return nodes_; }
  std::size_t memory_bytes() const { return nodes_.size_bytes() + sizeof *this; }
  // No other tree has the same, as long as somebody holds it: longer than the tree lives, if need be.
  const std::shared_ptr<const void>& identity() const { return identity_; }

  // Triangles by position in the tree's order. A visitor gets runs of them and returns whether to go on.
  using RunVisitor = FunctionRef<bool(std::uint32_t first, std::uint32_t count)>;
  // Runs that may have a point in the box, in the caller's own coordinates.
  void find_in_box(const Box& box, RunVisitor visit) const;
  // Runs that may have a point in { center + Σ sₖ·axes.row[k], |sₖ| ≤ half[k] }; the rows of axes are of unit length
  // and square to each other up to 1e-3.
  void find_in_box(Vec3 center, const Mat3& axes, Vec3 half, RunVisitor visit) const;
  // Runs that may have a point on { origin + s·e, s ≥ 0 }, e the unit vector of that axis (0, 1, 2), each coordinate of
  // the origin off by up to `error`.
  void find_on_ray(Vec3 origin, double error, int axis, RunVisitor visit) const;
  // Runs in no certain order, the near ones early, as long as they may be nearer to the point than the distance that
  // the visitor returned last (`nearest` at first).
  void find_near(Vec3 point, double nearest, FunctionRef<double(std::uint32_t first, std::uint32_t count)> visit) const;

  // The tree as bytes, and back without copying: `bytes` must stay where they are, unchanged, and be aligned to 64.
  // `triangles` are in the tree's order; each index is a vertex, each coordinate finite and at most kMaxCoordinate, as
  // for build(). Returns nothing when the bytes are no tree over these triangles, or one of another version or byte
  // order: nothing in them is trusted, every box is held against every triangle below it (n log n).
  std::vector<std::byte> save() const;
  static std::shared_ptr<const TriangleTree> map(std::span<const std::byte> bytes, std::span<const Vec3> vertices,
                                                 std::span<const Triangle> triangles);

 private:
  friend class TreeBuilder;

  Vec3 origin_, half_;
  int exponent_ = 0;
  std::span<const Node> nodes_;
  std::vector<Node> own_;  // empty when mapped
  std::shared_ptr<const void> identity_ = std::make_shared<char>();
};

struct TriangleTree::Built {
  std::shared_ptr<const TriangleTree> tree;
  std::vector<std::uint32_t> order;  // order[k]: the caller's number of the tree's k-th triangle
};

}  // namespace clearance::detail
