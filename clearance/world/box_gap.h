// Question: how far apart are two boxes, or a half-space and a box, at least?
// Method:   the length of the gaps along the axes, rounded down by more than its few operations can lose.
// Proves:   no point of one is nearer to the other than that.
#pragma once

#include <clearance/bvh/box.h>
#include <clearance/math/pose.h>
#include <clearance/shape/half_space.h>

#include <cmath>

namespace clearance {

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
    const bool is_turned = !(pose == Pose{});
    normal = is_turned ? pose.rotation() * space.normal() : space.normal();
    const Vec3 lowest{normal.x > 0 ? box.low.x : box.high.x, normal.y > 0 ? box.low.y : box.high.y,
                      normal.z > 0 ? box.low.z : box.high.z};
    const double x = normal.x * lowest.x, y = normal.y * lowest.y, z = normal.z * lowest.z;
    const double shift = is_turned ? dot(normal, pose.translation()) : 0;
    height = (x + y + z) - (space.offset() + shift);
    // Each of the operations rounds by at most 2⁻⁵³ of the sum of the sizes, and underflow by less than the least
    // double each. The entries of a rotation are off by a few 2⁻⁵³, whatever they are themselves.
    double sizes = std::fabs(x) + std::fabs(y) + std::fabs(z) + std::fabs(space.offset());
    if (is_turned) sizes += 16 * norm_one(space.normal()) * (norm_max(lowest) + norm_max(pose.translation()));
    bound = 0x1p-49 * sizes + 0x1p-1070;
  }

  Vec3 normal;
  double height = 0, bound = 0;
};

inline double box_gap(const HalfSpace& space, const Pose& pose, const Box& box) {
  const WallHeight lowest(space, pose, box);
  const double length = norm(lowest.normal), height = lowest.height - lowest.bound;
  if (!(length > 0x1p-400 && length < 0x1p400) || !(height > 0) || !std::isfinite(height)) return 0;
  return larger(height / length * (1 - 0x1p-48) - 0x1p-1070, 0);
}

}  // namespace clearance
