// Question: on which side of a plane of the index is a point?
// Method:   normal·x − offset with exact coefficients; in doubles with a bound first.
// Proves:   the side, where the bound says so; exactly otherwise.
// Notation: u = 2⁻⁵³. The rounded coefficients are truncated by 2u of themselves (Dyadic::fraction), products round by
//           u, three sums by u each: below 8u of Σ|nᵢxᵢ| + |d|. A coefficient more than 2¹⁰⁰⁰ times smaller than the
//           largest is 0 in the rounded normal.
#pragma once

#include <clearance/brep/index.h>
#include <clearance/exact/approx.h>
#include <clearance/exact/dyadic.h>

#include <cmath>

namespace clearance::detail {

// An exact point numerator / denominator, denominator > 0, and where it is within `error` in each coordinate.
struct ExactPlace {
  Vec3 rough;
  double error = 0;
  DyadicVec numerator;
  Dyadic denominator = 1.0;
};
// The rounded place of a fraction.
ExactPlace exact_place(DyadicVec numerator, Dyadic denominator);

struct IndexPlane {
  DyadicVec normal;  // not zero
  Dyadic offset;
  Vec3 rough_normal;  // both times one power of two, so that the largest part of the normal is in [½, 1)
  double rough_offset = 0;
  IndexPlaneKind kind = IndexPlaneKind::Free;
  std::uint32_t entity = 0xffffffffu;

  static IndexPlane through(DyadicVec normal, Dyadic offset, IndexPlaneKind kind, std::uint32_t entity);
  // Through three points that are not collinear, (b − a) × (c − a) pointing up.
  static IndexPlane through(Vec3 a, Vec3 b, Vec3 c, IndexPlaneKind kind, std::uint32_t entity);

  // Times a positive denominator.
  Dyadic height(const DyadicVec& numerator, const Dyadic& denominator) const {
    return dot(normal, numerator) - offset * denominator;
  }
  Dyadic height(Vec3 x) const { return dot(normal, exact(x)) - offset; }
};

// The height of a point that is off by `error` in each coordinate.
inline Approx rough_height(Vec3 normal, double offset, Vec3 x, double error) {
  const double px = normal.x * x.x, py = normal.y * x.y, pz = normal.z * x.z;
  const double sum = std::fabs(px) + std::fabs(py) + std::fabs(pz) + std::fabs(offset);
  return {px + py + pz - offset, (8 * kUnit * sum + 3.000001 * error + 0x1p-990 * norm_max(x)) * kSlack + kUnderflow};
}
inline Approx rough_height(const IndexPlane& plane, Vec3 x, double error) {
  return rough_height(plane.rough_normal, plane.rough_offset, x, error);
}

int side(const IndexPlane& plane, const ExactPlace& place);

}  // namespace clearance::detail
