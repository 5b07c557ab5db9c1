// Question: what are two parts of a world called together, and how are such names put in order?
// Method:   the two slots in one number. Threads collect keys into parts of their own; the parts are dealt out by the
//           first slot into buckets, and every bucket is sorted by itself. No two keys are equal, so the order is one,
//           whatever the threads and parts.
// Cost:     some five nanoseconds a key.
#pragma once

#include <clearance/base/workers.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

struct PairKey {
  std::uint64_t bits;

  PairKey() = default;
  PairKey(std::uint32_t a, std::uint32_t b) : bits(std::uint64_t{a} << 32 | b) {}
  std::uint32_t a() const { return static_cast<std::uint32_t>(bits >> 32); }
  std::uint32_t b() const { return static_cast<std::uint32_t>(bits); }

  friend auto operator<=>(const PairKey&, const PairKey&) = default;
};

// Ascending. `most` is above every index in the keys; `spare` is scratch that keeps its memory.
void sort_keys(std::vector<PairKey>& keys, std::vector<PairKey>& spare, std::uint32_t most);

// The keys of all parts, ascending, by all threads.
class KeySorter {
 public:
  using Parts = std::span<const std::vector<PairKey>>;

  void sort(Parts parts, std::vector<PairKey>& keys, std::uint32_t most, Workers& workers);

  std::size_t memory_bytes() const {
    return spare_.capacity() * sizeof(PairKey) + (starts_.capacity() + counts_.capacity()) * sizeof(std::uint32_t);
  }

 private:
  void gather(Parts parts, std::vector<PairKey>& keys) const;
  void deal(Parts parts, std::size_t count, int shift, std::size_t buckets, Workers& workers);
  void sort_bucket(std::span<PairKey> from, PairKey* to, int shift) const;

  std::vector<PairKey> spare_;
  std::vector<std::uint32_t> starts_, counts_;
};

}  // namespace clearance::detail
