// Question:
#pragma once

#include <clearance/narrow/evidence.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/trace.h>

namespace clearance {

struct LinearProgramOptions {
  int max_steps = 1000;
};

Evidence linear_program(const PosedPair& pair, PairCache* cache, const LinearProgramOptions& options = {},
                        Trace* trace = nullptr);

}  // namespace clearance
