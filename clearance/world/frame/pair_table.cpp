#include <clearance/world/frame/pair_table.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kNoSlot = 0xffffffffu;
constexpr int kMostDigit = 11;  // bits a pass: 2048 counters fit the first-level cache

void sort_by_digit(const std::vector<PairKey>& from, std::vector<PairKey>& to, int shift, int bits) {
  std::uint32_t count[1 << kMostDigit];
  std::fill_n(count, std::size_t{1} << bits, 0u);
  const auto digit = [&](PairKey key) { return (key.bits >> shift) & ((std::uint64_t{1} << bits) - 1); };
  for (const PairKey key : from) ++count[digit(key)];
  std::uint32_t start = 0;
  for (std::size_t d = 0; d < std::size_t{1} << bits; ++d) start += std::exchange(count[d], start);
  for (const PairKey key : from) to[count[digit(key)]++] = key;
}

}  // namespace

void sort_keys(std::vector<PairKey>& keys, std::vector<PairKey>& spare, std::uint32_t most) {
  if (keys.size() < 64) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  spare.resize(keys.size());
  const int width = static_cast<int>(std::bit_width(most)), passes = (width + kMostDigit - 1) / kMostDigit;
  const int bits = (width + passes - 1) / std::max(passes, 1);
  for (const int half : {0, 32})
    for (int pass = 0; pass < passes; ++pass) {
      sort_by_digit(keys, spare, half + pass * bits, bits);
      keys.swap(spare);
    }
}

std::uint32_t PairTable::take_slot() {
  if (free_.empty()) {
    pool_.emplace_back();
    return static_cast<std::uint32_t>(pool_.size() - 1);
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  pool_[slot] = {};
  if (slot < shape_pool_.size()) shape_pool_[slot] = {};
  return slot;
}

PairCache& PairTable::shape_cache(std::size_t k) {
  std::unique_ptr<PairCache>& made = shape_pool_[entries_[k].slot].made;
  if (!made) made = std::make_unique<PairCache>();
  return *made;
}

void PairTable::keep_shape_caches() { shape_pool_.resize(pool_.size()); }

void PairTable::replace(const std::vector<PairKey>& keys, FunctionRef<bool(PairKey)> is_new,
                        FunctionRef<State(PairKey)> before_of) {
  next_.clear();
  next_.reserve(keys.size());
  std::size_t old = 0;
  // Slots are freed before they are asked for, so that the pool is no larger than the most pairs there ever were.
  for (const PairKey key : keys) {
    for (; old < entries_.size() && entries_[old].key < key; ++old) free_.push_back(entries_[old].slot);
    const bool known = old < entries_.size() && entries_[old].key == key;
    if (known && !is_new(key)) {
      next_.push_back(entries_[old++]);
      continue;
    }
    if (known) free_.push_back(entries_[old++].slot);
    next_.push_back({key, kNoSlot, State::Unknown, before_of(key)});
  }
  for (; old < entries_.size(); ++old) free_.push_back(entries_[old].slot);
  for (Entry& entry : next_)
    if (entry.slot == kNoSlot) entry.slot = take_slot();
  entries_.swap(next_);
}

std::size_t PairTable::memory_bytes() const {
  return (entries_.capacity() + next_.capacity()) * sizeof(Entry) + pool_.capacity() * sizeof(ConvexCache) +
         free_.capacity() * sizeof(std::uint32_t) + shape_pool_.capacity() * sizeof(LazyCache);
}

}  // namespace clearance::detail
