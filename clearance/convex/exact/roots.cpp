#include <clearance/convex/exact/roots.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

int clamp_exponent(std::int64_t exponent) { return static_cast<int>(std::clamp<std::int64_t>(exponent, -4000, 4000)); }

bool square_at_most(double x, const Dyadic& numerator, const Dyadic& denominator) {
  return compare(Dyadic(x) * Dyadic(x) * denominator, numerator) <= 0;
}

// Within a few units of the root, over- and underflow included.
double rough_root(const Dyadic& numerator, const Dyadic& denominator) {
  if (numerator.sign() == 0) return 0;
  std::int64_t up = 0, down = 0;
  double ratio = numerator.fraction(up) / denominator.fraction(down);
  std::int64_t exponent = up - down;
  if (exponent % 2 != 0) ratio *= 2, --exponent;
  const double root = std::ldexp(std::sqrt(ratio), clamp_exponent(exponent / 2));
  return std::fmin(root, std::numeric_limits<double>::max());
}

}  // namespace

double square_root_below(const Dyadic& numerator, const Dyadic& denominator) {
  double x = rough_root(numerator, denominator);
  while (!square_at_most(x, numerator, denominator)) x = std::nextafter(x, 0.0);
  for (;;) {
    const double next = std::nextafter(x, kInfinity);
    if (next == kInfinity || !square_at_most(next, numerator, denominator)) return x;
    x = next;
  }
}

double square_root_above(const Dyadic& numerator, const Dyadic& denominator) {
  const double x = square_root_below(numerator, denominator);
  if (compare(Dyadic(x) * Dyadic(x) * denominator, numerator) == 0) return x;
  return std::nextafter(x, kInfinity);
}

double approximate_ratio(const Dyadic& numerator, const Dyadic& denominator) {
  std::int64_t up = 0, down = 0;
  const double ratio = numerator.fraction(up) / denominator.fraction(down);
  return std::ldexp(ratio, clamp_exponent(up - down));
}

}  // namespace clearance::detail
