// Question: between which doubles does √(N/D) − r lie, or r − √(N/D), for exact numbers N ≥ 0, D > 0 and r ≥ 0?
// Method:   (N/D − r²) / (√(N/D) + r) loses nothing to cancellation, since N − r²D is exact; the doubles beside it are
//           then compared exactly.
// Cost:     a few comparisons of squares.
#pragma once

#include <clearance/exact/dyadic.h>

namespace clearance::detail {

// The largest double x ≥ 0 with x ≤ √(N/D) − r, or 0 where there is none.
double excess_below(const Dyadic& numerator, const Dyadic& denominator, const Dyadic& r);
// The smallest double x ≥ 0 with x ≥ √(N/D) − r.
double excess_above(const Dyadic& numerator, const Dyadic& denominator, const Dyadic& r);
// The same of r − √(N/D).
double shortfall_below(const Dyadic& numerator, const Dyadic& denominator, const Dyadic& r);
double shortfall_above(const Dyadic& numerator, const Dyadic& denominator, const Dyadic& r);
// The smallest double x with x ≥ r + √(N/D).
double sum_above(const Dyadic& numerator, const Dyadic& denominator, const Dyadic& r);

}  // namespace clearance::detail
