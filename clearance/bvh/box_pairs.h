// Question: which of some boxes overlap, where those that share a key are of no interest?
// Method:   a binary tree of boxes, split in the middle of the longest side, against itself; a subtree whose boxes all
//           have a key in common is not looked at together with another that has it.
// Proves:   every pair that overlaps and shares no key is reported once.
// Cost:     n log n and the pairs, for boxes that do not overlap by the hundred.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/bvh/box.h>

#include <cstdint>
#include <span>

namespace clearance::detail {

struct KeyedBox {
  static constexpr std::uint32_t kNoKey = 0xffffffffu;
  static constexpr int kKeys = 2;

  Box box;
  std::uint32_t key[kKeys] = {kNoKey, kNoKey};
};

// Positions; returns whether to go on. False when it did not.
bool find_box_pairs(std::span<const KeyedBox> boxes, FunctionRef<bool(std::uint32_t, std::uint32_t)> visit);

}  // namespace clearance::detail
