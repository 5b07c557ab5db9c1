// Question: may a closed segment meet a box?
// Method:   the separating axes of a segment and a box: the three of the box, and its three cross products with the
//           segment.
// Proves:   "no" is right, whatever was rounded; overflow, NaN and infinite ends end in "yes" where they matter.
// Cannot:   say no when the gap is within rounding: it is a filter.
#pragma once

#include <clearance/bvh/box.h>

#include <cmath>
#include <limits>

namespace clearance::detail {

namespace segment_box {

// Along one axis of the box: exact.
inline bool ends_before(double low, double high, double from, double to) {
  return (from < low && to < low) || (from > high && to > high);
}

// In the plane of two axes: the box is all on one side of the line. With c the box's centre seen from `from`, h its
// half size and d the segment, |c₁d₂ − c₂d₁| > h₁|d₂| + h₂|d₁|; twice that, so that nothing is halved.
// Each sum of two ends errs by at most 3u(|low| + |high| + 2|from|), u = 2⁻⁵³, d by a factor 1 + u; products,
// difference and the right side add 3u of terms no larger. 16u of the sums of sizes covers all; the smallest normal
// number covers underflow.
inline bool misses_line(double low1, double high1, double from1, double d1, double low2, double high2, double from2,
                        double d2) {
  constexpr double kShare = 16 * 0x1p-53;
  const double centre1 = (low1 - from1) + (high1 - from1), centre2 = (low2 - from2) + (high2 - from2);
  const double gap = std::abs(centre1 * d2 - centre2 * d1);
  const double reach = (high1 - low1) * std::abs(d2) + (high2 - low2) * std::abs(d1);
  const double size1 = std::abs(low1) + std::abs(high1) + 2 * std::abs(from1);
  const double size2 = std::abs(low2) + std::abs(high2) + 2 * std::abs(from2);
  const double error = kShare * (size1 * std::abs(d2) + size2 * std::abs(d1)) + std::numeric_limits<double>::min();
  return gap > reach + error && gap < kInfiniteEnd;
}

}  // namespace segment_box

inline bool segment_may_meet(const Box& box, const Vec3& from, const Vec3& to) {
  using segment_box::ends_before, segment_box::misses_line;
  const Vec3 &low = box.low, &high = box.high, d = to - from;
  return !ends_before(low.x, high.x, from.x, to.x) && !ends_before(low.y, high.y, from.y, to.y) &&
         !ends_before(low.z, high.z, from.z, to.z) &&
         !misses_line(low.x, high.x, from.x, d.x, low.y, high.y, from.y, d.y) &&
         !misses_line(low.y, high.y, from.y, d.y, low.z, high.z, from.z, d.z) &&
         !misses_line(low.z, high.z, from.z, d.z, low.x, high.x, from.x, d.x);
}

}  // namespace clearance::detail
