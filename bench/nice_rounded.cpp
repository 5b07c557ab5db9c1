// Question: what do balls, capsules and rounded boxes cost at the numbers people model with, beside each other and on a
//           floor, and a distance compared with a limit that it may be exactly?
// Method:   the poses of nice_poses.h; a random row of each kind to compare with. Statuses are proved.
#include <bench/nice.h>
#include <bench/race/round_peers.h>
#include <bench/race/timer.h>
#include <bench/workloads/nice_poses.h>
#include <clearance/build/primitives.h>
#include <clearance/query/half_space.h>

namespace clearance::bench {
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

// What is asked of one frame.
enum class Round : std::uint8_t { Boolean, Distance, Compare };
constexpr double kLimit = 0.5;

struct RoundAnswer {
  Status status = Status::NotAsked;
  Algorithm decided_by = Algorithm::Automatic;
  double lower = 0, upper = 0;
};

RoundAnswer answer_to(const RoundPair& pair, Round what, const Pose& pose_a, const Pose& pose_b) {
  if (what == Round::Boolean) {
    const Intersection r =
        !pair.on_floor ? intersects(pair.a, pose_a, pair.b, pose_b) : intersects(floor(), pair.b, pose_b);
    return {r.status, r.decided_by, 0, 0};
  }
  const Distance r = !pair.on_floor ? distance(pair.a, pose_a, pair.b, pose_b) : distance(floor(), pair.b, pose_b);
  return {r.status, r.decided_by, r.lower, r.upper};
}
int comparison(const RoundPair& pair, const Pose& pose_a, const Pose& pose_b) {
  return !pair.on_floor ? compare_distance(pair.a, pose_a, pair.b, pose_b, kLimit)
                        : compare_distance(floor(), pair.b, pose_b, kLimit);
}

// Proved answers, and whether they hang on a rounding.
std::vector<Truth> truth_of(const RoundPair& pair, const MeshPoses& poses) {
  std::vector<Truth> out;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const RoundAnswer gap = answer_to(pair, Round::Distance, poses.a[i], poses.b[i]);
    const Penetration depth =
        !pair.on_floor ? penetration(pair.a, poses.a[i], pair.b, poses.b[i]) : penetration(floor(), pair.b, poses.b[i]);
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
  RoundTable(Round what, const Options& options, Report& report) : what_(what), options_(options), report_(report) {}

  void add(const RoundPair& pair, const RoundRow& row, Table& table) {
    report_.progress(format("nice: %s, %s", pair.name, row.name));
    const MeshPoses& poses = row.poses;
    const int passes = options_.quick ? 1 : 9;
    Statuses statuses;
    std::size_t big = 0;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const RoundAnswer one =
          answer_to(pair, what_ == Round::Boolean ? what_ : Round::Distance, poses.a[i], poses.b[i]);
      statuses.add(one.status);
      if (one.decided_by == Algorithm::Exact) ++big;
    }
    double mean = std::numeric_limits<double>::infinity();
    for (int pass = 0; pass < passes; ++pass) {
      const Timer timer;
      for (std::size_t i = 0; i < poses.size(); ++i) ask(pair, poses, i);
      mean = std::min(mean, 1e9 * timer.seconds() / static_cast<double>(poses.size()));
    }
    const double tail = percentile_999(latencies(poses.size(), passes, 4, [&](std::size_t i) { ask(pair, poses, i); }));
    if (random_ == 0) random_ = mean;  // the first row is the random one
    const Record names = {{"what", word()}, {"bodies", pair.name}, {"row", row.name}};
    Record figures = names;
    const Record more = {{"statuses", statuses.text()},
                         {"ns", mean},
                         {"ns_p999", tail},
                         {"big", 100.0 * static_cast<double>(big) / static_cast<double>(poses.size())}};
    figures.insert(figures.end(), more.begin(), more.end());
    report_.add(std::move(figures));
    Bars bars(names);
    bars.at_most("by random", mean / random_, NiceBars::kTimesRandom, report_);
    bars.at_most("p99.9", tail, NiceBars::kConvexPercentile, report_);
    table.row({std::string(pair.name) + ", " + row.name, statuses.text(), format("%.0f", mean),
               format("%.2f", mean / random_), format("%.0f", tail),
               what_ == Round::Compare
                   ? ""
                   : format("%.2f", 100.0 * static_cast<double>(big) / static_cast<double>(poses.size())),
               peer(pair, row, names), bars.text()});
  }

 private:
  const char* word() const {
    return what_ == Round::Boolean ? "boolean" : what_ == Round::Distance ? "distance" : "limit";
  }
  void ask(const RoundPair& pair, const MeshPoses& poses, std::size_t i) const {
    if (what_ == Round::Compare)
      keep(comparison(pair, poses.a[i], poses.b[i]));
    else
      keep(answer_to(pair, what_, poses.a[i], poses.b[i]).status);
  }

  std::string peer(const RoundPair& pair, const RoundRow& row, const Record& names) const {
    if (what_ == Round::Compare) return "";
    const Query query = what_ == Round::Boolean ? Query::Boolean : Query::Distance;
    // The floor stays where it is.
    const std::vector<Pose> pose_a = !pair.on_floor ? row.poses.a : std::vector<Pose>(row.poses.size());
    const std::unique_ptr<Runner> runner = fcl_round({pair, pose_a, row.poses.b}, query);
    if (runner == nullptr) return "";
    std::vector<Answer> answers(row.poses.size());
    double ns = std::numeric_limits<double>::infinity();
    for (int pass = 0; pass < (options_.quick ? 1 : 9); ++pass) {
      const Timer timer;
      runner->run(answers);
      ns = std::min(ns, 1e9 * timer.seconds() / static_cast<double>(answers.size()));
    }
    const std::vector<Truth> truth = truth_of(pair, row.poses);
    Mistakes mistakes;
    for (std::size_t i = 0; i < answers.size(); ++i)
      mistakes.judge(answers[i], truth[i], query, {kNiceTolerance, kNiceTolerance});
    Record record = names;
    const Record more = {{"library", "FCL"},
                         {"ns", ns},
                         {"wrong", mistakes.clearly_wrong()},
                         {"by_rounding", mistakes.by_rounding},
                         {"touching_free", mistakes.touching_free}};
    record.insert(record.end(), more.begin(), more.end());
    report_.add(std::move(record));
    return with_mistakes(format("%.0f", ns), mistakes);
  }

  Round what_;
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
  const std::pair<Round, const char*> parts[] = {
      {Round::Boolean, "Rounded bodies and floors: boolean"},
      {Round::Distance, "Rounded bodies and floors: distance"},
      {Round::Compare, "Rounded bodies and floors: distance against a limit of 0.5"}};
  for (const auto& [what, title] : parts) {
    Table table(format("%s  [ns per query (clearly wrong, by a rounding, touching called free)]", title));
    table.row({"", "separated/touching/penetrating", "Clearance", "by random", "p99.9", "big %", "FCL", "to reach"});
    for (const RoundPair& pair : pairs) {
      RoundTable rows(what, options, report);
      const int count = options.quick ? 50 : 2000;
      for (const PoseKind kind : {PoseKind::Random, PoseKind::Tenths, PoseKind::Quarters, PoseKind::Eighths})
        rows.add(pair, {to_string(kind), nice_poses(kind, count)}, table);
      rows.add(pair, {"touching along an axis", tangent_poses(pair, count)}, table);
    }
    report.add(std::move(table));
  }
}

}  // namespace clearance::bench
