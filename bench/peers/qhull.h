// Qhull's convex hull of points in space, through its re-entrant C interface.
#pragma once

#include <clearance/math/vec3.h>

#include <span>

namespace clearance::bench {

struct QhullResult {
  double seconds = 0;  // in qh_new_qhull alone; the copy of the points it may change is made before
  int vertices = 0, facets = 0;
  bool ok = false;
};

QhullResult qhull(std::span<const Vec3> points);

}  // namespace clearance::bench
