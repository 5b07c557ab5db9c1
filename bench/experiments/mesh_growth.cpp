// Question: how do queries about meshes grow with the triangles?
// Method:   W2's poses near contact, the same for bodies of 500 to 500,000 triangles; boolean on all, distance on the
//           separated ones. The exponent p of n^p is the slope of log time against log n over all sizes.
#include <bench/experiments.h>
#include <bench/peers/clearance.h>
#include <bench/peers/fcl.h>
#include <bench/race/fit.h>
#include <bench/race/mesh_race.h>

#include <algorithm>

namespace clearance::bench {
namespace {

constexpr int kCounts[] = {500, 1000, 2000, 5000, 10'000, 20'000, 50'000, 100'000, 200'000, 500'000};
constexpr double kExponentBar = 0.2;  // the project's plan, for the boolean

struct Curve {
  std::string name;
  bool is_boolean = true, ours = false;
  std::vector<PlotPoint> points;
};

}  // namespace

void run_mesh_growth(const Options& options, Report& report) {
  const std::vector<MeshLibrary> libraries = {our_mesh_libraries()[0], fcl_mesh_libraries()[0]};
  for (const W2Pair& pair : kW2Pairs) {
    const MeshPoses poses = w2_poses(pair, options.quick ? 30 : 1000);
    std::vector<Curve> curves;
    for (const Query query : {Query::Boolean, Query::Distance})
      for (const MeshLibrary& library : libraries)
        curves.push_back({library.package + (query == Query::Boolean ? ", boolean" : ", distance"),
                          query == Query::Boolean,
                          library.package == "Clearance",
                          {}});
    for (const int count : kCounts) {
      if (options.quick && count > 1000) break;
      report.progress(format("mesh-growth: %s, %d triangles", pair.name, count));
      const auto racers = build_racers(libraries, w2_body(pair.a, count), w2_body(pair.b, count), 1);
      const std::vector<Truth> status = mesh_truth(*racers[0].pair, poses, Query::Boolean);
      const MeshPoses apart = separated_of(poses, status);
      const std::vector<Truth> distances = mesh_truth(*racers[0].pair, apart, Query::Distance);
      const RaceOptions patience{.repetitions = options.quick ? 1 : 3, .longest_pass = 0.15};
      const auto booleans = race_meshes(racers, {Query::Boolean, false, &poses, status}, patience);
      const auto lengths = race_meshes(racers, {Query::Distance, false, &apart, distances}, patience);
      std::size_t k = 0;
      for (const auto& costs : {booleans, lengths}) {
        for (const RaceResult& cost : costs) {
          curves[k].points.push_back({static_cast<double>(count), 1e6 * cost.seconds});
          report.add(Record{{"pair", pair.name},
                            {"triangles", std::int64_t{count}},
                            {"method", curves[k].name},
                            {"us", 1e6 * cost.seconds},
                            {"wrong", cost.wrong()}});
          ++k;
        }
      }
    }
    Table table(format("Growth on W2, %s  [µs per query]", pair.name));
    std::vector<std::string> head = {""};
    for (const PlotPoint& point : curves[0].points) head.push_back(format("%.0f", point.x));
    head.emplace_back("~ n^p");
    table.row(std::move(head));
    Plot plot(format("Growth on W2, %s", pair.name));
    plot.x("triangles of each body", Scale::Log).y("µs per query", Scale::Log);
    for (const Curve& curve : curves) {
      const double exponent = fit_power(curve.points).exponent;
      std::vector<std::string> cells = {curve.name};
      for (const PlotPoint& point : curve.points) cells.push_back(format("%.3g", point.y));
      const bool barred = curve.ours && curve.is_boolean;
      cells.push_back(format("%.2f", exponent) +
                      (barred ? format(", at most %g: %s", kExponentBar, exponent <= kExponentBar ? "met" : "MISSED")
                              : std::string()));
      table.row(std::move(cells));
      plot.series(format("%s: n^%.2f", curve.name.c_str(), exponent), curve.points);
      report.add(Record{{"pair", pair.name}, {"method", curve.name}, {"exponent", exponent}});
    }
    report.add(std::move(table));
    report.add("mesh-growth-" + file_name(pair), std::move(plot));
  }
}

}  // namespace clearance::bench
