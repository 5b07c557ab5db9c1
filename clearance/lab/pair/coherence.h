// Question: what does a method of this folder take from the last frame, and what does it leave to the next?
// Method:   a PairCache, of which nothing is believed: it may come from another method, or from bodies with other
//           vertices.
#pragma once

#include <clearance/convex/evidence.h>
#include <clearance/convex/pair_cache.h>

namespace clearance {

// Where the last searches ended, if these bodies have such vertices; {-1, -1} otherwise, and without a cache.
VertexPair cached_last(const PosedPair& pair, const PairCache* cache);
// The pairs of the last simplex that these bodies have, each once.
PointSimplex cached_simplex(const PosedPair& pair, const PairCache* cache);
// Leaves the evidence to the next frame. A null cache is left alone.
void remember(const Evidence& evidence, PairCache* cache);

}  // namespace clearance
