// r = r_a + r_b of two rounded bodies, between two doubles that are equal or neighbours. A polytope's radius is 0.
#pragma once

#include <clearance/exact/dyadic.h>
#include <clearance/math/sum.h>

namespace clearance {

struct Radii {
  double a = 0, b = 0, low = 0, high = 0;

  Radii() = default;
  Radii(double radius_a, double radius_b)
      : a(radius_a), b(radius_b), low(sum_down(radius_a, radius_b)), high(sum_up(radius_a, radius_b)) {}
  Dyadic exact() const { return Dyadic(a) + Dyadic(b); }
};

}  // namespace clearance
