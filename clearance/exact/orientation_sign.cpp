#include <clearance/exact/approx.h>
#include <clearance/exact/orientation_sign.h>

namespace clearance::detail {

int orientation_filter(const PosedDifference& m0, const PosedDifference& m1, const PosedDifference& m2) {
  return proved_sign(dot(cross(approx(m0), approx(m1)), approx(m2)));
}

int orientation_exact(const PosedDifference& m0, const PosedDifference& m1, const PosedDifference& m2) {
  // The denominators are positive and each vector enters once, so the numerators alone have the sign.
  return dot(cross(exact(m0).numerator, exact(m1).numerator), exact(m2).numerator).sign();
}

int orientation_sign(const PosedDifference& m0, const PosedDifference& m1, const PosedDifference& m2) {
  const int sign = orientation_filter(m0, m1, m2);
  return sign != 0 ? sign : orientation_exact(m0, m1, m2);
}

}  // namespace clearance::detail
