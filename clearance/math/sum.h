// Question: what is the sum of a few doubles, to either side, and what does rounding it leave out?
// Method:   Knuth's: the rounded sum of two and its error are both doubles, and their sum is exact. Of more: a list of
//           doubles that do not overlap, each term added to all before it (Shewchuk's growing expansion).
// Cannot:   sums beyond the largest double.
#pragma once

#include <cmath>
#include <limits>

namespace clearance::detail {

// x + y − s, exactly, for s = fl(x + y) (Knuth).
inline double error_of_sum(double x, double y, double s) {
  const double y_part = s - x, x_part = s - y_part;
  return (x - x_part) + (y - y_part);
}

// x + y rounded down or up to a double.
inline double sum_down(double x, double y) {
  const double s = x + y;
  return error_of_sum(x, y, s) < 0 ? std::nextafter(s, -std::numeric_limits<double>::infinity()) : s;
}
inline double sum_up(double x, double y) {
  const double s = x + y;
  return error_of_sum(x, y, s) > 0 ? std::nextafter(s, std::numeric_limits<double>::infinity()) : s;
}

// The sum of some doubles, exactly: parts that do not overlap, the smallest first, zeros among them.
template <int kCount>
class ExactSum {
 public:
  explicit ExactSum(const double (&terms)[kCount]) {
    for (const double term : terms)
      if (term != 0) add(term);
  }

  int sign() const {
    for (int k = count_ - 1; k >= 0; --k)
      if (part_[k] != 0) return part_[k] > 0 ? 1 : -1;
    return 0;
  }
  // A double that is not above it, or not below it, and next to the nearest such.
  double down() const {
    double near = rounded();
    while (compare(near) < 0) near = std::nextafter(near, -std::numeric_limits<double>::infinity());
    return near;
  }
  double up() const {
    double near = rounded();
    while (compare(near) > 0) near = std::nextafter(near, std::numeric_limits<double>::infinity());
    return near;
  }
  // Sign of what is left without `value`.
  int compare(double value) const {
    double terms[kCount + 1];
    for (int k = 0; k < kCount; ++k) terms[k] = k < count_ ? part_[k] : 0;
    terms[kCount] = -value;
    return ExactSum<kCount + 1>(terms).sign();
  }

 private:
  double rounded() const {
    double near = 0;
    for (int k = 0; k < count_; ++k) near += part_[k];
    return near;
  }
  void add(double term) {
    for (int k = 0; k < count_; ++k) {
      const double sum = term + part_[k];
      part_[k] = error_of_sum(term, part_[k], sum);
      term = sum;
    }
    part_[count_++] = term;
  }

  double part_[kCount] = {};
  int count_ = 0;
};

}  // namespace clearance::detail
