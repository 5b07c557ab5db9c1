#include <bench/peers/qhull.h>
#include <bench/race/timer.h>

#include <cstdio>
#include <vector>

extern "C" {
#include <libqhull_r/libqhull_r.h>
#include <libqhull_r/mem_r.h>
}

namespace clearance::bench {

QhullResult qhull(std::span<const Vec3> points) {
  std::vector<double> coordinates;
  coordinates.reserve(3 * points.size());
  for (const Vec3 p : points) coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
  qhT state;
  qh_zero(&state, stderr);
  char command[] = "qhull";  // default options: facets within rounding of coplanar are merged
  QhullResult result;
  const Timer timer;
  const int status =
      qh_new_qhull(&state, 3, static_cast<int>(points.size()), coordinates.data(), False, command, nullptr, nullptr);
  result.seconds = timer.seconds();
  result.ok = status == 0;
  result.vertices = state.num_vertices;
  result.facets = state.num_facets;
  int kept = 0, kept_total = 0;
  qh_freeqhull(&state, qh_ALL);
  qh_memfreeshort(&state, &kept, &kept_total);
  return result;
}

}  // namespace clearance::bench
