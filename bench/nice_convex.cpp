// Question: what do boxes and cylinders cost at nice poses, beside random ones and beside the peers?
// Method:   2000 pairs a row; means as in measure.h, percentiles as in nice.h, both without a cache.
#include <bench/nice_convex.h>
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
  switch (query) {
    case Query::Boolean:
      return decided_by(intersects(a, pose_a, b, pose_b));
    case Query::Distance:
      return decided_by(distance(a, pose_a, b, pose_b));
    case Query::Depth:
      return decided_by(penetration(a, pose_a, b, pose_b));
  }
  return Algorithm::Automatic;
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
  std::vector<Measurement> measurements;
  OurTail tail;
  double ns = 0;  // our mean
};

RowResult run_row(const Bodies& bodies, PoseKind kind, Query query, const Options& options, Report& report) {
  report.progress(format("nice: %s, %s, %s", bodies.name, to_string(kind), to_string(query)));
  const MeshPoses poses = nice_poses(kind, options.quick ? 100 : 2000);
  RowResult out{kind, judge_row(bodies.shape, bodies.shape, poses, query), {}, {}};
  const int passes = options.quick ? 2 : 15;
  out.measurements =
      measure(nice_methods(bodies.are_boxes), {&out.row.judged, 1}, query, passes, 0.1, nice_tolerance(query));
  out.tail = tail_of(out.row.judged.frames(), query, passes);
  out.ns = ours(out.measurements, "no cache").total.ns();
  return out;
}

// `random` is the first row of the kind.
void add_row(const Bodies& bodies, Query query, const RowResult& result, const RowResult& random, Table& table,
             Report& report) {
  const Record row = {{"bodies", bodies.name}, {"poses", to_string(result.kind)}, {"query", to_string(query)}};
  Record figures = row;
  const Record more = {{"separated", static_cast<std::int64_t>(result.row.statuses.separated)},
                       {"touching", static_cast<std::int64_t>(result.row.statuses.touching)},
                       {"penetrating", static_cast<std::int64_t>(result.row.statuses.penetrating)},
                       {"ns", result.ns},
                       {"ns_p999", result.tail.percentile},
                       {"big_number_share", result.tail.exact_share}};
  figures.insert(figures.end(), more.begin(), more.end());
  report.add(std::move(figures));
  add_measurements(row, result.measurements, report);

  Bars bars(row);
  if (&result != &random) bars.at_most("by random", result.ns / random.ns, NiceBars::kTimesRandom, report);
  if (query != Query::Depth) bars.at_most("p99.9", result.tail.percentile, NiceBars::kConvexPercentile, report);
  if (bodies.are_boxes && query == Query::Boolean) {
    bars.at_most("mean", result.ns, NiceBars::kBoxBoolean, report);
    for (const bool own_boxes : {false, true})
      if (const Measurement* const peer = fastest_right_peer(result.measurements, own_boxes))
        bars.at_most(format("by %s's %s", peer->package.c_str(), own_boxes ? "box" : "hull"),
                     result.ns / peer->total.ns(), 1, report);
  }
  std::vector<std::string> cells = {to_string(result.kind),
                                    result.row.statuses.text(),
                                    with_mistakes(format("%.0f", result.ns), ours(result.measurements, "no cache")),
                                    format("%.2f", result.ns / random.ns),
                                    format("%.0f", result.tail.percentile),
                                    format("%.2f %%", 100 * result.tail.exact_share)};
  for (const char* package : convex_peers(query)) {
    const Measurement* const peer = best_of(result.measurements, package);
    cells.push_back(peer == nullptr ? "" : with_mistakes(format("%.0f", peer->total.ns()), *peer));
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

const char* to_string(Query query) {
  return query == Query::Boolean ? "boolean" : query == Query::Distance ? "distance" : "depth";
}

Tolerance nice_tolerance(Query query) { return query == Query::Depth ? kTolerance : Tolerance{0, kNiceTolerance}; }

NiceRow judge_row(const Polytope& a, const Polytope& b, const MeshPoses& poses, Query query) {
  NiceRow out{{&a, &b, {}, {}, {}}, {}};
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Pose &pose_a = poses.a[i], &pose_b = poses.b[i];
    const Status status = intersects(a, pose_a, b, pose_b).status;
    out.statuses.add(status);
    Truth truth{status != Status::Separated, 0, 0, status == Status::Touching, false};
    truth.close = status == Status::Separated     ? distance(a, pose_a, b, pose_b).upper < kRounding
                  : status == Status::Penetrating ? penetration(a, pose_a, b, pose_b).upper < kRounding
                                                  : false;
    if (query == Query::Depth && status == Status::Separated) continue;
    if (query == Query::Distance) {
      const Distance found = distance(a, pose_a, b, pose_b);
      truth.lower = found.lower, truth.upper = found.upper;
    } else if (query == Query::Depth) {
      const Penetration found = penetration(a, pose_a, b, pose_b);
      truth.lower = found.lower, truth.upper = found.upper;
    }
    out.judged.pose_a.push_back(pose_a);
    out.judged.pose_b.push_back(pose_b);
    out.judged.truth.push_back(truth);
  }
  return out;
}

std::vector<Method> nice_methods(bool boxes) {
  std::vector<Method> out = peer_methods();
  if (boxes)
    for (const auto& methods : {fcl_box_methods(), bullet_box_methods(), ode_box_methods()})
      out.insert(out.end(), methods.begin(), methods.end());
  const std::vector<Method> own = our_methods();
  out.insert(out.end(), own.begin(), own.end());
  return out;
}

const Measurement* best_of(const std::vector<Measurement>& measurements, const std::string& package) {
  const Measurement* best = nullptr;
  const auto is_better = [](const Measurement& a, const Measurement& b) {
    if (a.is_trustworthy() != b.is_trustworthy()) return a.is_trustworthy();
    if (!a.is_trustworthy() && a.wrong() * b.total.frames != b.wrong() * a.total.frames)
      return a.wrong() * b.total.frames < b.wrong() * a.total.frames;
    return a.total.ns() < b.total.ns();
  };
  for (const Measurement& m : measurements)
    if (m.package == package && (best == nullptr || is_better(m, *best))) best = &m;
  return best;
}

const Measurement& ours(const std::vector<Measurement>& measurements, const std::string& name) {
  return *std::find_if(measurements.begin(), measurements.end(),
                       [&](const Measurement& m) { return m.package == "Clearance" && m.name == name; });
}

const Measurement* fastest_right_peer(const std::vector<Measurement>& measurements, bool own_boxes) {
  const Measurement* best = nullptr;
  for (const Measurement& m : measurements) {
    if (m.package == "Clearance" || !m.is_trustworthy() || m.name.starts_with("box") != own_boxes) continue;
    if (best == nullptr || m.total.ns() < best->total.ns()) best = &m;
  }
  return best;
}

void add_measurements(const Record& row, const std::vector<Measurement>& measurements, Report& report) {
  for (const Measurement& m : measurements) {
    Record record = row;
    const Record more = {{"library", m.package},         {"method", m.name},
                         {"ns", m.total.ns()},           {"frames", m.total.frames},
                         {"false_hits", m.false_hits},   {"misses", m.misses},
                         {"failures", m.failures},       {"off", m.off},
                         {"by_rounding", m.by_rounding}, {"touching_free", m.touching_free},
                         {"worst_error", m.worst_error}};
    record.insert(record.end(), more.begin(), more.end());
    report.add(std::move(record));
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
