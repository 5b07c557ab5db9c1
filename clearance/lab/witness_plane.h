// Question:
#pragma once

#include <clearance/narrow/evidence.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/trace.h>

namespace clearance {

struct WitnessPlaneOptions {
  int max_steps = 1000;
};

Evidence witness_plane(const PosedPair& pair, PairCache* cache, const WitnessPlaneOptions& options = {},
                       Trace* trace = nullptr);

}  // namespace clearance
