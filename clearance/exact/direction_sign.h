// Question: does the vector from one posed vertex to another point along n or against it?
// Method:   sign of n·m, m = difference, n three doubles: bounded doubles, then exact numbers.
// Cost:     a few nanoseconds where the filter settles it, about a microsecond otherwise.
#pragma once

#include <clearance/exact/posed.h>

namespace clearance::detail {

// −1/+1, or 0 for "do not know". Any n and vertices; those that are not finite are not known.
int direction_filter(Vec3 n, const PosedDifference& m);
int direction_exact(Vec3 n, const PosedDifference& m);
int direction_sign(Vec3 n, const PosedDifference& m);

}  // namespace clearance::detail
