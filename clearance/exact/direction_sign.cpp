#include <clearance/exact/approx.h>
#include <clearance/exact/direction_sign.h>

namespace clearance::detail {

int direction_filter(Vec3 n, const PosedDifference& m) { return proved_sign(dot(ApproxVec{n, 0}, approx(m))); }

int direction_exact(Vec3 n, const PosedDifference& m) { return dot(exact(n), exact(m).numerator).sign(); }

int direction_sign(Vec3 n, const PosedDifference& m) {
  const int sign = direction_filter(n, m);
  return sign != 0 ? sign : direction_exact(n, m);
}

}  // namespace clearance::detail
