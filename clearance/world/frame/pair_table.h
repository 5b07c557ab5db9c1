// Question: what is known of each pair of parts from the last time it was looked at?
// Method:   pairs sorted by their key; replacing the pairs is one merge, in which those that stay keep cache and state.
//           Threads share it: each merges the pairs between two keys. Sorted keys make every order of results
//           independent of the broad phase, the threads and the history. A pair has a cache from its first query on:
//           one whose answer is known otherwise, as in heaps of equal bodies, needs none.
// Cost:     linear in the pairs, before and after; 24 bytes a pair, and a ConvexCache of 120 for those asked. Pairs of
//           other than convex shapes have another cache, which a copy of the table begins without.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/base/workers.h>
#include <clearance/broad/stretches.h>
#include <clearance/convex/convex_cache.h>
#include <clearance/query/query.h>
#include <clearance/world/contact.h>
#include <clearance/world/frame/cache_pool.h>
#include <clearance/world/frame/pair_key.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace clearance::detail {

class PairTable {
 public:
  enum class State : std::uint8_t { Unknown, Free, Contact };

  struct Entry {
    PairKey key;
    std::uint32_t cache = 0;  // its number; see has_cache()
    State state;              // as of `stamp`
    State before;             // as of the stamp before that
    // Whether it has a cache, and of which kind.
    enum class Cache : std::uint8_t { None, Convex, Shapes } kind = Cache::None;
    const Contact* contact = nullptr;  // of a state that is Contact: what the world keeps of it
  };

  std::size_t size() const { return entries_.size(); }
  const Entry& operator[](std::size_t k) const { return entries_[k]; }
  // Until the next replace(), for all entries: different ones may be touched by different threads. The first time an
  // entry is asked for its cache, it gets an empty one; an entry has caches of one kind only.
  ConvexCache& cache(std::size_t k);
  PairCache& shape_cache(std::size_t k);
  bool has_cache(std::size_t k) const { return entries_[k].kind != Entry::Cache::None; }
  void set_state(std::size_t k, State state) { entries_[k].state = state; }
  void set_contact(std::size_t k, const Contact* contact) { entries_[k].contact = contact; }
  // A new frame: what was the state is now the state before; `state` holds on where it `still_holds`.
  template <class StillHolds>
  void begin_frame(const StillHolds& still_holds, Workers& workers) {
    constexpr std::size_t kLeast = 2048;  // for a thread: some ten microseconds
    Stretches(entries_.size(), kLeast).run(workers, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        Entry& entry = entries_[k];
        entry.before = entry.state;
        if (!still_holds(entry)) entry.state = State::Unknown;
      }
    });
  }

  // The table now has exactly these pairs (ascending, each once). Those that were there keep cache and state, unless
  // `is_new` says that the key now stands for other parts. The others start with an empty cache; what they were
  // in the frame before is `before_of` them. Both are asked by any thread.
  void replace(const std::vector<PairKey>& keys, FunctionRef<bool(PairKey)> is_new,
               FunctionRef<State(PairKey)> before_of, Workers& workers);

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
  // What one thread merges: keys and entries from one to another, and the entries that are not among the keys.
  struct Share {
    std::size_t first_key, last_key, first_old, last_old;
    std::vector<Entry> gone;
  };

  void merge(const std::vector<PairKey>& keys, Share& share, FunctionRef<bool(PairKey)> is_new,
             FunctionRef<State(PairKey)> before_of);
  void let_go(const Entry& entry);

  std::vector<Entry> entries_, next_;
  std::vector<Share> shares_;
  CachePool<ConvexCache> convex_;
  CachePool<LazyCache> shapes_;
};

}  // namespace clearance::detail
