// Parts of the experiment `broad` that are about our own growth, and about a million boxes once.
#pragma once

#include <bench/experiments.h>

namespace clearance::bench {

// All pairs of boxes that were never seen before, beside Embree.
void report_one_shot(const Options& options, Report& report);
// What a moved box costs, from 10³ to 10⁶ of them: all moving, and one in a hundred.
void report_update_cost(const Options& options, Report& report);
// One thread against two.
void report_threads(const Options& options, Report& report);

}  // namespace clearance::bench
