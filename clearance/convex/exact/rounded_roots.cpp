#include <clearance/convex/exact/rounded_roots.h>

#include <clearance/convex/exact/roots.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Sign of length − √(N/D), for a length of any sign.
int compare_root(const Dyadic& length, const Dyadic& numerator, const Dyadic& denominator) {
  if (length.sign() < 0) return -1;
  return compare(length * length * denominator, numerator);
}

// |√(N/D) − r| to within a few units in the last place.
double rough_difference(const Dyadic& numerator, const Dyadic& denominator, const Dyadic& r) {
  const Dyadic difference = numerator - r * r * denominator;
  const Dyadic sum = Dyadic(square_root_below(numerator, denominator)) + r;
  if (difference.sign() == 0 || sum.sign() == 0) return 0;
  const Dyadic distance = difference.sign() < 0 ? -difference : difference;
  return std::fmin(approximate_ratio(distance, denominator * sum), std::numeric_limits<double>::max());
}

// The largest double from `x` downwards or upwards, not below 0, that `fits`; whatever fits, all that is smaller does.
template <class Fits>
double largest_that(double x, const Fits& fits) {
  while (x > 0 && !fits(x)) x = std::nextafter(x, 0.0);
  for (;;) {
    const double next = std::nextafter(x, kInfinity);
    if (next == kInfinity || !fits(next)) return x;
    x = next;
  }
}

// The smallest double ≥ 0 that `fits`; whatever fits, all that is larger does.
template <class Fits>
double smallest_that(double x, const Fits& fits) {
  while (x < kInfinity && !fits(x)) x = std::nextafter(x, kInfinity);
  while (x > 0 && fits(std::nextafter(x, 0.0))) x = std::nextafter(x, 0.0);
  return x;
}

}  // namespace

double excess_below(const Dyadic& numerator, const Dyadic& denominator, const Dyadic& r) {
  if (r.sign() == 0) return square_root_below(numerator, denominator);
  if (compare_root(r, numerator, denominator) >= 0) return 0;
  return largest_that(rough_difference(numerator, denominator, r),
                      [&](double x) { return compare_root(Dyadic(x) + r, numerator, denominator) <= 0; });
}

double excess_above(const Dyadic& numerator, const Dyadic& denominator, const Dyadic& r) {
  if (r.sign() == 0) return square_root_above(numerator, denominator);
  if (compare_root(r, numerator, denominator) >= 0) return 0;
  return smallest_that(rough_difference(numerator, denominator, r),
                       [&](double x) { return compare_root(Dyadic(x) + r, numerator, denominator) >= 0; });
}

double shortfall_below(const Dyadic& numerator, const Dyadic& denominator, const Dyadic& r) {
  if (compare_root(r, numerator, denominator) <= 0) return 0;
  return largest_that(rough_difference(numerator, denominator, r),
                      [&](double x) { return compare_root(r - Dyadic(x), numerator, denominator) >= 0; });
}

double shortfall_above(const Dyadic& numerator, const Dyadic& denominator, const Dyadic& r) {
  if (compare_root(r, numerator, denominator) <= 0) return 0;
  return smallest_that(rough_difference(numerator, denominator, r),
                       [&](double x) { return compare_root(r - Dyadic(x), numerator, denominator) <= 0; });
}

double sum_above(const Dyadic& numerator, const Dyadic& denominator, const Dyadic& r) {
  const Dyadic rough = Dyadic(square_root_below(numerator, denominator)) + r;
  return smallest_that(rough.to_double(),
                       [&](double x) { return compare_root(Dyadic(x) - r, numerator, denominator) >= 0; });
}

}  // namespace clearance::detail
