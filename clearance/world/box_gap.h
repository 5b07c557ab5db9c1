// Question: how far apart are two boxes, or a half-space and a box, at least?
// Method:   the length of the gaps along the axes, rounded down by more than its few operations can lose.
// Proves:   no point of one is nearer to the other than that.
#pragma once

#include <clearance/bvh/box.h>
#include <clearance/math/pose.h>
#include <clearance/query/half_space_plane.h>
#include <clearance/shape/half_space.h>

#include <cmath>
#include <limits>

namespace clearance::detail {

inline double box_gap(const Box& a, const Box& b) {
  const auto along = [](double low_a, double high_a, double low_b, double high_b) {
    return larger(larger(low_b - high_a, low_a - high_b), 0);
  };
  const double x = along(a.low.x, a.high.x, b.low.x, b.high.x), y = along(a.low.y, a.high.y, b.low.y, b.high.y);
  const double z = along(a.low.z, a.high.z, b.low.z, b.high.z);
  const double most = larger(x, larger(y, z));
  // Below that products may underflow, and 0 is always right.
  if (!(most > 0x1p-900) || !std::isfinite(most)) return 0;
  const double u = x / most, v = y / most, w = z / most;  // at most 1
  // Three differences, three quotients, three products, two sums, a root and a product, each within 2⁻⁵³.
  return most * std::sqrt(u * u + v * v + w * w) * (1 - 0x1p-48);
}

// How high the lowest corner of a box stands over the plane of a half-space, times the length of the normal, and what
// rounding makes that off by.
struct WallHeight {
  WallHeight(const HalfSpace& space, const Pose& pose, const Box& box) {
    if (pose == Pose{})
      set(space.normal(), space.offset(), {}, box);
    else
      set_turned(world_plane(space, pose), box);
  }

  double height = 0, bound = 0;
  double length = 0;  // of the normal, within 2⁻⁴⁶ of it
  double most = 0;    // at least that length

 private:
  // Each of the operations rounds by at most 2⁻⁵³ of the sum of the sizes, and underflow by less than the least double
  // each.
  void set(Vec3 n, double offset, Vec3 translation, const Box& box) {
    const Vec3 lowest{n.x > 0 ? box.low.x : box.high.x, n.y > 0 ? box.low.y : box.high.y,
                      n.z > 0 ? box.low.z : box.high.z};
    const Vec3 from = lowest - translation;
    const double x = n.x * from.x, y = n.y * from.y, z = n.z * from.z;
    height = (x + y + z) - offset;
    bound = 0x1p-49 * (std::fabs(x) + std::fabs(y) + std::fabs(z) + std::fabs(offset)) + 0x1p-1070;
    length = norm(n), most = norm_one(n);
  }
  // Besides, each component of the normal is off by `error`, and the difference of two points by a rounding of it.
  void set_turned(const WorldPlane& plane, const Box& box) {
    set(plane.normal, plane.offset, plane.translation, box);
    const double far = larger(norm_max(box.low), norm_max(box.high)) + norm_max(plane.translation);
    bound += (3 * plane.error + 0x1p-49 * most) * far + plane.offset_error;
    most += 3 * plane.error;
    // Beyond that the errors of the plane are not what they say.
    if (!(most > 1 / kOrdinary && most < kOrdinary && far < kOrdinary && std::fabs(plane.offset) < kOrdinary))
      bound = std::numeric_limits<double>::infinity();
  }
};

inline double box_gap(const HalfSpace& space, const Pose& pose, const Box& box) {
  const WallHeight lowest(space, pose, box);
  const double height = lowest.height - lowest.bound;
  if (!(lowest.length > 0x1p-400 && lowest.length < 0x1p400) || !(height > 0) || !std::isfinite(height)) return 0;
  return larger(height / lowest.length * (1 - 0x1p-45) - 0x1p-1070, 0);
}

}  // namespace clearance::detail
