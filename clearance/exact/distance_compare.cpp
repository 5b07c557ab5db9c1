#include <clearance/exact/approx.h>
#include <clearance/exact/distance_compare.h>

namespace clearance::detail {
namespace {

Approx squared_length(const ApproxVec& m) { return dot(m, m); }

// |m|² as a fraction.
struct Squared {
  Dyadic numerator, denominator;
};
Squared squared_length(const ExactDifference& m) {
  return {dot(m.numerator, m.numerator), m.denominator * m.denominator};
}

int compare_fractions(const Squared& a, const Squared& b) {
  return compare(a.numerator * b.denominator, b.numerator * a.denominator);
}

}  // namespace

int distance_compare_filter(const PosedDifference& m0, const PosedDifference& m1) {
  return proved_sign(squared_length(approx(m0)) - squared_length(approx(m1)));
}

int distance_compare_exact(const PosedDifference& m0, const PosedDifference& m1) {
  return compare_fractions(squared_length(exact(m0)), squared_length(exact(m1)));
}

int distance_compare_sign(const PosedDifference& m0, const PosedDifference& m1) {
  const int sign = distance_compare_filter(m0, m1);
  return sign != 0 ? sign : distance_compare_exact(m0, m1);
}

int distance_compare_filter(const PosedDifference& m, double d) {
  return proved_sign(squared_length(approx(m)) - squared_length(ApproxVec{{d, 0, 0}, 0}));
}

int distance_compare_exact(const PosedDifference& m, double d) {
  return compare_fractions(squared_length(exact(m)), {Dyadic(d) * Dyadic(d), Dyadic(1.0)});
}

int distance_compare_sign(const PosedDifference& m, double d) {
  const int sign = distance_compare_filter(m, d);
  return sign != 0 ? sign : distance_compare_exact(m, d);
}

}  // namespace clearance::detail
