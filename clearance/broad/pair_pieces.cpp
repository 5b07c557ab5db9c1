#include <clearance/broad/pair_pieces.h>

#include <clearance/broad/stretches.h>

#include <algorithm>
#include <atomic>

namespace clearance::detail {
namespace {

constexpr std::size_t kBlock = 1024;  // pairs handed over at a time
// Lists held at a time, the pairs that one may hold and how many it has room for at first.
constexpr std::size_t kLists = 64, kMostPairs = 8192, kFirstPairs = 64;
// From so many pieces on a list is of several of them, since every kLists lists the threads wait for one another.
constexpr std::size_t kManyPieces = 1024, kPiecesPerList = 4;

// One thread's pieces, straight to a visitor; also counts the pairs.
template <class Visit>
bool visit_stretch(std::size_t begin, std::size_t end, PairPieces::Work work, const Visit& visit, const GoOn* go_on,
                   const std::atomic<bool>* ended, PairPieces::Found& found) {
  IndexPair room[kBlock];
  const auto hand_over = [&](PairSink& sink) {
    const std::size_t count = sink.count;
    sink.count = 0;
    found.pairs += count;
    return count == 0 || visit(std::span<const IndexPair>(room, count));
  };
  PairSink sink{room, kBlock, hand_over};
  for (std::size_t k = begin; k < end; ++k) {
    if (ended != nullptr && ended->load(std::memory_order_relaxed)) return false;
    if ((go_on != nullptr && !(*go_on)()) || !work(k, sink)) return false;
  }
  found.work += sink.work;
  return hand_over(sink);
}

PairPieces::Found visit_in_parts(std::size_t pieces, PairPieces::Work work, PartVisitor visit, Workers& workers,
                                 const GoOn* go_on) {
  static_assert(BroadPhase::kMostParts == Stretches::kMost);
  const Stretches parts(pieces, 1);
  std::atomic<bool> ended{false};
  std::atomic<std::uint64_t> all_work{0}, all_pairs{0};
  workers.run(parts.number(), [&](std::size_t part) {
    PairPieces::Found found;
    const auto visit_part = [&](std::span<const IndexPair> pairs) { return visit(part, pairs); };
    if (!visit_stretch(parts.begin(part), parts.end(part), work, visit_part, go_on, &ended, found)) ended = true;
    all_work += found.work, all_pairs += found.pairs;
  });
  return {!ended, all_work, all_pairs};
}

}  // namespace

bool visit_changed_ones(FunctionRef<bool(const PairTarget&)> all, IndexTest has_changed, const PairTarget& to) {
  const auto add = [&](std::span<const IndexPair> pairs, PairVisitor visit) {
    PairBlock kept(visit);
    for (const IndexPair& pair : pairs)
      if ((has_changed(pair.a) || has_changed(pair.b)) && !kept.add(pair.a, pair.b)) return false;
    return kept.flush();
  };
  const auto keep = [&](std::span<const IndexPair> pairs) { return add(pairs, *to.in_order); };
  const auto keep_in_parts = [&](std::size_t part, std::span<const IndexPair> pairs) {
    return add(pairs, [&](std::span<const IndexPair> kept) { return (*to.in_parts)(part, kept); });
  };
  const PairVisitor in_order = keep;
  const PartVisitor in_parts = keep_in_parts;
  return all(to.in_order != nullptr ? PairTarget{.in_order = &in_order} : PairTarget{.in_parts = &in_parts});
}

void PairPieces::fill(List& list, std::size_t begin, std::size_t end, Work work, const GoOn* go_on) {
  if (list.pairs.empty()) list.pairs.resize(kFirstPairs);
  const auto enlarge = [&](PairSink& sink) {
    if (sink.capacity >= kMostPairs) return false;
    list.pairs.resize(2 * sink.capacity);
    sink.pairs = list.pairs.data(), sink.capacity = list.pairs.size();
    return true;
  };
  PairSink sink{list.pairs.data(), list.pairs.size(), enlarge};
  list.whole = true;
  for (std::size_t k = begin; list.whole && k < end; ++k)
    list.whole = (go_on == nullptr || (*go_on)()) && work(k, sink);
  list.count = sink.count, list.work = sink.work;
}

PairPieces::Found PairPieces::visit_in_waves(std::size_t pieces, Work work, PairVisitor visit, Workers& workers,
                                             const GoOn* go_on) {
  const std::size_t each = pieces < kManyPieces ? 1 : kPiecesPerList, lists = (pieces + each - 1) / each;
  lists_.resize(std::max(lists_.size(), std::min(lists, kLists)));
  Found found;
  for (std::size_t first = 0; first < lists; first += kLists) {
    const std::size_t wave = std::min(kLists, lists - first);
    const auto begin = [&](std::size_t k) { return (first + k) * each; };
    const auto end = [&](std::size_t k) { return std::min(pieces, begin(k) + each); };
    workers.run(wave, [&](std::size_t k) { fill(lists_[k], begin(k), end(k), work, go_on); });
    for (std::size_t k = 0; k < wave; ++k) {
      const List& list = lists_[k];
      if (!list.whole) {
        if (!visit_stretch(begin(k), end(k), work, visit, go_on, nullptr, found)) return {};
        continue;
      }
      found.work += list.work, found.pairs += list.count;
      if (list.count > 0 && !visit({list.pairs.data(), list.count})) return {};
    }
  }
  found.whole = true;
  return found;
}

PairPieces::Found PairPieces::visit(std::size_t pieces, Work work, const PairTarget& to, Workers& workers,
                                    const GoOn* go_on) {
  const bool shared = workers.count() > 1 && pieces > 1;
  if (shared && to.in_parts != nullptr) return visit_in_parts(pieces, work, *to.in_parts, workers, go_on);
  const auto visit_part = [&](std::span<const IndexPair> pairs) { return (*to.in_parts)(0, pairs); };
  const PairVisitor visit = to.in_order != nullptr ? *to.in_order : PairVisitor(visit_part);
  if (shared) return visit_in_waves(pieces, work, visit, workers, go_on);
  Found found;
  found.whole = visit_stretch(0, pieces, work, visit, go_on, nullptr, found);
  return found;
}

std::size_t PairPieces::memory_bytes() const {
  std::size_t bytes = lists_.capacity() * sizeof(List);
  for (const List& list : lists_) bytes += list.pairs.capacity() * sizeof(IndexPair);
  return bytes;
}

}  // namespace clearance::detail
