// Question: how does the time of closest-feature tracking depend on coherence and on the number of features?
// Method:   Mirtich 1997, Fig. 10: a fixed cube; a polyhedral sphere turns about an axis parallel to the nearest face
//           of the cube, by 1° to 20° between calls; three resolutions, 16 times the features from first to last.
//           The spheres are subdivided octahedra; times are the mean over several axes and first rotations.
#include <bench/experiments.h>
#include <bench/race/rows.h>
#include <bench/workloads/random_motion.h>
#include <clearance/build/convex_hull.h>

#include <array>
#include <cmath>

namespace clearance::bench {
namespace {

constexpr int kFrequencies[] = {4, 8, 16};  // an octahedron's edge in that many pieces
constexpr std::size_t kResolutions = std::size(kFrequencies);
constexpr Algorithm kTracked[] = {lab::kLinCanny, lab::kVClip, lab::kEnhancedGjk};
constexpr int kSlowest = 1, kFastest = 20;  // degrees per call
constexpr double kMostMore = 15;            // % more time at 1° for 16 times the features: the paper's and the plan's

// Points (i, j, k)/|(i, j, k)| with |i| + |j| + |k| = f: 8f² facets.
Polytope sphere(int f) {
  std::vector<Vec3> points;
  for (int i = -f; i <= f; ++i) {
    const int rest = f - std::abs(i);
    for (int j = -rest; j <= rest; ++j) {
      const int k = rest - std::abs(j);
      const Vec3 p = {static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
      points.push_back(p / norm(p));
      if (k > 0) points.push_back(Vec3{p.x, p.y, -p.z} / norm(p));
    }
  }
  return convex_hull(points).value();
}

struct Turning {
  std::vector<Pose> cube, sphere;
};

// The nearest face of the cube is z = 1; the axis is parallel to it.
Turning turning(int degrees, int calls, Random& random) {
  constexpr double kHalfDegree = 3.14159265358979323846 / 360;
  Vec3 axis = random_direction(random);
  axis = Vec3{axis.x, axis.y, 0} / norm(Vec3{axis.x, axis.y, 0});
  const Quat step = turn(axis, std::tan(degrees * kHalfDegree));
  Quat at = random_rotation(random);
  Turning out{std::vector<Pose>(static_cast<std::size_t>(calls)), {}};
  for (int k = 0; k < calls; ++k) {
    out.sphere.push_back(rotation(at, {0, 0, 2.5}));
    at = normalised_product(step, at);
  }
  return out;
}

struct Effort {
  int axes, calls, passes;
};

// The mean over the axes, for every resolution. All see the same turns, and take turns themselves, so that what else
// the machine does meets each of them; the fastest pass of each counts.
std::array<RowCost, kResolutions> mean_costs(const AlgorithmRow& row, const Polytope& cube,
                                             std::span<const Polytope> balls, int degrees, const Effort& effort) {
  Random random(1);
  std::array<RowCost, kResolutions> mean;
  for (int axis = 0; axis < effort.axes; ++axis) {
    const Turning turns = turning(degrees, effort.calls, random);
    std::array<RowCost, kResolutions> best;
    for (int pass = 0; pass < effort.passes; ++pass) {
      for (std::size_t k = 0; k < kResolutions; ++k) {
        const RowCost cost = time_row(ask(row), {&cube, &balls[k], turns.cube, turns.sphere}, true, {1, 0.1});
        if (pass == 0 || cost.ns < best[k].ns) best[k] = cost;
      }
    }
    for (std::size_t k = 0; k < kResolutions; ++k) {
      mean[k].ns += best[k].ns / effort.axes;
      mean[k].steps += best[k].steps / effort.axes;
      mean[k].resolved += best[k].resolved / effort.axes;
      mean[k].frames += best[k].frames;
    }
  }
  return mean;
}

using Curve = std::array<std::vector<RowCost>, kResolutions>;

std::string features(const Polytope& ball) {
  return format("%d features", ball.vertex_count() + ball.edge_count() + ball.face_count());
}

Curve measure_curve(const AlgorithmRow& row, const Polytope& cube, std::span<const Polytope> balls,
                    const Options& options, Report& report) {
  const Effort effort = options.quick ? Effort{2, 60, 1} : Effort{12, 720, 9};
  Curve curve;
  for (int degrees = kSlowest; degrees <= kFastest; ++degrees) {
    report.progress(format("lin-canny-coherence: %s, %d degrees", row.name, degrees));
    const std::array<RowCost, kResolutions> costs = mean_costs(row, cube, balls, degrees, effort);
    for (std::size_t k = 0; k < kResolutions; ++k) {
      const RowCost& cost = costs[k];
      curve[k].push_back(cost);
      report.add(Record{{"method", row.name},
                        {"degrees", std::int64_t{degrees}},
                        {"facets", std::int64_t{balls[k].face_count()}},
                        {"ns", cost.ns},
                        {"steps", cost.steps},
                        {"resolved", cost.resolved},
                        {"calls", cost.frames}});
    }
  }
  return curve;
}

void add_plot(const AlgorithmRow& row, std::span<const Polytope> balls, const Curve& curve, Report& report) {
  Plot plot(std::string(row.name) + ": a cube and a turning sphere (Mirtich, Fig. 10)");
  plot.x("degrees between calls", Scale::Linear).y("ns per call", Scale::Linear);
  for (std::size_t k = 0; k < kResolutions; ++k) {
    std::vector<PlotPoint> points;
    for (std::size_t i = 0; i < curve[k].size(); ++i)
      points.push_back({static_cast<double>(kSlowest) + static_cast<double>(i), curve[k][i].ns});
    plot.series(features(balls[k]), std::move(points));
    if (k == 0)
      plot.series("the paper's 15 % above", {{kSlowest, curve[0][0].ns * (1 + kMostMore / 100)}}, Plot::Line::Dashed);
  }
  plot.note(
      "Mirtich: at one degree between calls a 16-fold increase in complexity results in only a 15 % increase in "
      "execution time.");
  std::string name = row.name;
  for (char& c : name) c = c == '_' ? '-' : c;
  report.add("lin-canny-coherence-" + name, std::move(plot));
}

}  // namespace

void run_lin_canny_coherence(const Options& options, Report& report) {
  const Polytope cube = box({2, 2, 2});
  std::vector<Polytope> balls;
  for (const int f : kFrequencies) balls.push_back(sphere(f));
  Table table("A cube and a turning sphere, warm  [ns per call (steps)]");
  std::vector<std::string> head = {""};
  constexpr int kShown[] = {1, 2, 5, 10, 20};
  for (const int degrees : kShown) head.push_back(format("%d°", degrees));
  table.row(std::move(head));
  Table bars("16 times the features at 1° between calls  [% more time]");
  bars.row({"", "paper", "ours", "", "more steps", "no verdict"});
  for (const Algorithm id : kTracked) {
    const AlgorithmRow& row = row_named(id);
    const Curve curve = measure_curve(row, cube, balls, options, report);
    double unresolved = 0;
    for (std::size_t k = 0; k < kResolutions; ++k) {
      std::vector<std::string> cells = {std::string(row.name) + ", " + features(balls[k])};
      for (const int degrees : kShown) {
        const RowCost& cost = curve[k][static_cast<std::size_t>(degrees - kSlowest)];
        cells.push_back(format("%.0f (%.2f)", cost.ns, cost.steps));
      }
      table.row(std::move(cells));
      for (const RowCost& cost : curve[k]) unresolved += (1 - cost.resolved) * static_cast<double>(cost.frames);
    }
    const RowCost &coarse = curve.front().front(), &fine = curve.back().front();
    const double more = 100 * (fine.ns / coarse.ns - 1), more_steps = 100 * (fine.steps / coarse.steps - 1);
    const bool is_bar = id == lab::kLinCanny, met = more <= kMostMore;
    bars.row({row.name, is_bar ? format("%g", kMostMore) : "", format("%.1f", more),
              is_bar ? (met ? "met" : "MISSED") : "", format("%.1f", more_steps), format("%.0f", unresolved)});
    report.add(Record{{"method", row.name},
                      {"percent_more_time", more},
                      {"percent_more_steps", more_steps},
                      {"to_reach", kMostMore},
                      {"met", met}});
    add_plot(row, balls, curve, report);
  }
  report.add(std::move(table));
  report.add(std::move(bars));
}

}  // namespace clearance::bench
