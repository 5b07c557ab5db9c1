// Question: what do boxes and cylinders cost at nice poses, beside random ones and beside the peers?
// Method:   2000 pairs a row; means and percentiles as in race.h, both without a cache.
#include <bench/experiments/nice/nice_convex.h>
#include <bench/peers/bullet.h>
#include <bench/peers/clearance.h>
#include <bench/peers/fcl.h>
#include <bench/peers/ode.h>
#include <bench/race/timer.h>
#include <clearance/convex/query.h>

namespace clearance::bench {
namespace {

constexpr PoseKind kBoxRows[] = {PoseKind::Random,        PoseKind::RandomPlaces, PoseKind::Tenths,
                                 PoseKind::BothTenths,    PoseKind::Quarters,     PoseKind::Eighths,
                                 PoseKind::SmallIntegers, PoseKind::Alike};
constexpr PoseKind kCylinderRows[] = {PoseKind::Random, PoseKind::Tenths};

struct Bodies {
  const char* name;
  Polytope shape;
  bool are_boxes;
  std::span<const PoseKind> rows;
};

// What our query says beyond its answer.
struct OurTail {
  double percentile = 0;   // nanoseconds
  double exact_share = 0;  // decided by big numbers
};

Algorithm ask(const Frames& frames, std::size_t i, Query query) {
  const Polytope &a = *frames.a, &b = *frames.b;
  const Pose &pose_a = frames.pose_a[i], &pose_b = frames.pose_b[i];
  const auto decided_by = [](const auto& answer) {
    keep(answer);
    return answer.decided_by;
  };
  if (query == Query::Boolean) return decided_by(intersects(a, pose_a, b, pose_b));
  if (query == Query::Distance) return decided_by(distance(a, pose_a, b, pose_b));
  return decided_by(penetration(a, pose_a, b, pose_b));
}

OurTail tail_of(const Frames& frames, Query query, int passes) {
  const std::size_t count = frames.pose_a.size();
  std::size_t exact = 0;
  for (std::size_t i = 0; i < count; ++i) exact += ask(frames, i, query) == Algorithm::Exact ? 1 : 0;
  const std::vector<double> times = latencies(count, passes, 10, [&](std::size_t i) { ask(frames, i, query); });
  return {percentile_999(times), count == 0 ? 0 : static_cast<double>(exact) / static_cast<double>(count)};
}

struct RowResult {
  PoseKind kind;
  NiceRow row;
  std::vector<RaceResult> measurements;
  OurTail tail;
  double ns = 0;  // our mean
};

RowResult run_row(const Bodies& bodies, PoseKind kind, Query query, const Options& options, Report& report) {
  report.progress(format("nice: %s, %s, %s", bodies.name, to_string(kind), to_string(query)));
  const MeshPoses poses = nice_poses(kind, options.quick ? 100 : 2000);
  RowResult out{kind, judge_row(bodies.shape, bodies.shape, poses, query), {}, {}};
  const int passes = options.quick ? 2 : 15;
  out.measurements = race_hulls(nice_methods(bodies.are_boxes), {&out.row.judged, 1}, query,
                                {.repetitions = passes, .longest_pass = 0.1}, nice_tolerance(query));
  out.tail = tail_of(out.row.judged.frames(), query, passes);
  out.ns = ours(out.measurements, "no cache").ns();
  return out;
}

// `random` is the first row of the kind.
void add_row(const Bodies& bodies, Query query, const RowResult& result, const RowResult& random, Table& table,
             Report& report) {
  const Record row = {{"bodies", bodies.name}, {"poses", to_string(result.kind)}, {"query", to_string(query)}};
  report.add(joined({row, Record{{"separated", static_cast<std::int64_t>(result.row.statuses.separated)},
                                 {"touching", static_cast<std::int64_t>(result.row.statuses.touching)},
                                 {"penetrating", static_cast<std::int64_t>(result.row.statuses.penetrating)},
                                 {"ns", result.ns},
                                 {"ns_p999", result.tail.percentile},
                                 {"big_number_share", result.tail.exact_share}}}));
  add_measurements(row, result.measurements, report);

  Bars bars(row);
  if (&result != &random) bars.at_most("by random", result.ns / random.ns, NiceBars::kTimesRandom, report);
  if (query != Query::Depth) bars.at_most("p99.9", result.tail.percentile, NiceBars::kConvexPercentile, report);
  if (bodies.are_boxes && query == Query::Boolean) {
    bars.at_most("mean", result.ns, NiceBars::kBoxBoolean, report);
    for (const bool own_boxes : {false, true})
      if (const RaceResult* const peer = fastest_right_peer(result.measurements, own_boxes))
        bars.at_most(format("by %s's %s", peer->package.c_str(), own_boxes ? "box" : "hull"), result.ns / peer->ns(), 1,
                     report);
  }
  std::vector<std::string> cells = {to_string(result.kind),
                                    result.row.statuses.text(),
                                    with_mistakes(format("%.0f", result.ns), ours(result.measurements, "no cache")),
                                    format("%.2f", result.ns / random.ns),
                                    format("%.0f", result.tail.percentile),
                                    format("%.2f %%", 100 * result.tail.exact_share)};
  for (const char* package : convex_peers(query)) {
    const RaceResult* const peer = best_of(result.measurements, package);
    cells.push_back(peer == nullptr ? "" : with_mistakes(format("%.0f", peer->ns()), *peer));
  }
  cells.push_back(bars.text());
  table.row(std::move(cells));
}

void run_bodies(const Bodies& bodies, Query query, const Options& options, Report& report) {
  std::vector<RowResult> results;
  for (const PoseKind kind : bodies.rows) results.push_back(run_row(bodies, kind, query, options, report));
  Table table(format("%s: %s  [ns per query (clearly wrong, by a rounding, touching called free)]", bodies.name,
                     to_string(query)));
  std::vector<std::string> head = {"", "sep/touch/pen", "Clearance", "by random", "p99.9", "big"};
  for (const char* package : convex_peers(query)) head.emplace_back(package);
  head.emplace_back("to reach");
  table.row(std::move(head));
  for (const RowResult& result : results) add_row(bodies, query, result, results[0], table, report);
  report.add(std::move(table));
}

}  // namespace

std::span<const char* const> convex_peers(Query query) {
  static constexpr const char* kPeers[] = {"FCL", "Bullet", "ODE", "libccd"};
  return {kPeers, query == Query::Distance ? 2u : 4u};
}

Tolerance nice_tolerance(Query query) { return query == Query::Depth ? kTolerance : Tolerance{0, kNiceTolerance}; }

NiceRow judge_row(const Polytope& a, const Polytope& b, const MeshPoses& poses, Query query) {
  NiceRow out{{a, b, {}, {}, {}}, {}};
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Pose &pose_a = poses.a[i], &pose_b = poses.b[i];
    const Status status = intersects(a, pose_a, b, pose_b).status;
    out.statuses.add(status);
    if (query == Query::Depth && status == Status::Separated) continue;
    Truth truth = hull_truth(a, pose_a, b, pose_b, status, query);
    truth.close = status == Status::Separated     ? distance(a, pose_a, b, pose_b).upper < kRounding
                  : status == Status::Penetrating ? penetration(a, pose_a, b, pose_b).upper < kRounding
                                                  : false;
    out.judged.pose_a.push_back(pose_a);
    out.judged.pose_b.push_back(pose_b);
    out.judged.truth.push_back(truth);
  }
  return out;
}

