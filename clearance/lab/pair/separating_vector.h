// Question: is there a vector that separates two bodies?
// Method:   the separating vector algorithm (Chung ch. 3, 4, appendix I): reflect the searching direction at the
//           support difference that contradicts it (greedy 3.2, conservative 3.5, or between, 3.9); report collision
//           when the differences met no longer fit into a half-space (hemisphere 4.2.1 or half-plane intersection
//           4.2.2); on a reoccurring pair search along the half-space's own normal w, which makes the search finite
//           (Lemma 8).
// Proves:   nothing by itself: a separating direction, or four vertex pairs around the origin, as evidence.
// Cannot:   call touching; a product within its error bound is no separation here (3.1 read strictly).
// Cost:     two support searches and O(k) in step k; at most max_steps.
// Notation: S direction, r = m/|m|, w a vector with w·r ≥ 0 for all r met.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>

namespace clearance {

enum class SearchingDirection : std::uint8_t { Greedy, Conservative, Blend };
enum class Termination : std::uint8_t { Hemisphere, HalfPlanes };

struct SeparatingVectorOptions {
  SearchingDirection direction = SearchingDirection::Greedy;
  double alpha = 0.5;  // for Blend: 1 is greedy, 0 conservative
  Termination termination = Termination::Hemisphere;
  int max_steps = 500;
};

// `cache` may be null; its direction and vertices are where the search starts, and are left as it ends. The trace has a
// step per direction S (of unit length), and says kReoccurrence where a pair of support vertices came back.
inline constexpr const char* kReoccurrence = "reoccurrence";
Evidence separating_vector(const PosedPair& pair, ConvexCache* cache, const SeparatingVectorOptions& options = {},
                           Trace* trace = nullptr);

// The next searching direction from S and r, both of unit length (Chung 3.2, 3.5, 3.9).
Vec3 next_direction(Vec3 direction, Vec3 r, const SeparatingVectorOptions& options);

}  // namespace clearance
