#include <clearance/world/overlapping_boxes.h>

#include <clearance/broad/broad_phase.h>
#include <clearance/broad/methods.h>

#include <algorithm>
#include <vector>

namespace clearance {
using namespace detail;

bool visit_overlapping_boxes(std::span<const Box> boxes, FunctionRef<bool(std::span<const BoxPair>)> visit,
                             const StopSign& stop) {
  const std::unique_ptr<BroadPhase> broad = make_broad_phase();
  for (std::uint32_t k = 0; k < boxes.size(); ++k)
    if (!broad->place(k, boxes[k])) return false;
  Workers workers(0);
  const auto goes_on = [&] { return !stop.stop_requested(); };
  const GoOn go_on(goes_on);
  std::vector<BoxPair> block;
  const auto hand_on = [&](std::span<const IndexPair> pairs) {
    block.clear();
    for (const IndexPair& pair : pairs) block.push_back({pair.a, pair.b});
    return goes_on() && visit(block);
  };
  return broad->find_pairs(hand_on, workers, &go_on);
}

}  // namespace clearance
