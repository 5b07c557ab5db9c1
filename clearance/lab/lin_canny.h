// Question:
#pragma once

#include <clearance/narrow/evidence.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/trace.h>

namespace clearance {

struct LinCannyOptions {
  int max_steps = 1000;
};

Evidence lin_canny(const PosedPair& pair, PairCache* cache, const LinCannyOptions& options = {},
                   Trace* trace = nullptr);

}  // namespace clearance
