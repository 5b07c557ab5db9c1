// Question: how far apart are two posed polytopes, and where are they nearest?
// Method:   Gilbert's walk (Chung §5.1, §5.4) from the simplex of the last query, with both ends of the distance
//           bounded at every step: below by the support plane, above by the nearest point of the simplex.
// Proves:   the bracket it returns, and penetration by a tetrahedron that surely holds the origin.
// Cannot:   always reach the width that CONTRACT §4 asks for: needles and bodies far from their own origin lose
//           digits in doubles. It says Undecided there; exact_decision.h takes over.
// Cost:     a support search and about a hundred flops per step; docs/benchmarks.md.
#pragma once

#include <clearance/narrow/algorithm.h>
#include <clearance/narrow/nearest_simplex.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/posed_pair.h>

#include <cstdint>

namespace clearance {

struct NearestOutcome {
  enum class Kind : std::uint8_t {
    Near,         // simplex, direction, lower and upper are the answer
    Beyond,       // the distance is at least the limit; direction and lower show it
    Penetrating,  // the simplex holds the origin inside
    Undecided,    // simplex is where an exact decision should start
  };
  Kind kind = Kind::Undecided;
  Algorithm decided_by = Algorithm::Gilbert;
  double lower = 0, upper = 0;
  Vec3 direction;
  PointSimplex simplex;
  int tied_a = 0, tied_b = 0;  // Near: PosedPair::tied_a, tied_b along the direction
  int steps = 0;               // support searches made
};

// The walks in doubles keep to pairs of this reach. Directions are of third degree in the differences, their squares of
// sixth: within it no square that matters under- or overflows, and no length above kMinWalkLength is spoilt by one.
inline constexpr double kMinWalkReach = 1e-40, kMaxWalkReach = 1e40, kMinWalkLength = 1e-150;

// What the witness points' distance, computed as |Σ wₖ mₖ|, can be short of the exact one: each component of each mₖ is
// off by 16u·S, the sum and the weights (whose own sum is 1 within 4u, and which are rounded again where vertices
// coincide) by 16u·S; √3 of 32u is below 56u, and 64u covers the norm's own rounding.
inline constexpr double kWitnessError = 64 * 0x1p-53;

// Not less than the distance of the points that the simplex' weights stand for.
CLEARANCE_INLINE double witness_distance(const PosedPair& pair, const PointSimplex& simplex) {
  return norm(simplex.point()) * (1 + 0x1p-50) + kWitnessError * pair.reach();
}

NearestOutcome search_nearest(const PosedPair& pair, PairCache& cache, double limit);

// The width CONTRACT §4 allows a distance bracket. The longest side of a turned box is at least 1/√3 of the longest
// side of the box, so 0.57 of the bodies' own sizes is not more than the size meant there.
inline double allowed_width(const PosedPair& pair, double upper) {
  return 1e-9 * upper + 1e-13 * 0.57 * larger(pair.a().size(), pair.b().size());
}

}  // namespace clearance
