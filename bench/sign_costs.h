// Question: what does one sign cost in doubles with an error bound, in integers of fixed width and in big numbers, by
//           the kind of the poses?
#pragma once

#include <bench/race/output.h>

namespace clearance::bench {

// Over so many pairs of poses of each kind.
void report_sign_costs(int pairs, int repetitions, Report& report);

}  // namespace clearance::bench
