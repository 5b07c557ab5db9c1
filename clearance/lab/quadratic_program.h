// Question:
#pragma once

#include <clearance/narrow/evidence.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/trace.h>

namespace clearance {

struct QuadraticProgramOptions {
  int max_steps = 1000;
};

Evidence quadratic_program(const PosedPair& pair, PairCache* cache, const QuadraticProgramOptions& options = {},
                           Trace* trace = nullptr);

}  // namespace clearance
