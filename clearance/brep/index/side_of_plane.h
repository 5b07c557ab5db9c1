// Question: on which side of a plane is a point whose height above it is known, given a tolerance?
// Method:   on it when h² ≤ ε²|n|²: in doubles with bounds, then exactly.
// Notation: h the height normal·x − offset, times a power of two in doubles and times the denominator w exactly.
#pragma once

#include <clearance/brep/index/plane.h>

namespace clearance::detail {

// ±1 or 0 where that is proved; kUnsureSide otherwise. The length of a rounded normal is within 4u of the true one, and
// rounds by less than 4u more.
inline constexpr int kUnsureSide = 2;
inline int rough_side(const Approx& height, Vec3 normal, double tolerance) {
  if (tolerance == 0) {
    const int sign = proved_sign(height);
    return sign != 0 ? sign : kUnsureSide;
  }
  const double reach = tolerance * norm(normal), size = std::fabs(height.value);
  if (!(size <= std::numeric_limits<double>::max())) return kUnsureSide;
  if (size > (reach * (1 + 16 * kUnit) + height.error) * kSlack + kUnderflow) return height.value > 0 ? 1 : -1;
  if ((size + height.error) * kSlack + kUnderflow < reach * (1 - 16 * kUnit)) return 0;
  return kUnsureSide;
}

inline int exact_side(const IndexPlane& plane, const Dyadic& height, const Dyadic& denominator, double tolerance) {
  if (tolerance == 0 || height.sign() == 0) return height.sign();
  const Dyadic reach = Dyadic(tolerance) * denominator;
  return compare(height * height, reach * reach * dot(plane.normal, plane.normal)) <= 0 ? 0 : height.sign();
}

}  // namespace clearance::detail
