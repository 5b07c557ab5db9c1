#include <clearance/world/frame/collected_pairs.h>

namespace clearance::detail {

void CollectedPairs::start(std::size_t parts, std::size_t most) {
  if (parts_.size() < parts) parts_.resize(parts);
  counts_.assign(parts, {});
  for (std::size_t part = 0; part < parts; ++part) parts_[part].clear();
  count_.store(0, std::memory_order_relaxed);
  most_ = most;
}

bool CollectedPairs::take(const Bodies& bodies, std::size_t part, std::span<const IndexPair> pairs) {
  std::vector<PairKey>& keys = parts_[part];
  const std::size_t before = keys.size();
  keys.resize(before + pairs.size());
  PairKey* next = keys.data() + before;
  for (const IndexPair& pair : pairs) {
    *next = {pair.a, pair.b};
    next += bodies.excluded(pair.a, pair.b) ? 0 : 1;
  }
  const auto taken = static_cast<std::size_t>(next - keys.data()) - before;
  keys.resize(before + taken);
  counts_[part].box_pairs += pairs.size();
  counts_[part].filtered += pairs.size() - taken;
  return count_.fetch_add(taken, std::memory_order_relaxed) + taken <= most_;
}

void CollectedPairs::sort_into(std::vector<PairKey>& keys, const Bodies& bodies, Workers& workers,
                               StageStatistics& statistics) {
  for (const Counts& counts : counts_) statistics.box_pairs += counts.box_pairs, statistics.filtered += counts.filtered;
  sorter_.sort({parts_.data(), counts_.size()}, keys, static_cast<std::uint32_t>(bodies.leaves().size()), workers);
}

std::size_t CollectedPairs::memory_bytes() const {
  std::size_t bytes = sorter_.memory_bytes() + counts_.capacity() * sizeof(Counts);
  for (const std::vector<PairKey>& keys : parts_) bytes += sizeof keys + keys.capacity() * sizeof(PairKey);
  return bytes;
}

}  // namespace clearance::detail
