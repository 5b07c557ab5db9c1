// Question: which children of a node may a box meet, and which boxes of a leaf does it?
// Method:   six comparisons of a register with the ends of all eight children; two registers where they hold four.
// Notation: kRegister is the width CLEARANCE_DISPATCH hands out, in doubles; a mask has bit k set for slot k.
#pragma once

#include <clearance/base/float_lanes.h>
#include <clearance/broad/tree/box_tree_node.h>

#include <bit>
#include <cstdint>

namespace clearance::detail::box_tree {

using simd::FloatLanes;
using simd::mask_of;

// The children, of a Node or whatever else has `low` and `high` of eight, that overlap by their keys; with kSurely only
// those whose ends differ in all keys, so that the boxes themselves overlap, too.
template <int kRegister, bool kSurely, class Eight>
CLEARANCE_INLINE std::uint32_t met_children(const Eight& node, const KeyBox& box) {
  typedef typename FloatLanes<kRegister>::Floats Floats;
  constexpr int kCount = FloatLanes<kRegister>::kCount;
  std::uint32_t mask = 0;
  for (int first = 0; first < kWidth; first += kCount) {
    // By reference: a function cannot return a register that its own instruction set lacks.
    const Floats& low_x = *reinterpret_cast<const Floats*>(node.low[0] + first);
    const Floats& low_y = *reinterpret_cast<const Floats*>(node.low[1] + first);
    const Floats& low_z = *reinterpret_cast<const Floats*>(node.low[2] + first);
    const Floats& high_x = *reinterpret_cast<const Floats*>(node.high[0] + first);
    const Floats& high_y = *reinterpret_cast<const Floats*>(node.high[1] + first);
    const Floats& high_z = *reinterpret_cast<const Floats*>(node.high[2] + first);
    typename FloatLanes<kRegister>::Truths met;
    if constexpr (kSurely)
      met = (low_x < box.high[0]) & (high_x > box.low[0]) & (low_y < box.high[1]) & (high_y > box.low[1]) &
            (low_z < box.high[2]) & (high_z > box.low[2]);
    else
      met = (low_x <= box.high[0]) & (high_x >= box.low[0]) & (low_y <= box.high[1]) & (high_y >= box.low[1]) &
            (low_z <= box.high[2]) & (high_z >= box.low[2]);
    mask |= mask_of<kRegister>(met) << first;
  }
  return mask;
}

// Calls found(bit) for the set bits, lowest first.
template <class Mask, class Found>
CLEARANCE_INLINE bool for_each_bit(Mask mask, const Found& found) {
  for (; mask != 0; mask &= mask - 1)
    if (!found(std::countr_zero(mask))) return false;
  return true;
}

// Nodes are met in no order of memory: what goes onto a stack is asked for at once.
CLEARANCE_INLINE void fetch(const Node& node) {
  const char* lines = reinterpret_cast<const char*>(&node);
  for (int line = 0; line < 4; ++line) __builtin_prefetch(lines + 64 * line);
}

// The boxes of a leaf that overlap, given the keys' opinion.
template <int kRegister, class Found>
CLEARANCE_INLINE bool for_each_box(const Node& leaf, const KeyBox& keys, const Box& box, std::uint32_t met,
                                   const Box* boxes, const Found& found) {
  if (met == 0) return true;
  const std::uint32_t sure = met_children<kRegister, true>(leaf, keys);
  return for_each_bit(met, [&](int slot) {
    const std::uint32_t child = leaf.child[slot];
    return (sure >> slot & 1) == 0 && !overlap(boxes[child], box) ? true : found(child);
  });
}

}  // namespace clearance::detail::box_tree
