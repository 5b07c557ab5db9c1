// Question: which law does a measured growth follow?
// Method:   least squares of relative errors, so that small sizes count as much as large ones: y = c·x^p through the
//           logarithms, and y = a + b·log₂²x with a, b ≥ 0.
#pragma once

#include <bench/race/plot.h>

#include <span>

namespace clearance::bench {

struct PowerLaw {
  double factor = 0, exponent = 0;
  double off = 0;  // root mean square of the relative errors

  double at(double x) const;
};
// Points that are not positive are left out; zeros when fewer than two are left.
PowerLaw fit_power(std::span<const PlotPoint> points);

struct SquaredLogLaw {
  double constant = 0, factor = 0;
  double off = 0;

  double at(double x) const;
};
SquaredLogLaw fit_squared_log(std::span<const PlotPoint> points);

// The larger half of a sequence with rising x; never fewer than three points where there are three.
std::span<const PlotPoint> larger_half(std::span<const PlotPoint> points);

}  // namespace clearance::bench
