#include <clearance/broad/grid.h>

#include <string>

namespace clearance::detail {

void UniformGrid::sort(Workers& workers) {
  if (sorted_) return;
  index_.build(boxes(), workers);
  sorted_ = true;
}

bool UniformGrid::visit_all(const PairTarget& to, Workers& workers) {
  sort(workers);
  return index_.visit_pairs(to, workers, go_on());
}

bool UniformGrid::visit_changed(std::span<const std::uint32_t> changed, const PairTarget& to, Workers& workers) {
  const auto is_changed = [this](std::uint32_t index) { return has_changed(index); };
  sort(workers);
  // One probe costs as much as searching for several boxes in order.
  if (changed.size() <= boxes().size() / 4)
    return index_.visit_changed_pairs(changed, is_changed, to, workers, go_on());
  const auto all = [&](const PairTarget& target) { return index_.visit_pairs(target, workers, go_on()); };
  return visit_changed_ones(all, is_changed, to);
}

bool find_box_pairs(std::span<const Box> boxes, PairVisitor visit, Workers& workers, const GoOn* go_on) {
  GridIndex index;
  index.build(boxes, workers);
  return index.visit_pairs({.in_order = &visit}, workers, go_on);
}

Result<std::vector<IndexPair>> box_pairs(std::span<const Box> boxes, std::size_t most) {
  std::vector<IndexPair> pairs;
  Workers alone(1);
  const auto collect = [&](std::span<const IndexPair> block) {
    if (block.size() > most - pairs.size()) return false;
    pairs.insert(pairs.end(), block.begin(), block.end());
    return true;
  };
  if (find_box_pairs(boxes, collect, alone)) return pairs;
  return Error{"", "more than " + std::to_string(most) + " overlapping pairs of boxes; visit them instead",
               ErrorCode::TooMany};
}

}  // namespace clearance::detail
