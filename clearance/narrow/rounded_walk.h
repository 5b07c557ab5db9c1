// Question: how does the distance d of two cores compare with r = r_a + r_b, and how wide is the bracket around it?
// Method:   the walk of nearest_walk.h with other ends: above r by the support plane, below r by two points of the
//           cores (cores that penetrate need not be told from cores that nearly touch), or both ends of d, close
//           enough for d − r or r − d.
// Proves:   what it returns, as nearest_walk.h does; r enters as two doubles around it.
// Cannot:   decide d near r by a few roundings of the bodies' reach: Undecided, for exact_decision.h.
// Cost:     as nearest_walk.h, mostly fewer steps: a status needs one or two.
#pragma once

#include <clearance/exact/dyadic.h>
#include <clearance/math/sum.h>
#include <clearance/narrow/algorithm.h>
#include <clearance/narrow/nearest_simplex.h>
#include <clearance/narrow/pair_cache.h>
#include <clearance/narrow/posed_pair.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace clearance {

// r = a + b, between low and high, which are equal or neighbours.
struct Radii {
  double a, b, low, high;

  Radii(double radius_a, double radius_b)
      : a(radius_a), b(radius_b), low(sum_down(radius_a, radius_b)), high(sum_up(radius_a, radius_b)) {}
  Dyadic exact() const { return Dyadic(a) + Dyadic(b); }
};

// What the walk is for, and so where it may stop.
enum class RoundedGoal : std::uint8_t { Status, Distance, Depth };

struct RoundedOutcome {
  enum class Kind : std::uint8_t {
    Beyond,     // d is at least the limit; direction and lower show it
    Within,     // d < r: the simplex' weights show it; no more is known
    Near,       // Distance: d > r, Depth: any d; lower ≤ d ≤ upper as narrow as the goal asks
    CoresMeet,  // the simplex holds the origin inside
    Undecided,  // simplex is where an exact decision should start
  };
  Kind kind = Kind::Undecided;
  Algorithm decided_by = Algorithm::Gilbert;
  // Of d. Below 0, lower is how far the cores overlap along the direction.
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  Vec3 direction;
  PointSimplex simplex;
  int tied_a = 0, tied_b = 0;  // Near, Distance: PosedPair::tied_a, tied_b along the direction
};

// `limit`, above radii.high, is where Beyond begins.
RoundedOutcome search_rounded(const PosedPair& pair, const Radii& radii, PairCache& cache, RoundedGoal goal,
                              double limit);

// CONTRACT §4's width for a distance or depth of rounded bodies, as allowed_width() has it.
inline double allowed_width(const PosedPair& pair, const Radii& radii, double upper) {
  return 1e-9 * upper + 1e-13 * larger(0.57 * pair.a().size() + 2 * radii.a, 0.57 * pair.b().size() + 2 * radii.b);
}

}  // namespace clearance
