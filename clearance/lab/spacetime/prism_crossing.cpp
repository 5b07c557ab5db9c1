#include <clearance/lab/spacetime/prism_crossing.h>

namespace clearance::lab {
namespace {

Approx negated(const Approx& x) { return {-x.value, x.error}; }

}  // namespace

bool may_cross(const Crossing<ApproxVec>& crossing, Crossed crossed, double most) {
  const auto& [m1, m2, d, q] = crossing;
  const ApproxVec second = cross(m2, d);
  const Approx determinant = dot(m1, second);
  const int sign = proved_sign(determinant);
  if (sign == 0) return true;
  const auto upward = [&](const Approx& x) { return sign > 0 ? x : negated(x); };
  const auto is_below_zero = [](const Approx& x) { return proved_sign(x) < 0; };
  const Approx size = upward(determinant), u = upward(dot(q, second));
  if (is_below_zero(u) || is_below_zero(size - u)) return false;
  const Approx w = upward(dot(q, cross(d, m1)));
  if (is_below_zero(w) || is_below_zero((crossed == Crossed::Triangle ? size - u : size) - w)) return false;
  const Approx time = upward(dot(q, cross(m1, m2)));
  return !is_below_zero(time) && !is_below_zero(size * Approx{most, 0} - time);
}

std::optional<CrossingAt> cross_exactly(const Crossing<DyadicVec>& crossing, Crossed crossed, const Dyadic& most) {
  const auto& [m1, m2, d, q] = crossing;
  const DyadicVec second = cross(m2, d);
  CrossingAt at{dot(m1, second), {}, {}, {}};
  const int sign = at.determinant.sign();
  if (sign == 0) return {};
  const auto upward = [&](const Dyadic& x) { return sign > 0 ? x : -x; };
  at.determinant = upward(at.determinant);
  at.u = upward(dot(q, second));
  if (at.u.sign() < 0 || compare(at.u, at.determinant) > 0) return {};
  at.w = upward(dot(q, cross(d, m1)));
  if (at.w.sign() < 0) return {};
  if (compare(crossed == Crossed::Triangle ? at.u + at.w : at.w, at.determinant) > 0) return {};
  at.time = upward(dot(q, cross(m1, m2)));
  if (at.time.sign() < 0 || compare(at.time, most * at.determinant) > 0) return {};
  return at;
}

}  // namespace clearance::lab
