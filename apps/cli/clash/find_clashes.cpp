#include "find_clashes.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "../each_pair.h"
#include "../stand_in.h"

namespace clearance::cli {
using namespace detail;
namespace {

// Enough that threads seldom wait for each other's last pair; some megabytes of reports.
constexpr std::size_t kBlock = 4096;
constexpr std::size_t kPairsWorthAThread = 4;

// Visits the pairs that are asked about and near each other, block by block; false: no more, please.
using BlockVisitor = FunctionRef<bool(std::span<const ScenePair>)>;

class NearPairs {
 public:
  NearPairs(const Scene& scene, const Criteria& criteria) : scene_(scene) {
    boxes_.resize(scene.objects.size());
    for_each_pair(scene.objects.size(), 64,
                  [&](std::size_t k) { boxes_[k] = box_to_look_at(scene.objects[k], criteria); });
    if (!scene.lists_pairs) return;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const ScenePair& pair : scene.pairs)
      if (seen.insert(std::minmax(pair.a, pair.b)).second) listed_.push_back(pair);
  }

  // How many pairs are asked about; one that the file lists twice is one.
  std::uint64_t asked() const { return scene_.lists_pairs ? listed_.size() : scene_.pair_count(); }

  // False: the visitor, or the sign, ended it.
  bool visit(BlockVisitor visit, const StopSign& stop) const {
    return scene_.lists_pairs ? visit_listed(visit, stop) : visit_all(visit, stop);
  }

 private:
  bool visit_listed(BlockVisitor visit, const StopSign& stop) const {
    Block block(visit);
    for (const ScenePair& pair : listed_)
      if (stop.stop_requested() || (overlap(boxes_[pair.a], boxes_[pair.b]) && !block.add(pair))) return false;
    return block.flush();
  }

  bool visit_all(BlockVisitor visit, const StopSign& stop) const {
    Block block(visit);
    const auto take = [&](std::span<const BoxPair> pairs) {
      for (const BoxPair& pair : pairs)
        if (scene_.asks(pair.a, pair.b) && !block.add({pair.a, pair.b})) return false;
      return true;
    };
    return visit_overlapping_boxes(boxes_, take, stop) && block.flush();
  }

  class Block {
   public:
    explicit Block(BlockVisitor visit) : visit_(visit) { pairs_.reserve(kBlock); }
    bool add(const ScenePair& pair) {
      pairs_.push_back(pair);
      return pairs_.size() < kBlock || flush();
    }
    bool flush() {
      const bool goes_on = pairs_.empty() || visit_(pairs_);
      pairs_.clear();
      return goes_on;
    }

   private:
    BlockVisitor visit_;
    std::vector<ScenePair> pairs_;
  };

  const Scene& scene_;
  std::vector<Box> boxes_;
  std::vector<ScenePair> listed_;
};

// How many there are; nothing when stopped.
std::optional<std::uint64_t> count_of(const NearPairs& near, const StopSign& stop) {
  std::uint64_t count = 0;
  const bool done = near.visit(
      [&](std::span<const ScenePair> pairs) {
        count += pairs.size();
        return true;
      },
      stop);
  return done ? std::optional(count) : std::nullopt;
}

class Search {
 public:
  Search(const Scene& scene, const std::vector<PartHash>& hashes, const ClashQuestion& question,
         const KnownPairs* known, const StopSign& stop, const ClashWatcher& watcher, EarlyClashes* early)
      : scene_(scene), hashes_(hashes), judge_(question, known), stop_(stop), watcher_(watcher), early_(early) {}

  // What is known before anything is asked, however soon it is stopped.
  void take_early() {
    if (early_ == nullptr) return;
    early_->take_all([&](const ScenePair& pair, JudgedPair judged) { keep(pair, std::move(judged)); });
  }

