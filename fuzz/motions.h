// Motions that the fuzzers make of their input: in eighths, turned by small whole quaternions, so that features meet
// exactly, slide along each other and graze. At instants that are sixteenths every pose is exact in doubles.
#pragma once

#include <clearance/clearance.h>
#include <fuzz/bytes.h>

#include <vector>

namespace clearance {

inline Polytope hull(Bytes& bytes) {
  std::vector<Vec3> points;
  for (int count = 1 + bytes.next() % 4; count > 0; --count) points.push_back(bytes.point_in_eighths());
  return convex_hull(points).value();
}

inline Pose pose(Bytes& bytes) {
  const auto small = [&] { return static_cast<double>(bytes.next() % 5) - 2; };
  const double w = 1 + bytes.next() % 3, x = small(), y = small(), z = small();
  return rotation({w, x, y, z}, bytes.point_in_eighths());
}

// Quaternions have w > 0, so no two are opposite.
inline Motion motion(Bytes& bytes) {
  const Pose start = pose(bytes);
  switch (bytes.next() % 5) {
    case 0:
      return Motion::rest(start);
    case 1:
      return Motion::linear(start, bytes.point_in_eighths()).value();
    case 2: {
      const Vec3 velocity = bytes.point_in_eighths();
      return Motion::flight(start, {velocity, bytes.point_in_eighths(), {}, {}}).value();
    }
    case 3:
      return Motion::to(start, moved_to(start, bytes.point_in_eighths()).value(), 1).value();
    default:
      return Motion::to(start, pose(bytes), 1).value();
  }
}

}  // namespace clearance
