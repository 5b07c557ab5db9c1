// Question: does the plane that showed two bodies apart still do so, and if not, which one does?
// Method:   Baraff's witness (Mirtich §3.3): a face of one body, or an edge of each, whose plane separates; cached, and
//           verified by a local search. The update step that the paper lacks: from facet to neighbouring facet of the
//           difference body, always to the one that the ray from its centre to the origin pierces farthest out.
// Proves:   Separated by the witness; Penetrating, where the pierced facet lies beyond the origin, by four vertex pairs
//           that Rabbitz's walk finds from there; through conclude.h.
// Cannot:   use witnesses of flat bodies, which a face or two edges need not separate: there it is Rabbitz's walk.
// Cost:     warm, one search; else a step per facet passed, each of O(edges of the facet × degree). No allocation.
// Notation: n a normal from a to b; gap(n) = min n·m; z the difference of the centres; ρ = n·z / (n·z − gap).
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>

namespace clearance {

struct WitnessPlaneOptions {
  int max_steps = 1000;  // witnesses looked at; Rabbitz's walk at the end has as many steps again
};

// The witness is left in cache->feature_a and feature_b: a Face of one body and an Edge that starts at the vertex of
// the other nearest to it (from a half-edge its neighbours are found in constant time, from a vertex they are not); or
// two Edges.
Evidence witness_plane(const PosedPair& pair, ConvexCache* cache, const WitnessPlaneOptions& options = {},
                       Trace* trace = nullptr);

}  // namespace clearance
