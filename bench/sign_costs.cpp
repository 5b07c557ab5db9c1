// Method:   the sign of (edge of a × edge of b) · (vertex of b − vertex of a) for vertices of unit boxes, which touch
//           or nearly do where poses are nice. In integers the pair is made once and asked for several signs, as a
//           confirmed contact does, so both are timed; big numbers begin anew with every sign. All signs are compared
//           with those of big numbers.
#include <bench/race/timer.h>
#include <bench/sign_costs.h>
#include <bench/workloads/nice_poses.h>
#include <clearance/base/random.h>
#include <clearance/build/primitives.h>
#include <clearance/exact/edge_cross_sign.h>
#include <clearance/exact/integer_pair.h>

#include <algorithm>
#include <limits>

namespace clearance::bench {
namespace {

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

}  // namespace

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

}  // namespace clearance::bench
