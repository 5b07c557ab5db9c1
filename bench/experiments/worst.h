// What the parts of the experiment `worst` share.
#pragma once

#include <bench/experiments/worst_table.h>
#include <bench/workloads/worst_scenes.h>

#include <span>

namespace clearance::bench {

// Frames of worlds of some thirty bodies.
void run_worst_worlds(std::span<const WorstBody> bodies, const Options& options, WorstTable& table);
// What making a mesh costs, by triangle.
void run_worst_builds(std::span<const WorstBody> bodies, const Options& options, WorstTable& table);

}  // namespace clearance::bench
