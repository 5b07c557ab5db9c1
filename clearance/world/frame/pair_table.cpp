#include <clearance/world/frame/pair_table.h>

#include <algorithm>

namespace clearance::detail {
namespace {

constexpr std::size_t kPairsAtOnce = 1024;  // for a thread to merge: some ten microseconds

}  // namespace

ConvexCache& PairTable::cache(std::size_t k) {
  Entry& entry = entries_[k];
  if (entry.kind == Entry::Cache::None) entry.cache = convex_.take(), entry.kind = Entry::Cache::Convex;
  CLEARANCE_ASSERT(entry.kind == Entry::Cache::Convex);
  return convex_[entry.cache];
}

PairCache& PairTable::shape_cache(std::size_t k) {
  Entry& entry = entries_[k];
  if (entry.kind == Entry::Cache::None) entry.cache = shapes_.take(), entry.kind = Entry::Cache::Shapes;
  CLEARANCE_ASSERT(entry.kind == Entry::Cache::Shapes);
  std::unique_ptr<PairCache>& made = shapes_[entry.cache].made;
  if (!made) made = std::make_unique<PairCache>();
  return *made;
}

void PairTable::let_go(const Entry& entry) {
  if (entry.kind == Entry::Cache::Convex) convex_.let_go(entry.cache);
  if (entry.kind == Entry::Cache::Shapes) shapes_.let_go(entry.cache);
}

void PairTable::merge(const std::vector<PairKey>& keys, Share& share, FunctionRef<bool(PairKey)> is_new,
                      FunctionRef<State(PairKey)> before_of) {
  share.gone.clear();
  std::size_t old = share.first_old;
  const auto part_with = [&](const Entry& entry) {
    if (entry.kind != Entry::Cache::None) share.gone.push_back(entry);
  };
  for (std::size_t k = share.first_key; k < share.last_key; ++k) {
    const PairKey key = keys[k];
    for (; old < share.last_old && entries_[old].key < key; ++old) part_with(entries_[old]);
    const bool known = old < share.last_old && entries_[old].key == key;
    if (known && !is_new(key)) {
      next_[k] = entries_[old++];
      continue;
    }
    if (known) part_with(entries_[old++]);
    Entry& fresh = next_[k];
    fresh = {};
    fresh.key = key;
    fresh.state = State::Unknown;
    fresh.before = before_of(key);
  }
  for (; old < share.last_old; ++old) part_with(entries_[old]);
}

void PairTable::replace(const std::vector<PairKey>& keys, FunctionRef<bool(PairKey)> is_new,
                        FunctionRef<State(PairKey)> before_of, Workers& workers) {
  convex_.close();
  shapes_.close();
  next_.resize(keys.size());
  const std::size_t count = std::max<std::size_t>(keys.size() / kPairsAtOnce, 1);
  if (shares_.size() < count) shares_.resize(count);
  const auto is_before = [](const Entry& entry, PairKey key) { return entry.key < key; };
  std::size_t key = 0, old = 0;
  for (std::size_t s = 0; s < count; ++s) {
    Share& share = shares_[s];
    share.first_key = key, share.first_old = old;
    key = s + 1 < count ? (s + 1) * kPairsAtOnce : keys.size();
    if (s + 1 < count)
      old = static_cast<std::size_t>(std::lower_bound(entries_.begin(), entries_.end(), keys[key], is_before) -
                                     entries_.begin());
    else
      old = entries_.size();
    share.last_key = key, share.last_old = old;
  }
  workers.run(count, [&](std::size_t s) { merge(keys, shares_[s], is_new, before_of); });
  for (std::size_t s = 0; s < count; ++s)
    for (const Entry& entry : shares_[s].gone) let_go(entry);
  entries_.swap(next_);
  convex_.open(entries_.size());
  shapes_.open(entries_.size());
}

std::size_t PairTable::memory_bytes() const {
  std::size_t bytes = (entries_.capacity() + next_.capacity()) * sizeof(Entry) + convex_.memory_bytes() +
                      shapes_.memory_bytes() + shares_.capacity() * sizeof(Share);
  for (const Share& share : shares_) bytes += share.gone.capacity() * sizeof(Entry);
  return bytes;
}

}  // namespace clearance::detail
