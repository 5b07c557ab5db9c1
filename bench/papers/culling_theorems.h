// Question: do Theorems 1 to 3 of hierarchical spatial hashing hold (Mirtich 1997, §2.1)?
// Method:   cells checked per box against Theorem 1's bound, over the ratio of sizes R and β; time and counts against
//           boxes n and close pairs c (Theorem 2); the farthest boxes that are still close against Theorem 3's bound,
//           over α.
#pragma once

#include <bench/experiments.h>

namespace clearance::bench {

void check_theorems(const Options& options, Report& report);

}  // namespace clearance::bench
