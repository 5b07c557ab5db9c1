// Question: what does each of the places cost in which people put two boxes, the first time and again?
// Method:   the same pair at the same place, again and again, without a cache (cold) and with one (warm), beside the
//           peers. A hull that was modelled far from its own origin has distances that doubles cannot certify.
#include <bench/experiments/nice/nice_cases.h>
#include <bench/experiments/nice/nice_convex.h>
#include <clearance/build/convex_hull.h>
#include <clearance/convex/query.h>

namespace clearance::bench {
namespace {

Polytope moved(const Polytope& shape, Vec3 by) {
  std::vector<Vec3> points;
  for (int v = 0; v < shape.vertex_count(); ++v) points.push_back(shape.vertex(v) + by);
  return convex_hull(points).value();
}

bool is_asked(const NiceCase& one, Query query) {
  return query == Query::Distance || (one.are_boxes && (query == Query::Boolean || one.status != Status::Separated));
}

Algorithm decided_by(const NiceCase& one, Query query) {
  if (query == Query::Boolean) return intersects(one.a, one.pose_a, one.b, one.pose_b).decided_by;
  if (query == Query::Distance) return distance(one.a, one.pose_a, one.b, one.pose_b).decided_by;
  return penetration(one.a, one.pose_a, one.b, one.pose_b).decided_by;
}

void add_row(const NiceCase& one, Query query, const Options& options, Table& table, Report& report) {
  report.progress(format("nice: %s, %s", one.name, to_string(query)));
  const std::size_t count = options.quick ? 50 : 500;
  const MeshPoses poses{std::vector(count, one.pose_a), std::vector(count, one.pose_b)};
  const NiceRow row = judge_row(one.a, one.b, poses, query);
  const std::vector<RaceResult> measurements =
      race_hulls(nice_methods(one.are_boxes), {&row.judged, 1}, query,
                 {.repetitions = options.quick ? 2 : 15, .longest_pass = 0.05}, nice_tolerance(query));
  const Record names = {{"case", one.name}, {"query", to_string(query)}};
  add_measurements(names, measurements, report);
  const RaceResult &cold = ours(measurements, "no cache"), &warm = ours(measurements, "cached");
  Bars bars(names);
  if (query != Query::Depth) bars.at_most("cold", cold.ns(), NiceBars::kConvexPercentile, report);
  if (query == Query::Boolean && one.status == Status::Touching)
    bars.at_most("warm", warm.ns(), NiceBars::kTouchingWarm, report);
  std::vector<std::string> cells = {
      one.name, clearance::to_string(one.status), with_mistakes(format("%.0f", cold.ns()), cold),
      with_mistakes(format("%.0f", warm.ns()), warm), clearance::to_string(decided_by(one, query))};
  for (const char* package : convex_peers(query)) {
    const RaceResult* const peer = best_of(measurements, package);
    const std::string time = peer == nullptr ? "" : format("%.0f", peer->ns());
    // All frames are one: all are right or all are wrong.
    cells.push_back(peer == nullptr           ? ""
                    : peer->wrong() > 0       ? time + " (wrong)"
                    : peer->touching_free > 0 ? time + " (free)"
                                              : time);
  }
  cells.push_back(bars.text());
  table.row(std::move(cells));
}

}  // namespace

std::vector<NiceCase> nice_cases() {
  const Polytope unit = box({1, 1, 1}), rock = test_polytope(TestShape::Ellipsoid, 20, 1);
  const Polytope far = moved(rock, {1e5, 0, 0});
  const Quat turn = {0.9, 0.1, 0.3, 0.2};
  const auto at = [&](const char* name, Vec3 place, Status status) {
    return NiceCase{name, unit, unit, {}, translation(place), status};
  };
  return {at("face to face", {1, 0, 0}, Status::Touching),
          at("faces offset", {1, 0.3, 0.2}, Status::Touching),
          at("edge on edge", {1, 1, 0.5}, Status::Touching),
          at("corner on corner", {1, 1, 1}, Status::Touching),
          at("coincident", {0, 0, 0}, Status::Penetrating),
          {"turned alike, coincident", unit, unit, rotation(turn), rotation(turn), Status::Penetrating},
          {"ordinary deep overlap", unit, unit, {}, rotation(turn, {0.3, 0.2, 0.2}), Status::Penetrating},
          {"hull of 20 around its origin", rock, rock, {}, translation({3, 0.2, 0.1}), Status::Separated, false},
          {"the same, modelled 1e5 away", far, far, {}, translation({3, 0.2, 0.1}), Status::Separated, false}};
}

void run_nice_cases(const Options& options, Report& report) {
  const std::vector<NiceCase> cases = nice_cases();
  for (const Query query : {Query::Boolean, Query::Distance, Query::Depth}) {
    Table table(format("One place: %s  [ns per query (wrong, or touching called free)]", to_string(query)));
    std::vector<std::string> head = {"", "status", "cold", "warm", "decided by"};
    for (const char* package : convex_peers(query)) head.emplace_back(package);
    head.emplace_back("to reach");
    table.row(std::move(head));
    for (const NiceCase& one : cases)
      if (is_asked(one, query)) add_row(one, query, options, table, report);
    report.add(std::move(table));
  }
}

}  // namespace clearance::bench
