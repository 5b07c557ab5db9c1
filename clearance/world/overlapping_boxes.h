// Question: which of many boxes overlap, for whoever does not need a world for it?
// Method:   a broad phase (broad/methods.h), block by block, so that the pairs need not fit into memory.
// Proves:   exactly the pairs of boxes that overlap() are visited, each once. Ends may be infinite.
// Cost:     some 60 ns a box and pair; memory for the boxes alone.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/base/limits.h>
#include <clearance/bvh/box.h>

#include <cstdint>
#include <span>

namespace clearance {

struct BoxPair {
  std::uint32_t a, b;  // positions, a < b

  friend constexpr bool operator==(const BoxPair&, const BoxPair&) = default;
  friend constexpr auto operator<=>(const BoxPair&, const BoxPair&) = default;
};

// `visit` is called by this thread alone; false from it: no more, please. The value is true when it got all pairs;
// false when it or `stop` ended the search, or where one of the boxes is none (is_box()): then it got nothing.
bool visit_overlapping_boxes(std::span<const Box> boxes, FunctionRef<bool(std::span<const BoxPair>)> visit,
                             const StopSign& stop = {});

}  // namespace clearance
