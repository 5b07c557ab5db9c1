// Question: a height goes from g to h over a window of time, and may lie below that line by up to 4·blur·u·(1 − u) at a
//           share u of it. When may it be 0 first?
// Method:   the smaller root of 4·blur·u² − (g − h + 4·blur)·u + g, in doubles.
// Proves:   the height is above 0 before the share that it returns: all roundings count against it. kNever: throughout.
//           Nothing of what is no number.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

// g and h are exact, and blur is not less than it should be.
inline double first_zero(double g, double h, double blur) {
  if (!(g > 0)) return 0;
  if (h > 0 && std::sqrt(g) + std::sqrt(h) > 2 * std::sqrt(blur) * (1 + 0x1p-40)) return kNever;
  // As shares of their size, for the squares of very small or very large heights are no doubles.
  const double size = g + std::fabs(h) + 4 * blur;
  const double first = g / size, bend = 4 * (blur / size), b = first - h / size + bend;
  if (!(first > 0x1p-500)) return 0;
  // Where both roots are nearly one, what the difference of squares loses counts by its root.
  const double root = std::sqrt(std::max(b * b - 4 * bend * first, 0.0) + 0x1p-46);
  const double u = 2 * first / (b + root) * (1 - 0x1p-40);
  return u < 1 ? u : 1;
}

}  // namespace clearance::detail
