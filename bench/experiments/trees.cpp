// Question: which tree over triangles is best: which volumes, and how wide?
// Method:   W2 at 2000, 20,000 and 200,000 triangles; the binary trees of lab/trees/bounding_trees.h with four kinds of
//           volumes, one code, one split and one exact test of triangles, so that pairs looked at and times compare;
//           beside them the library's own tree, asked about the same surfaces. docs/meshes/trees.md quotes this.
#include <bench/experiments.h>
#include <bench/peers/clearance.h>
#include <bench/race/mesh_race.h>
#include <bench/race/timer.h>
#include <clearance/build/mesh.h>
#include <clearance/lab/trees/bounding_trees.h>
#include <clearance/solid/mesh_query.h>

#include <algorithm>
#include <functional>
#include <limits>

namespace clearance::bench {
namespace {

struct TreeCost {
  std::string name;
  double build_ms = 0, bytes = 0;  // of one body; per triangle
  double seconds[2] = {};          // boolean, distance; per query
  TreeCounts counts[2] = {};       // likewise
  bool counted = true;
  std::int64_t different = 0;  // booleans that are not those of the library's tree
};

struct Question {
  const TriangleSoup *a, *b;
  const MeshPoses *all, *apart;
  std::span<const Truth> truth;
  int repetitions;
};

// The fastest of several passes, per query.
double fastest(int repetitions, std::size_t count, const std::function<void(std::size_t)>& ask) {
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < repetitions; ++k) {
    const Timer timer;
    for (std::size_t i = 0; i < count; ++i) ask(i);
    best = std::min(best, timer.seconds());
  }
  return best / static_cast<double>(std::max<std::size_t>(1, count));
}

TreeCost measure_volume(BoundingVolume volume, const Question& question) {
  TreeCost out;
  out.name = to_string(volume);
  const Timer timer;
  const auto a = BoundingTree::make(volume, question.a->vertices, question.a->triangles);
  out.build_ms = 1e3 * timer.seconds();
  const auto b = BoundingTree::make(volume, question.b->vertices, question.b->triangles);
  out.bytes = static_cast<double>(a->memory_bytes()) / static_cast<double>(question.a->triangles.size());
  const MeshPoses &all = *question.all, &apart = *question.apart;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (trees_meet(*a, all.a[i], *b, all.b[i], &out.counts[0]) != question.truth[i].colliding) ++out.different;
  for (std::size_t i = 0; i < apart.size(); ++i) tree_distance(*a, apart.a[i], *b, apart.b[i], &out.counts[1]);
  out.seconds[0] =
      fastest(question.repetitions, all.size(), [&](std::size_t i) { keep(trees_meet(*a, all.a[i], *b, all.b[i])); });
  out.seconds[1] = fastest(question.repetitions, apart.size(),
                           [&](std::size_t i) { keep(tree_distance(*a, apart.a[i], *b, apart.b[i])); });
  return out;
}

TreeCost measure_own(const Question& question) {
  TreeCost out;
  out.name = "the library's, surfaces";
  out.counted = false;
  const auto mesh = [](const TriangleSoup& soup) {
    return make_mesh(soup.vertices, soup.triangles, {.kind = MeshKind::Surface}).value();
  };
  const Timer timer;
  const Mesh a = mesh(*question.a);
  out.build_ms = 1e3 * timer.seconds();
  const Mesh b = mesh(*question.b);
  out.bytes = static_cast<double>(a.memory_bytes()) / static_cast<double>(question.a->triangles.size());
  const MeshPoses &all = *question.all, &apart = *question.apart;
  out.seconds[0] =
      fastest(question.repetitions, all.size(), [&](std::size_t i) { keep(intersects(a, all.a[i], b, all.b[i])); });
  out.seconds[1] =
      fastest(question.repetitions, apart.size(), [&](std::size_t i) { keep(distance(a, apart.a[i], b, apart.b[i])); });
  return out;
}

void add_row(const TreeCost& cost, const W2Pair& pair, int triangles, const Question& question, Table& table,
             Report& report) {
  const auto per_query = [&](std::int64_t count, int query) {
    const std::size_t queries = query == 0 ? question.all->size() : question.apart->size();
    return static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(1, queries));
  };
  std::vector<std::string> cells = {cost.name, format("%.1f", cost.build_ms), format("%.0f", cost.bytes)};
  Record record = {{"pair", pair.name},         {"triangles", std::int64_t{triangles}}, {"tree", cost.name},
                   {"build_ms", cost.build_ms}, {"bytes_per_triangle", cost.bytes},     {"different", cost.different}};
  for (const int query : {0, 1}) {
    const double volumes = per_query(cost.counts[query].volumes, query);
    const double leaves = per_query(cost.counts[query].triangles, query);
    cells.push_back(cost.counted ? format("%.0f", volumes) : "");
    cells.push_back(cost.counted ? format("%.1f", leaves) : "");
    cells.push_back(format("%.3g", 1e6 * cost.seconds[query]));
    const std::string name = query == 0 ? "boolean" : "distance";
    record.emplace_back(name + "_us", 1e6 * cost.seconds[query]);
    if (cost.counted) {
      record.emplace_back(name + "_volumes", volumes);
      record.emplace_back(name + "_triangles", leaves);
    }
  }
  cells.push_back(format("%lld", static_cast<long long>(cost.different)));
  table.row(std::move(cells));
  report.add(std::move(record));
}

}  // namespace

void run_trees(const Options& options, Report& report) {
  for (const W2Pair& pair : kW2Pairs) {
    const MeshPoses poses = w2_poses(pair, options.quick ? 20 : 200);
    Plot plot(format("Trees on W2, %s: boolean", pair.name));
    plot.x("triangles of each body", Scale::Log).y("µs per query", Scale::Log);
    std::vector<std::vector<PlotPoint>> curves;
    std::vector<std::string> names;
    for (const int triangles : kW2Sizes) {
      if (options.quick && triangles > 2000) break;
      report.progress(format("trees: %s, %d triangles", pair.name, triangles));
      const TriangleSoup a = w2_body(pair.a, triangles), b = w2_body(pair.b, triangles);
      const auto racers = build_racers(std::vector{our_mesh_libraries()[1]}, a, b, 1);
      const std::vector<Truth> truth = mesh_truth(*racers[0].pair, poses, Query::Boolean);
      const MeshPoses apart = separated_of(poses, truth);
      const Question question{&a, &b, &poses, &apart, truth, options.quick ? 1 : 3};
      Table table(format("Trees on W2, %s, %d triangles", pair.name, triangles));
      table.row({"", "build [ms]", "bytes/triangle", "boolean: volumes", "triangles", "µs", "distance: volumes",
                 "triangles", "µs", "wrong"});
      std::vector<TreeCost> costs;
      for (const BoundingVolume volume : kBoundingVolumes) costs.push_back(measure_volume(volume, question));
      costs.push_back(measure_own(question));
      curves.resize(costs.size());
      names.clear();
      for (std::size_t k = 0; k < costs.size(); ++k) {
        add_row(costs[k], pair, triangles, question, table, report);
        curves[k].push_back({static_cast<double>(triangles), 1e6 * costs[k].seconds[0]});
        names.push_back(costs[k].name);
      }
      report.add(std::move(table));
    }
    for (std::size_t k = 0; k < curves.size(); ++k) plot.series(names[k], curves[k]);
    report.add("trees-" + file_name(pair), std::move(plot));
  }
}

}  // namespace clearance::bench
