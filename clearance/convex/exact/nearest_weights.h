// Question: with which weights is the point of a simplex nearest to the origin the mean of its vertices, at any scale?
// Method:   nearest_point() forms products of four coordinates, which leave the range of doubles beyond 1e77 and below
//           1e-77; weights do not change when all is scaled by a power of two. For rounded points, never for decisions.
#pragma once

#include <clearance/convex/nearest_simplex.h>

#include <cmath>

namespace clearance::detail {

// Sets the simplex as nearest_point() does, and returns how far that point is.
inline double set_nearest_weights(PointSimplex& simplex) {
  double largest = 0;
  for (int k = 0; k < simplex.count; ++k) largest = larger(largest, norm_max(simplex.m[k]));
  int exponent = 0;
  if (largest > 0x1p200 || (largest > 0 && largest < 0x1p-200)) [[unlikely]]
    std::frexp(largest, &exponent);
  if (exponent != 0)
    for (int k = 0; k < simplex.count; ++k) {
      Vec3& m = simplex.m[k];
      m = {std::ldexp(m.x, -exponent), std::ldexp(m.y, -exponent), std::ldexp(m.z, -exponent)};
    }
  nearest_point(simplex);
  const double distance = norm(simplex.point());
  return exponent == 0 ? distance : std::ldexp(distance, exponent);
}

}  // namespace clearance::detail
