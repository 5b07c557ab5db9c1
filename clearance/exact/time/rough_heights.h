// Question: how high are points over a moving plane throughout a window of time, as far as doubles can tell?
// Method:   the polynomials that all points share (height_form.h), rounded once, as coefficients in Bernstein's basis
//           over any part of the time they were made for. The value of a point lies between its least and its largest
//           coefficient, and above what the lower hull of them says.
// Proves:   bounds: every rounding is in `along_error`, `level_error` and `reach_error`. What overflows bounds nothing.
// Cost:     some microseconds to make, a tenth of one for a window, a few nanoseconds for a point.
// Notation: u = 2⁻⁵³; q_k the coefficients over [low, high] in powers of the share of it; Q = Σ|q_k|.
#pragma once

#include <clearance/exact/time/height_form.h>

#include <limits>

namespace clearance::detail {

class RoughHeights {
 public:
  static constexpr int kMostDegree = 12;

  // From one time to a later one; a form of a higher degree is bounded by nothing.
  RoughHeights(const HeightForm& form, double low, double high);

  double low() const { return low_; }
  double high() const { return high_; }

  // Σ bᵢ·Bᵢ(share of the window) with bᵢ = along[i]·v + level[i] − distance·reach[i]: its sign is that of a point's
  // height less a distance, the latter rounded up.
  struct Window {
    int degree = 0;
    Vec3 along[kMostDegree + 1];
    double level[kMostDegree + 1], reach[kMostDegree + 1];
    double along_error, level_error, reach_error;
    double reach_rounding;  // a share of the reach that it may be too large by

    // Of points no farther from 0 than `size` in the sum of their coordinates.
    double error(double size, double distance) const {
      return along_error * size + level_error + reach_error * distance;
    }
    double coefficient(int i, Vec3 v, double distance) const {
      return dot(along[i], v) + level[i] - distance * reach[i];
    }
    // Surely lower than the distance when the window ends; and at every instant of it.
    bool is_surely_below_at_end(Vec3 v, double distance) const { return is_surely_below(degree, v, distance); }
    bool is_surely_below_throughout(Vec3 v, double distance) const;

   private:
    bool is_surely_below(int i, Vec3 v, double distance) const;
  };
  // Times within those it was made for.
  Window window(double from, double to) const;

 private:
  double share(double time) const { return (time - low_) / (high_ - low_); }

  double low_, high_;
  int degree_ = -1;               // −1: nothing is bounded
  double q_[5][kMostDegree + 1];  // along x, y, z, level, reach
  double sum_[5];
  double rounding_ = 0;
};

// The first share of a window at which a function above its Bernstein coefficients' lower hull may be 0 or less,
// rounded down; infinite where it may not.
double first_crossing(const double* coefficients, int degree);

}  // namespace clearance::detail
