// Question: what did each stage of the last question do?
// Method:   counts, and seconds. Threads count for themselves and are added up.
#pragma once

#include <clearance/answer/algorithm.h>

#include <cstddef>

namespace clearance {

struct StageStatistics {
  std::size_t boxes_made = 0;
  std::size_t box_pairs = 0;  // that the broad phase reported
  std::size_t filtered = 0;   // of those, excluded by filters
  std::size_t kept = 0;       // answered as in the frame before: the parts are placed relative to each other as then
  std::size_t tested = 0;
  std::size_t alike = 0;  // of those tested, answered like another pair of the same shapes, placed alike
  std::size_t decided_by[kAlgorithmCount] = {};  // of those tested
  std::size_t contacts = 0;
  std::size_t closest_points = 0;  // computed for contacts that were new
  double seconds_boxes = 0, seconds_broad = 0, seconds_narrow = 0;
  // Parts of these, in a frame: putting the pairs in order; bringing what is known of them up to date; what follows
  // the answers.
  double seconds_sorting = 0, seconds_pairs = 0, seconds_joining = 0;
};

// What answering some of the pairs amounted to.
struct Tally {
  std::size_t kept = 0, tested = 0, alike = 0, contacts = 0, closest_points = 0;
  std::size_t decided_by[kAlgorithmCount] = {};

  void count(Algorithm decided) { ++tested, ++decided_by[index_of(decided)]; }
  void add_to(StageStatistics& statistics) const {
    statistics.kept += kept;
    statistics.tested += tested;
    statistics.alike += alike;
    statistics.contacts += contacts;
    statistics.closest_points += closest_points;
    for (int k = 0; k < kAlgorithmCount; ++k) statistics.decided_by[k] += decided_by[k];
  }
};

}  // namespace clearance
