// The table behind Algorithm: what the agreement test, the fuzzers, the benchmark and the program run over. To add an
// algorithm: header, source, test, a page in docs/algorithms, one row (lab/all_algorithms.cpp).
#pragma once

#include <clearance/answer/algorithm.h>
#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>

#include <span>
#include <string_view>

namespace clearance {

// What the evidence of a method can be turned into a proof of.
struct Provable {
  bool separated, touching, penetrating;
};

struct AlgorithmRow {
  Algorithm id;
  const char* name;                                                          // unique, in lower case
  const char* paper;                                                         // where it comes from, in one line
  const char* header;                                                        // whose banner says what it does
  Evidence (*run)(const PosedPair& pair, ConvexCache* cache, Trace* trace);  // cache and trace may be null
  Provable can_prove;
  bool finds_nearest;  // Separated evidence holds the nearest points: simplex and weights
};

// The methods that the public queries use.
std::span<const AlgorithmRow> algorithm_table();
// Null where the table has no such row; Automatic, Cache, Walk and Contact are no methods.
const AlgorithmRow* find_algorithm(std::span<const AlgorithmRow> table, Algorithm id);
const AlgorithmRow* find_algorithm(std::span<const AlgorithmRow> table, std::string_view name);
// Of a tier of the core, or a method of the table.
const char* name_of(Algorithm id, std::span<const AlgorithmRow> table);

}  // namespace clearance
