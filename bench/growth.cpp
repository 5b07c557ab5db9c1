// Question: how does the time of each method grow with the bodies?
// Method:   hulls of n = 10 … 10⁵ points on an ellipsoid, separated; every row of the table until one query takes over
// a
//           second. Cold: random poses, no cache. Warm: W1 at 1° a frame with the cache. The exponent p of n^p is the
//           slope of log time against log n over the larger half of the sizes.
#include <bench/experiments.h>
#include <bench/fit.h>
#include <bench/rows.h>

#include <optional>

namespace clearance::bench {
namespace {

constexpr int kCounts[] = {10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000, 20'000, 50'000, 100'000};

struct Lane {
  std::string name;
  AskRow ask;
  bool warm;
  std::vector<PlotPoint> time, steps;
  double resolved = 1;  // the smallest share
  bool stopped = false;
};

std::vector<Lane> make_lanes() {
  std::vector<Lane> lanes;
  for (const bool warm : {false, true}) {
    for (const AlgorithmRow& row : all_algorithms()) {
      if (!warm || uses_cache(row)) lanes.push_back({row.name(), ask(row), warm, {}, {}});
    }
  }
  return lanes;
}

void measure_lane(Lane& lane, int n, const Frames& frames, const Patience& patience, double longest, Report& report) {
  const RowCost cost = time_row(lane.ask, frames, lane.warm, patience);
  lane.time.push_back({static_cast<double>(n), cost.ns});
  lane.steps.push_back({static_cast<double>(n), cost.steps});
  lane.resolved = std::min(lane.resolved, cost.resolved);
  lane.stopped = 1e-9 * cost.ns > longest;
  report.add(Record{{"method", lane.name},
                    {"cache", lane.warm ? "warm" : "cold"},
                    {"n", std::int64_t{n}},
                    {"ns", cost.ns},
                    {"steps", cost.steps},
                    {"resolved", cost.resolved},
                    {"queries", cost.frames}});
}

std::string time_at(const Lane& lane, int n) {
  for (const PlotPoint& point : lane.time) {
    if (point.x == n) return point.y < 1e5 ? format("%.0f", point.y) : format("%.2g", point.y);
  }
  return "";
}

void report_lanes(const std::vector<Lane>& lanes, bool warm, Report& report) {
  Table table(warm ? "Growth, warm: 1° a frame with the cache  [ns per query]"
                   : "Growth, cold: random poses, no cache  [ns per query]");
  constexpr int kShown[] = {10, 100, 1000, 10'000, 100'000};
  std::vector<std::string> head = {""};
  for (const int n : kShown) head.push_back(format("n = %d", n));
  head.insert(head.end(), {"largest n", "time ~ n^p", "steps ~ n^p", "verdicts"});
  table.row(std::move(head));
  Plot plot(warm ? "Time against size, warm, 1° a frame" : "Time against size, cold");
  plot.x("n: points of each hull", Scale::Log).y("ns per query", Scale::Log);
  for (const Lane& lane : lanes) {
    if (lane.warm != warm) continue;
    const double exponent = fit_power(larger_half(lane.time)).exponent;
    const double step_exponent = fit_power(larger_half(lane.steps)).exponent;
    std::vector<std::string> cells = {lane.name};
    for (const int n : kShown) cells.push_back(time_at(lane, n));
    cells.insert(cells.end(), {format("%.0f", lane.time.back().x), format("%.2f", exponent),
                               format("%.2f", step_exponent), format("%.1f %%", 100 * lane.resolved)});
    table.row(std::move(cells));
    plot.series(format("%s: n^%.2f", lane.name.c_str(), exponent), lane.time);
    report.add(Record{{"method", lane.name},
                      {"cache", warm ? "warm" : "cold"},
                      {"exponent", exponent},
                      {"exponent_of_steps", step_exponent},
                      {"largest_n", lane.time.back().x}});
  }
  plot.note(
      "Separated pairs of hulls of points on an ellipsoid. The exponent is the slope over the larger half of the "
      "sizes; a curve ends where one query takes over a second.");
  report.add(std::move(table));
  report.add(warm ? "growth-warm" : "growth-cold", std::move(plot));
}

}  // namespace

void run_growth(const Options& options, Report& report) {
  const int most = options.quick ? 100 : 100'000, frames = options.quick ? 20 : 400;
  const Patience patience = options.quick ? Patience{1, 0.002} : Patience{3, 0.1};
  const double longest = options.quick ? 0.05 : 1;
  std::vector<Lane> lanes = make_lanes();
  for (const int n : kCounts) {
    if (n > most) break;
    report.progress(format("growth: hulls, n = %d", n));
    const W1Scene cold = separated_scene(TestShape::Ellipsoid, n, Motion::RandomPoses, frames);
    const W1Scene warm = separated_scene(TestShape::Ellipsoid, n, Motion::OneDegree, frames);
    for (Lane& lane : lanes) {
      if (lane.stopped) continue;
      report.progress(format("growth: %s, %s, n = %d", lane.name.c_str(), lane.warm ? "warm" : "cold", n));
      measure_lane(lane, n, (lane.warm ? warm : cold).frames(), patience, longest, report);
    }
  }
  for (const bool warm : {false, true}) report_lanes(lanes, warm, report);
}

}  // namespace clearance::bench
