// Question: does Enhanced GJK take 50 to 100 % more floating-point operations than V-Clip, as Mirtich 1997, §3.3 says?
// Method:   separated frames of W1 at 1° and 10°, warm; every instruction of a few consecutive queries is counted
//           (single_step.h). Each method ends with the support search that lets it call a verdict (lab/conclude.h),
//           which the papers' versions do not make: it is counted apart.
#include <bench/experiments.h>
#include <bench/rows.h>
#include <bench/single_step.h>
#include <bench/timer.h>
#include <clearance/lab/conclude.h>

#include <array>
#include <limits>

namespace clearance::bench {
namespace {

constexpr Algorithm kCounted[] = {Algorithm::VClip, Algorithm::EnhancedGjk, Algorithm::LinCanny};
constexpr std::size_t kMethods = std::size(kCounted);
constexpr double kPaperLeast = 50, kPaperMost = 100;  // % more for Enhanced GJK
constexpr int kBefore = 30;                           // frames that warm the cache

// Per query, over all three shapes.
struct Tally {
  double instructions = 0, calculating = 0, arithmetic = 0, comparisons = 0;
};

Tally per_query(const Operations& sum, double queries) {
  return {static_cast<double>(sum.instructions) / queries, static_cast<double>(sum.calculating) / queries,
          static_cast<double>(sum.arithmetic) / queries, static_cast<double>(sum.comparisons) / queries};
}

struct MethodTally {
  Tally all, concluding;

  double own() const { return all.arithmetic - concluding.arithmetic; }
};

// A few frames of one scene, with the cache as the frames before left it.
class Stretch {
 public:
  Stretch(const AlgorithmRow& row, const W1Scene& scene, int counted) : row_(row), scene_(scene) {
    const std::size_t frames = scene.pose_a.size();
    first_ = std::min<std::size_t>(kBefore, frames);
    last_ = std::min(first_ + static_cast<std::size_t>(counted), frames);
    for (std::size_t i = 0; i < first_; ++i) row.run(pair(i), &cache_, nullptr);
    PairCache cache = cache_;
    for (std::size_t i = first_; i < last_; ++i) found_.push_back(row.run(pair(i), &cache, nullptr));
  }

  void ask_all() const {
    PairCache cache = cache_;
    for (std::size_t i = first_; i < last_; ++i) keep(row_.run(pair(i), &cache, nullptr));
  }
  void conclude_all() const {
    for (std::size_t i = first_; i < last_; ++i) {
      const Evidence& found = found_[i - first_];
      if (found.verdict != Verdict::Separated) continue;
      Evidence evidence;
      keep(conclude_separated(pair(i), found.direction, found.last, evidence));
    }
  }
  double queries() const { return static_cast<double>(last_ - first_); }

 private:
  PosedPair pair(std::size_t i) const { return {scene_.a, scene_.pose_a[i], scene_.b, scene_.pose_b[i]}; }

