// Question: which point of a triangle is next to a point, in doubles?
// Method:   Voronoi regions of the triangle (Ericson, Real-Time Collision Detection, §5.1.5).
// Proves:   that the result is a point of the triangle, up to a few units of the last place of its coordinates.
//           Whatever rounding does to the weights, they are ≥ 0 and sum up to about 1. Not that it is the nearest.
#pragma once

#include <clearance/math/vec3.h>

#include <algorithm>

namespace clearance::detail {

inline Vec3 nearest_on_triangle(Vec3 p, Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const Vec3 bp = p - b;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const auto share = [](double part, double rest) {
    const double whole = part + rest;
    return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0;
  };
  const auto between = [](Vec3 u, Vec3 v, double s) { return (1 - s) * u + s * v; };
  if (const double vc = d1 * d4 - d3 * d2; vc <= 0 && d1 >= 0 && d3 <= 0) return between(a, b, share(d1, -d3));
  const Vec3 cp = p - c;
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return c;
  if (const double vb = d5 * d2 - d1 * d6; vb <= 0 && d2 >= 0 && d6 <= 0) return between(a, c, share(d2, -d6));
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return between(b, c, share(d4 - d3, d5 - d6));
  const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, sum = va + vb + vc;
  if (!(sum > 0)) return a;
  const double s = std::clamp(vb / sum, 0.0, 1.0), t = std::clamp(vc / sum, 0.0, 1 - s);
  return (1 - s - t) * a + s * b + t * c;
}

}  // namespace clearance::detail
