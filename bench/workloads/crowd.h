// Question: what does a frame of a large world cost with any number of threads, and which stage of it how much?
// Method:   the thesis' environment (environment.h), denser, with everything moving and turning in every frame. The
//           same recorded frames, forth and back, for one world per number of threads; the worlds take turns, so that
//           what else the machine does meets all of them. The quickest frame of each counts, by the wall clock.
#pragma once

#include <clearance/world/statistics.h>

#include <cstddef>
#include <vector>

namespace clearance::bench {

struct CrowdOptions {
  int bodies = 10'000;
  int n = 20;             // points of each hull
  double density = 0.15;  // about one pair of boxes per body
  int rounds = 4;         // each plays all frames, forth and back
};

struct CrowdTimes {
  int threads = 1;
  double one_by_one = 0;  // seconds to move all bodies, each by a call of its own
  double move = 0;        // the same in one call
  double collide = 0;
  StageStatistics stages;  // of the quickest collide
  std::size_t contacts = 0;

  double frame() const { return move + collide; }
};

std::vector<CrowdTimes> time_crowd(const CrowdOptions& options, const std::vector<int>& threads);

}  // namespace clearance::bench
