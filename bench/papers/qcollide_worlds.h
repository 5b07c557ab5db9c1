// Question: do the classical packages, as presets of World, find the same contacts, and which stage decides what?
// Method:   one recorded environment moved through a World of each preset, qcollide, icollide and automatic; the
//           contacts of every frame are compared with the proved ones of the recording.
#pragma once

#include <bench/experiments.h>
#include <bench/workloads/environment.h>

namespace clearance::bench {

void compare_worlds(const EnvironmentOptions& environment, const Options& options, Report& report);

}  // namespace clearance::bench
