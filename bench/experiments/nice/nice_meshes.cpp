// Question: what do small meshes cost at nice poses, beside random ones and beside the peers?
// Method:   equal solids in pairs; status and distance of all pairs, depth of those that meet. Most peers answer about
//           the triangles alone, which is the same here: no solid fits into its equal. None has a depth.
#include <bench/experiments/nice/nice.h>
#include <bench/race/mesh_race.h>
#include <bench/race/timer.h>
#include <bench/workloads/nice_poses.h>
#include <bench/workloads/small_solids.h>
#include <clearance/build/mesh.h>
#include <clearance/solid/contact.h>
#include <clearance/solid/mesh_query.h>

namespace clearance::bench {
namespace {

constexpr SmallSolid kSolids[] = {SmallSolid::L, SmallSolid::U, SmallSolid::Gear};
constexpr PoseKind kRows[] = {PoseKind::Random, PoseKind::Tenths, PoseKind::Quarters};
std::span<const char* const> peers(Query query) {
  static constexpr const char* kPeers[] = {"FCL", "Bullet", "ODE", "CGAL"};
  return {kPeers, query == Query::Boolean ? 4u : query == Query::Distance ? 1u : 0u};
}

// The poses that a query is asked about, with our proved answers.
struct Asked {
  MeshPoses poses;
  std::vector<Truth> truth;
  Statuses statuses;  // of all poses
};

// Whether a step of kRounding along an axis ends the overlap: bodies that are turned by quarters overlap along axes.
bool overlap_by_rounding(const Mesh& mesh, const Pose& pose_a, const Pose& pose_b) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const double step : {-kRounding, kRounding}) {
      Vec3 place = pose_b.translation();
      (axis == 0 ? place.x : axis == 1 ? place.y : place.z) += step;
      const Status status = intersects(mesh, pose_a, mesh, moved_to(pose_b, place).value()).status;
      if (status != Status::Penetrating) return true;
    }
  }
  return false;
}

Asked judge(const Mesh& mesh, const MeshPoses& poses, Query query) {
  Asked out;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Distance found = distance(mesh, poses.a[i], mesh, poses.b[i]);
    out.statuses.add(found.status);
    const bool colliding = found.status != Status::Separated;
    const bool close = found.status == Status::Separated     ? found.upper < kRounding
                       : found.status == Status::Penetrating ? overlap_by_rounding(mesh, poses.a[i], poses.b[i])
                                                             : false;
    if (query == Query::Depth && !colliding) continue;
    out.poses.a.push_back(poses.a[i]);
    out.poses.b.push_back(poses.b[i]);
    out.truth.push_back({colliding, found.lower, found.upper, found.status == Status::Touching, close});
  }
  return out;
}

void ask(const Mesh& mesh, const Pose& pose_a, const Pose& pose_b, Query query) {
  if (query == Query::Boolean)
    keep(intersects(mesh, pose_a, mesh, pose_b));
  else if (query == Query::Distance)
    keep(distance(mesh, pose_a, mesh, pose_b));
  else
    keep(penetration(mesh, pose_a, mesh, pose_b));
}

void add_records(const Record& names, const std::vector<RaceResult>& costs, Report& report) {
  for (const RaceResult& cost : costs) {
    if (!cost.answered()) continue;
    report.add(joined({names, Record{{"library", cost.package},
                                     {"method", cost.name},
                                     {"ns", cost.ns()},
                                     {"frames", cost.frames},
                                     {"false_hits", cost.false_hits},
                                     {"misses", cost.misses},
                                     {"off", cost.off},
                                     {"by_rounding", cost.by_rounding},
                                     {"touching_free", cost.touching_free},
                                     {"worst_error", cost.worst_error}}}));
  }
}

// Returns our mean, in nanoseconds. `random` is that of the first row of the kind, or 0.
double add_row(SmallSolid solid, PoseKind kind, Query query, double random, const Options& options, Table& table,
               Report& report) {
  report.progress(format("nice: %s, %s, %s", to_string(solid), to_string(kind), to_string(query)));
  const TriangleSoup soup = small_solid(solid);
  const Mesh mesh = make_mesh(soup.vertices, soup.triangles, {.kind = MeshKind::Solid}).value();
  const Asked asked = judge(mesh, nice_poses(kind, options.quick ? 30 : 1000), query);
  const std::vector<double> times =
      latencies(asked.poses.size(),
                options.quick           ? 1
                : query == Query::Depth ? 2
                                        : 5,
                options.quick ? 0.2 : 4, [&](std::size_t i) { ask(mesh, asked.poses.a[i], asked.poses.b[i], query); });
  const std::vector<Racer> racers = build_racers(all_mesh_libraries(), soup, soup, 1);
  const RaceOptions patience{.repetitions = options.quick ? 1 : 5, .longest_pass = options.quick ? 0.02 : 0.2};
  // Our depths are brackets, and nobody else has any: there is nothing to judge.
  const std::vector<RaceResult> costs =
      query == Query::Depth ? std::vector<RaceResult>(racers.size())
                            : race_meshes(racers, {query, false, &asked.poses, asked.truth, kNiceTolerance}, patience);

  const Record names = {{"bodies", to_string(solid)}, {"poses", to_string(kind)}, {"query", to_string(query)}};
  const double mean = mean_of(times), percentile = percentile_999(times);
  report.add(joined({names, Record{{"separated", static_cast<std::int64_t>(asked.statuses.separated)},
                                   {"touching", static_cast<std::int64_t>(asked.statuses.touching)},
                                   {"penetrating", static_cast<std::int64_t>(asked.statuses.penetrating)},
                                   {"asked", static_cast<std::int64_t>(times.size())},
                                   {"ns", mean},
                                   {"ns_p999", percentile}}}));
  add_records(names, costs, report);

  Bars bars(names);
  if (random > 0) bars.at_most("by random", mean / random, NiceBars::kTimesRandom, report);
  if (query != Query::Depth) bars.at_most("p99.9", percentile / 1e3, NiceBars::kMeshPercentile / 1e3, report);
  std::vector<std::string> cells = {format("%s, %s", to_string(solid), to_string(kind)), asked.statuses.text(),
                                    format("%.2f", 1e-3 * mean), random > 0 ? format("%.2f", mean / random) : "",
                                    format("%.1f", 1e-3 * percentile)};
  for (const char* package : peers(query)) {
    const RaceResult* const peer = best_of(costs, package);
    cells.push_back(peer == nullptr ? "" : with_mistakes(format("%.2f", 1e6 * peer->seconds), *peer));
  }
  cells.push_back(bars.text());
  table.row(std::move(cells));
  return mean;
}

}  // namespace

void run_nice_meshes(const Options& options, Report& report) {
  for (const Query query : {Query::Boolean, Query::Distance, Query::Depth}) {
    Table table(format("Small meshes: %s  [µs per query (clearly wrong, by a rounding, touching called free)]",
                       to_string(query)));
    std::vector<std::string> head = {"", "sep/touch/pen", "Clearance", "by random", "p99.9"};
    for (const char* package : peers(query)) head.emplace_back(package);
    head.emplace_back("to reach");
    table.row(std::move(head));
    for (const SmallSolid solid : kSolids) {
      double random = 0;
      for (const PoseKind kind : kRows) {
        const double mean = add_row(solid, kind, query, random, options, table, report);
        if (kind == PoseKind::Random) random = mean;
      }
    }
    report.add(std::move(table));
  }
}

}  // namespace clearance::bench
