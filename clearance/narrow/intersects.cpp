// kProved = false leaves out bounds and certificates, to measure what they cost.
#include <clearance/narrow/intersects.h>

#include <clearance/narrow/unproved.h>

namespace clearance {
namespace {

constexpr int kWalkSteps = 40;

template <bool kProved>
CLEARANCE_INLINE bool holds_origin(const PosedPair& pair, const PointSimplex& simplex) {
  const TetrahedronVolumes v = volumes(simplex.m);
  return kProved ? surely_inside(v, simplex.m, pair.reach()) : seems_inside(v);
}

template <int kWidth, bool kProved>
CLEARANCE_INLINE BooleanOutcome search(const PosedPair& pair, PairCache& cache, Certificate* certificate) {
  Vec3 n;
  VertexPair hint{cache.vertex_a, cache.vertex_b};
  const auto separates = [&](const SupportPair& found) {
    hint = found.pair;
    if (!(found.value > (kProved ? pair.bound(n) : 0))) return false;
    cache.direction = n;
    cache.has_direction = cache.was_separated = true;
    cache.vertex_a = hint.a, cache.vertex_b = hint.b;
    if (kProved && certificate != nullptr) set_vector(*certificate, n);
    return true;
  };
  const auto surrounds = [&](const PointSimplex& simplex) {
    if (!holds_origin<kProved>(pair, simplex)) return false;
    if (kProved && certificate != nullptr) set_simplex(*certificate, pair, simplex.pair);
    return true;
  };
  if (cache.was_separated && cache.has_direction) {
    n = cache.direction;
    if (separates(pair.template support<kWidth, true>(n, hint))) return {Status::Separated, Algorithm::Cache, true};
  }
  PointSimplex simplex;
  if (!cache.was_separated && cache.simplex_count == 4) {
    recall_simplex(pair, cache, simplex);
    if (simplex.count == 4 && surrounds(simplex)) return {Status::Penetrating, Algorithm::Cache, true};
  }
  if (simplex.count == 0) {
    n = pair.ellipsoid_direction();
    if (separates(pair.template support<kWidth>(n, hint)))
      return {Status::Separated, Algorithm::SeparatingVector, true};
    simplex.add(hint, pair.difference(hint));
  }
  for (int step = 0; step < kWalkSteps; ++step) {
    if (!nearest_point(simplex)) {
      if (!surrounds(simplex)) break;
      remember_pairs(cache, simplex.pair, simplex.count);
      cache.was_separated = false;
      return {Status::Penetrating, Algorithm::Gilbert, true};
    }
    n = simplex.direction;
    const SupportPair found = pair.template support<kWidth>(n, hint);
    if (separates(found)) return {Status::Separated, Algorithm::Gilbert, true};
    if (simplex.has(hint)) break;
    simplex.add(hint, pair.difference(hint));
  }
  remember_pairs(cache, simplex.pair, simplex.count);
  return {Status::Touching, Algorithm::Exact, false};
}

template <int kWidth>
CLEARANCE_INLINE BooleanOutcome search_proved(const PosedPair& pair, PairCache& cache, Certificate* certificate) {
  return search<kWidth, true>(pair, cache, certificate);
}
template <int kWidth>
CLEARANCE_INLINE BooleanOutcome search_plain(const PosedPair& pair, PairCache& cache) {
  return search<kWidth, false>(pair, cache, nullptr);
}

CLEARANCE_DISPATCH(BooleanOutcome, search_boolean_plain, (const PosedPair& pair, PairCache& cache), search_plain,
                   (pair, cache))

}  // namespace

CLEARANCE_DISPATCH(BooleanOutcome, search_boolean, (const PosedPair& pair, PairCache& cache, Certificate* certificate),
                   search_proved, (pair, cache, certificate))

Status detail::intersects_unproved(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                                   PairCache& cache) {
  cache.start_for(a.identity(), b.identity());
  return search_boolean_plain(PosedPair(a, pose_a, b, pose_b), cache).status;
}

}  // namespace clearance
