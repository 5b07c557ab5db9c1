// Question: which pairs are in a changing set, and how often?
// Method:   the counters lie side by side in an array; a table with open addressing finds them. What falls to zero is
//           replaced by the last, so that the order depends on the history alone.
// Cost:     constant time per change; 12 bytes per pair, and 8 to 32 of the table.
#pragma once

#include <clearance/broad/broad_phase.h>

#include <bit>

namespace clearance::detail {

class PairCounters {
 public:
  struct Counter {
    IndexPair pair;
    std::uint32_t count;
  };

  std::span<const Counter> all() const { return counters_; }
  std::size_t size() const { return counters_.size(); }
  void clear() {
    counters_.clear();
    table_.assign(table_.size(), kNone);
  }

  // From zero to one adds the pair.
  void increment(std::uint32_t i, std::uint32_t j) { ++counters_[find_or_add(ordered(i, j))].count; }
  // From one to zero drops the pair; a pair that has no counter stays so.
  void decrement(std::uint32_t i, std::uint32_t j) {
    if (table_.empty()) return;
    const std::size_t slot = slot_of(ordered(i, j));
    if (table_[slot] != kNone && --counters_[table_[slot]].count == 0) drop(slot);
  }
  // A set: a pair is in it or not. True: that is new.
  bool insert(std::uint32_t i, std::uint32_t j) {
    Counter& counter = counters_[find_or_add(ordered(i, j))];
    if (counter.count > 0) return false;
    counter.count = 1;
    return true;
  }
  bool erase(std::uint32_t i, std::uint32_t j) {
    const std::size_t before = counters_.size();
    decrement(i, j);
    return counters_.size() < before;
  }
  // Keeps what `wanted` says.
  template <class Wanted>
  void keep_if(const Wanted& wanted) {
    std::erase_if(counters_, [&](const Counter& counter) { return !wanted(counter.pair); });
    refill();
  }

  std::size_t memory_bytes() const {
    return counters_.capacity() * sizeof(Counter) + table_.capacity() * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  static IndexPair ordered(std::uint32_t i, std::uint32_t j) { return i < j ? IndexPair{i, j} : IndexPair{j, i}; }
  std::size_t home(const IndexPair& pair) const {
    const std::uint64_t h = (std::uint64_t{pair.a} << 32 | pair.b) * 0x9e3779b97f4a7c15u;
    return ((h ^ (h >> 32)) * 0xd6e8feb86659fd93u) >> shift_;
  }
  std::size_t next(std::size_t slot) const { return (slot + 1) & (table_.size() - 1); }

  // Where the pair is, or where it would be.
  std::size_t slot_of(const IndexPair& pair) const {
    std::size_t slot = home(pair);
    while (table_[slot] != kNone && counters_[table_[slot]].pair != pair) slot = next(slot);
    return slot;
  }
  std::uint32_t find_or_add(const IndexPair& pair) {
    if (2 * (counters_.size() + 1) > table_.size()) refill();
    const std::size_t slot = slot_of(pair);
    if (table_[slot] == kNone) {
      table_[slot] = static_cast<std::uint32_t>(counters_.size());
      counters_.push_back({pair, 0});
    }
    return table_[slot];
  }
  void refill() {
    const std::size_t size = std::max(table_.size(), std::bit_ceil(4 * (counters_.size() + 4)));
    table_.assign(size, kNone);
    shift_ = 64 - std::countr_zero(size);
    for (std::uint32_t k = 0; k < counters_.size(); ++k) table_[slot_of(counters_[k].pair)] = k;
  }
  void drop(std::size_t slot) {
    const std::uint32_t gone = table_[slot];
    if (gone + 1 != counters_.size()) {
      table_[slot_of(counters_.back().pair)] = gone;
      counters_[gone] = counters_.back();
    }
    counters_.pop_back();
    close_gap(slot);
  }
  // Whoever was pushed past the gap moves back into it.
  void close_gap(std::size_t gap) {
    for (std::size_t slot = next(gap); table_[slot] != kNone; slot = next(slot)) {
      const std::size_t wanted = home(counters_[table_[slot]].pair);
      if (((slot - wanted) & (table_.size() - 1)) < ((slot - gap) & (table_.size() - 1))) continue;
      table_[gap] = table_[slot];
      gap = slot;
    }
    table_[gap] = kNone;
  }

  std::vector<Counter> counters_;
  std::vector<std::uint32_t> table_;
  int shift_ = 63;
};

}  // namespace clearance::detail
