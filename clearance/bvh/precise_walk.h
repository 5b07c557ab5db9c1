// Question: which runs of two trees may meet or be near, when floats cannot tell: the trees far from each other, or
//           of very different sizes?
// Method:   the walk of tree_pair.h one pair of boxes at a time, in doubles: all fifteen axes, and the gaps along the
//           three of either box together.
// Proves:   as tree_pair.h does; errors are 2⁻⁴⁸ of the largest length in place of 2⁻²⁴.
// Cost:     some hundred nanoseconds for a pair of boxes.
#pragma once

#include <clearance/bvh/tree_pair.h>

namespace clearance::detail {

class PreciseWalk {
 public:
  PreciseWalk(const TriangleTree& a, const TriangleTree& b, const TreeMotion& b_to_a);

  void find_meeting(TreePair::Visitor visit) const;
  void find_nearest(double nearest, FunctionRef<double(const RunPair&)> visit) const;

 private:
  using PlacedBox = TriangleTree::OrientedBox;  // in a's axes about a's middle, in units of unit_
  // A box of each tree: eight times its node and its place, or kWhole.
  struct Entry {
    std::uint32_t a, b;
    double bound;
  };
  static constexpr std::uint32_t kWhole = TreeStop::kWholeTree;

  PlacedBox placed_a(std::uint32_t box) const;
  PlacedBox placed_b(std::uint32_t box) const;
  double gap(const PlacedBox& a, const PlacedBox& b, double enough) const;
  // Everything that may be nearer than what `visit` returns, in units; below 0 ends the walk.
  void walk(double nearest, FunctionRef<double(const RunPair&)> visit) const;

  const TriangleTree &a_, &b_;
  double unit_, scale_a_, scale_b_, margin_, crooked_;
  Mat3 turn_;
  Vec3 between_;
};

}  // namespace clearance::detail
