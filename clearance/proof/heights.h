// Question: how low do points lie along a direction, or along one that turns? Internal to proof/.
// Method:   plain loops over the points, in doubles, as wide as the processor's registers.
// Proves:   nothing by itself: each dot product is ((x·dx + y·dy) + z·dz), rounded; who asks bounds the error.
// Cost:     half a nanosecond a point, one and a half where the direction turns.
#pragma once

#include <clearance/math/vec3.h>

#include <span>

namespace clearance::detail {

// The largest |x| + |y| + |z|, rounded.
struct PointSizes {
  double largest = 0;
  bool are_small = false;  // there are points, and every one is finite and below kSmallSize
};
// Products of five numbers below this, or of their reciprocals, are far from the ends of the range.
inline constexpr double kSmallSize = 0x1p100;
PointSizes sizes_of(std::span<const Vec3> points);

// The least d·v. There are points.
double least_height(std::span<const Vec3> points, Vec3 d);

// The least of xⱼ over all points, each by itself, for x₀ = c₀, x₁ = c₀ + c₁, x₂ = (c₀ + 4c₁) + c₂, x₃ = c₁ + c₂, x₄ =
// c₂ with cₖ = d[k]·v: up to the factors kElevation, coefficients of degree 4 of what has the coefficients cₖ of
// degree 2.
inline constexpr int kElevated = 5;
inline constexpr double kElevation[kElevated] = {1, 2, 6, 2, 1};
struct Elevated {
  double x[kElevated];
};
Elevated least_heights(std::span<const Vec3> points, const Vec3 (&d)[3]);
// Of one point.
inline Elevated heights(Vec3 v, const Vec3 (&d)[3]) {
  const double c0 = dot(d[0], v), c1 = dot(d[1], v), c2 = dot(d[2], v);
  return {{c0, c0 + c1, (c0 + 4 * c1) + c2, c1 + c2, c2}};
}

}  // namespace clearance::detail
