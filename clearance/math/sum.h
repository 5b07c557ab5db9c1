// Question: what is the sum of two doubles, to either side, and what does rounding it leave out?
// Method:   Knuth's: the rounded sum and its error are both doubles, and their sum is exact.
#pragma once

#include <cmath>
#include <limits>

namespace clearance {

namespace detail {
// x + y − s, exactly, for s = fl(x + y) (Knuth).
inline double error_of_sum(double x, double y, double s) {
  const double y_part = s - x, x_part = s - y_part;
  return (x - x_part) + (y - y_part);
}
}  // namespace detail

// x + y rounded down or up to a double.
inline double sum_down(double x, double y) {
  const double s = x + y;
  return detail::error_of_sum(x, y, s) < 0 ? std::nextafter(s, -std::numeric_limits<double>::infinity()) : s;
}
inline double sum_up(double x, double y) {
  const double s = x + y;
  return detail::error_of_sum(x, y, s) > 0 ? std::nextafter(s, std::numeric_limits<double>::infinity()) : s;
}

}  // namespace clearance
