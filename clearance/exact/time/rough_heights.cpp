// Why 2⁻⁴⁴·Q bounds the error of a coefficient over a window from the share x to the share y: with all signs positive
// the sums that it is made of come to no more than Σ|q_k|·yᵏ ≤ Q; each term passes through fewer than 5·12 roundings,
// of 2⁻⁵³ each; q_k itself is truncated, by 2⁻⁵²; and x and y are off by 2⁻⁵¹, which moves a coefficient by no more
// than 12·Q as much each: below 2⁻⁴⁵ in all. The rest is for the product with a point and its sum.
#include <clearance/exact/time/rough_heights.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kError = 0x1p-44;
// Numbers are scaled so that the largest is about 1: what they lose to underflow is far below this.
constexpr double kLost = 0x1p-1000;

// p(low + share·length) in powers of the share.
std::vector<Dyadic> over(const Polynomial& p, const Dyadic& low, const Dyadic& length) {
  std::vector<Dyadic> q;
  for (int k = 0; k <= p.degree(); ++k) q.push_back(p[static_cast<std::size_t>(k)]);
  for (std::size_t i = 0; i + 1 < q.size(); ++i)
    for (std::size_t k = q.size() - 1; k-- > i;) q[k] = q[k] + low * q[k + 1];
  Dyadic power = 1;
  for (Dyadic& c : q) c = c * power, power = power * length;
  return q;
}

// √x, x ≥ 0, within 2⁻⁵⁰ of it.
double root_of(const Dyadic& x) {
  std::int64_t exponent = 0;
  double fraction = x.fraction(exponent);
  if (exponent % 2 != 0) fraction *= 2, exponent -= 1;
  const std::int64_t half = std::clamp<std::int64_t>(exponent / 2, -4000, 4000);
  return std::ldexp(std::sqrt(fraction), static_cast<int>(half));
}

struct Length {
  double least, most;
};
Length length_of(const Polynomial& square, const Dyadic& low, const Dyadic& length) {
  const std::vector<Dyadic> q = over(square, low, length);
  Dyadic least = q.empty() ? Dyadic() : q[0], most = least;
  for (std::size_t k = 1; k < q.size(); ++k) {
    const Dyadic size = q[k].sign() < 0 ? -q[k] : q[k];
    least = least - size, most = most + size;
  }
  return {least.sign() > 0 ? root_of(least) * (1 - 0x1p-48) : 0, root_of(most) * (1 + 0x1p-48)};
}

// C(i, k)/C(d, k) for k up to i, by the one before.
double next_weight(double weight, int i, int k, int d) { return weight * (i - k) / (d - k); }

}  // namespace

RoughHeights::RoughHeights(const HeightForm& form, double low, double high) : low_(low), high_(high) {
  const Dyadic from = low, length = Dyadic(high) - from;
  const Length size = length_of(form.length_square(), from, length);
  // A length that is hardly a double has no bits to round.
  if (!(size.most > 0x1p-900 && size.most < kInfinity && high - low < kInfinity)) return;
  rounding_ = 1 - size.least / size.most + 0x1p-40;
  const PolynomialVec& along = form.along();
  const std::vector<Dyadic> exactly[5] = {over(along.x, from, length), over(along.y, from, length),
                                          over(along.z, from, length), over(form.level(), from, length),
                                          over(form.scale() * Polynomial(Dyadic(size.most)), from, length)};
  int degree = 0;
  std::int64_t top = std::numeric_limits<std::int64_t>::min(), exponent = 0;
  for (const std::vector<Dyadic>& q : exactly) {
    degree = std::max(degree, static_cast<int>(q.size()) - 1);
    for (const Dyadic& c : q)
      if (c.sign() != 0) c.fraction(exponent), top = std::max(top, exponent);
  }
  if (degree > kMostDegree) return;
  degree_ = degree;
  for (int f = 0; f < 5; ++f) {
    sum_[f] = 0;
    for (int k = 0; k <= degree; ++k) {
      q_[f][k] = 0;
      if (k >= static_cast<int>(exactly[f].size())) continue;
      const double fraction = exactly[f][static_cast<std::size_t>(k)].fraction(exponent);
      q_[f][k] = std::ldexp(fraction, static_cast<int>(std::max<std::int64_t>(exponent - top, -2000)));
      sum_[f] += std::fabs(q_[f][k]);
    }
  }
}

RoughHeights::Window RoughHeights::window(double from, double to) const {
  Window made;
  made.reach_rounding = rounding_;
  if (degree_ < 0) {
    made.level[0] = made.reach[0] = 0;
    made.along_error = made.reach_error = 0;
    made.level_error = kInfinity;
    return made;
  }
  const int d = made.degree = degree_;
  // A base of one instant is constant.
  const double x = high_ > low_ ? share(from) : 0, length = high_ > low_ ? share(to) - x : 0;
  double b[5][kMostDegree + 1];
  for (int f = 0; f < 5; ++f) {
    double c[kMostDegree + 1];
    for (int k = 0; k <= d; ++k) c[k] = q_[f][k];
    for (int i = 0; i < d; ++i)
      for (int k = d; k-- > i;) c[k] += x * c[k + 1];
    double power = 1;
    for (int k = 0; k <= d; ++k) c[k] *= power, power *= length;
    for (int i = 0; i <= d; ++i) {
      double value = 0, weight = 1;
      for (int k = 0; k <= i; ++k) {
        value += weight * c[k];
        if (k < i) weight = next_weight(weight, i, k, d);
      }
      b[f][i] = value;
    }
  }
  for (int i = 0; i <= d; ++i) {
    made.along[i] = {b[0][i], b[1][i], b[2][i]};
    made.level[i] = b[3][i], made.reach[i] = b[4][i];
  }
  made.along_error = kError * (sum_[0] + sum_[1] + sum_[2]) + kLost;
  made.level_error = kError * sum_[3] + kLost;
  made.reach_error = kError * sum_[4] + kLost;
  return made;
}

bool RoughHeights::Window::is_surely_below(int i, Vec3 v, double distance) const {
  const double room = error(norm_one(v), distance) + distance * std::fabs(reach[i]) * reach_rounding;
  return coefficient(i, v, distance) + room < 0;
}

bool RoughHeights::Window::is_surely_below_throughout(Vec3 v, double distance) const {
  for (int i = 0; i <= degree; ++i)
    if (!is_surely_below(i, v, distance)) return false;
  return true;
}

// The lower hull is the lower envelope of the lines between any two of its points.
double first_crossing(const double* b, int degree) {
  if (!(b[0] > 0)) return 0;
  double first = kInfinity;
  for (int k = 1; k <= degree; ++k) {
    if (b[k] > 0) continue;
    if (std::isnan(b[k])) return 0;
    for (int j = 0; j < k; ++j) {
      if (!(b[j] > 0)) continue;
      const double share = (j + (k - j) * (b[j] / (b[j] - b[k]))) / degree;
      if (!(share < first)) {
        if (std::isnan(share)) return 0;
        continue;
      }
      first = share;
    }
  }
  if (first == kInfinity) return first;
  return first > 0 ? first * (1 - 0x1p-40) : 0;
}

}  // namespace clearance::detail
