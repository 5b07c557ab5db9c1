// What one pair of bodies remembers from query to query: evidence that is likely to hold again after a small motion.
// It is never believed, only tried first. Plain data; a default-made one is empty.
#pragma once

#include <clearance/math/vec3.h>
#include <clearance/narrow/feature.h>

#include <cstdint>

namespace clearance {

struct PairCache {
  Vec3 direction;  // world direction from a to b that separated the bodies last, or nearly did
  std::uint32_t simplex_a[4] = {}, simplex_b[4] = {};  // vertex positions (not ids) of the last simplex
  std::uint8_t simplex_count = 0;
  bool has_direction = false;
  bool was_separated = false;
  std::int32_t vertex_a = -1, vertex_b = -1;  // where the last support searches ended
  FeatureId feature_a, feature_b;             // the closest features, by the methods that track them
};

}  // namespace clearance
