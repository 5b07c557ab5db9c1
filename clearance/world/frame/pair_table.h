// Question: what is known of each pair of parts from the last time it was looked at?
// Method:   pairs sorted by their key, each with a slot in a pool of caches; replacing the pairs is one merge, in which
//           those that stay keep slot and state. Sorted keys make every order of results independent of the broad
//           phase, the threads and the history.
// Cost:     linear in the pairs, before and after; 24 bytes a pair and one ConvexCache. Pairs of other than convex
//           shapes have a cache more, which a copy of the table begins without.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/convex/convex_cache.h>
#include <clearance/query/query.h>
#include <clearance/world/contact.h>

#include <cstddef>
#include <cstdint>
#include <memory>
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

class PairTable {
 public:
  enum class State : std::uint8_t { Unknown, Free, Contact };

  struct Entry {
    PairKey key;
    std::uint32_t slot;
    State state;                       // as of `stamp`
    State before;                      // as of the stamp before that
    const Contact* contact = nullptr;  // of a state that is Contact: what the world keeps of it
  };

  std::size_t size() const { return entries_.size(); }
  const Entry& operator[](std::size_t k) const { return entries_[k]; }
  // Different entries may be touched by different threads.
  ConvexCache& cache(std::size_t k) { return pool_[entries_[k].slot]; }
  // After keep_shape_caches(), and until the next replace().
  PairCache& shape_cache(std::size_t k);
  // From now on: for worlds that hold more than convex shapes.
  void keep_shape_caches();
  void set_state(std::size_t k, State state) { entries_[k].state = state; }
  void set_contact(std::size_t k, const Contact* contact) { entries_[k].contact = contact; }
  // A new frame: what was the state is now the state before; `state` holds on where it `still_holds`.
  template <class StillHolds>
  void begin_frame(const StillHolds& still_holds) {
    for (Entry& entry : entries_) {
      entry.before = entry.state;
      if (!still_holds(entry)) entry.state = State::Unknown;
    }
  }

  // The table now has exactly these pairs (ascending, each once). Those that were there keep cache and state, unless
  // `is_new` says that the key now stands for other parts. The others start with an empty cache; what they were
  // in the frame before is `before_of` them.
  void replace(const std::vector<PairKey>& keys, FunctionRef<bool(PairKey)> is_new,
               FunctionRef<State(PairKey)> before_of);

  // When the table was last brought up to date, on the world's clock.
  std::uint64_t stamp = 0;

  std::size_t memory_bytes() const;

 private:
  // A cache that is made when first needed, and not copied.
  struct LazyCache {
    LazyCache() = default;
    LazyCache(const LazyCache&) {}
    LazyCache& operator=(const LazyCache& other) {
      if (this != &other) made.reset();
      return *this;
    }
    LazyCache(LazyCache&&) = default;
    LazyCache& operator=(LazyCache&&) = default;
    ~LazyCache() = default;

    std::unique_ptr<PairCache> made;
  };

  std::uint32_t take_slot();

  std::vector<Entry> entries_, next_;
  std::vector<ConvexCache> pool_;
  std::vector<LazyCache> shape_pool_;  // by the same slots, or empty
  std::vector<std::uint32_t> free_;
};

}  // namespace clearance::detail
