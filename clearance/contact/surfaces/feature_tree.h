// Question: which of many features can be met along certain directions, at certain places?
// Method:   a tree over cones of directions and boxes, halved at the median of the widest coordinate of either.
// Cost:     n log n to build, allocates nothing once warm; visiting takes the nodes that `may_meet` lets through.
// Notation: a cone holds the unit vectors d with |d − axis| ≤ width; the axis need not be of unit length.
#pragma once

#include <clearance/math/vec3.h>

#include <cstdint>
#include <vector>

namespace clearance::detail {

struct DirectedBox {
  Vec3 axis;
  double width = 2;
  Vec3 low, high;
};

class FeatureTree {
 public:
  bool is_empty() const { return items_.empty(); }
  void clear() { items_.clear(), nodes_.clear(); }
  void add(std::uint32_t feature, const DirectedBox& bounds) { items_.push_back({bounds, feature}); }
  // After the last add(). `by_place`: boxes count for the order, too.
  void build(bool by_place);

  // visit(feature) where may_meet(bounds) holds of it and all nodes above; in no certain order, and as often as it was
  // added.
  template <class MayMeet, class Visit>
  void visit(const MayMeet& may_meet, const Visit& visit) const {
    for (std::uint32_t n = 0; n < nodes_.size();) {
      const Node& node = nodes_[n];
      if (!may_meet(node.bounds)) {
        n = node.next;
        continue;
      }
      for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
        if (may_meet(items_[k].bounds)) visit(items_[k].feature);
      ++n;
    }
  }

 private:
  struct Item {
    DirectedBox bounds;
    std::uint32_t feature;
  };
  // In preorder; an inner one has no items of its own.
  struct Node {
    DirectedBox bounds;
    std::uint32_t first, count;
    std::uint32_t next;  // behind all that is below it
  };

  void add_node(std::uint32_t first, std::uint32_t last);
  static double coordinate(const Item& item, int k);

  std::vector<Item> items_;
  std::vector<Node> nodes_;
  double place_weight_ = 0;
};

}  // namespace clearance::detail
