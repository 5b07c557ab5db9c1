// Question: what do balls, capsules and rounded boxes cost at the numbers people model with, beside each other and on a
//           floor, and a distance compared with a limit that it may be exactly?
// Method:   the poses of nice_poses.h; a random row of each kind to compare with. Statuses are proved.
#include <bench/experiments/nice/nice.h>
#include <bench/peers/fcl.h>
#include <bench/race/timer.h>
#include <bench/workloads/nice_poses.h>
#include <clearance/build/primitives.h>
#include <clearance/query/half_space.h>

namespace clearance::bench {
using namespace detail;
namespace {

HalfSpace floor() { return half_space({0, 0, 1}, 0); }

// Body b stands on the floor, or beside a: the way by which they touch, in the pose's own doubles.
MeshPoses tangent_poses(const RoundPair& pair, int count) {
  MeshPoses poses = nice_poses(PoseKind::BothTenths, count);
  const double out = pair.b.radius() + 0.5 * (pair.b.core().box_high().z - pair.b.core().box_low().z);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    Vec3 at = !pair.on_floor ? poses.a[i].translation() : poses.b[i].translation();
    at.z = !pair.on_floor
               ? at.z + out + pair.a.radius() + 0.5 * (pair.a.core().box_high().z - pair.a.core().box_low().z)
               : out;
    poses.b[i] = translation(at);
  }
  return poses;
}

constexpr double kLimit = 0.5;

struct RoundAnswer {
  Status status = Status::NotAsked;
  Algorithm decided_by = Algorithm::Automatic;
  double lower = 0, upper = 0;
};

RoundAnswer answer_to(const RoundPair& pair, Query query, const Pose& pose_a, const Pose& pose_b) {
  if (query == Query::Boolean) {
    const Intersection r =
        !pair.on_floor ? intersects(pair.a, pose_a, pair.b, pose_b) : intersects(floor(), {}, pair.b, pose_b);
    return {r.status, r.decided_by, 0, 0};
  }
  const Distance r = !pair.on_floor ? distance(pair.a, pose_a, pair.b, pose_b) : distance(floor(), {}, pair.b, pose_b);
  return {r.status, r.decided_by, r.lower, r.upper};
}
int comparison(const RoundPair& pair, const Pose& pose_a, const Pose& pose_b) {
  return !pair.on_floor ? compare_distance(pair.a, pose_a, pair.b, pose_b, kLimit)
                        : compare_distance(floor(), {}, pair.b, pose_b, kLimit);
}

class OurRound {
 public:
  OurRound(const RoundFrames& frames, Query query) : frames_(frames), query_(query) {}

  Answer ask(std::size_t frame) const {
    const RoundPair& pair = frames_.pair;
    const Pose &pose_a = frames_.pose_a[frame], &pose_b = frames_.pose_b[frame];
    if (query_ == Query::Limit) return {kind(comparison(pair, pose_a, pose_b) > 0)};
    const RoundAnswer found = answer_to(pair, query_, pose_a, pose_b);
    return {kind(found.status == Status::Separated), found.upper, found.upper - found.lower};
  }

 private:
  static Answer::Kind kind(bool apart) { return apart ? Answer::Kind::Separated : Answer::Kind::Colliding; }

  RoundFrames frames_;
  Query query_;
};

// Proved answers, and whether they hang on a rounding. With a limit colliding means: not above it.
std::vector<Truth> truth_of(const RoundPair& pair, const MeshPoses& poses, Query query) {
  std::vector<Truth> out;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    if (query == Query::Limit) {
      out.push_back({comparison(pair, poses.a[i], poses.b[i]) <= 0});
      continue;
    }
    const RoundAnswer gap = answer_to(pair, Query::Distance, poses.a[i], poses.b[i]);
    const Penetration depth = !pair.on_floor ? penetration(pair.a, poses.a[i], pair.b, poses.b[i])
                                             : penetration(floor(), {}, pair.b, poses.b[i]);
    const bool close = gap.status != Status::Touching && gap.upper < kRounding && depth.upper < kRounding;
    out.push_back({gap.status != Status::Separated, gap.lower, gap.upper, gap.status == Status::Touching, close});
  }
  return out;
}

struct RoundRow {
  const char* name;
  MeshPoses poses;
};

class RoundTable {
 public:
  RoundTable(Query query, const Options& options, Report& report) : query_(query), options_(options), report_(report) {}

