// Question: how long is a vector, and where does it point, when its square would overflow or vanish?
// Method:   everything relative to its largest component; in doubles, for finding places, not for deciding. No part of
//           the interface.
#pragma once

#include <clearance/math/vec3.h>

#include <cmath>

namespace clearance::detail {

// v/|v|, for v of any finite length; 0 for 0.
inline Vec3 unit_of(Vec3 v) {
  const double size = norm_max(v);
  if (!(size > 0) || !std::isfinite(size)) return {};
  const Vec3 scaled = v / size;
  return scaled / norm(scaled);
}

inline double length_of(Vec3 v) {
  const double size = norm_max(v);
  return size > 0 && std::isfinite(size) ? size * norm(v / size) : size;
}

// Of the triangle, of unit length; 0 where its edges are parallel.
inline Vec3 normal_of(Vec3 a, Vec3 b, Vec3 c) { return unit_of(cross(unit_of(b - a), unit_of(c - a))); }

}  // namespace clearance::detail
