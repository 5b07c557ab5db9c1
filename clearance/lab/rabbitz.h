// Question:
#pragma once

#include <clearance/narrow/evidence.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/trace.h>

namespace clearance {

struct RabbitzOptions {
  int max_steps = 1000;
};

Evidence rabbitz(const PosedPair& pair, PairCache* cache, const RabbitzOptions& options = {}, Trace* trace = nullptr);

}  // namespace clearance
