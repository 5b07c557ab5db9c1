// The table behind Algorithm: what the agreement test, the fuzzers, the benchmark and the program run over. To add an
// algorithm: header, source, test, a page in docs/algorithms, one enum value with its name, one row.
#pragma once

#include <clearance/convex/algorithm.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/pair_cache.h>
#include <clearance/convex/trace.h>

namespace clearance {

// What the evidence of a method can be turned into a proof of.
struct Provable {
  bool separated, touching, penetrating;
};

struct AlgorithmRow {
  Algorithm id;
  const char* paper;                                                       // where it comes from, in one line
  const char* header;                                                      // whose banner says what it does
  Evidence (*run)(const PosedPair& pair, PairCache* cache, Trace* trace);  // cache and trace may be null
  Provable can_prove;
  bool finds_nearest;  // Separated evidence holds the nearest points: simplex and weights

  const char* name() const { return to_string(id); }
};

// The methods that the public queries use. Null from find_algorithm for all others, and for Automatic and Cache, which
// are no methods.
std::span<const AlgorithmRow> algorithm_table();
const AlgorithmRow* find_algorithm(std::span<const AlgorithmRow> table, Algorithm id);

}  // namespace clearance
