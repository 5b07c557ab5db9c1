// kProved = false leaves out bounds and certificates, to measure what they cost.
#include <clearance/narrow/intersects.h>

#include <clearance/narrow/contact.h>
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
    recall_sound_simplex(pair, cache, simplex);
    if (surrounds(simplex)) return {Status::Penetrating, Algorithm::Cache, true};
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
    if (kProved && meets_origin(pair, simplex)) break;
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
CLEARANCE_DISPATCH(BooleanOutcome, search_boolean_proved,
                   (const PosedPair& pair, PairCache& cache, Certificate* certificate), search_proved,
                   (pair, cache, certificate))

}  // namespace

void keep_sound_pairs(const PosedPair& pair, PairCache& cache) {
  const int count = cache.simplex_count;
  const auto is_new = [&](int k) {
    for (int j = 0; j < k; ++j)
      if (cache.simplex_a[j] == cache.simplex_a[k] && cache.simplex_b[j] == cache.simplex_b[k]) return false;
    return pair.has(cached_pair(cache, k));
  };
  int sound = 0;
  while (sound < count && sound < 4 && is_new(sound)) ++sound;
  if (sound == count) [[likely]]
    return;
  for (int k = sound; k < count && k < 4; ++k) {
    cache.simplex_a[sound] = cache.simplex_a[k], cache.simplex_b[sound] = cache.simplex_b[k];
    sound += is_new(sound);
  }
  cache.simplex_count = static_cast<std::uint8_t>(sound);
}

BooleanOutcome search_boolean(const PosedPair& pair, PairCache& cache, Certificate* certificate) {
  if (cache.simplex_count > 0 && !cache.was_separated) keep_sound_pairs(pair, cache);
  return search_boolean_proved(pair, cache, certificate);
}

Status detail::intersects_unproved(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                                   PairCache& cache) {
  const PosedPair pair(a, pose_a, b, pose_b);
  cache.start_for(a.identity(), b.identity());
  if (cache.simplex_count > 0 && !cache.was_separated) keep_sound_pairs(pair, cache);
  return search_boolean_plain(pair, cache).status;
}

}  // namespace clearance
