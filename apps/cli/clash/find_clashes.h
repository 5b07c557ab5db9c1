// Question: which parts of an assembly clash, are too near or touch?
// Method:   the boxes of all parts, grown by what is too near, in a broad phase; each pair whose boxes overlap is
//           looked up among what is known, and else judged, by all threads. Pairs come in blocks: whatever their
//           number, only a block and what is found take memory.
// Proves:   every pair that is asked about is found, clear, or counted as not looked at.
#pragma once

#include <clearance/clearance.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "early_clashes.h"
#include "judge_clash.h"
#include "known_pairs.h"

namespace clearance::cli {

struct FoundClash {
  ScenePair pair;
  PairReport report;
};

struct Clashes {
  // All that is looked at and not Clear, in the order of the scene. Reports are two kilobytes each: whoever takes them
  // out can give back their memory one by one.
  std::deque<FoundClash> found;
  std::uint64_t clear = 0;          // the others that were looked at
  std::uint64_t touching = 0;       // of ClashQuestion::count_touching: not among the found
  std::uint64_t not_looked_at = 0;  // pairs near each other that nobody came to, or all; 0 unless stopped
  bool was_stopped = false;
  std::uint64_t asked = 0, known = 0;  // pairs judged now; those that were known
  KnownPairs all_known;                // for the next run, where it is wanted
};

// Who looks on. Calls come from any thread, one at a time.
struct ClashWatcher {
  std::function<void(std::uint64_t pairs)> begins = [](std::uint64_t) {
  };  // how many near each other are left to look at
  std::function<void(const PairReport&)> found = [](const PairReport&) {};
  std::function<void()> looked_at = [] {};
  std::function<void(const KnownPairs&)> block_ends = [](const KnownPairs&) {};
};

// Without `known` nothing is kept for the next run. What `early` has come to is part of the result, even of a run that
// is stopped at once; the watcher is not told of it.
Clashes find_clashes(const Scene& scene, const std::vector<PartHash>& hashes, const ClashQuestion& question,
                     const KnownPairs* known = nullptr, const StopSign& stop = {}, const ClashWatcher& watcher = {},
                     EarlyClashes* early = nullptr);

// As a result file, "query": "clash". Reports are moved out of `clashes` one by one.
ResultFile result_of(const Scene& scene, const std::vector<PartHash>& hashes, Clashes clashes,
                     const Criteria& criteria);

}  // namespace clearance::cli
