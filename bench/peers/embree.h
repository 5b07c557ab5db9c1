// What Embree brings to the races: pairs of boxes, points in solids.
#pragma once

#include <bench/race/courses.h>
#include <bench/race/point_teller.h>

namespace clearance::bench {

std::vector<BroadContestant> embree_broad_phases();
// From nothing to all pairs of the first frame.
std::vector<BroadContestant> embree_one_shot(int threads);
// Whether points are in a solid.
std::vector<PointLibrary> embree_point_libraries();

}  // namespace clearance::bench
