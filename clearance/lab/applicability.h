// Question:
#pragma once

#include <clearance/narrow/evidence.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/trace.h>

namespace clearance {

struct ApplicabilityOptions {
  int max_steps = 1000;
};

Evidence applicability(const PosedPair& pair, PairCache* cache, const ApplicabilityOptions& options = {},
                       Trace* trace = nullptr);

}  // namespace clearance
