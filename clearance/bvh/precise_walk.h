// Question: which runs of two trees may meet or be near, when floats cannot tell: the trees far from each other, or
//           of very different sizes?
// Method:   the walk of tree_pair.h one pair of boxes at a time, in doubles: all fifteen axes, and the gaps along the
//           three of either box together. Runs whose box is much larger than the other are taken apart, and their
//           triangles held against the other's boxes (triangle_box.h): the whole of a tiny tree may be in a run's box.
// Proves:   as tree_pair.h does; errors are 2⁻⁴⁸ of the largest length in place of 2⁻²⁴.
// Cost:     some hundred nanoseconds for a pair of boxes.
#pragma once

#include <clearance/bvh/tree_pair.h>

namespace clearance::detail {

class PreciseWalk {
 public:
  PreciseWalk(const TriangleTree& a, const TriangleTree& b, const TreeMotion& b_to_a, const TreeTriangles& of_a,
              const TreeTriangles& of_b);

  void find_meeting(TreePair::Visitor visit) const;
  void find_nearest(double nearest, FunctionRef<double(const RunPair&)> visit) const;
  // At least: how far the triangles of a run are from what is in a box of the other tree; not more than once it is no
  // farther than `enough`. Boxes: eight times the node and the place, or kWhole.
  double gap_of_run(bool run_is_of_b, std::uint32_t run, std::uint32_t other, double enough) const;

 private:
  using PlacedBox = TriangleTree::OrientedBox;  // in a's axes about a's middle, in units of unit_
  // Of either tree a box, eight times its node and its place; or kWhole; or a triangle, as a run of one.
  struct Entry {
    std::uint32_t part[2];
    double bound;
  };
  static constexpr std::uint32_t kWhole = TreeStop::kWholeTree, kTriangle = 0x80000000u;
  static bool is_triangle(std::uint32_t part) { return part != kWhole && TriangleTree::is_leaf(part); }
  class Stack;

  std::uint32_t child_of(int side, std::uint32_t part) const;
  PlacedBox placed(int side, std::uint32_t box) const;
  double gap(const PlacedBox& a, const PlacedBox& b, double enough) const;
  double gap(int side, std::uint32_t triangle, const PlacedBox& other, double enough) const;
  void open(const Entry& entry, double nearest, Stack& stack) const;
  // The part of one side stays, and what is in that of the other is looked at: boxes, or triangles of a run.
  void open_node(const Entry& entry, int side, double nearest, Stack& stack) const;
  void open_run(const Entry& entry, int side, double nearest, Stack& stack) const;
  // Everything that may be nearer than what `visit` returns, in units; below 0 ends the walk.
  void walk(double nearest, FunctionRef<double(const RunPair&)> visit) const;

  const TriangleTree* trees_[2];
  TreeTriangles triangles_[2];
  double unit_, scale_[2], margin_, crooked_;
  Mat3 turn_;
  Vec3 between_;
};

}  // namespace clearance::detail
