// Question: do two bodies share a point, if one remembers what showed the answer a moment ago?
// Method:   Rabbitz 1994 (Graphics Gems IV), as Mirtich §3.3 tells it: try the separating direction of the last call
//           again; if it fails, walk as Gilbert does from the simplex of the last call, climbing over neighbours for
//           supports, and stop at the first direction that separates, however far the nearest point still is.
// Proves:   Separated by a direction, Penetrating by four vertex pairs; through conclude.h.
// Cannot:   say how far apart; tell touching from a hair's breadth: that is Unresolved.
// Cost:     one search where the old direction holds, none where the old tetrahedron does; else a climb and about a
//           hundred flops a step. At most max_steps steps, and settle_contact at contact; no allocation.
// Notation: m = q − p, c the simplex' point nearest to the origin; its direction is the next to be searched.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>
#include <clearance/lab/pair/gilbert.h>

namespace clearance {

struct RabbitzOptions {
  SubAlgorithm sub_algorithm = SubAlgorithm::Voronoi;
  int max_steps = 1000;
};

Evidence rabbitz(const PosedPair& pair, ConvexCache* cache, const RabbitzOptions& options = {}, Trace* trace = nullptr);

}  // namespace clearance
