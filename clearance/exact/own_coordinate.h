// Question: is a coordinate of the world, exactly, one of the body's own, up to its sign and the translation?
// Method:   row k of the turn is ± one axis. The identity and quarter turns leave every coordinate so, a turn about an
//           axis of the world the one along it; then no product rounds, and nothing but sums is left.
// Proves:   what it says, of the pose's source (CONTRACT §1), not of its matrix in doubles: |q|² ∓ M(q)ₖⱼ is a sum of
//           squares, which is zero where both are.
#pragma once

#include <clearance/base/simd.h>
#include <clearance/math/pose.h>

namespace clearance::detail {

struct OwnCoordinate {
  int axis = -1;    // of the body; −1: none is
  double sign = 0;  // 1 or −1

  bool is_exact() const { return axis >= 0; }
  double of(Vec3 v) const { return sign * v[axis]; }
  // The largest of(v) of a body within this box.
  double highest(Vec3 low, Vec3 high) const { return sign > 0 ? high[axis] : -low[axis]; }
  double lowest(Vec3 low, Vec3 high) const { return sign > 0 ? low[axis] : -high[axis]; }
};

// Of the world's coordinate k: 0, 1, 2.
CLEARANCE_INLINE OwnCoordinate own_coordinate(const Pose& pose, int k) {
  const Vec3 row = pose.rotation().row[k];
  const int axis = row.x != 0 ? 0 : row.y != 0 ? 1 : 2;
  const double entry = row[axis];
  const bool is_axis = (entry == 1 || entry == -1) && (axis == 2 || row.z == 0) && (axis > 0 || row.y == 0);
  if (!is_axis) return {};
  if (pose.kind() == Pose::Kind::Matrix) return {axis, entry};
  const Quat q = pose.quaternion();
  const Vec3 part{q.x, q.y, q.z};
  const int next = (k + 1) % 3, after = (k + 2) % 3;
  bool holds = false;
  if (axis == k) {
    holds = entry > 0 ? part[next] == 0 && part[after] == 0 : q.w == 0 && part[k] == 0;
  } else {
    // M(q)ₖⱼ = 2(qₖqⱼ ∓ w·q of the third axis), minus where j follows k.
    const double third = part[3 - k - axis] * (axis == next ? -entry : entry);
    holds = part[k] == entry * part[axis] && q.w == third;
  }
  return holds ? OwnCoordinate{axis, entry} : OwnCoordinate{};
}

}  // namespace clearance::detail
