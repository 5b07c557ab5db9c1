#include <clearance/lab/pair/coherence.h>

#include <clearance/convex/cached_simplex.h>

namespace clearance {
using namespace detail;

VertexPair cached_last(const PosedPair& pair, const ConvexCache* cache) {
  if (cache == nullptr) return {-1, -1};
  const VertexPair last{cache->vertex_a, cache->vertex_b};
  return pair.has(last) ? last : VertexPair{-1, -1};
}

PointSimplex cached_simplex(const PosedPair& pair, const ConvexCache* cache) {
  PointSimplex simplex;
  if (cache == nullptr) return simplex;
  ConvexCache sound = *cache;
  keep_sound_pairs(pair, sound);
  recall_sound_simplex(pair, sound, simplex);
  return simplex;
}

void remember(const Evidence& evidence, ConvexCache* cache) {
  if (cache == nullptr) return;
  remember_pairs(*cache, evidence.simplex, evidence.simplex_count);
  cache->vertex_a = evidence.last.a, cache->vertex_b = evidence.last.b;
  cache->was_separated = evidence.verdict == Verdict::Separated;
  if (cache->was_separated) cache->direction = evidence.direction, cache->has_direction = true;
}

}  // namespace clearance
