// Bodies in motion for the tests of the checkers.
#pragma once

#include <clearance/proof/check_timeline.h>

#include <limits>
#include <vector>

namespace clearance::detail::test {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Corners of a cube from −1 to 1, numbered by bits: 1 is +x, 2 is +y, 4 is +z.
inline std::vector<Vec3> cube() {
  std::vector<Vec3> corners(8);
  for (unsigned k = 0; k < 8; ++k) corners[k] = {k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0};
  return corners;
}
inline const std::vector<Vec3> kCube = cube();

inline PointsInMotion moving(const Motion& motion, double radius = 0) { return {kCube, motion, radius}; }
inline PointsInMotion at_rest(Vec3 t = {}) { return moving(Motion::rest(translation(t))); }
inline PointsInMotion flying(Vec3 t, Vec3 velocity) { return moving(Motion::linear(translation(t), velocity).value()); }
// An eighth of a turn about z in one unit of time, at a place.
inline PointsInMotion turning(Vec3 t, Quat end = {2, 0, 0, 1}) {
  return moving(Motion::to(translation(t), rotation(end, t), 1).value());
}

inline TimeSpan along(Vec3 n, double from, double to) {
  TimeSpan span;
  span.from = from, span.to = to;
  span.plane.normal = n;
  return span;
}
inline const TimeSpan kX = along({1, 0, 0}, 0, 1);

}  // namespace clearance::detail::test
