// Question: how fast is the exact hull beside Qhull, which is not exact?
// Method:   points on a sphere, all of them extreme up to rounding: the worst case for a hull. Best of the repetitions.
#include <bench/experiments.h>
#include <bench/peers/qhull.h>
#include <bench/race/timer.h>
#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>

#include <algorithm>
#include <limits>

namespace clearance::bench {
using namespace detail;
namespace {

constexpr double kBar = 1.5;  // times Qhull's time, at most

std::vector<Vec3> sphere(std::size_t count) {
  Random random(count);
  std::vector<Vec3> points;
  while (points.size() < count) {
    const Vec3 v = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double length = norm(v);
    if (length > 0.1 && length <= 1) points.push_back(v / length);
  }
  return points;
}

}  // namespace

void run_hull(const Options& options, Report& report) {
  Table table("Convex hull of points on a sphere  [ms]");
  table.row({"", "Clearance", "Qhull", "ratio", "to reach", "vertices", "Qhull's", "faces", "Qhull's"});
  for (const std::size_t count : {std::size_t{10'000}, std::size_t{100'000}}) {
    report.progress(format("hull: %zu points", count));
    const std::vector<Vec3> points = sphere(count);
    double ours = std::numeric_limits<double>::infinity();
    QhullResult peer;
    int vertices = 0, faces = 0;
    for (int repetition = 0; repetition < (options.quick ? 1 : 5); ++repetition) {
      const Timer timer;
      const Result<Polytope> made = convex_hull(points);
      ours = std::min(ours, timer.seconds());
      vertices = made->vertex_count();
      faces = made->face_count();
      const QhullResult theirs = qhull(points);
      if (repetition == 0 || theirs.seconds < peer.seconds) peer = theirs;
    }
    const double ratio = ours / peer.seconds;
    table.row({format("%zu points", count), format("%.1f", 1e3 * ours), format("%.1f", 1e3 * peer.seconds),
               format("%.2f", ratio), format("≤ %g %s", kBar, ratio <= kBar ? "met" : "MISSED"),
               std::to_string(vertices), std::to_string(peer.vertices), std::to_string(faces),
               std::to_string(peer.facets)});
    report.add(Record{{"points", static_cast<std::int64_t>(count)},
                      {"ms", 1e3 * ours},
                      {"qhull_ms", 1e3 * peer.seconds},
                      {"ratio", ratio},
                      {"to_reach", kBar},
                      {"met", ratio <= kBar},
                      {"vertices", std::int64_t{vertices}},
                      {"faces", std::int64_t{faces}},
                      {"qhull_ok", peer.ok},
                      {"qhull_vertices", std::int64_t{peer.vertices}},
                      {"qhull_facets", std::int64_t{peer.facets}}});
  }
  report.add(std::move(table));
}

}  // namespace clearance::bench
