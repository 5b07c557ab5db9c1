// Question: what do the parts of the experiment `motion` share?
#pragma once

#include <bench/experiments.h>
#include <bench/workloads/w5.h>

namespace clearance::bench {

// The figures of the project's plan.
struct MotionBars {
  static constexpr double kLinearNs = 800, kTurningNs = 6000;  // first_contact
  static constexpr double kTimesPeer = 4;                      // the fastest peer's time by ours, at least
  static constexpr double kBracket = 1e-9;                     // of the interval
  static constexpr double kFreeByDistance = 1.5;               // clear_throughout by one static distance query
  static constexpr double kSpans = 4;                          // of a typical free motion
};

// Beside the peers; what the proofs are and what they cost; free motions beside a static distance. Each adds its
// tables.
void run_motion_race(const Options& options, Report& report);
void run_motion_proofs(const Options& options, Report& report);
void run_motion_free(const Options& options, Report& report);

}  // namespace clearance::bench
