// Question: does a separated pair with a warm cache cost the same whatever the size of the hulls?
#pragma once

#include <bench/race/output.h>

namespace clearance::bench {

void report_warm(int frames, int repetitions, Report& report);

}  // namespace clearance::bench