  // False when stopped.
  bool look_at(std::span<const ScenePair> pairs) {
    std::vector<std::optional<JudgedPair>> slots(pairs.size());
    for_each_pair(pairs.size(), kPairsWorthAThread, [&](std::size_t k) {
      const bool is_done = early_ != nullptr && early_->knows(pairs[k]);
      if (!is_done && !stop_.stop_requested()) slots[k] = answer(pairs[k]);
    });
    for (std::size_t k = 0; k < pairs.size(); ++k) keep(pairs[k], std::move(slots[k]));
    watcher_.block_ends(clashes_.all_known);
    return !stop_.stop_requested();
  }

  std::uint64_t looked_at() const { return clashes_.asked + clashes_.known; }
  Clashes take() && { return std::move(clashes_); }

 private:
  JudgedPair answer(const ScenePair& pair) {
    JudgedPair judged = judge_.judge(scene_, hashes_, pair);
    const std::lock_guard lock(mutex_);
    if (judged.report.verdict != PairVerdict::Clear) watcher_.found(judged.report);
    watcher_.looked_at();
    return judged;
  }

  void keep(const ScenePair& pair, std::optional<JudgedPair> judged) {
    if (!judged) return;
    ++(judged->was_known ? clashes_.known : clashes_.asked);
    if (judge_.known() != nullptr) clashes_.all_known.add(judged->key, judged->report, judge_.question().criteria);
    if (is_counted_only(judged->report))
      ++clashes_.touching;
    else if (judged->report.verdict != PairVerdict::Clear)
      clashes_.found.push_back({pair, std::move(judged->report)});
  }

  // What stands in for other bodies is told of, whatever becomes of the pair.
  bool is_counted_only(const PairReport& report) const {
    return judge_.question().count_touching && report.verdict == PairVerdict::Touching && !has_stand_ins({&report, 1});
  }

  const Scene& scene_;
  const std::vector<PartHash>& hashes_;
  const PairJudge judge_;
  const StopSign& stop_;
  const ClashWatcher& watcher_;
  EarlyClashes* early_;
  std::mutex mutex_;
  Clashes clashes_;
};

}  // namespace

Clashes find_clashes(const Scene& scene, const std::vector<PartHash>& hashes, const ClashQuestion& question,
                     const KnownPairs* known, const StopSign& stop, const ClashWatcher& watcher, EarlyClashes* early) {
  const NearPairs near(scene, question.criteria);
  const std::optional<std::uint64_t> count = count_of(near, stop);
  Search search(scene, hashes, question, known, stop, watcher, early);
  search.take_early();
  if (count) {
    watcher.begins(*count - search.looked_at());
    near.visit([&](std::span<const ScenePair> pairs) { return search.look_at(pairs); }, stop);
  }
  Clashes clashes = std::move(search).take();
  // Stopped after the last pair is not stopped at all.
  const std::uint64_t looked_at = clashes.asked + clashes.known;
  clashes.was_stopped = !count || looked_at < *count;
  clashes.not_looked_at = count.value_or(near.asked()) - looked_at;
  clashes.clear = near.asked() - clashes.found.size() - clashes.touching - clashes.not_looked_at;
  if (clashes.was_stopped && known != nullptr) clashes.all_known.add(*known);
  std::sort(clashes.found.begin(), clashes.found.end(), [](const FoundClash& p, const FoundClash& q) {
    return std::tie(p.pair.a, p.pair.b) < std::tie(q.pair.a, q.pair.b);
  });
  return clashes;
}

ResultFile result_of(const Scene& scene, const std::vector<PartHash>& hashes, Clashes clashes,
                     const Criteria& criteria) {
  ResultFile result;
  result.query = "clash";
  result.looked_at = looked_at(scene);
  result.criteria = criteria;
  if (clashes.was_stopped) result.not_looked_at = clashes.not_looked_at;
  result.pairs.reserve(clashes.found.size());
  for (; !clashes.found.empty(); clashes.found.pop_front())
    result.pairs.push_back(std::move(clashes.found.front().report));
  result.unlisted = UnlistedPairs{clashes.clear, criteria.within};
  result.parts.reserve(hashes.size());
  for (std::size_t k = 0; k < hashes.size(); ++k)
    result.parts.push_back({scene.objects[k].name, hex_of(hashes[k].content), hex_of(hashes[k].place)});
  return result;
}

}  // namespace clearance::cli
