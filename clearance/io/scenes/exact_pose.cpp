#include <clearance/io/scenes/exact_pose.h>

#include <clearance/exact/dyadic.h>
#include <clearance/exact/posed.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace clearance::detail {
namespace {

using DyadicQuat = std::array<Dyadic, 4>;  // w, x, y, z

DyadicQuat exact_quaternion(Quat q) { return {q.w, q.x, q.y, q.z}; }

DyadicQuat operator*(const DyadicQuat& p, const DyadicQuat& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3], p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1], p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]};
}

Dyadic power_of_two(std::int64_t exponent) {
  Dyadic power(1.0);
  for (; exponent > 1000; exponent -= 1000) power = power * Dyadic(0x1p1000);
  for (; exponent < -1000; exponent += 1000) power = power * Dyadic(0x1p-1000);
  return power * Dyadic(std::ldexp(1.0, static_cast<int>(exponent)));
}

// p / q for q > 0, within 2⁻⁵⁰ of itself.
double rough_quotient(const Dyadic& p, const Dyadic& q) {
  std::int64_t ep = 0, eq = 0;
  const double fp = p.fraction(ep), fq = q.fraction(eq);
  return std::ldexp(fp / fq, static_cast<int>(std::clamp<std::int64_t>(ep - eq, -4000, 4000)));
}

// The double that is p / q, q > 0. The second step leaves an error of 2⁻¹⁰⁰: rounding then hits a quotient that is one.
std::optional<double> double_quotient(const Dyadic& p, const Dyadic& q) {
  double quotient = rough_quotient(p, q);
  if (!std::isfinite(quotient)) return std::nullopt;
  quotient += rough_quotient(p - Dyadic(quotient) * q, q);
  if (!std::isfinite(quotient) || compare(Dyadic(quotient) * q, p) != 0) return std::nullopt;
  return quotient + 0.0;
}

std::optional<Vec3> double_quotient(const DyadicVec& p, const Dyadic& q) {
  const std::optional<double> x = double_quotient(p.x, q), y = double_quotient(p.y, q), z = double_quotient(p.z, q);
  return x && y && z ? std::optional(Vec3{*x, *y, *z}) : std::nullopt;
}

// q but for a power of two, which makes its largest component lie in [½, 1).
std::optional<Quat> scaled_to_doubles(const DyadicQuat& q) {
  bool any = false;
  std::int64_t top = 0;
  for (const Dyadic& c : q) {
    std::int64_t exponent = 0;
    c.fraction(exponent);
    if (c.sign() != 0) top = any ? std::max(top, exponent) : exponent;
    any = any || c.sign() != 0;
  }
  double component[4];
  for (std::size_t i = 0; i < 4; ++i) {
    const std::optional<double> scaled = double_quotient(q[i], power_of_two(top));
    if (!scaled) return std::nullopt;
    component[i] = *scaled;
  }
  return any ? std::optional(Quat{component[0], component[1], component[2], component[3]}) : std::nullopt;
}

std::optional<Pose> pose_of(const std::optional<Quat>& q, const std::optional<Vec3>& t) {
  if (!q || !t) return std::nullopt;
  const Result<Pose> pose = Pose::from_quaternion(*q, *t);
  return pose ? std::optional(*pose) : std::nullopt;
}

bool turns_nothing(const Pose& pose) {
  const Quat q = pose.quaternion();
  return pose.kind() == Pose::Kind::Quaternion ? q.x == 0 && q.y == 0 && q.z == 0 : pose.rotation() == Mat3{};
}

}  // namespace

std::optional<Pose> exact_product(const Pose& outer, const Pose& inner) {
  if (inner == Pose{}) return outer;
  if (outer == Pose{}) return inner;
  const ExactPose exact_outer(outer);
  const std::optional<Vec3> t = double_quotient(exact_outer.numerator(inner.translation()), exact_outer.denominator());
  if (!t) return std::nullopt;
  const bool keeps_inner = turns_nothing(outer);
  if (keeps_inner || turns_nothing(inner)) {
    const Pose& turn = keeps_inner ? inner : outer;
    const Result<Pose> pose = moved_to(turn, *t);
    return pose ? std::optional(*pose) : std::nullopt;
  }
  if (outer.kind() != Pose::Kind::Quaternion || inner.kind() != Pose::Kind::Quaternion) return std::nullopt;
  return pose_of(scaled_to_doubles(exact_quaternion(outer.quaternion()) * exact_quaternion(inner.quaternion())), t);
}

std::optional<Pose> exactly_between(const Keyframe& from, const Keyframe& to, double time) {
  if (time == from.time) return from.pose;
  if (time == to.time) return to.pose;
  // With both weights times the time between: (to − time)·from + (time − from)·to.
  const Dyadic first = Dyadic(to.time) - Dyadic(time), second = Dyadic(time) - Dyadic(from.time);
  const DyadicQuat p = exact_quaternion(from.pose.quaternion()), q = exact_quaternion(to.pose.quaternion());
  DyadicQuat sum;
  for (std::size_t i = 0; i < 4; ++i) sum[i] = first * p[i] + second * q[i];
  const DyadicVec t = first * exact(from.pose.translation()) + second * exact(to.pose.translation());
  return pose_of(scaled_to_doubles(sum), double_quotient(t, first + second));
}

}  // namespace clearance::detail
