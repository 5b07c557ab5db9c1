// Question: what is true where the walk (walk.h) could not tell?
// Method:   one way for every query: contact.h confirms what the walk met, tangency.h the same of rounded bodies;
//           what is left goes to convex/exact/decision.h.
// Proves:   what it returns.
// Cost:     contact.h's and tangency.h's; tens of microseconds for the rest.
#pragma once

#include <clearance/convex/contact.h>
#include <clearance/convex/exact/decision.h>
#include <clearance/convex/walk.h>

namespace clearance::detail {

// From where a walk for this goal ended, into the cache, too. `method` Exact goes straight to the exact decision.
ExactDecision settle(const PosedPair& pair, const PointSimplex& met, ConvexCache& cache, Goal goal, Algorithm method);
RoundedDecision settle(const PosedPair& pair, const Radii& radii, const PointSimplex& met, ConvexCache& cache,
                       Goal goal, Algorithm method);
// Sign of (the cores' distance − r), for r above 0, where the walk's bracket holds both.
int settle_comparison(const PosedPair& pair, const Radii& r, const PointSimplex& met);

// For a distance, the contact that the cache remembers, proved again: no walk is needed then. False where it does not
// decide, or the bodies are apart.
bool recall_distance(const PosedPair& pair, ConvexCache& cache, ExactDecision& decision);

}  // namespace clearance::detail