  void add(const RoundPair& pair, const RoundRow& row, Table& table) {
    report_.progress(format("nice: %s, %s", pair.name, row.name));
    const MeshPoses& poses = row.poses;
    const int passes = options_.quick ? 1 : 9;
    Statuses statuses;
    std::size_t big = 0;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const RoundAnswer one = answer_to(pair, query_, poses.a[i], poses.b[i]);
      statuses.add(one.status);
      if (one.decided_by == Algorithm::Exact) ++big;
    }
    const std::vector<Truth> truth = truth_of(pair, poses, query_);
    const RoundMethod ours = contestant_of<OurRound, RoundFrames>("Clearance", "", query_, query_);
    const double mean = time_of(ours, {pair, poses.a, poses.b}, truth).ns();
    const double tail = percentile_999(latencies(poses.size(), passes, 4, [&](std::size_t i) { ask(pair, poses, i); }));
    if (random_ == 0) random_ = mean;  // the first row is the random one
    const Record names = {{"what", to_string(query_)}, {"bodies", pair.name}, {"row", row.name}};
    report_.add(joined({names, Record{{"statuses", statuses.text()},
                                      {"ns", mean},
                                      {"ns_p999", tail},
                                      {"big", 100.0 * static_cast<double>(big) / static_cast<double>(poses.size())}}}));
    Bars bars(names);
    bars.at_most("by random", mean / random_, NiceBars::kTimesRandom, report_);
    bars.at_most("p99.9", tail, NiceBars::kConvexPercentile, report_);
    table.row({std::string(pair.name) + ", " + row.name, statuses.text(), format("%.0f", mean),
               format("%.2f", mean / random_), format("%.0f", tail),
               query_ == Query::Limit
                   ? ""
                   : format("%.2f", 100.0 * static_cast<double>(big) / static_cast<double>(poses.size())),
               peer(pair, poses, truth, names), bars.text()});
  }

 private:
  void ask(const RoundPair& pair, const MeshPoses& poses, std::size_t i) const {
    if (query_ == Query::Limit)
      keep(comparison(pair, poses.a[i], poses.b[i]));
    else
      keep(answer_to(pair, query_, poses.a[i], poses.b[i]).status);
  }

  // Nobody is left out for being slow, and ours and the peer's do not take turns.
  RaceResult time_of(const RoundMethod& method, const RoundFrames& frames, std::span<const Truth> truth) const {
    return race(std::vector{method}, frames, PairJudge{truth, query_, {kNiceTolerance, kNiceTolerance}},
                {.repetitions = options_.quick ? 1 : 9, .longest_pass = kEverything})[0];
  }

  std::string peer(const RoundPair& pair, const MeshPoses& poses, std::span<const Truth> truth,
                   const Record& names) const {
    const std::vector<RoundMethod> peers = about(query_, fcl_round_methods());
    if (peers.empty()) return "";
    // The floor stays where it is.
    const std::vector<Pose> pose_a = !pair.on_floor ? poses.a : std::vector<Pose>(poses.size());
    const RaceResult result = time_of(peers[0], {pair, pose_a, poses.b}, truth);
    if (!result.answered()) return "";
    report_.add(joined({names, Record{{"library", "FCL"},
                                      {"ns", result.ns()},
                                      {"wrong", result.clearly_wrong()},
                                      {"by_rounding", result.by_rounding},
                                      {"touching_free", result.touching_free}}}));
    return with_mistakes(format("%.0f", result.ns()), result);
  }

  Query query_;
  const Options& options_;
  Report& report_;
  double random_ = 0;
};

}  // namespace

void run_nice_rounded(const Options& options, Report& report) {
  const Rounded ball = sphere(0.5), pill = capsule(1, 0.5), soft = rounded(box({0.8, 0.8, 0.8}), 0.1),
                block = box({1, 1, 1});
  const RoundPair pairs[] = {{"balls", ball, ball},
                             {"capsules", pill, pill},
                             {"rounded boxes", soft, soft},
                             {"ball and box", ball, block},
                             {"box on a floor", block, block, true},
                             {"capsule on a floor", pill, pill, true}};
  const std::pair<Query, const char*> parts[] = {
      {Query::Boolean, "Rounded bodies and floors: boolean"},
      {Query::Distance, "Rounded bodies and floors: distance"},
      {Query::Limit, "Rounded bodies and floors: distance against a limit of 0.5"}};
  for (const auto& [query, title] : parts) {
    Table table(format("%s  [ns per query (clearly wrong, by a rounding, touching called free)]", title));
    table.row({"", "separated/touching/penetrating", "Clearance", "by random", "p99.9", "big %", "FCL", "to reach"});
    for (const RoundPair& pair : pairs) {
      RoundTable rows(query, options, report);
      const int count = options.quick ? 50 : 2000;
      for (const PoseKind kind : {PoseKind::Random, PoseKind::Tenths, PoseKind::Quarters, PoseKind::Eighths})
        rows.add(pair, {to_string(kind), nice_poses(kind, count)}, table);
      rows.add(pair, {"touching along an axis", tangent_poses(pair, count)}, table);
    }
    report.add(std::move(table));
  }
}

}  // namespace clearance::bench
