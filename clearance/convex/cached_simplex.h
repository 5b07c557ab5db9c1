// A cache's simplex (pair_cache.h), for and from a walk: read only after a look at every number in it.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/nearest_simplex.h>
#include <clearance/convex/posed_pair.h>

namespace clearance::detail {

inline void remember_pairs(ConvexCache& cache, const VertexPair* pairs, int count) {
  for (int k = 0; k < count; ++k) {
    cache.simplex_a[k] = static_cast<std::uint32_t>(pairs[k].a);
    cache.simplex_b[k] = static_cast<std::uint32_t>(pairs[k].b);
  }
  cache.simplex_count = static_cast<std::uint8_t>(count);
}
inline VertexPair cached_pair(const ConvexCache& cache, int k) {
  return {static_cast<std::int32_t>(cache.simplex_a[k]), static_cast<std::int32_t>(cache.simplex_b[k])};
}
// Leaves in the cache those vertex pairs of its simplex that these bodies have, each once. Every search begins with it:
// outside of the walks themselves, which lose registers, and 4 % of their time, to any call.
void keep_sound_pairs(const PosedPair& pair, ConvexCache& cache);
CLEARANCE_INLINE void recall_sound_simplex(const PosedPair& pair, const ConvexCache& cache, PointSimplex& simplex) {
  simplex.count = 0;
  for (int k = 0; k < cache.simplex_count; ++k)
    simplex.add(cached_pair(cache, k), pair.difference(cached_pair(cache, k)));
}
// Both.
PointSimplex sound_simplex(const PosedPair& pair, ConvexCache& cache);

}  // namespace clearance::detail
