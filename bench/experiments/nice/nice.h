// Question: what do the parts of the experiment `nice` share?
// Method:   means are those of a race, percentiles those of single latencies (race.h). A bar that is missed is named.
#pragma once

#include <bench/experiments.h>
#include <bench/race/race.h>
#include <clearance/answer/algorithm.h>
#include <clearance/proof/certificate.h>

#include <string>

namespace clearance::bench {

// The figures of the project's plan; times in nanoseconds unless they say otherwise.
struct NiceBars {
  static constexpr double kTimesRandom = 2.5;  // a mean, by that of the random row of its kind
  static constexpr double kBoxBoolean = 400;
  static constexpr double kConvexPercentile = 5e3, kMeshPercentile = 50e3;  // of statuses and distances
  static constexpr double kTouchingWarm = 150;
  static constexpr double kGridMovedMs = 6, kGridUnmovedMs = 0.3;
};

// A distance that is off by more is wrong.
inline constexpr double kNiceTolerance = 1e-6;

// What is to be reached in one row of a table.
class Bars {
 public:
  explicit Bars(Record row) : row_(std::move(row)) {}

  // Met when the value is at most the limit.
  void at_most(const std::string& what, double value, double limit, Report& report);
  // "met", or "MISSED" with every bar that was, its value and its limit; empty when there was none.
  std::string text() const;

 private:
  Record row_;
  bool any_ = false;
  std::string missed_;
};

// Where pairs stand.
struct Statuses {
  std::size_t separated = 0, touching = 0, penetrating = 0;

  void add(Status status);
  std::string text() const {
    return std::to_string(separated) + "/" + std::to_string(touching) + "/" + std::to_string(penetrating);
  }
};

// "812", or "812 (3, 2, 140)": clearly wrong, wrong by a rounding, touching bodies called free.
std::string with_mistakes(const std::string& time, const Mistakes& mistakes);

// Boxes, cylinders and single cases; rounded bodies; worlds; meshes; rays and points. Each adds its tables.
void run_nice_convex(const Options& options, Report& report);
void run_nice_rounded(const Options& options, Report& report);
void run_nice_cases(const Options& options, Report& report);
void run_nice_worlds(const Options& options, Report& report);
void run_nice_meshes(const Options& options, Report& report);
void run_nice_rays(const Options& options, Report& report);

}  // namespace clearance::bench
