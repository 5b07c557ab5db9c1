// Question: what does a world keep of the points where its bodies meet?
// Method:   a slot for each two parts whose boxes came near each other: the manifold and the one before, so that an
//           answer that did not come to its end can be taken back, and a cache. Slots are found through the sorted
//           entries of manifold_frame.h; lists of what is shown refer to them.
// Cost:     about two kilobytes a slot; slots are used again.
#pragma once

#include <clearance/contact/manifold_scratch.h>
#include <clearance/world/frame/pair_table.h>
#include <clearance/world/manifolds.h>

#include <atomic>
#include <cstdint>
#include <vector>

namespace clearance::detail {

inline constexpr std::uint32_t kNoSlot = 0xffffffffu;

struct ManifoldSlot {
  // Whose it is: of two parts that took the place of others nothing is known.
  BodyId a, b;
  std::uint32_t part_a = 0, part_b = 0;
  Manifold pages[2];
  std::uint8_t page = 0;    // that is now; the other one is before
  bool is_shown = false;    // in the last complete list
  bool is_updated = false;  // by the call in progress
  // Of the parts, when they were last asked about (Motions::revision).
  std::uint64_t revision_a = ~std::uint64_t{0}, revision_b = ~std::uint64_t{0};
  ManifoldCache cache;

  Manifold& now() { return pages[page]; }
  const Manifold& now() const { return pages[page]; }
  Manifold& before() { return pages[page ^ 1]; }
  const Manifold& before() const { return pages[page ^ 1]; }
  void turn_page() { page ^= 1; }

  // Empty again, but for its memory.
  void start(BodyId of_a, std::uint32_t of_part_a, BodyId of_b, std::uint32_t of_part_b);
};

struct ManifoldStore {
  struct Entry {
    PairKey key;
    std::uint32_t slot = kNoSlot;
  };

  ManifoldStore() = default;
  // Nobody sees the copy, and what was shown is the other one's.
  ManifoldStore(const ManifoldStore& other);
  ManifoldStore& operator=(const ManifoldStore&) = delete;
  ~ManifoldStore() = default;

  bool is_seen() const { return lists.load(std::memory_order_acquire) != 0; }
  std::uint32_t take_slot();
  void free_slot(std::uint32_t slot) { free.push_back(slot); }

  std::vector<Entry> entries, next;  // ascending by key; `next` is scratch
  std::uint64_t merged = 0;          // NearbyPairs::revision() of the keys that the entries have
  // Pairs that are no candidates any more, but in the last complete list; and those that this list shows as ended.
  std::vector<Entry> gone, over;
  std::vector<ManifoldSlot> slots;
  std::vector<std::uint32_t> free;
  std::vector<PairManifold> shown, ended;
  ManifoldOptions asked;  // of the last complete list
  bool is_asked = false;  // there was one
  mutable std::atomic<std::uint32_t> lists{0};
};

}  // namespace clearance::detail
