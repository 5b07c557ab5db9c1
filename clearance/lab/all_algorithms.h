// Question: which algorithms are there for one convex pair, those of the papers that the public queries do not use
//           included?
// Method:   the rows of convex/algorithm_table.h and those of this folder, in one table: what the agreement test, the
//           fuzzers, the benchmark and the program run over.
#pragma once

#include <clearance/convex/algorithm_table.h>

#include <span>

namespace clearance {

std::span<const AlgorithmRow> all_algorithms();

}  // namespace clearance
