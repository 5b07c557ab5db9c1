// Notation: u = 2⁻⁵³.
#include <clearance/convex/way_out.h>

#include <clearance/bvh/box.h>
#include <clearance/convex/exact/roots.h>
#include <clearance/exact/dyadic.h>

#include <cmath>

namespace clearance::detail {
namespace {

// Squares of such numbers neither underflow nor overflow, whatever is added to them.
constexpr double kLeast = 0x1p-400, kMost = 0x1p400;

bool is_axis(Vec3 v) { return (v.x != 0) + (v.y != 0) + (v.z != 0) <= 1; }

double away_from_zero(double x, double sign) { return sign == 0 ? 0 : std::nextafter(x, sign * kInfiniteEnd); }

}  // namespace

// Three squares, two sums and the root lose 2.5u of it at most.
double length_above(Vec3 v) {
  if (is_axis(v)) return norm_one(v);
  if (norm_max(v) >= kLeast && norm_max(v) <= kMost) return norm(v) * (1 + 4 * 0x1p-53);
  return square_root_above(dot(exact(v), exact(v)), 1.0);
}

// With s = length·(1 + 16u), rounded by u, components rounded by u and |d| ≥ 1 − 8u: d·t ≥ s·|d|²·(1 − u) is enough.
// What underflows is rounded away from zero, which makes d·t larger. Components below 2⁻¹⁰²² of an ordinary length
// count for less than u of it.
Way way_along(Vec3 d, double length) {
  if (is_axis(d) && norm_one(d) == 1) return {length * d, length};
  const double s = length * (1 + 0x1p-49);
  Way way{s * d, 0};
  if (length > 0 && !(s >= kLeast)) {
    const Vec3 t = way.translation;
    way.translation = {away_from_zero(t.x, d.x), away_from_zero(t.y, d.y), away_from_zero(t.z, d.z)};
  }
  way.upper = length_above(way.translation);
  return way;
}

namespace {

// high + low and what two doubles leave of it; each is truncated, so all have the sum's sign.
struct TwoTerms {
  double high, low, rest;
};
TwoTerms two_terms(const Dyadic& sum) {
  const double high = sum.to_double();
  if (!std::isfinite(high)) return {high, 0, 0};
  const Dyadic below = sum - Dyadic(high);
  const double low = below.to_double();
  const Dyadic rest = below - Dyadic(low);
  return {high, low, rest.sign() == 0 ? 0 : next_above(std::fabs(rest.to_double()))};
}

}  // namespace

std::optional<MovedPair> moved_by(const Pose& pose_a, const Pose& pose_b, Vec3 t) {
  if (!is_finite(t)) return std::nullopt;
  const DyadicVec sum = exact(pose_b.translation()) - exact(pose_a.translation()) + exact(t);
  const TwoTerms x = two_terms(sum.x), y = two_terms(sum.y), z = two_terms(sum.z);
  const Result<Pose> a = moved_to(pose_a, {-x.low, -y.low, -z.low}), b = moved_to(pose_b, {x.high, y.high, z.high});
  if (!a || !b) return std::nullopt;
  const double off = x.rest + y.rest + z.rest;
  return MovedPair{*a, *b, off == 0 ? 0 : next_above(off * (1 + 0x1p-50))};
}

}  // namespace clearance::detail
