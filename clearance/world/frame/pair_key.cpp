#include <clearance/world/frame/pair_key.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace clearance::detail {
namespace {

constexpr int kMostDigit = 11;  // bits a pass: 2048 counters fit the first-level cache
// Below so many keys, or with so few to a slot, digits are sorted one after the other, by one thread.
constexpr std::size_t kFewKeys = 4096;
constexpr std::size_t kFewPerSlot = 4;  // one key to so many slots
// Keys for a thread to deal out; buckets are to be of about half of that.
constexpr std::size_t kDealtAtOnce = 1024, kMostDeals = 32;
constexpr int kMostBucketBits = 10, kMostSlotBits = 12;
constexpr std::size_t kMostCounted = 0xffffffffu;
constexpr std::size_t kLongRow = 48;  // insertion is quicker up to there

void sort_by_digit(const std::vector<PairKey>& from, std::vector<PairKey>& to, int shift, int bits) {
  std::uint32_t count[1 << kMostDigit];
  std::fill_n(count, std::size_t{1} << bits, 0u);
  const auto digit = [&](PairKey key) { return (key.bits >> shift) & ((std::uint64_t{1} << bits) - 1); };
  for (const PairKey key : from) ++count[digit(key)];
  std::uint32_t start = 0;
  for (std::size_t d = 0; d < std::size_t{1} << bits; ++d) start += std::exchange(count[d], start);
  for (const PairKey key : from) to[count[digit(key)]++] = key;
}

// Keys of one first slot.
void sort_row(PairKey* begin, PairKey* end) {
  if (static_cast<std::size_t>(end - begin) > kLongRow) {
    if (!std::is_sorted(begin, end)) std::sort(begin, end);
    return;
  }
  for (PairKey* next = begin; next < end; ++next) {
    const PairKey key = *next;
    PairKey* at = next;
    for (; at > begin && key < at[-1]; --at) *at = at[-1];
    *at = key;
  }
}

// Keys first … last-1 of the parts, as if these were one list.
template <class Visit>
void visit_keys(KeySorter::Parts parts, std::size_t first, std::size_t last, const Visit& visit) {
  for (const std::vector<PairKey>& part : parts) {
    if (last == 0) return;
    const std::size_t begin = std::min(first, part.size()), end = std::min(last, part.size());
    for (std::size_t k = begin; k < end; ++k) visit(part[k]);
    first -= begin;
    last -= end;
  }
}

}  // namespace

void sort_keys(std::vector<PairKey>& keys, std::vector<PairKey>& spare, std::uint32_t most) {
  if (keys.size() < 64 || keys.size() > kMostCounted) {
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

void KeySorter::gather(Parts parts, std::vector<PairKey>& keys) const {
  keys.clear();
  for (const std::vector<PairKey>& part : parts) keys.insert(keys.end(), part.begin(), part.end());
}

// Into the buckets of spare_; starts_ says where each begins.
void KeySorter::deal(Parts parts, std::size_t count, int shift, std::size_t buckets, Workers& workers) {
  const std::size_t deals = std::clamp<std::size_t>(count / kDealtAtOnce, 1, kMostDeals);
  const std::size_t size = (count + deals - 1) / deals;
  spare_.resize(count);
  counts_.assign(deals * buckets, 0);
  workers.run(deals, [&](std::size_t deal) {
    std::uint32_t* counts = &counts_[deal * buckets];
    visit_keys(parts, deal * size, std::min((deal + 1) * size, count),
               [&](PairKey key) { ++counts[key.a() >> shift]; });
  });
  starts_.resize(buckets + 1);
  std::uint32_t start = 0;
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    starts_[bucket] = start;
    for (std::size_t deal = 0; deal < deals; ++deal) start += std::exchange(counts_[deal * buckets + bucket], start);
  }
  starts_[buckets] = start;
  workers.run(deals, [&](std::size_t deal) {
    std::uint32_t* next = &counts_[deal * buckets];
    visit_keys(parts, deal * size, std::min((deal + 1) * size, count),
               [&](PairKey key) { spare_[next[key.a() >> shift]++] = key; });
  });
}

void KeySorter::sort_bucket(std::span<PairKey> from, PairKey* to, int shift) const {
  if (shift > kMostSlotBits) {
    std::sort(from.begin(), from.end());
    std::copy(from.begin(), from.end(), to);
    return;
  }
  std::uint32_t ends[std::size_t{1} << kMostSlotBits];
  const std::uint32_t slots = std::uint32_t{1} << shift, mask = slots - 1;
  std::fill_n(ends, slots, 0u);
  for (const PairKey key : from) ++ends[key.a() & mask];
  std::uint32_t start = 0;
  for (std::uint32_t slot = 0; slot < slots; ++slot) start += std::exchange(ends[slot], start);
  for (const PairKey key : from) to[ends[key.a() & mask]++] = key;
  std::uint32_t begin = 0;
  for (std::uint32_t slot = 0; slot < slots; begin = ends[slot++]) sort_row(to + begin, to + ends[slot]);
}

void KeySorter::sort(Parts parts, std::vector<PairKey>& keys, std::uint32_t most, Workers& workers) {
  std::size_t count = 0;
  for (const std::vector<PairKey>& part : parts) count += part.size();
  const int width = static_cast<int>(std::bit_width(most));
  const bool has_two_passes = workers.count() == 1 && width <= kMostDigit;  // nothing is quicker alone
  if (count < kFewKeys || most / kFewPerSlot > count || count > kMostCounted || has_two_passes) {
    gather(parts, keys);
    sort_keys(keys, spare_, most);
    return;
  }
  const int bits = std::clamp(static_cast<int>(std::bit_width(count / (kDealtAtOnce / 2))), 1, kMostBucketBits);
  const int shift = std::max(width - bits, 0);
  const std::size_t buckets = (std::size_t{most} >> shift) + 1;
  deal(parts, count, shift, buckets, workers);
  keys.resize(count);
  workers.run(buckets, [&](std::size_t bucket) {
    const std::size_t first = starts_[bucket], size = starts_[bucket + 1] - first;
    sort_bucket(std::span(spare_).subspan(first, size), keys.data() + first, shift);
  });
}

}  // namespace clearance::detail