  const AlgorithmRow& row_;
  const W1Scene& scene_;
  std::size_t first_ = 0, last_ = 0;
  PairCache cache_;
  std::vector<Evidence> found_;
};

std::optional<MethodTally> count_method(const AlgorithmRow& row, std::span<const W1Scene> scenes, int counted) {
  std::vector<Stretch> stretches;
  double queries = 0;
  for (const W1Scene& scene : scenes) {
    stretches.emplace_back(row, scene, counted);
    queries += stretches.back().queries();
  }
  const std::optional<Operations> all = count_operations([&] {
    for (const Stretch& stretch : stretches) stretch.ask_all();
  });
  const std::optional<Operations> concluding = count_operations([&] {
    for (const Stretch& stretch : stretches) stretch.conclude_all();
  });
  if (!all || !concluding) return std::nullopt;
  return MethodTally{per_query(*all, queries), per_query(*concluding, queries)};
}

using Tallies = std::array<MethodTally, kMethods>;

std::optional<Tallies> count_all(std::span<const W1Scene> scenes, int counted) {
  Tallies tallies;
  for (std::size_t m = 0; m < kMethods; ++m) {
    const std::optional<MethodTally> tally = count_method(row_named(kCounted[m]), scenes, counted);
    if (!tally) return std::nullopt;
    tallies[m] = *tally;
  }
  return tallies;
}

double percent_more(double more, double than) { return than > 0 ? 100 * (more / than - 1) : 0; }

void add_records(Motion motion, int n, const Tallies& tallies, Report& report) {
  for (std::size_t m = 0; m < kMethods; ++m) {
    const Tally &all = tallies[m].all, &concluding = tallies[m].concluding;
    report.add(Record{{"method", row_named(kCounted[m]).name()},
                      {"motion", to_string(motion)},
                      {"n", std::int64_t{n}},
                      {"instructions", all.instructions},
                      {"arithmetic", all.arithmetic},
                      {"comparisons", all.comparisons},
                      {"calculating", all.calculating},
                      {"calculating_concluding", concluding.calculating},
                      {"instructions_concluding", concluding.instructions},
                      {"arithmetic_concluding", concluding.arithmetic},
                      {"comparisons_concluding", concluding.comparisons}});
  }
  report.add(
      Record{{"motion", to_string(motion)},
             {"n", std::int64_t{n}},
             {"percent_more_arithmetic", percent_more(tallies[1].own(), tallies[0].own())},
             {"percent_more_instructions", percent_more(tallies[1].all.instructions, tallies[0].all.instructions)},
             {"paper_least", kPaperLeast},
             {"paper_most", kPaperMost}});
}

void report_motion(Motion motion, std::span<const int> sizes, const std::vector<Tallies>& by_size, Report& report) {
  Table table(std::string("Operations per query, warm, ") + to_string(motion) + " a frame");
  std::vector<std::string> head = {""};
  for (const int n : sizes) head.push_back(format("n = %d", n));
  table.row(std::move(head));
  const auto add_row = [&](const std::string& name, const char* pattern, auto value) {
    std::vector<std::string> cells = {name};
    for (const Tallies& tallies : by_size) cells.push_back(format(pattern, value(tallies)));
    table.row(std::move(cells));
  };
  Plot plot(std::string("Floating-point operations per query, warm, ") + to_string(motion) + " a frame");
  plot.x("n: points of each hull", Scale::Log).y("additions, products, quotients, roots", Scale::Linear);
  for (std::size_t m = 0; m < kMethods; ++m) {
    const std::string name = row_named(kCounted[m]).name();
    add_row(name + ": arithmetic, its own", "%.0f", [m](const Tallies& t) { return t[m].own(); });
    add_row("  in the search that concludes", "%.0f", [m](const Tallies& t) { return t[m].concluding.arithmetic; });
    add_row("  instructions with arithmetic, its own", "%.0f",
            [m](const Tallies& t) { return t[m].all.calculating - t[m].concluding.calculating; });
    add_row("  comparisons, all", "%.0f", [m](const Tallies& t) { return t[m].all.comparisons; });
    add_row("  instructions, all", "%.0f", [m](const Tallies& t) { return t[m].all.instructions; });
    std::vector<PlotPoint> points, low, high;
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      const double own = by_size[k][m].own(), n = sizes[k];
      points.push_back({n, own});
      low.push_back({n, own * (1 + kPaperLeast / 100)});
      high.push_back({n, own * (1 + kPaperMost / 100)});
    }
    plot.series(name, std::move(points));
    if (kCounted[m] != Algorithm::VClip) continue;
    plot.series("paper: enhanced_gjk, v_clip + 50 %", std::move(low), Plot::Line::Dashed);
    plot.series("paper: enhanced_gjk, v_clip + 100 %", std::move(high), Plot::Line::Dashed);
  }
  table.rule();
  const auto more = [](const Tallies& t) { return percent_more(t[1].own(), t[0].own()); };
  add_row(
      format("enhanced_gjk beside v_clip, arithmetic of their own (paper: %g to %g %% more)", kPaperLeast, kPaperMost),
      "%+.0f %%", more);
  add_row("  instructions with arithmetic, of their own", "%+.0f %%", [](const Tallies& t) {
    return percent_more(t[1].all.calculating - t[1].concluding.calculating,
                        t[0].all.calculating - t[0].concluding.calculating);
  });
  add_row("  instructions, all", "%+.0f %%",
          [](const Tallies& t) { return percent_more(t[1].all.instructions, t[0].all.instructions); });
  report.add(std::move(table));
  plot.note("Without the support search that lets a method call a verdict. Separated frames, three shapes.");
  report.add(motion == Motion::OneDegree ? "operations-1-degree" : "operations-10-degrees", std::move(plot));
}

// Where there is no single-stepping.
void report_times(std::span<const int> sizes, Report& report) {
  Table table("Operations cannot be counted here (no single steps): time instead, 1° a frame  [ns per query]");
  Plot plot("Time per query, warm, 1 degree a frame");
  plot.x("n: points of each hull", Scale::Log).y("ns per query", Scale::Linear);
  for (const Algorithm id : kCounted) {
    std::vector<std::string> cells = {row_named(id).name()};
    std::vector<PlotPoint> points;
    for (const int n : sizes) {
      const W1Scene scene = separated_scene(TestShape::Ellipsoid, n, Motion::OneDegree, 1000);
      const RowCost cost = time_row(ask(row_named(id)), scene.frames(), true, {});
      cells.push_back(format("%.0f", cost.ns));
      points.push_back({static_cast<double>(n), cost.ns});
      report.add(Record{{"method", row_named(id).name()}, {"n", std::int64_t{n}}, {"ns", cost.ns}});
    }
    table.row(std::move(cells));
    plot.series(row_named(id).name(), std::move(points));
  }
  report.add(std::move(table));
  report.add("operations-1-degree", std::move(plot));
}

}  // namespace

void run_operations(const Options& options, Report& report) {
  const std::vector<int> sizes = options.quick ? std::vector{20, 100} : std::vector{20, 50, 100, 200, 500};
  const int counted = options.quick ? 1 : 8;
  for (const Motion motion : {Motion::OneDegree, Motion::TenDegrees}) {
    if (options.quick && motion != Motion::OneDegree) break;
    std::vector<Tallies> by_size;
    for (const int n : sizes) {
      report.progress(format("operations: %s, n = %d", to_string(motion), n));
      std::vector<W1Scene> scenes;
      for (const TestShape shape : kShapes) scenes.push_back(separated_scene(shape, n, motion, 1000));
      const std::optional<Tallies> tallies = count_all(scenes, counted);
      if (!tallies) return report_times(sizes, report);
      by_size.push_back(*tallies);
      add_records(motion, n, *tallies, report);
    }
    report_motion(motion, sizes, by_size, report);
  }
  report.note(
      "\nArithmetic: additions, subtractions, products, quotients and square roots, every lane of a vector instruction."
      "\nCompiled for the processor at hand; idle lanes of padded neighbour blocks count.");
}

}  // namespace clearance::bench
