// What Embree brings to the races: pairs of boxes.
#pragma once

#include <bench/race/courses.h>

namespace clearance::bench {

std::vector<BroadContestant> embree_broad_phases();
// From nothing to all pairs of the first frame.
std::vector<BroadContestant> embree_one_shot(int threads);

}  // namespace clearance::bench
