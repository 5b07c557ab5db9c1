// Question: how are three differences of posed vertices turned; on which side of the plane of 0, m0, m1 is m2?
// Method:   sign of det(m0, m1, m2) = (m0 × m1)·m2: bounded doubles, then exact numbers.
// Cost:     some twenty nanoseconds where the filter settles it, a few microseconds otherwise.
#pragma once

#include <clearance/exact/posed.h>

namespace clearance::detail {

// −1/+1, or 0 for "do not know".
int orientation_filter(const PosedDifference& m0, const PosedDifference& m1, const PosedDifference& m2);
// 0 when the three lie in one plane with the origin.
int orientation_exact(const PosedDifference& m0, const PosedDifference& m1, const PosedDifference& m2);
int orientation_sign(const PosedDifference& m0, const PosedDifference& m1, const PosedDifference& m2);

}  // namespace clearance::detail
