// Question: what does one row of the algorithm table cost over a sequence of poses?
// Method:   the frames in order, in processor time; the fastest of several passes counts. A warm pass keeps its cache
//           from frame to frame; its first query, which fills the cache, does not count. Nothing is judged.
#pragma once

#include <bench/workloads/w1.h>
#include <clearance/lab/all_algorithms.h>

#include <functional>

namespace clearance::bench {

using AskRow = std::function<Evidence(const PosedPair& pair, ConvexCache* cache)>;
AskRow ask(const AlgorithmRow& row);

struct RowCost {
  double ns = 0, steps = 0;  // per query
  double resolved = 0;       // share of queries with a verdict
  std::int64_t frames = 0;
};

struct Patience {
  int passes = 3;
  double seconds = 0.1;  // a pass that would take longer sees the first frames only; at least one
};

RowCost time_row(const AskRow& ask, const Frames& frames, bool warm, const Patience& patience);

// Whether the method leaves anything in the cache: rows that do not are never warm.
bool uses_cache(const AlgorithmRow& row);

const AlgorithmRow& row_named(Algorithm id);

// W1 without the frames in which the bodies meet.
W1Scene separated_scene(TestShape shape, int n, Motion motion, int frames);

}  // namespace clearance::bench
