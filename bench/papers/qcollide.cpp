// Question: how much faster than tracking closest features is the separating vector algorithm, in the thesis' own
//           environment, on today's machine?
// Method:   Chung §6.2.2, Fig. 6.6 to 6.11: 100 ellipsoids, rods and plates with equal numbers of vertices in a closed
//           box; translation 2 to 20 % of the radius a frame, rotation 5° to 40°, density, and the number of vertices.
//           environment.h records the frames once; qcollide_methods.h says who is asked about them and how.
#include <bench/experiments.h>
#include <bench/papers/qcollide_methods.h>
#include <bench/papers/qcollide_worlds.h>

#include <algorithm>
#include <cmath>

namespace clearance::bench {
namespace {

constexpr int kCounts[] = {20, 50, 100, 200, 500, 1000};
constexpr double kThesisSpeedUp = 28;  // "nearly", at n = 500 and 20 %
constexpr double kThesisFloor = 10;    // "at least one order of magnitude" above 200 vertices
constexpr double kFast = 0.2;          // of the radius a frame

struct Turn {
  double degrees, half_angle_tangent;
};
constexpr Turn kTurns[] = {{5, 0.04366094290851206},  {10, 0.08748866352592401}, {15, 0.13165249758739583},
                           {20, 0.17632698070846498}, {25, 0.22169466264293988}, {30, 0.2679491924311227},
                           {35, 0.3152987888789835},  {40, 0.36397023426620234}};

struct Setting {
  double x;
  EnvironmentOptions options;
};

struct Figure {
  std::string name, title, x_label;
  const char *before, *after;  // x, in the head of a column
  std::vector<Setting> settings;
};

EnvironmentOptions mixture(int n) {
  return {.shapes = {TestShape::Ellipsoid, TestShape::Rod, TestShape::Plate}, .n = n};
}

Figure velocities(int n, const char* number) {
  Figure out{format("qcollide-velocity-n%d", n),
             format("Translation a frame, n = %d (Chung, Fig. %s)", n, number),
             "translation, % of the radius a frame",
             "",
             " %",
             {}};
  for (int percent = 2; percent <= 20; percent += 2) {
    out.settings.push_back({static_cast<double>(percent), mixture(n)});
    out.settings.back().options.step = 0.01 * percent;
  }
  return out;
}

Figure rotations(int n, const char* number) {
  Figure out{format("qcollide-rotation-n%d", n),
             format("Rotation a frame, n = %d (Chung, Fig. %s)", n, number),
             "rotation, degrees a frame",
             "",
             "°",
             {}};
  for (const Turn& turn : kTurns) {
    out.settings.push_back({turn.degrees, mixture(n)});
    out.settings.back().options.half_angle_tangent = turn.half_angle_tangent;
  }
  return out;
}

Figure densities(int n, const char* number) {
  Figure out{format("qcollide-density-n%d", n),
             format("Density, n = %d (Chung, Fig. %s)", n, number),
             "density, times that of the other figures",
             "× ",
             "",
             {}};
  for (const double times : {0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0}) {
    out.settings.push_back({times, mixture(n)});
    out.settings.back().options.density = times * EnvironmentOptions::kDensity;
  }
  return out;
}

Figure sizes(double step) {
  const int percent = static_cast<int>(std::lround(100 * step));
  Figure out{format("qcollide-size-%d", percent),
             format("Vertices of each polytope, %d %% of the radius a frame", percent),
             "n: points of each hull",
             "n = ",
             "",
             {}};
  for (const int n : kCounts) {
    out.settings.push_back({static_cast<double>(n), mixture(n)});
    out.settings.back().options.step = step;
  }
  return out;
}

// What was measured at one setting.
struct Point {
  double x = 0;
  double tests = 0, collisions = 0;  // per frame
  double sweep = 0;                  // seconds per frame, tight boxes included
  double table_sweep = 0;            // the same with boxes from tables
  std::vector<NarrowCost> costs;

