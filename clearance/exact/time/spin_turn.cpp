#include <clearance/exact/time/spin_turn.h>

#include <clearance/base/assert.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

constexpr int kBits = 136;
constexpr int kMostTerms = 8;
constexpr double kEnough = 0x1p-90;  // what Taylor's polynomials may lack

// Toward zero, by less than 2⁻¹³⁶.
Dyadic truncated(const Dyadic& x) {
  Dyadic made, rest = x;
  while (rest.sign() != 0) {
    std::int64_t exponent = 0;
    const double fraction = rest.fraction(exponent);
    if (exponent < -kBits) break;
    const Dyadic part = std::ldexp(fraction, static_cast<int>(exponent));
    made = made + part;
    rest = rest - part;
  }
  return made;
}

// x/n, likewise; n is a small whole number.
Dyadic quotient(const Dyadic& x, int n) {
  Dyadic made, rest = x;
  while (rest.sign() != 0) {
    std::int64_t exponent = 0;
    const double fraction = rest.fraction(exponent);
    if (exponent < -kBits) break;
    const double part = std::ldexp(fraction / n, static_cast<int>(exponent));
    made = made + Dyadic(part);
    rest = rest - Dyadic(part) * Dyadic(n);
  }
  return made;
}

// x·2^exponent.
Dyadic scaled(const Dyadic& x, int exponent) {
  // In steps that are doubles.
  Dyadic made = x;
  for (; exponent > 0; exponent -= std::min(exponent, 1000))
    made = made * Dyadic(std::ldexp(1.0, std::min(exponent, 1000)));
  for (; exponent < 0; exponent += std::min(-exponent, 1000))
    made = made * Dyadic(std::ldexp(1.0, -std::min(-exponent, 1000)));
  return made;
}

// 1 − u/(n(n+1))·(1 − u/((n+2)(n+3))·(…)), for u < 2⁻⁹: ten terms leave less than 2⁻¹⁴⁰ over, and what each truncation
// loses shrinks on its way out.
Dyadic series(const Dyadic& u, int n) {
  Dyadic sum = 1;
  for (int k = 10; k >= 0; --k) {
    const int first = n + 2 * k;
    sum = Dyadic(1) - quotient(truncated(u * sum), first * (first + 1));
  }
  return sum;
}

}  // namespace

SpinTurn::SpinTurn(Vec3 angular_velocity, double begin, double middle, double reach) {
  std::frexp(norm_max(angular_velocity), &exponent_);
  const auto component = [&](double x) { return scaled(Dyadic(x), -exponent_); };
  axis_ = {component(angular_velocity.x), component(angular_velocity.y), component(angular_velocity.z)};
  square_ = dot(axis_, axis_);
  turn_until(scaled(Dyadic(middle) - Dyadic(begin), exponent_));
  turn_around(Dyadic(middle), reach);
}

// With δ how far the quaternion is from the true one: at first below 2⁻¹³², each squaring makes it at most 2.001·δ and
// adds less than 2⁻¹³³ by truncation, so that after k of them it is below 2^(k − 130) for k ≤ 40. Its direction is off
// by twice that, the rotation by four times.
void SpinTurn::turn_until(const Dyadic& time) {
  if (time.sign() == 0) return;
  std::int64_t exponent = 0;
  (square_ * time * time).fraction(exponent);  // the angle's square is below 2^exponent
  const int halvings = exponent + 8 > 0 ? static_cast<int>((exponent + 9) / 2) : 0;
  CLEARANCE_ASSERT(halvings <= 40);
  const Dyadic part = scaled(time, -halvings);
  const Dyadic u = truncated(Dyadic(0.25) * square_ * part * part);
  w_ = series(u, 1);
  sigma_ = truncated(series(u, 2) * Dyadic(0.5) * part);
  for (int k = 0; k < halvings; ++k) {
    const Dyadic w = w_ * w_ - sigma_ * sigma_ * square_;
    sigma_ = truncated(Dyadic(2) * w_ * sigma_);
    w_ = truncated(w);
  }
  error_ = error_ + Dyadic(std::ldexp(1.0, halvings - 128));
}

// S = Σ (−|ω′|²)ʲτ²ʲ⁺¹/(2j+1)!, C = Σ (−|ω′|²)ʲτ²ʲ⁺²/(2j+2)!: what is left out after j terms is less than the next one.
// A truncated coefficient is off by 2⁻¹³⁵, with τ below 1 and |ω′|² below 3: all of them by less than 2⁻¹³⁰.
void SpinTurn::turn_around(const Dyadic& middle, double reach) {
  if (!(reach > 0)) return;
  const double angle = std::ldexp(std::sqrt(square_.to_double()) * reach, exponent_) * (1 + 0x1p-40);
  CLEARANCE_ASSERT(angle <= 1);
  std::vector<Dyadic> of_sine, of_cosine;
  Dyadic power = 1;  // (−|ω′|²)ʲ/(2j)!
  double left = angle;
  for (int j = 0; j < kMostTerms && left > kEnough; ++j) {
    const Dyadic odd = quotient(power, 2 * j + 1), even = quotient(odd, 2 * j + 2);
    of_sine.push_back(odd), of_cosine.push_back(even);
    left = left * (angle / (2 * j + 2)) * (angle / (2 * j + 3));
    power = -truncated(even * square_);
  }
  const Dyadic unit = scaled(Dyadic(1), exponent_);
  const Polynomial since(std::vector<Dyadic>{-(middle * unit), unit}), square = since * since;
  const auto sum_of = [&](const std::vector<Dyadic>& c) {
    Polynomial sum;
    for (std::size_t k = c.size(); k-- > 0;) sum = sum * square + Polynomial(c[k]);
    return sum;
  };
  sine_ = sum_of(of_sine) * since;
  cosine_ = sum_of(of_cosine) * square;
  error_ = error_ + Dyadic(2 * left + 0x1p-128);
}

}  // namespace clearance::detail
