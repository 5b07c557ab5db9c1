// Question: how do the time to build an index and its size grow with the solid?
// Method:   spheres and tori of Table 1's kind and knots of triangles, from some hundred vertices, edges and faces to
//           10⁵; the exponent p of n^p is the slope of log time against log n. The check of the boundary (make_brep) is
//           timed apart.
#include <bench/experiments/brep.h>
#include <bench/race/fit.h>
#include <bench/race/timer.h>

#include <algorithm>
#include <functional>

namespace clearance::bench {
namespace {

struct Family {
  std::string name;
  std::vector<int> sizes;
  std::function<TriangleSoup(int)> make;
};

std::vector<Family> families() {
  const auto round = [](RoundSolid solid) { return [solid](int n) { return round_solid(solid, n); }; };
  // A closed surface of t triangles has ½ t vertices and 1½ t edges.
  return {{"sphere", {10, 20, 40, 80, 158}, round(RoundSolid::Sphere)},
          {"torus", {10, 20, 40, 80, 158}, round(RoundSolid::Torus)},
          {"knot", {300, 1000, 3000, 10'000, 33'000}, [](int t) { return w2_body(W2Body::Knot, t); }}};
}

}  // namespace

void brep_growth(const Options& options, Report& report) {
  Plot plot("Building a B-rep index");
  plot.x("vertices, edges and faces", Scale::Log).y("seconds", Scale::Log);
  Table table("Growth of the build");
  table.row(
      {"", "entities", "make_brep", "index", "nodes by entities", "height", "average height", "bytes/entity", "plan"});
  for (const Family& family : families()) {
    for (const IndexSplitting splitting : {IndexSplitting::Hybrid, IndexSplitting::Balanced}) {
      std::vector<PlotPoint> points;
      table.rule();
      for (const int size : family.sizes) {
        const TriangleSoup soup = family.make(size);
        if (options.quick && soup.triangles.size() > 1000) break;
        report.progress(format("brep: %s, %s, %d", family.name.c_str(), to_string(splitting), size));
        const Mesh mesh = solid_mesh(soup);
        const Timer of_brep;
        const BRep brep = make_brep(mesh).value();
        const double brep_seconds = of_brep.seconds();
        const Timer of_index;
        const BRepIndex index = make_brep_index(brep, {.splitting = splitting});
        const double seconds = of_index.seconds();
        const auto entities = static_cast<double>(brep.entity_count());
        const auto bytes = static_cast<double>(index.memory_bytes()) / entities;
        points.push_back({entities, seconds});
        table.row({family.name + ", " + to_string(splitting), format("%.0f", entities), format("%.3g s", brep_seconds),
                   format("%.3g s", seconds), format("%.2f", static_cast<double>(index.facts().nodes) / entities),
                   format("%zu", index.facts().height), format("%.1f", index.facts().average_height),
                   format("%.0f", bytes), ""});
        report.add(Record{{"part", "growth"},
                          {"solid", family.name},
                          {"splitting", to_string(splitting)},
                          {"entities", entities},
                          {"brep_s", brep_seconds},
                          {"index_s", seconds},
                          {"nodes", static_cast<std::int64_t>(index.facts().nodes)},
                          {"average_height", index.facts().average_height},
                          {"bytes_per_entity", bytes}});
      }
      const double exponent = fit_power(points).exponent;
      const bool ours = splitting == IndexSplitting::Balanced;
      table.row({"", "", "", format("~ n^%.2f", exponent), "", "", "", "",
                 ours ? format("at most %.1f: %s", BRepBars::kExponent, met(exponent <= BRepBars::kExponent)) : ""});
      plot.series(format("%s, %s: n^%.2f", family.name.c_str(), to_string(splitting), exponent), points);
      report.add(Record{
          {"part", "growth"}, {"solid", family.name}, {"splitting", to_string(splitting)}, {"exponent", exponent}});
    }
  }
  report.add(std::move(table));
  report.add("brep-growth", std::move(plot));
}

}  // namespace clearance::bench