  double narrow(NarrowMethod method) const { return costs[static_cast<std::size_t>(method)].seconds; }
  double whole(NarrowMethod method) const { return sweep + narrow(method); }
  // How many times the other's time closest features take, in the narrow phase and in all of the detection.
  double narrow_ratio(NarrowMethod other) const { return narrow(NarrowMethod::ClosestFeatures) / narrow(other); }
  double whole_ratio(NarrowMethod other) const { return whole(NarrowMethod::ClosestFeatures) / whole(other); }
};

struct Effort {
  int frames, repetitions;
};
Effort effort(const Options& options) { return options.quick ? Effort{20, 1} : Effort{400, 5}; }

Point measure_setting(const Setting& setting, const Effort& effort) {
  const Recording recording = record(setting.options, effort.frames);
  return {setting.x,
          static_cast<double>(recording.tests) / recording.frames(),
          static_cast<double>(recording.collisions) / recording.frames(),
          sweep_seconds(recording, BoxMaking::Tight, effort.repetitions),
          sweep_seconds(recording, BoxMaking::Table, effort.repetitions),
          race_narrow(recording, effort.repetitions)};
}

void add_records(const Figure& figure, const Setting& setting, const Point& point, Report& report) {
  for (int m = 0; m < kNarrowMethods; ++m) {
    const NarrowCost& cost = point.costs[static_cast<std::size_t>(m)];
    report.add(Record{{"figure", figure.name},
                      {"x", point.x},
                      {"n", std::int64_t{setting.options.n}},
                      {"tests", point.tests},
                      {"collisions", point.collisions},
                      {"sweep_us", 1e6 * point.sweep},
                      {"table_sweep_us", 1e6 * point.table_sweep},
                      {"method", to_string(static_cast<NarrowMethod>(m))},
                      {"us", 1e6 * cost.seconds},
                      {"ns_per_test", cost.ns},
                      {"steps", cost.steps},
                      {"linear_programs", cost.fallbacks},
                      {"wrong", cost.wrong},
                      {"no_verdict", cost.without}});
  }
}

std::vector<Point> measure_figure(const Figure& figure, const Options& options, Report& report) {
  std::vector<Point> points;
  for (const Setting& setting : figure.settings) {
    // In a hurry the ends and one in the middle must do.
    const bool is_shown = &setting == &figure.settings.front() || &setting == &figure.settings.back() ||
                          &setting == &figure.settings[figure.settings.size() / 2];
    if (options.quick && !is_shown) continue;
    report.progress(format("qcollide: %s, %g", figure.name.c_str(), setting.x));
    points.push_back(measure_setting(setting, effort(options)));
    add_records(figure, setting, points.back(), report);
  }
  return points;
}

void add_plot(const Figure& figure, const std::vector<Point>& points, Report& report) {
  Plot plot(figure.title);
  plot.x(figure.x_label, Scale::Linear).y("µs of collision detection per frame", Scale::Log);
  std::vector<PlotPoint> sweep;
  sweep.reserve(points.size());
  for (const Point& point : points) sweep.push_back({point.x, 1e6 * point.sweep});
  plot.series("boxes, sweep and prune", std::move(sweep), Plot::Line::Dotted);
  for (int m = 0; m < kNarrowMethods; ++m) {
    const auto method = static_cast<NarrowMethod>(m);
    std::vector<PlotPoint> curve;
    curve.reserve(points.size());
    for (const Point& point : points) curve.push_back({point.x, 1e6 * point.whole(method)});
    plot.series(to_string(method), std::move(curve));
  }
  plot.note("As the thesis timed it: tight boxes, sweep and prune and the tests of all pairs that it passes on.");
  report.add(figure.name, std::move(plot));
}

template <class Cell>
void add_row(const std::string& name, const std::vector<Point>& points, const Cell& cell, Table& table) {
  std::vector<std::string> cells = {name};
  for (const Point& point : points) cells.push_back(cell(point));
  table.row(std::move(cells));
}

void add_table(const Figure& figure, const std::vector<Point>& points, Report& report) {
  Table table(figure.title + ": tests of pairs  [µs per frame]");
  add_row("", points, [&](const Point& p) { return format("%s%g%s", figure.before, p.x, figure.after); }, table);
  for (int m = 0; m < kNarrowMethods; ++m) {
    const auto method = static_cast<NarrowMethod>(m);
    add_row(to_string(method), points, [&](const Point& p) { return format("%.1f", 1e6 * p.narrow(method)); }, table);
  }
  table.rule();
  add_row("boxes, sweep and prune", points, [](const Point& p) { return format("%.1f", 1e6 * p.sweep); }, table);
  add_row(
      "  with boxes from tables", points, [](const Point& p) { return format("%.1f", 1e6 * p.table_sweep); }, table);
  add_row("tests a frame", points, [](const Point& p) { return format("%.1f", p.tests); }, table);
  add_row("collisions a frame", points, [](const Point& p) { return format("%.2f", p.collisions); }, table);
  for (const NarrowMethod other : {NarrowMethod::SeparatingVector, NarrowMethod::Combined}) {
    add_row(
        format("CF : %s", to_string(other)), points,
        [&](const Point& p) { return format("%.1f", p.narrow_ratio(other)); }, table);
  }
  add_row(
      "CF : combined, with sweep and prune", points,
      [](const Point& p) { return format("%.1f", p.whole_ratio(NarrowMethod::Combined)); }, table);
  report.add(std::move(table));
}

void add_speed_up_plot(const std::vector<Point>& slow, const std::vector<Point>& fast, Report& report) {
  Plot plot("Closest features by the other methods, against n (Chung §6.2.2)");
  plot.x("n: points of each hull", Scale::Log).y("times as long", Scale::Linear);
  const auto curve = [&](const std::vector<Point>& points, NarrowMethod other) {
    std::vector<PlotPoint> out;
    out.reserve(points.size());
    for (const Point& point : points) out.push_back({point.x, point.narrow_ratio(other)});
    return out;
  };
  plot.series("thesis: ≥ 10 above 200", {{200, kThesisFloor}, {1000, kThesisFloor}}, Plot::Line::Dashed);
  plot.series("thesis: 28 at 500, 20 %", {{500, kThesisSpeedUp}}, Plot::Line::Dashed);
  for (const NarrowMethod other : {NarrowMethod::SeparatingVector, NarrowMethod::Combined, NarrowMethod::Gilbert}) {
    plot.series(format("CF : %s, 5 %%", to_string(other)), curve(slow, other));
    plot.series(format("CF : %s, 20 %%", to_string(other)), curve(fast, other));
  }
  plot.note("Tests of pairs alone. CF: Lin–Canny in every frame, linear programming on collision, as I_COLLIDE did.");
  report.add("qcollide-speed-up", std::move(plot));
}

// Judged as the thesis timed it, sweep and prune included; the tests of pairs alone stand beside it.
void add_claim(const std::string& claim, double thesis, const Point& point, Table& table, Report& report) {
  constexpr NarrowMethod kSv = NarrowMethod::SeparatingVector, kCombined = NarrowMethod::Combined;
  const double whole = point.whole_ratio(kCombined), whole_sv = point.whole_ratio(kSv);
  const double with_tables =
      (point.table_sweep + point.narrow(NarrowMethod::ClosestFeatures)) / (point.table_sweep + point.narrow(kCombined));
  const double narrow = point.narrow_ratio(kCombined), narrow_sv = point.narrow_ratio(kSv);
  const double alone = narrow_sv / point.narrow_ratio(NarrowMethod::LinCanny),
               v_clip = narrow_sv / point.narrow_ratio(NarrowMethod::VClip);
  const char* const judgement = whole >= thesis    ? "reproduced"
                                : narrow >= thesis ? "in the tests alone"
                                                   : "NOT REPRODUCED";
  table.row({claim, format("%g", thesis), format("%.1f", whole), format("%.1f", whole_sv), judgement,
             format("%.1f", with_tables), format("%.1f", narrow), format("%.1f", narrow_sv), format("%.1f", alone),
             format("%.1f", v_clip)});
  report.add(Record{{"claim", claim},
                    {"thesis", thesis},
                    {"cf_by_combined_with_sweep", whole},
                    {"cf_by_sv_with_sweep", whole_sv},
                    {"cf_by_combined_with_table_sweep", with_tables},
                    {"cf_by_combined", narrow},
                    {"cf_by_sv", narrow_sv},
                    {"lin_canny_alone_by_sv", alone},
                    {"v_clip_by_sv", v_clip},
                    {"judgement", judgement}});
}

// The figures in the words of the thesis.
class Words {
 public:
  void row(const std::string& thesis, const std::string& ours, bool holds, Report& report) {
    table_.row({thesis, ours, holds ? "holds" : "DOES NOT HOLD"});
    report.add(Record{{"thesis", thesis}, {"ours", ours}, {"holds", holds}});
  }
  void see(const std::vector<Point>& points) { all_.insert(all_.end(), points.begin(), points.end()); }

