// Question: what does the bad case of coordinate sorting cost, and what do its cures (Mirtich 1997, §2.3, Fig. 6)?
// Method:   n small parts at rest on a table, whose boxes end at nearly the same heights and tremble (motion_scenes.h):
//           exchanges and time per frame over n, as it is, with each cure, and by hashing, which does not suffer.
#pragma once

#include <bench/experiments.h>

namespace clearance::bench {

void compare_on_table_top(const Options& options, Report& report);

}  // namespace clearance::bench
