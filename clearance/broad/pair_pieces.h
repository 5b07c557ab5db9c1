// Question: how is a search for pairs shared by threads without its result depending on them?
// Method:   the search is cut into numbered pieces. Whoever is free does the next, into a list of its own, and the
//           lists are handed over in the order of the pieces; or, where the visitor may be called by any thread,
//           stretches of pieces are parts, and go to it at once. A list that outgrows its bound is given up and its
//           pieces are done again, straight to the visitor: memory stays bounded however many pairs there are.
// Proves:   the pairs of one thread, in its order, as long as a piece finds the same whenever it is done.
#pragma once

#include <clearance/base/workers.h>
#include <clearance/broad/broad_phase.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

// Pairs on their way to whoever wants them. full() makes room; false: no more, please.
struct PairSink {
  IndexPair* pairs;
  std::size_t capacity;  // at least kPairSlack
  FunctionRef<bool(PairSink&)> full;
  std::size_t count = 0;
  std::uint64_t work = 0;  // counted by the search in whatever it costs

  bool add(std::uint32_t i, std::uint32_t j) {
    pairs[count++] = i < j ? IndexPair{i, j} : IndexPair{j, i};
    return count < capacity || full(*this);
  }
};
// Room that kernels want free before each step.
inline constexpr std::size_t kPairSlack = 16;

// Who wants them: one of the two.
struct PairTarget {
  const PairVisitor* in_order = nullptr;
  const PartVisitor* in_parts = nullptr;
};

using IndexTest = FunctionRef<bool(std::uint32_t)>;
// Of the pairs that `all` finds those with an end that has changed.
bool visit_changed_ones(FunctionRef<bool(const PairTarget&)> all, IndexTest has_changed, const PairTarget& to);

class PairPieces {
 public:
  // Adds the pairs of one piece. False: not all of them, since the sink or go_on wants no more.
  using Work = FunctionRef<bool(std::size_t piece, PairSink& sink)>;

  struct Found {
    bool whole = false;
    std::uint64_t work = 0, pairs = 0;  // of a whole search the same for any number of threads
  };

  Found visit(std::size_t pieces, Work work, const PairTarget& to, Workers& workers, const GoOn* go_on);
  std::size_t memory_bytes() const;

 private:
  struct List {
    std::vector<IndexPair> pairs;
    std::size_t count = 0;
    std::uint64_t work = 0;
    bool whole = false;
  };

  Found visit_in_waves(std::size_t pieces, Work work, PairVisitor visit, Workers& workers, const GoOn* go_on);
  void fill(List& list, std::size_t begin, std::size_t end, Work work, const GoOn* go_on);

  std::vector<List> lists_;  // kept for their memory alone
};

}  // namespace clearance::detail
