// Question: what do the parts of the experiment `contacts` share?
// Method:   the figures that are to be reached; each part adds its tables.
#pragma once

#include <bench/experiments.h>
#include <bench/experiments/nice/nice.h>

namespace clearance::bench {

struct ContactBars {
  static constexpr double kByFastestPeer = 0.5;  // of its time, for calls with the same points
  static constexpr double kColumnsMicroseconds = 150;
  static constexpr double kByBoolean = 3;  // the estimate's time, by that of intersects()
};

// Boxes, hulls, a box on a mesh.
void run_contact_pairs(const Options& options, Report& report);
// 500 boxes in columns.
void run_contact_columns(const Options& options, Report& report);
// The estimate beside the boolean query on links of robots.
void run_contact_estimates(const Options& options, Report& report);

}  // namespace clearance::bench
