// Question: how long is a vector at most, however small or large its components are?
// Method:   squares of what is beyond 2^±500 are no doubles: there the sum of the components, which is never shorter.
#pragma once

#include <clearance/math/vec3.h>

namespace clearance::detail {

// Not less than |v|, but for three roundings; where squares do not leave the range, no more either.
inline double length_bound(Vec3 v) {
  const double length = norm(v), sum = norm_one(v);
  return length > 0x1p-480 && length < sum ? length : sum;
}

}  // namespace clearance::detail
