// Question: how far apart are two bodies, and where, if one remembers where they were nearest a moment ago?
// Method:   Cameron 1997, as Mirtich §3.3 tells it: Gilbert's walk whose support search climbs over neighbours from the
//           simplex's own vertices and which starts from the simplex of the last call. Each step reduces the simplex to
//           the face nearest to the origin (Johnson's sub-algorithm or Voronoi regions) and adds the support against
//           it.
// Proves:   Separated with the nearest points, Penetrating by four vertex pairs; through conclude.h.
// Cannot:   tell touching from a hair's breadth: that is Unresolved.
// Cost:     a climb and about a hundred flops per step; a warm call that finds nothing changed makes one step and one
//           search that concludes. At most max_steps steps, and settle_contact at contact; no allocation.
// Notation: m = q − p, c the simplex' point nearest to the origin; its direction is the next to be searched.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>
#include <clearance/lab/pair/gilbert.h>

namespace clearance {

// What one call did, for the experiments.
struct EnhancedGjkCounts {
  int steps = 0;    // reductions of the simplex, each with a climb on both bodies
  int visited = 0;  // vertices whose neighbours the climbs looked at
};

struct EnhancedGjkOptions {
  SubAlgorithm sub_algorithm = SubAlgorithm::Voronoi;
  int max_steps = 1000;
  EnhancedGjkCounts* counts = nullptr;  // added to
};

Evidence enhanced_gjk(const PosedPair& pair, ConvexCache* cache, const EnhancedGjkOptions& options = {},
                      Trace* trace = nullptr);

}  // namespace clearance