std::vector<Method> nice_methods(bool boxes) {
  const std::vector<Method> own_boxes =
      boxes ? joined({fcl_box_methods(), bullet_box_methods(), ode_box_methods()}) : std::vector<Method>();
  return joined({peer_methods(), own_boxes, our_methods()});
}

const RaceResult& ours(const std::vector<RaceResult>& measurements, const std::string& name) {
  return *std::find_if(measurements.begin(), measurements.end(),
                       [&](const RaceResult& m) { return m.is_ours() && m.name == name; });
}

const RaceResult* fastest_right_peer(const std::vector<RaceResult>& results, bool own_boxes) {
  return fastest(results, [=](const RaceResult& r) {
    return !r.is_ours() && r.is_trustworthy() && r.name.starts_with("box") == own_boxes;
  });
}

void add_measurements(const Record& row, const std::vector<RaceResult>& measurements, Report& report) {
  for (const RaceResult& m : measurements) {
    report.add(joined({row, Record{{"library", m.package},
                                   {"method", m.name},
                                   {"ns", m.ns()},
                                   {"frames", m.frames},
                                   {"false_hits", m.false_hits},
                                   {"misses", m.misses},
                                   {"failures", m.failures},
                                   {"off", m.off},
                                   {"by_rounding", m.by_rounding},
                                   {"touching_free", m.touching_free},
                                   {"worst_error", m.worst_error}}}));
  }
}

void run_nice_convex(const Options& options, Report& report) {
  const Bodies all[] = {{"unit boxes", box({1, 1, 1}), true, kBoxRows},
                        {"cylinders of 32 sides", make_cylinder(0.5, 1, 32).value(), false, kCylinderRows}};
  for (const Bodies& bodies : all)
    for (const Query query : {Query::Boolean, Query::Distance, Query::Depth})
      run_bodies(bodies, query, options, report);
}

}  // namespace clearance::bench
