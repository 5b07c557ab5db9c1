// Question:
#pragma once

#include <clearance/narrow/evidence.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/trace.h>

namespace clearance {

struct EnhancedGjkOptions {
  int max_steps = 1000;
};

Evidence enhanced_gjk(const PosedPair& pair, PairCache* cache, const EnhancedGjkOptions& options = {},
                      Trace* trace = nullptr);

}  // namespace clearance
