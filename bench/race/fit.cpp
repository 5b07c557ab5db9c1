#include <bench/race/fit.h>

#include <algorithm>
#include <cmath>

namespace clearance::bench {
namespace {

template <class Law>
double relative_error(const Law& law, std::span<const PlotPoint> points) {
  double sum = 0, count = 0;
  for (const PlotPoint& p : points) {
    if (!(p.x > 0 && p.y > 0)) continue;
    const double off = law.at(p.x) / p.y - 1;
    sum += off * off;
    ++count;
  }
  return count == 0 ? 0 : std::sqrt(sum / count);
}

double squared_log(double x) { return std::log2(x) * std::log2(x); }

}  // namespace

double PowerLaw::at(double x) const { return factor * std::pow(x, exponent); }
double SquaredLogLaw::at(double x) const { return constant + factor * squared_log(x); }

PowerLaw fit_power(std::span<const PlotPoint> points) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const PlotPoint& p : points) {
    if (!(p.x > 0 && p.y > 0)) continue;
    const double x = std::log(p.x), y = std::log(p.y);
    ++n, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  const double spread = n * sxx - sx * sx;
  if (n < 2 || !(spread > 0)) return {};
  PowerLaw law;
  law.exponent = (n * sxy - sx * sy) / spread;
  law.factor = std::exp((sy - law.exponent * sx) / n);
  law.off = relative_error(law, points);
  return law;
}

SquaredLogLaw fit_squared_log(std::span<const PlotPoint> points) {
  // Rows (1, log²x)/y against 1.
  double s11 = 0, s12 = 0, s22 = 0, t1 = 0, t2 = 0;
  for (const PlotPoint& p : points) {
    if (!(p.x > 0 && p.y > 0)) continue;
    const double u = 1 / p.y, v = squared_log(p.x) / p.y;
    s11 += u * u, s12 += u * v, s22 += v * v, t1 += u, t2 += v;
  }
  const double spread = s11 * s22 - s12 * s12;
  if (!(spread > 0)) return {};
  SquaredLogLaw law{(t1 * s22 - t2 * s12) / spread, (s11 * t2 - s12 * t1) / spread};
  if (law.constant < 0) law = {0, t2 / s22};
  if (law.factor < 0) law = {t1 / s11, 0};
  law.off = relative_error(law, points);
  return law;
}

std::span<const PlotPoint> larger_half(std::span<const PlotPoint> points) {
  const std::size_t count = std::min(points.size(), std::max<std::size_t>(3, (points.size() + 1) / 2));
  return points.last(count);
}

}  // namespace clearance::bench
