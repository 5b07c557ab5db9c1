// Question: between which doubles does the square root of a fraction of exact numbers lie?
#pragma once

#include <clearance/exact/dyadic.h>

namespace clearance::detail {

// The largest double x ≥ 0 with x² ≤ numerator/denominator, for numerator ≥ 0, denominator > 0.
double square_root_below(const Dyadic& numerator, const Dyadic& denominator);
// The smallest double x ≥ 0 with x² ≥ numerator/denominator; infinity when there is none.
double square_root_above(const Dyadic& numerator, const Dyadic& denominator);
// numerator/denominator to within a few units in the last place, for weights; denominator > 0.
double approximate_ratio(const Dyadic& numerator, const Dyadic& denominator);

}  // namespace clearance::detail
