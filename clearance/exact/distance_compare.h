// Question: which of two differences of posed vertices is longer; is one longer than d?
// Method:   sign of |m0|² − |m1|², or of |m|² − d²: bounded doubles, then exact numbers.
// Cost:     some ten nanoseconds where the filter settles it, a few microseconds otherwise.
#pragma once

#include <clearance/exact/posed.h>

namespace clearance::detail {

// −1/+1 as the first is shorter or longer, or 0 for "do not know".
int distance_compare_filter(const PosedDifference& m0, const PosedDifference& m1);
int distance_compare_exact(const PosedDifference& m0, const PosedDifference& m1);
int distance_compare_sign(const PosedDifference& m0, const PosedDifference& m1);

// The same against a length d, finite and ≥ 0.
int distance_compare_filter(const PosedDifference& m, double d);
int distance_compare_exact(const PosedDifference& m, double d);
int distance_compare_sign(const PosedDifference& m, double d);

}  // namespace clearance::detail
