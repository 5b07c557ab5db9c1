// The table behind Algorithm: what the agreement test, the fuzzers, the benchmark and the program run over. To add an
// algorithm: header, source, test, a page in docs/algorithms, one enum value, one row.
#pragma once

#include <clearance/narrow/algorithm.h>
#include <clearance/narrow/evidence.h>
#include <clearance/narrow/pair_cache.h>

namespace clearance {

// What the evidence of a method can be turned into a proof of.
struct Provable {
  bool separated, touching, penetrating;
};

struct AlgorithmRow {
  Algorithm id;
  const char* name;
  const char* paper;
  Evidence (*run)(const PosedPair& pair, PairCache* cache);  // the cache may be null
  Provable can_prove;
};

std::span<const AlgorithmRow> algorithm_table();
// Null for Automatic and Cache, which are no methods.
const AlgorithmRow* find_algorithm(Algorithm id);

}  // namespace clearance