  // How times grow from the first to the last setting of a figure.
  void growth(const char* what, const std::vector<Point>& points, Report& report) {
    const auto grows = [&](NarrowMethod method) {
      return points.back().narrow(method) / points.front().narrow(method);
    };
    const double sv = grows(NarrowMethod::SeparatingVector), cf = grows(NarrowMethod::ClosestFeatures);
    row(format("%s: SV takes slightly longer, CF substantially", what), format("× %.2f, × %.2f", sv, cf), sv < cf,
        report);
  }
  void end(Report& report) {
    std::size_t gilbert = 0, combined = 0;
    double dearest = 0;
    for (const Point& p : all_) {
      gilbert += p.narrow_ratio(NarrowMethod::Gilbert) > 1;
      combined += p.narrow_ratio(NarrowMethod::Combined) > 1;
      dearest = std::max(dearest, p.narrow(NarrowMethod::Combined) / p.narrow(NarrowMethod::SeparatingVector));
    }
    row("combined is faster than CF in all cases", format("%zu of %zu", combined, all_.size()), combined == all_.size(),
        report);
    row("Gilbert alone is faster than CF when fast or complex", format("%zu of %zu", gilbert, all_.size()),
        gilbert == all_.size(), report);
    row("combined needs only a little more than SV", format("× %.2f at most", dearest), dearest < 1.5, report);
    report.add(std::move(table_));
  }

