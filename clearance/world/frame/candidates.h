// Question: which pairs of leaves are worth a query?
// Method:   boxes brought up to date, the broad phase, half-spaces against boxes, then the filters. Where little has
//           moved, only the pairs of what moved are searched for; the others are those that are known. All of it is
//           shared by the threads.
// Proves:   a pair that is not among the candidates is excluded by a filter, or its boxes are apart.
#pragma once

#include <clearance/world/bodies/boxes.h>
#include <clearance/world/frame/collected_pairs.h>
#include <clearance/world/frame/pair_table.h>
#include <clearance/world/statistics.h>

#include <atomic>
#include <span>
#include <vector>

namespace clearance::detail {

// What a question about the whole world works with.
struct WholeWorld {
  const WorldOptions& options;
  Bodies& bodies;
  Boxes& boxes;
  Workers& workers;
  StageStatistics& statistics;
  std::uint64_t& clock;  // ticks with every frame
};

class Candidates {
 public:
  enum class Search : std::uint8_t { Done, TooMany, Ended };

  // The keys become those of the box pairs that the filters leave, ascending, unless there are more than `most` or
  // patience ends. `known` are the candidates of the last frame.
  [[nodiscard]] Search find(WholeWorld& world, const PairTable& known, std::size_t most, const Patience& patience);
  // The same for boxes at most `limit` apart.
  [[nodiscard]] Search find_near(WholeWorld& world, double limit, std::size_t most, const Patience& patience);
  // Block by block, in the broad phase's order, without a bound. False when the visitor or patience ended it.
  using Visitor = FunctionRef<bool(std::span<const PairKey>)>;
  [[nodiscard]] bool visit(WholeWorld& world, Visitor visit, const Patience& patience);

  const std::vector<PairKey>& keys() const { return keys_; }

 private:
  bool take_walls(WholeWorld& world, std::span<const std::uint32_t> some, double limit, const Patience& patience);
  void take_known(const PairTable& known, const Motions& motions, Workers& workers);
  Search why_not() const { return collected_.is_too_many() ? Search::TooMany : Search::Ended; }

  bool must_find_all_ = true;  // the broad phase's memory of what changed went to another question
  std::vector<PairKey> keys_;
  CollectedPairs collected_;
  TaskLists<PairKey> merged_;
};

// Brings the boxes up to date, and measures how long that takes. False: patience has ended.
[[nodiscard]] bool make_boxes(WholeWorld& world, const Patience& patience);

// Those of the pairs of leaves that no filter excludes, behind the keys. False: there are more than `most`.
[[nodiscard]] bool take_pairs(WholeWorld& world, std::span<const IndexPair> pairs, std::size_t most,
                              std::vector<PairKey>& keys);
// Whether a leaf may be within the limit of a half-space.
bool may_reach(const WholeWorld& world, std::uint32_t leaf, std::uint32_t space, double limit);

Error too_many_pairs(std::size_t most);
inline bool is_limit(double limit) { return limit >= 0 && limit <= kMaxCoordinate; }
inline Error bad_limit() { return {"", "a limit is a number from 0 to 1e300"}; }

// Answers the pairs in `count` shares: answer(k) returns Complete to go on. Shares must not depend on each other, so
// that nothing depends on the number of threads; with `first_only` the calling thread answers them in order.
template <class Answer>
Ending answer_shares(std::size_t count, Workers& workers, bool first_only, const Answer& answer) {
  std::atomic<Ending> ending{Ending::Complete};
  const auto run = [&](std::size_t k) {
    if (ending.load(std::memory_order_relaxed) != Ending::Complete) return;
    if (const Ending ended = answer(k); ended != Ending::Complete) ending.store(ended);
  };
  if (first_only || workers.count() == 1)
    for (std::size_t k = 0; k < count; ++k) run(k);
  else
    workers.run(count, run);
  return ending;
}

}  // namespace clearance::detail
