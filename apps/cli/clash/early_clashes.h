// Question: which of the parts that are there so far clash, while others are still read?
// Method:   the boxes of new parts against those of all before them; what is near each other is judged at once, and
//           find_clashes() takes these answers for its own. Nobody waits for the last file to see the first row.
// Cannot:   look at more than 4,096 parts and some 65,536 pairs: pairs of boxes are looked at one by one, and a report
//           takes two kilobytes. Whoever has more has rows to read by then.
#pragma once

#include <clearance/clearance.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "pair_judge.h"

namespace clearance::cli {

class EarlyClashes final : public PartsWatcher {
 public:
  // `known` is kept by reference; `found` is told of what is not clear, from any thread, one call at a time.
  // Behind a stop nothing more is looked at.
  EarlyClashes(const ClashQuestion& question, const KnownPairs* known, std::function<void(const PairReport&)> found,
               StopSign stop = {});

  // The same scene with more objects than before.
  void look_at(const Scene& so_far) override;

  // Of all objects that were there.
  const std::vector<PartHash>& hashes() const { return hashes_; }
  // What it came to, in the order of the pairs; a < b. Nothing is kept of it but which pairs these were.
  void take_all(const std::function<void(const ScenePair&, JudgedPair)>& take);
  bool knows(const ScenePair& pair) const { return judged_.contains({pair.a, pair.b}); }

 private:
  std::vector<ScenePair> new_pairs(const Scene& so_far);

  const PairJudge judge_;
  const std::function<void(const PairReport&)> found_;
  const StopSign stop_;
  bool is_over_ = false;
  std::vector<Box> boxes_;
  std::vector<PartHash> hashes_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::unique_ptr<JudgedPair>> judged_;
};

}  // namespace clearance::cli
