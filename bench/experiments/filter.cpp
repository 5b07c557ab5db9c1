// Question: how often can doubles with error bounds not decide, so that exact arithmetic has to? What does each cost?
// Method:   counts W1 frames decided by the exact tier, and failures of single predicates' filters on random points;
//           then one sign is timed, by the kind of the poses.
#include <bench/experiments.h>
#include <bench/race/timer.h>
#include <bench/workloads/nice_poses.h>
#include <bench/workloads/w1.h>
#include <clearance/base/random.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>
#include <clearance/exact/direction_sign.h>
#include <clearance/exact/distance_compare.h>
#include <clearance/exact/edge_cross_sign.h>
#include <clearance/exact/integer_pair.h>
#include <clearance/exact/orient3d.h>
#include <clearance/exact/orientation_sign.h>
#include <clearance/exact/plane_side_sign.h>

#include <algorithm>
#include <limits>

namespace clearance::bench {
using namespace detail;
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

// One sign: (edge of a × edge of b) · (vertex of b − vertex of a) for vertices of unit boxes, which touch or nearly do
// where poses are nice. In integers the pair is made once and asked for several signs, as a confirmed contact does, so
// both are timed; big numbers begin anew with every sign. All signs are compared with those of big numbers.
constexpr int kSigns = 16;  // of each pair of poses

struct Sign {
  Vec3 a0, a1, b0, b1;  // the edges
  Vec3 from, to;        // the difference
};

std::vector<Sign> make_signs() {
  const Polytope cube = box({1, 1, 1});
  Random random(800);
  const auto vertex = [&] { return cube.vertex(static_cast<int>(random.below(8))); };
  std::vector<Sign> out;
  while (out.size() < kSigns) {
    const Vec3 a0 = vertex(), a1 = vertex(), b0 = vertex(), b1 = vertex(), from = vertex(), to = vertex();
    if (!(a0 == a1) && !(b0 == b1)) out.push_back({a0, a1, b0, b1, from, to});
  }
  return out;
}

template <class Pair>
int sign_in(Pair& pair, const Sign& s) {
  return dot(cross(pair.edge_a(s.a0, s.a1), pair.edge_b(s.b0, s.b1)), pair.difference(s.from, s.to)).sign();
}

int exact_sign(const Pose& a, const Pose& b, const Sign& s) {
  return edge_cross_exact({s.a0, s.a1, a}, {s.b0, s.b1, b}, {{s.from, a}, {s.to, b}});
}
int filter_sign(const Pose& a, const Pose& b, const Sign& s) {
  return edge_cross_filter({s.a0, s.a1, a}, {s.b0, s.b1, b}, {{s.from, a}, {s.to, b}});
}

double reach_of(const Pose& a, const Pose& b) { return 0.5 + norm_max(b.translation() - a.translation()); }

// The shortest of several passes over all poses, in nanoseconds per pair of poses.
template <class Visit>
double time_of(const MeshPoses& poses, int repetitions, const Visit& visit) {
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < repetitions; ++k) {
    const Timer timer;
    for (std::size_t i = 0; i < poses.size(); ++i) visit(poses.a[i], poses.b[i]);
    best = std::min(best, timer.seconds());
  }
  return 1e9 * best / static_cast<double>(poses.size());
}

// `Pair` must hold what is in the poses; pairs that do not hold, or whose sign is not the exact one, are counted.
template <class Pair>
void add_row(const char* name, const char* width, const MeshPoses& poses, int repetitions, Table& table,
             Report& report) {
  const std::vector<Sign> signs = make_signs();
  std::int64_t undecided = 0, unheld = 0, different = 0, zero = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    Pair pair(poses.a[i], poses.b[i], reach_of(poses.a[i], poses.b[i]));
    for (const Sign& sign : signs) {
      const int in_integers = sign_in(pair, sign), exact = exact_sign(poses.a[i], poses.b[i], sign);
      undecided += filter_sign(poses.a[i], poses.b[i], sign) == 0 ? 1 : 0;
      different += in_integers != exact ? 1 : 0;
      zero += exact == 0 ? 1 : 0;
    }
    unheld += pair.holds() ? 0 : 1;
  }
  const double in_doubles = time_of(poses, repetitions, [&](const Pose& a, const Pose& b) {
    for (const Sign& sign : signs) keep(filter_sign(a, b, sign));
  });
  const double made =
      time_of(poses, repetitions, [&](const Pose& a, const Pose& b) { keep(Pair(a, b, reach_of(a, b))); });
  const double in_integers = time_of(poses, repetitions, [&](const Pose& a, const Pose& b) {
    Pair pair(a, b, reach_of(a, b));
    for (const Sign& sign : signs) keep(sign_in(pair, sign));
  });
  const double in_big_numbers = time_of(poses, repetitions, [&](const Pose& a, const Pose& b) {
    for (const Sign& sign : signs) keep(exact_sign(a, b, sign));
  });
  const double asked = static_cast<double>(kSigns * poses.size()), one = (in_integers - made) / kSigns;
  table.row({name, width, format("%.0f", in_doubles / kSigns),
             format("%.0f %%", 100 * static_cast<double>(undecided) / asked), format("%.0f", one), format("%.0f", made),
             format("%.0f", in_big_numbers / kSigns), format("%.0f %%", 100 * static_cast<double>(zero) / asked),
             format("%lld", static_cast<long long>(different)), format("%lld", static_cast<long long>(unheld))});
  report.add(Record{{"poses", name},
                    {"bits", width},
                    {"ns_doubles", in_doubles / kSigns},
                    {"undecided_share", static_cast<double>(undecided) / asked},
                    {"ns_integers", one},
                    {"ns_making_the_pair", made},
                    {"ns_big_numbers", in_big_numbers / kSigns},
                    {"zero_share", static_cast<double>(zero) / asked},
                    {"different", different},
                    {"pairs_not_held", unheld}});
}

// Over so many pairs of poses of each kind.
void report_sign_costs(int pairs, int repetitions, Report& report) {
  Table table("One sign, (edge × edge) · difference, by the kind of the poses  [ns per sign]");
  table.row(
      {"", "bits", "doubles", "undecided", "integers", "and per pair", "big numbers", "zero", "different", "not held"});
  report.progress("filter: one sign");
  add_row<AlignedPair>("axes into axes: quarter turns, tenths", "128", nice_poses(PoseKind::Quarters, pairs),
                       repetitions, table, report);
  add_row<AlikePair>("the same quaternion: turned alike, tenths", "256", nice_poses(PoseKind::Alike, pairs),
                     repetitions, table, report);
  add_row<TurnedPair<1>>("any, of one limb: small integers, tenths", "384", nice_poses(PoseKind::SmallIntegers, pairs),
                         repetitions, table, report);
  add_row<TurnedPair<2>>("any, of two limbs: eighths of a turn, tenths", "640", nice_poses(PoseKind::Eighths, pairs),
                         repetitions, table, report);
  report.add(std::move(table));
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
