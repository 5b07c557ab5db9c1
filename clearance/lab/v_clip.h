// Question:
#pragma once

#include <clearance/narrow/evidence.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/trace.h>

namespace clearance {

struct VClipOptions {
  int max_steps = 1000;
};

Evidence v_clip(const PosedPair& pair, PairCache* cache, const VClipOptions& options = {}, Trace* trace = nullptr);

}  // namespace clearance
