#include <clearance/lab/coherence.h>

#include <clearance/narrow/intersects.h>

namespace clearance {
namespace {

bool is_pair_of(const PosedPair& pair, VertexPair at) {
  return at.a >= 0 && at.a < pair.a().vertex_count() && at.b >= 0 && at.b < pair.b().vertex_count();
}

}  // namespace

VertexPair cached_last(const PosedPair& pair, const PairCache* cache) {
  if (cache == nullptr) return {-1, -1};
  const VertexPair last{cache->vertex_a, cache->vertex_b};
  return is_pair_of(pair, last) ? last : VertexPair{-1, -1};
}

PointSimplex cached_simplex(const PosedPair& pair, const PairCache* cache) {
  PointSimplex simplex;
  if (cache == nullptr) return simplex;
  for (int k = 0; k < cache->simplex_count && k < 4; ++k) {
    const VertexPair at = cached_pair(*cache, k);
    if (is_pair_of(pair, at) && !simplex.has(at)) simplex.add(at, pair.difference(at));
  }
  return simplex;
}

void remember(const Evidence& evidence, PairCache* cache) {
  if (cache == nullptr) return;
  remember_pairs(*cache, evidence.simplex, evidence.simplex_count);
  cache->vertex_a = evidence.last.a, cache->vertex_b = evidence.last.b;
  cache->was_separated = evidence.verdict == Verdict::Separated;
  if (cache->was_separated) cache->direction = evidence.direction, cache->has_direction = true;
}

}  // namespace clearance
