// Question: where do the experiments' random poses and motions come from?
// Method:   own random numbers (base/random.h) and sqrt alone, so that they are the same bits on every machine.
#pragma once

#include <clearance/base/random.h>
#include <clearance/math/pose.h>

#include <cmath>

namespace clearance::bench {
using namespace detail;

inline Vec3 random_direction(Random& random) {
  for (;;) {
    const Vec3 v = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double length = norm(v);
    if (length > 0.1 && length <= 1) return v / length;
  }
}

inline Vec3 random_point(Random& random, double half) {
  return {random.uniform(-half, half), random.uniform(-half, half), random.uniform(-half, half)};
}

// Uniform over all rotations: a uniform point of the unit ball in four dimensions, of any length.
inline Quat random_rotation(Random& random) {
  for (;;) {
    const Quat q = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double squared = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if (squared > 0.01 && squared <= 1) return q;
  }
}

inline Quat normalised_product(Quat p, Quat q) {
  const Quat r = {p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                  p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
  const double length = std::sqrt(r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z);
  return {r.w / length, r.x / length, r.y / length, r.z / length};
}

// A turn by an angle about an axis of unit length, given the tangent of half the angle: no library function decides the
// bits.
inline Quat turn(Vec3 axis, double half_angle_tangent) {
  return {1, half_angle_tangent * axis.x, half_angle_tangent * axis.y, half_angle_tangent * axis.z};
}

}  // namespace clearance::bench
