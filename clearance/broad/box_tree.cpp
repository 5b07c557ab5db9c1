#include <clearance/broad/box_tree.h>

namespace clearance::detail {

bool BoxTree::visit_changed(std::span<const std::uint32_t> changed, const PairTarget& to, Workers& workers) {
  const auto is_changed = [this](std::uint32_t index) { return has_changed(index); };
  return core_.visit_changed_pairs(boxes(), changed, is_changed, to, workers, go_on());
}

}  // namespace clearance::detail
