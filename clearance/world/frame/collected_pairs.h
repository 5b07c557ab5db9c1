// Question: which of the pairs that many threads find does no filter exclude?
// Method:   a list for each part of the search; only one thread at a time has a part. What is too much is noticed while
//           it is collected, not afterwards.
#pragma once

#include <clearance/broad/broad_phase.h>
#include <clearance/world/bodies/bodies.h>
#include <clearance/world/frame/pair_key.h>
#include <clearance/world/statistics.h>

#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

namespace clearance::detail {

class CollectedPairs {
 public:
  CollectedPairs() = default;
  // Nothing is collected between questions: a copy begins empty.
  CollectedPairs(const CollectedPairs&) {}
  CollectedPairs& operator=(const CollectedPairs&) = delete;
  ~CollectedPairs() = default;

  void start(std::size_t parts, std::size_t most);
  // False, here and below: there are more than `most`.
  bool take(const Bodies& bodies, std::size_t part, std::span<const IndexPair> pairs);
  bool is_too_many() const { return count_.load(std::memory_order_relaxed) > most_; }

  // Ascending, and what it was made of.
  void sort_into(std::vector<PairKey>& keys, const Bodies& bodies, Workers& workers, StageStatistics& statistics);

  std::size_t memory_bytes() const;

 private:
  struct Counts {
    std::size_t box_pairs = 0, filtered = 0;
  };

  std::vector<std::vector<PairKey>> parts_;  // as many as there ever were
  std::vector<Counts> counts_;               // of the parts of this question
  std::atomic<std::size_t> count_{0};
  std::size_t most_ = 0;
  KeySorter sorter_;
};

}  // namespace clearance::detail
