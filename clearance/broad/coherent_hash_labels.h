// Question: whose labels are in a cell, when labels come and go?
// Method:   a hash table with open addressing of the cells in use. Each has two lists of labels, in chunks of seven
//           from a common pool: residents, whose own resolution it is, and guests, whose resolution is finer.
// Cost:     constant time to find a cell or to add a label; removing one searches the list, seven labels a cache
//           line.
#pragma once

#include <clearance/broad/resolutions.h>

#include <bit>

namespace clearance::detail {

class CellLabels {
 public:
  struct List {
    std::uint32_t first = kNone;  // chunk; only this one may be partly filled
    std::uint32_t count = 0;
  };
  struct Bucket {
    Cell cell = {};
    List residents, guests;
    bool empty() const { return residents.count + guests.count == 0; }
  };

  std::span<const Bucket> all() const { return buckets_; }  // empty ones included
  void clear() {
    buckets_.assign(buckets_.size(), {});
    chunks_.clear();
    free_ = kNone;
    used_ = 0;
  }

  // Calls see(label) for each; false from it ends the walk.
  template <class See>
  bool each(const List& list, const See& see) const {
    std::uint32_t in_chunk = list.count % kChunk == 0 ? kChunk : list.count % kChunk;
    for (std::uint32_t at = list.count == 0 ? kNone : list.first; at != kNone; at = chunks_[at].next, in_chunk = kChunk)
      for (std::uint32_t k = 0; k < in_chunk; ++k)
        if (!see(chunks_[at].labels[k])) return false;
    return true;
  }

  const Bucket* find(const Cell& cell) const {
    if (buckets_.empty()) return nullptr;
    const Bucket& bucket = buckets_[slot_of(cell)];
    return bucket.empty() ? nullptr : &bucket;
  }
  // Adds the label and gives the bucket, good until the next change.
  const Bucket& add(const Cell& cell, std::uint32_t label, bool resident) {
    if (2 * (used_ + 1) > buckets_.size()) grow();
    Bucket& bucket = buckets_[slot_of(cell)];
    if (bucket.empty()) {
      bucket.cell = cell;
      ++used_;
    }
    push(resident ? bucket.residents : bucket.guests, label);
    return bucket;
  }
  // Removes the label, which is there, and gives what is left.
  Bucket remove(const Cell& cell, std::uint32_t label, bool resident) {
    const std::size_t slot = slot_of(cell);
    Bucket& bucket = buckets_[slot];
    erase(resident ? bucket.residents : bucket.guests, label);
    const Bucket left = bucket;
    if (left.empty()) close_gap(slot);
    return left;
  }

  std::size_t memory_bytes() const { return buckets_.capacity() * sizeof(Bucket) + chunks_.capacity() * sizeof(Chunk); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint32_t kChunk = 7;
  struct Chunk {
    std::uint32_t next;
    std::uint32_t labels[kChunk];
  };

  std::size_t home(const Cell& cell) const { return hash(cell) >> shift_; }
  std::size_t next(std::size_t slot) const { return (slot + 1) & (buckets_.size() - 1); }
  std::size_t slot_of(const Cell& cell) const {
    std::size_t slot = home(cell);
    while (!buckets_[slot].empty() && buckets_[slot].cell != cell) slot = next(slot);
    return slot;
  }
  void grow() {
    std::vector<Bucket> old(std::max<std::size_t>(16, 4 * std::bit_ceil(used_ + 1)));
    old.swap(buckets_);
    shift_ = 64 - std::countr_zero(buckets_.size());
    for (const Bucket& bucket : old)
      if (!bucket.empty()) buckets_[slot_of(bucket.cell)] = bucket;
  }
  // The bucket there is empty; whoever was pushed past it moves back.
  void close_gap(std::size_t gap) {
    --used_;
    for (std::size_t slot = next(gap); !buckets_[slot].empty(); slot = next(slot)) {
      const std::size_t wanted = home(buckets_[slot].cell);
      if (((slot - wanted) & (buckets_.size() - 1)) < ((slot - gap) & (buckets_.size() - 1))) continue;
      buckets_[gap] = buckets_[slot];
      gap = slot;
    }
    buckets_[gap] = {};
  }

  void push(List& list, std::uint32_t label) {
    if (list.count % kChunk == 0) {
      const std::uint32_t chunk = take_chunk();
      chunks_[chunk].next = list.count == 0 ? kNone : list.first;
      list.first = chunk;
    }
    chunks_[list.first].labels[list.count % kChunk] = label;
    ++list.count;
  }
  // The last label takes its place.
  void erase(List& list, std::uint32_t label) {
    std::uint32_t at = list.first, k = 0, in_chunk = (list.count - 1) % kChunk + 1;
    while (chunks_[at].labels[k] != label)
      if (++k == in_chunk) at = chunks_[at].next, k = 0, in_chunk = kChunk;
    --list.count;
    Chunk& first = chunks_[list.first];
    chunks_[at].labels[k] = first.labels[list.count % kChunk];
    if (list.count % kChunk > 0) return;
    const std::uint32_t spare = list.first;
    list.first = first.next;
    first.next = free_;
    free_ = spare;
  }
  std::uint32_t take_chunk() {
    if (free_ == kNone) {
      chunks_.emplace_back();
      return static_cast<std::uint32_t>(chunks_.size() - 1);
    }
    const std::uint32_t chunk = free_;
    free_ = chunks_[chunk].next;
    return chunk;
  }

  std::vector<Bucket> buckets_;
  std::size_t used_ = 0;
  int shift_ = 63;
  std::vector<Chunk> chunks_;
  std::uint32_t free_ = kNone;
};

}  // namespace clearance::detail
