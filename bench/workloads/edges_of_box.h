// The edges of a polytope that is a box centred on its origin: what peers make their own boxes of.
#pragma once

#include <clearance/shape/polytope.h>

#include <algorithm>

namespace clearance::bench {

inline Vec3 edges_of_box(const Polytope& box) {
  Vec3 half;
  for (int v = 0; v < box.vertex_count(); ++v) {
    const Vec3 p = box.vertex(v);
    half = {std::max(half.x, p.x), std::max(half.y, p.y), std::max(half.z, p.z)};
  }
  return 2 * half;
}

}  // namespace clearance::bench
