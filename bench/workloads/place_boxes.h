// Small steps that the experiments with broad phases share.
#pragma once

#include <clearance/broad/broad_phase.h>

namespace clearance::bench {
using namespace detail;

inline void place_all(BroadPhase& method, std::span<const Box> boxes) {
  for (std::size_t k = 0; k < boxes.size(); ++k) method.place(static_cast<std::uint32_t>(k), boxes[k]);
}

inline std::size_t count_pairs(BroadPhase& method) {
  std::size_t pairs = 0;
  method.find_pairs([&](std::span<const IndexPair> block) {
    pairs += block.size();
    return true;
  });
  return pairs;
}

}  // namespace clearance::bench
