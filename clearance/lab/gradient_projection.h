// Question:
#pragma once

#include <clearance/narrow/evidence.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/trace.h>

namespace clearance {

struct GradientProjectionOptions {
  int max_steps = 1000;
};

Evidence gradient_projection(const PosedPair& pair, PairCache* cache, const GradientProjectionOptions& options = {},
                             Trace* trace = nullptr);

}  // namespace clearance
