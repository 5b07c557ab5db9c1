#include "axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace clearance::cli {
namespace {

// Half, so that nothing overflows.
double half_length(const Axis& axis) { return axis.high / 2 - axis.low / 2; }

double nice_step(double at_least) {
  const double power = std::pow(10, std::floor(std::log10(at_least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= at_least) return factor * power;
  return 10 * power;
}

}  // namespace

double Axis::operator()(double value) const {
  const double share = (value / 2 - low / 2) / half_length(*this);
  return from + share * (to - from);
}

std::vector<Tick> Axis::ticks(int most) const {
  std::vector<Tick> ticks;
  const double step = nice_step(half_length(*this) / (0.5 * most));
  const double begin = low / step, end = high / step;  // in steps, rounded
  if (!(step > 0) || !(std::max(std::fabs(begin), std::fabs(end)) < 0x1p40)) return ticks;
  const double first = std::ceil(begin - 0x1p-50 * std::fabs(begin));
  const double last = std::floor(end + 0x1p-50 * std::fabs(end));
  const double largest = std::max({std::fabs(first), std::fabs(last), 1.0});
  const int digits = 2 + static_cast<int>(std::log10(largest));
  for (auto k = static_cast<std::int64_t>(first); k <= static_cast<std::int64_t>(last); ++k) {
    const double value = static_cast<double>(k) * step;
    ticks.push_back({value, fmt::format("{:.{}g}", value, digits)});
  }
  return ticks;
}

Axis widened(Axis axis) {
  if (axis.low < axis.high) return axis;
  const double room = std::max(std::fabs(axis.low), 1e-3) / 2;
  return {axis.low - room, axis.high + room, axis.from, axis.to};
}

}  // namespace clearance::cli
