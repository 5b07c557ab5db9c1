// What one pair of bodies remembers from query to query: evidence that is likely to hold again after a small motion.
// It is never believed, only tried first, and every number in it is looked at before it is used: any bytes at all may
// cost time, but no answer (docs/decisions/0013). Plain data; a default-made one is empty.
#pragma once

#include <clearance/answer/feature.h>
#include <clearance/math/vec3.h>

#include <cstdint>

namespace clearance {

// What showed how bodies meet that a walk in doubles could not tell apart (contact.h).
enum class ContactEvidence : std::uint8_t {
  None,
  Plane,     // along the direction
  Triangle,  // the simplex, and a pair on either side of it
  Ring,      // the simplex, around the line from one pair to another
};

struct ConvexCache {
  // Whose evidence it is (Polytope::identity, of the cores if rounded; null for a half-space). Other bodies begin anew.
  const void *of_a = nullptr, *of_b = nullptr;
  Vec3 direction;  // world direction from a to b that separated the bodies last, or nearly did
  std::uint32_t simplex_a[4] = {}, simplex_b[4] = {};  // vertex positions (not ids) of the last simplex
  std::uint8_t simplex_count = 0;
  // Flags; no bool, so that every byte is a value.
  std::uint8_t has_direction = 0, was_separated = 0;
  ContactEvidence contact = ContactEvidence::None;
  std::uint32_t beyond_a[2] = {}, beyond_b[2] = {};  // Triangle, Ring: the two pairs that are not in the simplex
  std::int32_t vertex_a = -1, vertex_b = -1;         // where the last support searches ended
  FeatureId feature_a, feature_b;                    // the closest features, by the methods that track them
  std::uint8_t doubt = 0;                            // how much of late it remembered in vain (walk.cpp)

  // Forgets what it knows of other bodies. A body made later may have the identity of one that died, so this saves time
  // and proves nothing.
  void start_for(const void* a, const void* b) {
    if (of_a == a && of_b == b) return;
    if (of_a != nullptr || of_b != nullptr) [[unlikely]]
      *this = {};
    of_a = a, of_b = b;
  }
};

}  // namespace clearance
