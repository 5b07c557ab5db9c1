// Question:
#pragma once

#include <clearance/narrow/evidence.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/trace.h>

namespace clearance {

struct MinkowskiDifferenceOptions {
  int max_steps = 1000;
};

Evidence minkowski_difference(const PosedPair& pair, PairCache* cache, const MinkowskiDifferenceOptions& options = {},
                              Trace* trace = nullptr);

}  // namespace clearance