 private:
  Table table_{"What the thesis reads from its figures, tests of pairs"};
  std::vector<Point> all_;
};

// Where the time of one setting goes.
void add_profile(const std::string& title, const Point& point, Report& report) {
  Table table(title + format(": %.0f tests a frame, %.1f %% of them colliding", point.tests,
                             100 * point.collisions / std::max(point.tests, 1e-9)));
  table.row({"", "ns a test", "steps a test", "ns a step", "LPs in 100 tests", "wrong", "no verdict"});
  for (int m = 0; m < kNarrowMethods; ++m) {
    const NarrowCost& cost = point.costs[static_cast<std::size_t>(m)];
    table.row({to_string(static_cast<NarrowMethod>(m)), format("%.0f", cost.ns),
               cost.steps > 0 ? format("%.2f", cost.steps) : "",
               cost.steps > 0 && cost.fallbacks == 0 ? format("%.0f", cost.ns / cost.steps) : "",
               cost.fallbacks > 0 ? format("%.2f", 100 * cost.fallbacks) : "",
               format("%lld", static_cast<long long>(cost.wrong)),
               format("%lld", static_cast<long long>(cost.without))});
  }
  report.add(std::move(table));
}

const Point& at(const std::vector<Point>& points, double x) {
  return *std::min_element(points.begin(), points.end(),
                           [&](const Point& a, const Point& b) { return std::fabs(a.x - x) < std::fabs(b.x - x); });
}

void add_reasons(const Point& point, Report& report) {
  const NarrowCost &cf = point.costs[static_cast<std::size_t>(NarrowMethod::ClosestFeatures)],
                   &alone = point.costs[static_cast<std::size_t>(NarrowMethod::LinCanny)];
  const double in_programs = cf.ns - alone.ns, share = 100 * in_programs / cf.ns;
  report.note(format(
      "\nWhy, at n = %g and 20 %% of the radius a frame: %.0f %% of CF's tests are its linear programs, one for each "
      "colliding pair, %.0f µs each;\nhow fast ours is (Seidel's, readable first) decides the ratio. The tracking "
      "alone is "
      "%.1f times SV's time: %.1f features a test against %.2f searches.\nBoxes and sweep and prune, the same for all, "
      "take "
      "%.0f µs a frame, SV's tests %.0f µs: that holds the ratio of the whole down. The thesis does\nnot say what its "
      "took.",
      point.x, share, 1e-3 * in_programs / std::max(cf.fallbacks, 1e-9),
      point.narrow(NarrowMethod::LinCanny) / point.narrow(NarrowMethod::SeparatingVector), alone.steps,
      point.costs[static_cast<std::size_t>(NarrowMethod::SeparatingVector)].steps, 1e6 * point.sweep,
      1e6 * point.narrow(NarrowMethod::SeparatingVector)));
}

}  // namespace

void run_qcollide(const Options& options, Report& report) {
  Words words;
  Point fastest;  // of Fig. 6.7: the setting of the thesis' 28
  for (const Figure& figure : {velocities(20, "6.6"), velocities(500, "6.7"), rotations(20, "6.8"),
                               rotations(500, "6.9"), densities(20, "6.10"), densities(500, "6.11")}) {
    const std::vector<Point> points = measure_figure(figure, options, report);
    add_table(figure, points, report);
    add_plot(figure, points, report);
    words.see(points);
    if (figure.name == "qcollide-velocity-n500") fastest = points.back();
    if (!figure.name.starts_with("qcollide-density")) words.growth(figure.title.c_str(), points, report);
  }
  const Figure slow_figure = sizes(0.05), fast_figure = sizes(kFast);
  const std::vector<Point> slow = measure_figure(slow_figure, options, report),
                           fast = measure_figure(fast_figure, options, report);
  add_table(slow_figure, slow, report);
  add_table(fast_figure, fast, report);
  add_speed_up_plot(slow, fast, report);
  words.end(report);

  Table claims("The thesis' speed-ups of Q_COLLIDE over I_COLLIDE beside ours  [times as long as]");
  claims.row({"", "thesis", "CF : combined", "CF : SV", "", "boxes from tables", "tests alone: CF : combined",
              "CF : SV", "Lin–Canny alone : SV", "V-Clip : SV"});
  const auto claim = [&](const std::vector<Point>& points, int n, const char* speed, double thesis) {
    const Point& point = at(points, n);
    add_claim(format("n = %g, %s of the radius a frame", point.x, speed), thesis, point, claims, report);
  };
  add_claim("n = 500, 20 % of the radius a frame, in Fig. 6.7", kThesisSpeedUp, fastest, claims, report);
  claim(fast, 500, "20 %", kThesisSpeedUp);
  for (const int n : {200, 500, 1000}) claim(slow, n, "5 %", kThesisFloor);
  for (const int n : {200, 1000}) claim(fast, n, "20 %", kThesisFloor);
  report.add(std::move(claims));
  add_profile(format("n = %g, 20 %% of the radius", at(fast, 20).x), at(fast, 20), report);
  add_profile(format("n = %g, 20 %% of the radius", at(fast, 500).x), at(fast, 500), report);
  compare_worlds(mixture(20), options, report);
  compare_worlds(mixture(500), options, report);
  add_reasons(at(fast, 500), report);
}

}  // namespace clearance::bench
