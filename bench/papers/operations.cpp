// Question: does Enhanced GJK take 50 to 100 % more floating-point operations than V-Clip, as Mirtich 1997, §3.3 says?
// Method:   separated frames of W1 at 1° and 10°, warm; every instruction of queries from all along is counted
//           (single_step.h). The paper's two are V-Clip with stored planes and GJK with Johnson's sub-algorithm; ours,
//           with planes made on the fly and with Voronoi regions of the simplex, stand beside them. Each method ends
//           with what lets it call a verdict (lab/pair/conclude.h), which the papers' versions do not do: counted
//           apart.
#include <bench/experiments.h>
#include <bench/race/rows.h>
#include <bench/race/single_step.h>
#include <bench/race/timer.h>
#include <clearance/lab/pair/conclude.h>
#include <clearance/lab/pair/enhanced_gjk.h>
#include <clearance/lab/pair/features/v_clip.h>
#include <clearance/lab/pair/features/voronoi_walk.h>

#include <array>
#include <memory>

namespace clearance::bench {
namespace {

enum Counted : std::size_t { kOnTheFly, kStoredPlanes, kRegions, kJohnson, kMethods };
constexpr const char* kNames[kMethods] = {"v_clip, planes on the fly", "v_clip, stored planes",
                                          "enhanced_gjk, Voronoi regions", "enhanced_gjk, Johnson"};
constexpr bool is_v_clip(std::size_t m) { return m == kOnTheFly || m == kStoredPlanes; }
constexpr double kPaperLeast = 50, kPaperMost = 100;  // % more for Enhanced GJK

struct Bodies {
  W1Scene scene;
  VoronoiPlanes planes_a = VoronoiPlanes::build(scene.a), planes_b = VoronoiPlanes::build(scene.b);
};

AskRow asker(std::size_t method, const Bodies& bodies) {
  switch (method) {
    case kOnTheFly:
      return [](const PosedPair& pair, ConvexCache* cache) { return v_clip(pair, cache); };
    case kStoredPlanes:
      return [options = VClipOptions{.planes_a = &bodies.planes_a, .planes_b = &bodies.planes_b}](
                 const PosedPair& pair, ConvexCache* cache) { return v_clip(pair, cache, options); };
    case kRegions:
      return [](const PosedPair& pair, ConvexCache* cache) {
        return enhanced_gjk(pair, cache, {.sub_algorithm = SubAlgorithm::Voronoi});
      };
    default:
      return [](const PosedPair& pair, ConvexCache* cache) {
        return enhanced_gjk(pair, cache, {.sub_algorithm = SubAlgorithm::Johnson});
      };
  }
}

// Per query, over all three shapes.
struct Tally {
  double instructions = 0, calculating = 0, arithmetic = 0, comparisons = 0;
};

Tally per_query(const Operations& sum, double queries) {
  return {static_cast<double>(sum.instructions) / queries, static_cast<double>(sum.calculating) / queries,
          static_cast<double>(sum.arithmetic) / queries, static_cast<double>(sum.comparisons) / queries};
}

// What the paper's version does too, its own part, and what lets ours call a verdict: the support search and, for
// V-Clip, the weights of the nearest points (Gilbert's walk has them anyway).
struct MethodTally {
  Tally all, own;
};

Operations difference(const Operations& x, const Operations& y) {
  return {x.instructions - y.instructions, x.calculating - y.calculating, x.arithmetic - y.arithmetic,
          x.comparisons - y.comparisons};
}
Operations sum(const Operations& x, const Operations& y) { return difference(x, difference({}, y)); }

// Frames from all along one scene, each with the cache that the frame before it left. Whatever is not the methods' is
// made here.
class Sample {
 public:
  Sample(std::size_t method, const Bodies& bodies, int counted) : method_(method), ask_(asker(method, bodies)) {
    const W1Scene& scene = bodies.scene;
    const std::size_t frames = scene.pose_a.size(),
                      stride = std::max<std::size_t>(frames / static_cast<std::size_t>(counted), 1);
    ConvexCache cache;
    for (std::size_t i = 0; i < frames; ++i) {
      const ConvexCache before = cache;
      const PosedPair pair(scene.a, scene.pose_a[i], scene.b, scene.pose_b[i]);
      const Evidence found = ask_(pair, &cache);
      if (i % stride + 1 == stride) frames_.push_back(std::make_unique<Frame>(pair, before, bodies, found, cache));
    }
  }

  void ask_all() const {
    for (const auto& frame : frames_) {
      ConvexCache cache = frame->before;
      keep(ask_(frame->pair, &cache));
    }
  }
  void conclude_all() const {
    for (const auto& frame : frames_) {
      if (frame->found.verdict != Verdict::Separated) continue;
      Evidence evidence;
      keep(is_v_clip(method_) ? conclude_features(frame->pair, frame->features, evidence)
                              : conclude_separated(frame->pair, frame->found.direction, frame->found.last, evidence));
    }
  }
  // The nearest points of V-Clip's last features, which the paper's computes, too.
  void find_points_of_all() const {
    for (const auto& frame : frames_) {
      if (!is_v_clip(method_) || frame->found.verdict != Verdict::Separated) continue;
      const FeaturePair& features = frame->features;
      keep(method_ == kStoredPlanes ? nearest_points(frame->with_planes[0], frame->with_planes[1], features)
                                    : nearest_points(frame->without_planes[0], frame->without_planes[1], features));
    }
  }
  double queries() const { return static_cast<double>(frames_.size()); }

