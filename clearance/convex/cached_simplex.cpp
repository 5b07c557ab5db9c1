#include <clearance/convex/cached_simplex.h>

namespace clearance::detail {

void keep_sound_pairs(const PosedPair& pair, ConvexCache& cache) {
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

PointSimplex sound_simplex(const PosedPair& pair, ConvexCache& cache) {
  PointSimplex simplex;
  keep_sound_pairs(pair, cache);
  recall_sound_simplex(pair, cache, simplex);
  return simplex;
}

}  // namespace clearance::detail
