// r = r_a + r_b of two rounded bodies, and what a limit adds, between two doubles. A polytope's radius is 0. Without a
// limit the two are equal or neighbours.
#pragma once

#include <clearance/exact/dyadic.h>
#include <clearance/math/sum.h>

namespace clearance::detail {

struct Radii {
  double a = 0, b = 0, more = 0, low = 0, high = 0;

  Radii() = default;
  Radii(double radius_a, double radius_b)
      : a(radius_a), b(radius_b), low(sum_down(radius_a, radius_b)), high(sum_up(radius_a, radius_b)) {}
  Radii with(double limit) const {
    Radii longer = *this;
    longer.more = limit;
    longer.low = sum_down(low, limit), longer.high = sum_up(high, limit);
    return longer;
  }
  Dyadic exact() const { return Dyadic(a) + Dyadic(b) + Dyadic(more); }
};

}  // namespace clearance::detail