 private:
  struct Frame {
    PosedPair pair;
    ConvexCache before;
    PosedBodies without_planes;
    BodiesWithPlanes with_planes;
    Evidence found;
    FeaturePair features;

    Frame(const PosedPair& at, const ConvexCache& cache, const Bodies& bodies, const Evidence& evidence,
          const ConvexCache& after)
        : pair(at),
          before(cache),
          without_planes(pair),
          with_planes(pair, bodies.planes_a, bodies.planes_b),
          found(evidence),
          features{after.feature_a, after.feature_b} {}
  };

  std::size_t method_;
  AskRow ask_;
  std::vector<std::unique_ptr<Frame>> frames_;
};

std::optional<MethodTally> count_method(std::size_t method, const std::vector<Bodies>& scenes, int counted) {
  std::vector<Sample> samples;
  double queries = 0;
  for (const Bodies& bodies : scenes) {
    samples.emplace_back(method, bodies, counted);
    queries += samples.back().queries();
  }
  const auto count = [&](void (Sample::*part)() const) {
    return count_operations([&] {
      for (const Sample& sample : samples) (sample.*part)();
    });
  };
  const std::optional<Operations> all = count(&Sample::ask_all), concluding = count(&Sample::conclude_all),
                                  points = count(&Sample::find_points_of_all);
  if (!all || !concluding || !points) return std::nullopt;
  return MethodTally{per_query(*all, queries), per_query(sum(difference(*all, *concluding), *points), queries)};
}

using Tallies = std::array<MethodTally, kMethods>;

std::optional<Tallies> count_all(const std::vector<Bodies>& scenes, int counted) {
  Tallies tallies;
  for (std::size_t m = 0; m < kMethods; ++m) {
    const std::optional<MethodTally> tally = count_method(m, scenes, counted);
    if (!tally) return std::nullopt;
    tallies[m] = *tally;
  }
  return tallies;
}

double percent_more(double more, double than) { return than > 0 ? 100 * (more / than - 1) : 0; }

// Of the paper's two, and of ours.
double paper_percent(const Tallies& t) {
  return percent_more(t[kJohnson].own.arithmetic, t[kStoredPlanes].own.arithmetic);
}
double our_percent(const Tallies& t) { return percent_more(t[kRegions].own.arithmetic, t[kOnTheFly].own.arithmetic); }

void add_records(Motion motion, int n, const Tallies& tallies, Report& report) {
  for (std::size_t m = 0; m < kMethods; ++m) {
    const Tally &all = tallies[m].all, &own = tallies[m].own;
    report.add(Record{{"method", kNames[m]},
                      {"motion", to_string(motion)},
                      {"n", std::int64_t{n}},
                      {"instructions", all.instructions},
                      {"arithmetic", all.arithmetic},
                      {"comparisons", all.comparisons},
                      {"calculating", all.calculating},
                      {"instructions_own", own.instructions},
                      {"arithmetic_own", own.arithmetic},
                      {"comparisons_own", own.comparisons},
                      {"calculating_own", own.calculating}});
  }
  report.add(Record{{"motion", to_string(motion)},
                    {"n", std::int64_t{n}},
                    {"percent_more_johnson_than_stored", paper_percent(tallies)},
                    {"percent_more_regions_than_on_the_fly", our_percent(tallies)},
                    {"paper_least", kPaperLeast},
                    {"paper_most", kPaperMost}});
}

void add_series(std::span<const int> sizes, const std::vector<Tallies>& by_size, Plot& plot) {
  const auto series = [&](const std::string& name, std::size_t m, double factor, bool dashed) {
    std::vector<PlotPoint> points;
    points.reserve(sizes.size());
    for (std::size_t k = 0; k < sizes.size(); ++k)
      points.push_back({static_cast<double>(sizes[k]), factor * by_size[k][m].own.arithmetic});
    if (dashed) {
      plot.series(name, std::move(points), Plot::Line::Dashed);
    } else {
      plot.series(name, std::move(points));
    }
  };
  for (std::size_t m = 0; m < kMethods; ++m) series(kNames[m], m, 1, false);
  series("paper: enhanced_gjk, v_clip + 50 %", kStoredPlanes, 1 + kPaperLeast / 100, true);
  series("paper: enhanced_gjk, v_clip + 100 %", kStoredPlanes, 1 + kPaperMost / 100, true);
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
  for (std::size_t m = 0; m < kMethods; ++m) {
    add_row(std::string(kNames[m]) + ": arithmetic, its own", "%.0f",
            [m](const Tallies& t) { return t[m].own.arithmetic; });
    add_row("  in what concludes", "%.0f", [m](const Tallies& t) { return t[m].all.arithmetic - t[m].own.arithmetic; });
    add_row("  instructions with arithmetic, its own", "%.0f", [m](const Tallies& t) { return t[m].own.calculating; });
    add_row("  instructions, its own", "%.0f", [m](const Tallies& t) { return t[m].own.instructions; });
    add_row("  instructions, all", "%.0f", [m](const Tallies& t) { return t[m].all.instructions; });
  }
  table.rule();
  add_row(format("the paper's two: Johnson beside stored planes, arithmetic (paper: %g to %g %% more)", kPaperLeast,
                 kPaperMost),
          "%+.0f %%", paper_percent);
  add_row("  instructions, their own", "%+.0f %%", [](const Tallies& t) {
    return percent_more(t[kJohnson].own.instructions, t[kStoredPlanes].own.instructions);
  });
  add_row("ours: regions beside planes on the fly, arithmetic", "%+.0f %%", our_percent);
  add_row("  instructions, their own", "%+.0f %%",
          [](const Tallies& t) { return percent_more(t[kRegions].own.instructions, t[kOnTheFly].own.instructions); });
  report.add(std::move(table));

  Plot plot(std::string("Floating-point operations per query, warm, ") + to_string(motion) + " a frame");
  plot.x("n: points of each hull", Scale::Log).y("additions, products, quotients, roots", Scale::Linear);
  add_series(sizes, by_size, plot);
  plot.note("Without what lets a method call a verdict. Separated frames, three shapes.");
  report.add(motion == Motion::OneDegree ? "operations-1-degree" : "operations-10-degrees", std::move(plot));
}

// Where there is no single-stepping.
void report_times(std::span<const int> sizes, Report& report) {
  Table table("Operations cannot be counted here (no single steps): time instead, 1° a frame  [ns per query]");
  Plot plot("Time per query, warm, 1 degree a frame");
  plot.x("n: points of each hull", Scale::Log).y("ns per query", Scale::Linear);
  for (std::size_t m = 0; m < kMethods; ++m) {
    std::vector<std::string> cells = {kNames[m]};
    std::vector<PlotPoint> points;
    for (const int n : sizes) {
      const Bodies bodies{separated_scene(TestShape::Ellipsoid, n, Motion::OneDegree, 1000)};
      const RowCost cost = time_row(asker(m, bodies), bodies.scene.frames(), true, {});
      cells.push_back(format("%.0f", cost.ns));
      points.push_back({static_cast<double>(n), cost.ns});
      report.add(Record{{"method", kNames[m]}, {"n", std::int64_t{n}}, {"ns", cost.ns}});
    }
    table.row(std::move(cells));
    plot.series(kNames[m], std::move(points));
  }
  report.add(std::move(table));
  report.add("operations-1-degree", std::move(plot));
}

// Fewer operations, but how much less time?
void report_stored_time(std::span<const Motion> motions, int n, Report& report) {
  Table table(format("V-Clip warm, n = %d  [ns per query]", n));
  table.row({"", kNames[kOnTheFly], kNames[kStoredPlanes], "less"});
  for (const Motion motion : motions) {
    double ns[2] = {};
    for (const TestShape shape : kShapes) {
      const Bodies bodies{separated_scene(shape, n, motion, 3000)};
      for (const std::size_t m : {kOnTheFly, kStoredPlanes})
        ns[m] += time_row(asker(m, bodies), bodies.scene.frames(), true, {5, 0.1}).ns / std::size(kShapes);
    }
    table.row({to_string(motion), format("%.0f", ns[0]), format("%.0f", ns[1]),
               format("%.0f %%", -percent_more(ns[1], ns[0]))});
    report.add(
        Record{{"motion", to_string(motion)}, {"n", std::int64_t{n}}, {"ns_on_the_fly", ns[0]}, {"ns_stored", ns[1]}});
  }
  report.add(std::move(table));
}

}  // namespace

void run_operations(const Options& options, Report& report) {
  const std::vector<int> sizes = options.quick ? std::vector{20, 100} : std::vector{20, 50, 100, 200, 500};
  const std::vector<Motion> motions =
      options.quick ? std::vector{Motion::OneDegree} : std::vector{Motion::OneDegree, Motion::TenDegrees};
  const int counted = options.quick ? 1 : 16;
  for (const Motion motion : motions) {
    std::vector<Tallies> by_size;
    for (const int n : sizes) {
      report.progress(format("operations: %s, n = %d", to_string(motion), n));
      std::vector<Bodies> scenes;
      for (const TestShape shape : kShapes) scenes.push_back({separated_scene(shape, n, motion, 1000)});
      const std::optional<Tallies> tallies = count_all(scenes, counted);
      if (!tallies) return report_times(sizes, report);
      by_size.push_back(*tallies);
      add_records(motion, n, *tallies, report);
    }
    report_motion(motion, sizes, by_size, report);
  }
  report_stored_time(motions, sizes.back(), report);
  report.note(
      "\nArithmetic: additions, subtractions, products, quotients and square roots, every lane of a vector instruction."
      "\nCompiled for the processor at hand; idle lanes of padded neighbour blocks count.");
}

}  // namespace clearance::bench
