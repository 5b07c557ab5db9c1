// What a single algorithm says (docs/architecture.md, "Three kinds of result"): a verdict and why. Running out of steps
// is Unresolved, never "no contact". Nothing here is proved yet.
#pragma once

#include <clearance/convex/nearest_simplex.h>

#include <algorithm>
#include <cstdint>

namespace clearance {

enum class Verdict : std::uint8_t { Separated, Touching, Penetrating, Unresolved };
const char* to_string(Verdict verdict);

struct Evidence {
  Verdict verdict = Verdict::Unresolved;
  Vec3 direction;         // Separated: separates the bodies
  VertexPair simplex[4];  // Penetrating: surrounds the origin; otherwise the nearest simplex met
  int simplex_count = 0;
  double weight[4] = {};    // of the nearest point in the simplex, where the algorithm computes it
  VertexPair last{-1, -1};  // where the support searches ended
  int steps = 0;            // support searches made
};

inline void set_simplex(Evidence& evidence, const PointSimplex& simplex) {
  evidence.simplex_count = simplex.count;
  std::copy(simplex.pair, simplex.pair + simplex.count, evidence.simplex);
  std::copy(simplex.weight, simplex.weight + simplex.count, evidence.weight);
}

}  // namespace clearance
