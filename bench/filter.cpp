// Question: how often can doubles with error bounds not decide, so that exact arithmetic has to? What does each cost?
// Method:   counts W1 frames decided by the exact tier, and failures of single predicates' filters on random points;
//           sign_costs.h times one sign.
#include <bench/experiments.h>
#include <bench/sign_costs.h>
#include <bench/workloads/w1.h>
#include <clearance/base/random.h>
#include <clearance/convex/query.h>
#include <clearance/exact/direction_sign.h>
#include <clearance/exact/distance_compare.h>
#include <clearance/exact/edge_cross_sign.h>
#include <clearance/exact/orient3d.h>
#include <clearance/exact/orientation_sign.h>
#include <clearance/exact/plane_side_sign.h>

namespace clearance::bench {
namespace {

constexpr double kBar = 1e-4;  // a filter that fails more often on random input is a bug

void add(const std::string& what, std::int64_t failed, std::int64_t asked, Table& table, Report& report) {
  const double share = static_cast<double>(failed) / static_cast<double>(asked);
  table.row({what, std::to_string(failed), std::to_string(asked), format("%.2g", share),
             format("< %g %s", kBar, share < kBar ? "met" : "MISSED")});
  report.add(Record{{"what", what},
                    {"failed", failed},
                    {"asked", asked},
                    {"share", share},
                    {"to_reach", kBar},
                    {"met", share < kBar}});
}

std::int64_t exact_frames(const W1Scene& scene) {
  ConvexCache cache;
  std::int64_t exact = 0;
  for (std::size_t i = 0; i < scene.pose_a.size(); ++i) {
    const Intersection found = intersects(scene.a, scene.pose_a[i], scene.b, scene.pose_b[i], cache);
    if (found.decided_by == Algorithm::Exact) ++exact;
  }
  return exact;
}

void count_queries(int frames, Table& table, Report& report) {
  for (const Motion motion : kMotions) {
    std::int64_t exact = 0, asked = 0;
    for (const int n : kSizes) {
      report.progress(format("filter: intersects, %s, n = %d", to_string(motion), n));
      for (const TestShape shape : kShapes) exact += exact_frames(w1_scene(shape, n, motion, frames)), asked += frames;
    }
    add(std::string("intersects, W1, ") + to_string(motion), exact, asked, table, report);
  }
}

Vec3 random_point(Random& random) { return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; }

// Vertices of the unit cube under two of W1's random poses; every predicate sees the same ones.
void count_predicates(int calls, Table& table, Report& report) {
  constexpr int kPoses = 1000;
  const W1Scene scene = w1_scene(TestShape::Ellipsoid, 20, Motion::RandomPoses, kPoses);
  Random random(1);
  std::int64_t orient3d = 0, orient2d = 0, direction = 0, plane_side = 0, edge_cross = 0, orientation = 0, compare = 0;
  for (int i = 0; i < calls; ++i) {
    Vec3 p[6];
    for (Vec3& point : p) point = random_point(random);
    orient3d += orient3d_filter(p[0], p[1], p[2], p[3]) == kUnsure;
    orient2d += orient2d_filter(p[0], p[1], p[2], i % 3) == kUnsure;

    const Pose &a = scene.pose_a[static_cast<std::size_t>(i % kPoses)],
               &b = scene.pose_b[static_cast<std::size_t>(i % kPoses)];
    const PosedDifference m0 = {{p[0], a}, {p[1], b}}, m1 = {{p[2], a}, {p[3], b}}, m2 = {{p[4], a}, {p[5], b}};
    direction += direction_filter(p[2], m0) == 0;
    plane_side += plane_side_filter({p[2], p[3], p[4], a}, m0) == 0;
    edge_cross += edge_cross_filter({p[2], p[3], a}, {p[4], p[5], b}, m0) == 0;
    orientation += orientation_filter(m0, m1, m2) == 0;
    compare += distance_compare_filter(m0, m1) == 0;
  }
  add("orient3d", orient3d, calls, table, report);
  add("orient2d", orient2d, calls, table, report);
  add("direction", direction, calls, table, report);
  add("plane_side", plane_side, calls, table, report);
  add("edge_cross", edge_cross, calls, table, report);
  add("orientation", orientation, calls, table, report);
  add("distance_compare", compare, calls, table, report);
}

}  // namespace

void run_filter(const Options& options, Report& report) {
  Table table("Filters that could not decide");
  table.row({"", "failed", "asked", "share", "to reach"});
  count_queries(options.quick ? 500 : 10'000, table, report);
  report.progress("filter: predicates");
  count_predicates(options.quick ? 100'000 : 2'000'000, table, report);
  report.add(std::move(table));
  report_sign_costs(options.quick ? 50 : 1000, options.quick ? 2 : 7, report);
}

}  // namespace clearance::bench
