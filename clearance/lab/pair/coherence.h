// Question: what does a method of this folder take from the last frame, and what does it leave to the next?
// Method:   a ConvexCache, of which nothing is believed: it may come from another method, or from bodies with other
//           vertices.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>

namespace clearance {

// Where the last searches ended, if these bodies have such vertices; {-1, -1} otherwise, and without a cache.
VertexPair cached_last(const PosedPair& pair, const ConvexCache* cache);
// The pairs of the last simplex that these bodies have, each once.
PointSimplex cached_simplex(const PosedPair& pair, const ConvexCache* cache);
// Leaves the evidence to the next frame. A null cache is left alone.
void remember(const Evidence& evidence, ConvexCache* cache);

}  // namespace clearance
