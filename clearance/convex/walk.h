// Question: two cores (polytopes at their poses) and r = r_a + r_b: is their distance d above r, and how large is it?
// Method:   Gilbert's walk (Chung §5.1, §5.4), one for every goal, of polytopes (r = 0) and of rounded bodies.
//           It begins with what the cache remembers, or with the direction that would separate the bodies' ellipsoids
//           (as the first searching direction of Chung §3.4), or two boxes, or with the corners of a box that are
//           nearest to a ball (box_pair.h); each step bounds d below by a support plane and above by the nearest point
//           of the simplex, and the goal says which of the two is enough.
//           docs/decisions/0004-default-search.md has the measurements behind this order.
// Proves:   what it returns: a direction whose smallest product exceeds its error bound, weights that give points
//           nearer than r, a tetrahedron that surely holds the origin, both ends of a bracket.
// Cannot:   decide d near r by a few roundings of the bodies' reach, nor always reach the width that CONTRACT §4 asks
//           for: needles and bodies far from their own origin lose digits in doubles. Undecided there, for settle.h.
// Cost:     a support search and about a hundred flops per step, one or two steps for most statuses;
//           docs/benchmarks.md.
#pragma once

#include <clearance/answer/algorithm.h>
#include <clearance/convex/convex_cache.h>
#include <clearance/convex/nearest_simplex.h>
#include <clearance/convex/posed_pair.h>
#include <clearance/convex/radii.h>
#include <clearance/proof/certificate.h>

#include <cstdint>
#include <limits>

namespace clearance::detail {

// What a walk is for, and so where it may stop.
enum class Goal : std::uint8_t { Status, Distance, Depth };

// How a walk ended.
struct WalkEnd {
  enum class Kind : std::uint8_t {
    Undecided,  // the simplex is where an exact decision should start
    Beyond,     // d is at least the limit: the direction shows it
    Within,     // d < r: the simplex' weights show it; no more is known
    Near,       // Distance: d > r, Depth: any d; lower ≤ d ≤ upper as narrow as the goal asks
    Inside,     // the simplex holds the origin inside: the cores penetrate
  };
  Kind kind = Kind::Undecided;
  Algorithm decided_by = Algorithm::Walk;  // or Cache
};

struct WalkOutcome : WalkEnd {
  int tied_a = 0, tied_b = 0;  // Near, Distance: PosedPair::tied_a, tied_b along the direction
  int steps = 0;               // support searches made
  // Of d. Below 0, lower is how far the cores overlap along the direction.
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  Vec3 direction;
  PointSimplex simplex;
};

// Polytopes: Beyond or Inside, or the cache's simplex is where it ended. Where a certificate is wanted, writes it
// straight from where it was found: reading it back from where it was just written takes a tenth of the query's time.
WalkEnd walk_for_status(const PosedPair& pair, ConvexCache& cache, Certificate* certificate = nullptr);
// Beyond where d is at least the limit, above 0. Near with a bracket of DistanceOptions::relative_width, 0 to 1.
WalkOutcome walk_for_distance(const PosedPair& pair, ConvexCache& cache, double limit, double relative_width = 0);
// Rounded bodies. `limit`, above radii.high, is where Beyond begins.
WalkOutcome walk_rounded(const PosedPair& pair, const Radii& radii, ConvexCache& cache, Goal goal, double limit,
                         double relative_width = 0);

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

// The width CONTRACT §4 allows a distance bracket. The longest side of a turned box is at least 1/√3 of the longest
// side of the box, so 0.57 of the bodies' own sizes is not more than the size meant there.
inline double allowed_width(const PosedPair& pair, double upper) {
  return 1e-9 * upper + 1e-13 * 0.57 * larger(pair.a().size(), pair.b().size());
}
// The same for a distance or depth of rounded bodies.
inline double allowed_width(const PosedPair& pair, const Radii& radii, double upper) {
  return 1e-9 * upper + 1e-13 * larger(0.57 * pair.a().size() + 2 * radii.a, 0.57 * pair.b().size() + 2 * radii.b);
}

}  // namespace clearance::detail
