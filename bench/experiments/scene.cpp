// Question: how long does a frame of hundreds of moving polytopes take, from poses to colliding pairs, beside the
//           peers?
// Method:   W4: 100 and 500 ellipsoids, rods and plates of 20 and 500 points in the thesis' environment
//           (environment.h); one recorded trajectory for everybody. A frame is: set all poses, find all pairs that
//           collide. Ours are proved, certificates included. race.h says what is timed and how pairs are judged.
#include <bench/experiments.h>
#include <bench/peers/bullet.h>
#include <bench/peers/clearance_world.h>
#include <bench/peers/fcl.h>
#include <bench/peers/ode.h>
#include <bench/race/race.h>
#include <bench/workloads/environment.h>
#include <bench/workloads/w1.h>
#include <clearance/lab/all_algorithms.h>
#include <clearance/world/presets.h>

#include <algorithm>
#include <limits>

namespace clearance::bench {
namespace {

struct Size {
  int bodies, n;
};
constexpr Size kScenes[] = {{100, 20}, {100, 500}, {500, 20}, {500, 500}};
constexpr double kBar = 4;  // the project's plan, at 500 bodies

// Where a frame of `automatic` goes: medians over the frames, in microseconds.
struct Stages {
  double boxes = 0, broad = 0, narrow = 0;
};

double median_us(std::vector<double>& seconds) {
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return 1e6 * *middle;
}

Stages stages_of(const Trajectory& trajectory) {
  OurWorld runner(trajectory, {});
  std::vector<double> boxes, broad, narrow;
  PairLog log;
  for (std::size_t frame = 0; frame < trajectory.frames.size(); ++frame) {
    runner.prepare(frame);
    runner.run(log);
    boxes.push_back(runner.statistics().seconds_boxes);
    broad.push_back(runner.statistics().seconds_broad);
    narrow.push_back(runner.statistics().seconds_narrow);
  }
  return {median_us(boxes), median_us(broad), median_us(narrow)};
}

struct SizeResults {
  Size size;
  double hits;  // pairs that collide, per frame
  std::int64_t all_hits;
  std::vector<RaceResult> results;
  Stages stages;
};

SizeResults run_size(const Size& size, const Options& options, Report& report) {
  report.progress(format("scene: %d bodies, n = %d", size.bodies, size.n));
  const EnvironmentOptions environment{
      .shapes = {std::begin(kShapes), std::end(kShapes)}, .n = size.n, .bodies = size.bodies};
  const Trajectory trajectory = record(environment, options.quick ? 20 : 1000).trajectory;
  const std::vector<SceneContestant> ours = {
      our_world("automatic", {}), our_world("qcollide", qcollide({lab::kSeparatingVector, all_algorithms()})),
      our_world("icollide", icollide({lab::kLinCanny, all_algorithms()}))};
  const auto contestants = joined({ours, fcl_scenes(false), bullet_scenes(false), ode_scenes(false)});
  const RaceOptions patience{.repetitions = options.quick ? 2 : 5, .longest_pass = options.quick ? 0.1 : 0.3};
  SizeResults out{size, 0, 0, race(contestants, trajectory, FrameJudge{trajectory.truth}, patience),
                  stages_of(trajectory)};
  for (const auto& pairs : trajectory.truth) out.all_hits += static_cast<std::int64_t>(pairs.size());
  out.hits = static_cast<double>(out.all_hits) / static_cast<double>(trajectory.truth.size());
  return out;
}

void add_records(const SizeResults& results, Report& report) {
  for (const RaceResult& r : results.results) {
    report.add(Record{{"bodies", std::int64_t{results.size.bodies}},
                      {"n", std::int64_t{results.size.n}},
                      {"hits", results.hits},
                      {"library", r.package},
                      {"method", r.name},
                      {"us", 1e6 * r.seconds},
                      {"candidates", r.candidates},
                      {"reported", r.reported},
                      {"frames", r.frames},
                      {"lost", r.misses},
                      {"extra", r.false_hits}});
  }
}

std::vector<std::string> head(const std::vector<SizeResults>& sizes) {
  std::vector<std::string> cells = {""};
  for (const SizeResults& results : sizes) cells.push_back(format("%d × n %d", results.size.bodies, results.size.n));
  return cells;
}

// One row a method, one cell a size.
template <class Cell>
void add_rows(const std::vector<SizeResults>& sizes, const Cell& cell, Table& table) {
  table.row(head(sizes));
  for (std::size_t m = 0; m < sizes[0].results.size(); ++m) {
    if (m > 0 && sizes[0].results[m - 1].is_ours() && !sizes[0].results[m].is_ours()) table.rule();
    std::vector<std::string> cells = {sizes[0].results[m].full_name()};
    for (const SizeResults& results : sizes) cells.push_back(cell(results, results.results[m]));
    table.row(std::move(cells));
  }
}

std::string time_cell(const SizeResults&, const RaceResult& result) {
  if (!result.answered()) return result.skipped;
  return format("%.0f", 1e6 * result.seconds) + (result.wrong() == 0
                                                     ? std::string()
                                                     : format(" (%lld, %lld)", static_cast<long long>(result.misses),
                                                              static_cast<long long>(result.false_hits)));
}

std::string candidates_cell(const SizeResults&, const RaceResult& result) {
  return result.answered() ? format("%.0f", result.candidates) : "";
}

Table stage_table(const std::vector<SizeResults>& sizes, Report& report) {
  Table table("W4: where a frame of automatic goes  [µs, median over the frames]");
  table.row(head(sizes));
  std::vector<std::string> boxes = {"boxes"}, broad = {"broad phase"}, narrow = {"queries"};
  for (const SizeResults& results : sizes) {
    boxes.push_back(format("%.1f", results.stages.boxes));
    broad.push_back(format("%.1f", results.stages.broad));
    narrow.push_back(format("%.1f", results.stages.narrow));
    report.add(Record{{"bodies", std::int64_t{results.size.bodies}},
                      {"n", std::int64_t{results.size.n}},
                      {"us_boxes", results.stages.boxes},
                      {"us_broad", results.stages.broad},
                      {"us_narrow", results.stages.narrow}});
  }
  table.row(std::move(boxes));
  table.row(std::move(broad));
  table.row(std::move(narrow));
  return table;
}

// World::collide alone, by the wall clock: the best of three passes' medians, in microseconds.
double collide_us(const Trajectory& trajectory, int threads) {
  double best = std::numeric_limits<double>::infinity();
  for (int pass = 0; pass < 3; ++pass) {
    OurWorld runner(trajectory, {.threads = threads});
    std::vector<double> seconds;
    PairLog log;
    for (std::size_t frame = 0; frame < trajectory.frames.size(); ++frame) {
      runner.prepare(frame);
      runner.run(log);
      const StageStatistics& stages = runner.statistics();
      seconds.push_back(stages.seconds_boxes + stages.seconds_broad + stages.seconds_narrow);
    }
    best = std::min(best, median_us(seconds));
  }
  return best;
}

constexpr double kThreadBar = 1.7;  // the project's plan, at 10⁴ bodies

Table thread_table(const Options& options, Report& report) {
  const int bodies = options.quick ? 500 : 10'000;
  Table table(format("W4: World::collide on threads, %d bodies  [µs per frame, by the wall clock]", bodies));
  table.row({"", "1 thread", "2 threads", "ratio", ""});
  for (const int n : {20, 500}) {
    report.progress(format("scene: threads, n = %d", n));
    const EnvironmentOptions environment{.shapes = {std::begin(kShapes), std::end(kShapes)}, .n = n, .bodies = bodies};
    const Trajectory trajectory = record(environment, options.quick ? 5 : 30).trajectory;
    const double one = collide_us(trajectory, 1), two = collide_us(trajectory, 2);
    table.row({format("n = %d", n), format("%.0f", one), format("%.0f", two), format("%.2f", one / two),
               format("to reach %g: %s", kThreadBar, one >= kThreadBar * two ? "met" : "MISSED")});
    report.add(Record{{"bodies", std::int64_t{bodies}},
                      {"n", std::int64_t{n}},
                      {"us_one_thread", one},
                      {"us_two_threads", two},
                      {"ratio", one / two}});
  }
  return table;
}

// The fastest of one library, or of all peers; null when none can be trusted.
const RaceResult* fastest_of(const SizeResults& results, const std::string& package) {
  return fastest(results.results, [&](const RaceResult& r) {
    return r.is_trustworthy() && (package.empty() ? !r.is_ours() : r.package == package);
  });
}

// How many times our first method's time the best of a library takes.
void add_comparison(const std::vector<SizeResults>& sizes, const std::string& package, Table& table, Report& report) {
  std::vector<std::string> names = {package.empty() ? "fastest right peer" : "fastest right of " + package},
                           ratios = {"  times ours"}, bars = {"  to reach"};
  for (const SizeResults& results : sizes) {
    const RaceResult* peer = fastest_of(results, package);
    const RaceResult& ours = results.results[0];
    const double ratio = peer == nullptr ? std::numeric_limits<double>::infinity() : peer->seconds / ours.seconds;
    const bool has_bar = results.size.bodies == 500, met = ratio >= kBar && ours.is_right();
    names.push_back(peer == nullptr ? "none" : peer->full_name());
    ratios.push_back(format("%.2f", ratio));
    bars.push_back(has_bar ? format("%g %s", kBar, met ? "met" : "MISSED") : "");
    report.add(Record{{"bodies", std::int64_t{results.size.bodies}},
                      {"n", std::int64_t{results.size.n}},
                      {"compared_with", names[0]},
                      {"peer", names.back()},
                      {"ratio", ratio},
                      {"to_reach", has_bar ? kBar : 0.0},
                      {"met", met}});
  }
  table.row(std::move(names));
  table.row(std::move(ratios));
  if (!package.empty()) table.row(std::move(bars));
}

// Our first method, and of each peer the fastest that is right, at each number of points.
Plot make_plot(const std::vector<SizeResults>& sizes) {
  Plot plot("W4: a frame of moving polytopes");
  plot.x("bodies", Scale::Log).y("µs per frame", Scale::Log);
  for (const char* package : {"Clearance", "FCL", "Bullet", "ODE"}) {
    for (const int n : {20, 500}) {
      std::vector<PlotPoint> points;
      for (const SizeResults& results : sizes) {
        const RaceResult* const result = fastest_of(results, package);
        if (results.size.n == n && result != nullptr)
          points.push_back({static_cast<double>(results.size.bodies), 1e6 * result->seconds});
      }
      if (points.empty()) continue;
      plot.series(format("%s, n = %d", package, n), std::move(points),
                  n == 20 ? Plot::Line::Solid : Plot::Line::Dashed);
    }
  }
  return plot.note(
      "Of each library the fastest that answers at most 1 in 100 colliding pairs wrongly. Every answer of "
      "Clearance is proved.");
}

}  // namespace

void run_scene(const Options& options, Report& report) {
  std::vector<SizeResults> sizes;
  for (const Size& size : kScenes) {
    if (options.quick && size.bodies * size.n > 100 * 500) continue;
    sizes.push_back(run_size(size, options, report));
    add_records(sizes.back(), report);
  }
  Table times("W4: set all poses, find all colliding pairs  [µs per frame (pairs lost, pairs extra over all frames)]");
  add_rows(sizes, time_cell, times);
  times.rule();
  for (const char* package : {"FCL", "Bullet", ""}) add_comparison(sizes, package, times, report);
  report.add(std::move(times));

  Table candidates("W4: pairs tested  [per frame]");
  add_rows(sizes, candidates_cell, candidates);
  candidates.rule();
  std::vector<std::string> hits = {"pairs that collide"};
  for (const SizeResults& results : sizes) hits.push_back(format("%.1f", results.hits));
  candidates.row(std::move(hits));
  report.add(std::move(candidates));
  report.add(stage_table(sizes, report));
  report.add(thread_table(options, report));
  report.add("scene", make_plot(sizes));
  report.note(
      "\nRight: at most 1 in 100 colliding pairs lost or invented. Ours are proved, the certificate of every answer "
      "included in the time.");
}

}  // namespace clearance::bench
