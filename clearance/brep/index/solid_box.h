// Question: is a point certainly not near a solid, and is a tolerance one that can be taken?
// Method:   the box of the solid, made larger by the tolerance and the point's error.
#pragma once

#include <clearance/shape/mesh.h>

namespace clearance::detail {

inline bool is_tolerance(double tolerance, const Mesh& mesh) { return tolerance >= 0 && tolerance <= mesh.size(); }

// Along an axis, beyond the high (+1) or the low (−1) end. The difference rounds by less than what the factor adds.
inline bool is_beyond(const Mesh& mesh, Vec3 x, int axis, int side, double margin) {
  const double over = side > 0 ? x[axis] - mesh.box_high()[axis] : mesh.box_low()[axis] - x[axis];
  return over > margin * (1 + 0x1p-50);
}
inline bool is_beyond(const Mesh& mesh, Vec3 x, double margin) {
  for (int axis = 0; axis < 3; ++axis)
    if (is_beyond(mesh, x, axis, 1, margin) || is_beyond(mesh, x, axis, -1, margin)) return true;
  return false;
}

}  // namespace clearance::detail
