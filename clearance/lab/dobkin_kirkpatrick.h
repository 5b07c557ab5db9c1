// Question:
#pragma once

#include <clearance/narrow/evidence.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/trace.h>

namespace clearance {

struct DobkinKirkpatrickOptions {
  int max_steps = 1000;
};

Evidence dobkin_kirkpatrick(const PosedPair& pair, PairCache* cache, const DobkinKirkpatrickOptions& options = {},
                            Trace* trace = nullptr);

}  // namespace clearance
