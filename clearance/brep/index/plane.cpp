#include <clearance/brep/index/plane.h>

#include <clearance/convex/exact/roots.h>

#include <algorithm>

namespace clearance::detail {

ExactPlace exact_place(DyadicVec numerator, Dyadic denominator) {
  ExactPlace place;
  const auto coordinate = [&](const Dyadic& x) { return approximate_ratio(x, denominator); };
  place.rough = {coordinate(numerator.x), coordinate(numerator.y), coordinate(numerator.z)};
  // Both fractions are truncated by 2u of themselves, the quotient rounds: 5u.
  place.error = 8 * kUnit * norm_max(place.rough) * kSlack + kUnderflow;
  place.numerator = std::move(numerator);
  place.denominator = std::move(denominator);
  return place;
}

IndexPlane IndexPlane::through(DyadicVec normal, Dyadic offset, IndexPlaneKind kind, std::uint32_t entity) {
  IndexPlane plane;
  std::int64_t exponents[3], offset_exponent = 0;
  const double fractions[3] = {normal.x.fraction(exponents[0]), normal.y.fraction(exponents[1]),
                               normal.z.fraction(exponents[2])};
  std::int64_t largest = std::numeric_limits<std::int64_t>::min();
  for (int k = 0; k < 3; ++k)
    if (fractions[k] != 0) largest = std::max(largest, exponents[k]);
  plane.rough_normal = direction_of(normal);
  const double fraction = offset.fraction(offset_exponent);
  const auto shift = std::clamp<std::int64_t>(offset_exponent - largest, -5000, 5000);
  plane.rough_offset = fraction == 0 ? 0 : std::ldexp(fraction, static_cast<int>(shift));
  plane.normal = std::move(normal);
  plane.offset = std::move(offset);
  plane.kind = kind;
  plane.entity = entity;
  return plane;
}

IndexPlane IndexPlane::through(Vec3 a, Vec3 b, Vec3 c, IndexPlaneKind kind, std::uint32_t entity) {
  const DyadicVec from = exact(a);
  DyadicVec normal = cross(exact(b) - from, exact(c) - from);
  Dyadic offset = dot(normal, from);
  return through(std::move(normal), std::move(offset), kind, entity);
}

int side(const IndexPlane& plane, const ExactPlace& place) {
  const int quick = proved_sign(rough_height(plane, place.rough, place.error));
  return quick != 0 ? quick : plane.height(place.numerator, place.denominator).sign();
}

}  // namespace clearance::detail
