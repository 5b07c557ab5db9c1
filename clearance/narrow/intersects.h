// Question: do two posed polytopes share a point?
// Method:   what the cache remembers; the direction that would separate the bodies' ellipsoids, as the first searching
//           direction of Chung §3.4; then Gilbert's walk. What stays undecided is for exact_decision.h.
//           docs/decisions/0004-default-search.md has the measurements behind this order.
// Proves:   Separated by cache.direction, whose smallest product exceeds its error bound; Penetrating by four vertex
//           pairs of the cache, whose differences surely hold the origin inside.
// Cost:     docs/benchmarks.md.
#pragma once

#include <clearance/narrow/algorithm.h>
#include <clearance/narrow/nearest_simplex.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/posed_pair.h>
#include <clearance/proof/certificate.h>

namespace clearance {

struct BooleanOutcome {
  Status status;
  Algorithm decided_by;
  bool decided;  // if not, the cache's simplex is where an exact decision should start
};

// Writes the certificate of what it decides where one is wanted: straight from where it was found, since reading it
// back from the cache, just written, takes a tenth of the query's time.
BooleanOutcome search_boolean(const PosedPair& pair, PairCache& cache, Certificate* certificate = nullptr);

// A direction, or vertex pairs around the origin, as certificates in the caller's numbers.
CLEARANCE_INLINE void set_vector(Certificate& certificate, Vec3 normal) {
  certificate.kind = Certificate::Kind::Plane;
  certificate.plane.normal = normal;
}
CLEARANCE_INLINE void set_simplex(Certificate& certificate, const PosedPair& pair, const VertexPair* around) {
  certificate.kind = Certificate::Kind::Simplex;
  certificate.simplex.count = 4;
  for (int k = 0; k < 4; ++k) {
    certificate.simplex.a[k] = pair.a().id(around[k].a);
    certificate.simplex.b[k] = pair.b().id(around[k].b);
  }
}

// The cache's simplex, for and from a walk.
inline void remember_pairs(PairCache& cache, const VertexPair* pairs, int count) {
  for (int k = 0; k < count; ++k) {
    cache.simplex_a[k] = static_cast<std::uint32_t>(pairs[k].a);
    cache.simplex_b[k] = static_cast<std::uint32_t>(pairs[k].b);
  }
  cache.simplex_count = static_cast<std::uint8_t>(count);
}
inline VertexPair cached_pair(const PairCache& cache, int k) {
  return {static_cast<std::int32_t>(cache.simplex_a[k]), static_cast<std::int32_t>(cache.simplex_b[k])};
}
// Leaves in the cache those vertex pairs of its simplex that these bodies have, each once. Every search begins with it:
// outside of the walks themselves, which lose registers, and 4 % of their time, to any call.
void keep_sound_pairs(const PosedPair& pair, PairCache& cache);
CLEARANCE_INLINE void recall_sound_simplex(const PosedPair& pair, const PairCache& cache, PointSimplex& simplex) {
  simplex.count = 0;
  for (int k = 0; k < cache.simplex_count; ++k)
    simplex.add(cached_pair(cache, k), pair.difference(cached_pair(cache, k)));
}

}  // namespace clearance
