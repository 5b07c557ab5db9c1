// Question: how does the time of each method grow with the bodies?
// Method:   hulls of n = 10 … 10⁵ points on an ellipsoid, separated; every row of the table until one query takes over
//           a second. Cold: random poses, no cache. Warm: W1 at 1° a frame with the cache. The exponent p of n^p is
//           the slope of log time against log n over the larger half of the sizes. Dobkin and Kirkpatrick's method
//           runs a second time with hierarchies built beforehand, where log² is expected.
#include <bench/experiments.h>
#include <bench/race/fit.h>
#include <bench/race/rows.h>
#include <clearance/lab/pair/dobkin_kirkpatrick.h>

#include <algorithm>

namespace clearance::bench {
namespace {

constexpr int kCounts[] = {10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000, 20'000, 50'000, 100'000};

// Hierarchies of the bodies at the size being measured, and how many of their vertices the queries looked at.
struct Prepared {
  const Hierarchy *a = nullptr, *b = nullptr;
  std::int64_t visited = 0, calls = 0;

  Evidence ask(const PosedPair& pair, ConvexCache* cache) {
    int seen = 0;
    DobkinKirkpatrickOptions options;
    options.hierarchy_a = a, options.hierarchy_b = b;
    options.visited = &seen;
    const Evidence evidence = dobkin_kirkpatrick(pair, cache, options);
    visited += seen;
    ++calls;
    return evidence;
  }
};
constexpr const char* kPreparedName = "dobkin_kirkpatrick, prepared";

struct Lane {
  std::string name;
  AskRow ask;
  bool warm;
  std::vector<PlotPoint> time, steps;
  double resolved = 1;  // the smallest share
  bool stopped = false;
};

std::vector<Lane> make_lanes(Prepared& prepared) {
  std::vector<Lane> lanes = {{kPreparedName,
                              [&](const PosedPair& pair, ConvexCache* cache) { return prepared.ask(pair, cache); },
                              false,
                              {},
                              {}}};
  for (const bool warm : {false, true}) {
    for (const AlgorithmRow& row : all_algorithms()) {
      if (!warm || uses_cache(row)) lanes.push_back({row.name, ask(row), warm, {}, {}});
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

// Whether Dobkin and Kirkpatrick's growth is that of log² rather than of a power.
void report_prepared(const std::vector<PlotPoint>& time, const std::vector<PlotPoint>& visited, Report& report) {
  Table table("Dobkin–Kirkpatrick with hierarchies built beforehand: which law?");
  table.row({"", "n^p: p", "off by", "a + b·log₂²n: a", "b", "off by", "to reach"});
  Plot plot("Dobkin–Kirkpatrick with hierarchies built beforehand");
  plot.x("n: points of each hull", Scale::Log).y("per query", Scale::Log);
  const std::pair<const char*, const std::vector<PlotPoint>&> measured[] = {{"ns", time},
                                                                            {"vertices visited", visited}};
  for (const auto& [what, points] : measured) {
    const PowerLaw power = fit_power(points);
    const SquaredLogLaw log = fit_squared_log(points);
    const bool met = log.off < power.off;
    table.row({what, format("%.3f", power.exponent), format("%.1f %%", 100 * power.off), format("%.3g", log.constant),
               format("%.3g", log.factor), format("%.1f %%", 100 * log.off),
               met ? "log² closer: met" : "log² closer: MISSED"});
    report.add(Record{{"method", kPreparedName},
                      {"measured", what},
                      {"power_exponent", power.exponent},
                      {"power_off", power.off},
                      {"log_constant", log.constant},
                      {"log_factor", log.factor},
                      {"log_off", log.off},
                      {"met", met}});
    std::vector<PlotPoint> of_log, of_power;
    for (const PlotPoint& point : points) {
      of_log.push_back({point.x, log.at(point.x)});
      of_power.push_back({point.x, power.at(point.x)});
    }
    plot.series(what, points);
    plot.series(std::string(what) + ": a + b·log²n", std::move(of_log), Plot::Line::Dashed);
    plot.series(format("%s: n^%.2f", what, power.exponent), std::move(of_power), Plot::Line::Dotted);
  }
  report.add(std::move(table));
  report.add("growth-dobkin-kirkpatrick", std::move(plot));
}

}  // namespace

void run_growth(const Options& options, Report& report) {
  const int most = options.quick ? 100 : 100'000, frames = options.quick ? 20 : 400;
  const Patience patience = options.quick ? Patience{1, 0.002} : Patience{3, 0.1};
  const double longest = options.quick ? 0.05 : 1;
  Prepared prepared;
  std::vector<Lane> lanes = make_lanes(prepared);
  std::vector<PlotPoint> visited;
  for (const int n : kCounts) {
    if (n > most) break;
    report.progress(format("growth: hulls, n = %d", n));
    const W1Scene cold = separated_scene(TestShape::Ellipsoid, n, Motion::RandomPoses, frames);
    const W1Scene warm = separated_scene(TestShape::Ellipsoid, n, Motion::OneDegree, frames);
    const Hierarchy hierarchy_a = Hierarchy::build(cold.a), hierarchy_b = Hierarchy::build(cold.b);
    prepared = {&hierarchy_a, &hierarchy_b};
    for (Lane& lane : lanes) {
      if (lane.stopped) continue;
      report.progress(format("growth: %s, %s, n = %d", lane.name.c_str(), lane.warm ? "warm" : "cold", n));
      measure_lane(lane, n, (lane.warm ? warm : cold).frames(), patience, longest, report);
    }
    visited.push_back({static_cast<double>(n),
                       static_cast<double>(prepared.visited) / std::max(1.0, static_cast<double>(prepared.calls))});
  }
  for (const bool warm : {false, true}) report_lanes(lanes, warm, report);
  report_prepared(lanes.front().time, visited, report);
}

}  // namespace clearance::bench
