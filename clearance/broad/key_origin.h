// Question: from where are coordinates to be counted, for floats to tell boxes apart?
// Method:   from 0, unless most boxes lie much farther from there than from one another: then from where the middle one
//           of a sample lies. So a few boxes anywhere else change nothing.
// Proves:   nothing that needs it to be good: x − origin is monotone in x, rounding included, and that is all that the
//           keys of grids and trees rely on.
#pragma once

#include <clearance/bvh/box.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace clearance::detail {

inline Vec3 key_origin(std::span<const Box> boxes) {
  constexpr std::size_t kSamples = 64;
  constexpr double kFar = 256;  // times the spread: eight of a float's 24 digits
  double lows[3][kSamples];
  std::size_t count = 0;
  const std::size_t stride = boxes.size() / kSamples + 1;
  for (std::size_t k = 0; k < boxes.size(); k += stride) {
    const Vec3& low = boxes[k].low;
    if (!is_box(boxes[k]) || !std::isfinite(low.x + low.y + low.z)) continue;
    lows[0][count] = low.x, lows[1][count] = low.y, lows[2][count] = low.z;
    ++count;
  }
  if (count == 0) return {};
  double origin[3] = {};
  for (int axis = 0; axis < 3; ++axis) {
    double* const low = lows[axis];
    std::sort(low, low + count);
    const double middle = low[count / 2], spread = low[3 * count / 4] - low[count / 4];
    if (std::abs(middle) > kFar * spread) origin[axis] = middle;
  }
  return {origin[0], origin[1], origin[2]};
}

}  // namespace clearance::detail
