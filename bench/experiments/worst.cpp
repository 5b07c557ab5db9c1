// Question: which queries fall off a cliff: how slow is the slowest call of every kind, and about which scene?
// Method:   all pairs of many bodies (workloads/worst_scenes.h), each at a random pose and in contact, some of them far
//           from the origin and at nice numbers, as hulls, as meshes and as one of each; every query of worst_queries.h
//           about some of them; worlds and the making of meshes. The slowest scene of every kind is written to a file.
#include <bench/experiments/worst.h>
#include <bench/experiments/worst_queries.h>
#include <bench/workloads/shared_meshes.h>

namespace clearance::bench {
namespace {

class WorstPairs {
 public:
  explicit WorstPairs(WorstTable& table) {
    for (const WorstQuery& query : worst_queries()) {
      for (const WorstKind kind : kWorstKinds)
        rows_.push_back(&table.row(std::string(query.name) + ", " + to_string(kind), query.budget));
    }
  }

  // `often`: at least that often a query asks.
  void ask(const WorstScene& scene, bool often) {
    const std::span<const WorstQuery> queries = worst_queries();
    for (std::size_t q = 0; q < queries.size(); ++q) {
      if (turns_.below(often ? std::min(queries[q].one_in, 20u) : queries[q].one_in) != 0) continue;
      const std::optional<WorstAnswer> answer = queries[q].ask(scene);
      if (!answer) continue;
      rows_[3 * q + static_cast<std::size_t>(scene.kind)]->add(
          answer->seconds, scene.name, [=](const std::string& path) { return dump_worst(path, scene, *answer); });
    }
  }

 private:
  std::vector<WorstRow*> rows_;
  Random turns_{37};
};

// Of all files there are twenty-five times as many pairs: more than ten minutes.
constexpr std::size_t kOneFileIn = 5;

}  // namespace

void run_worst(const Options& options, Report& report) {
  const std::vector<WorstBody> bodies =
      worst_bodies(options.quick ? WorstFiles{.most = 4, .most_triangles = 500} : WorstFiles{.one_in = kOneFileIn});
  if (shared_mesh_files().empty())
    report.note("\nNo meshes in " + shared_data_folder() +
                " (CLEARANCE_SHARED): only bodies made here are asked about.");
  WorstTable table;
  WorstPairs pairs(table);
  Random random(41);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    report.progress(format("worst: body %zu of %zu", i + 1, bodies.size()));
    for (std::size_t j = 0; j <= i; ++j) {
      for (const WorstKind kind : kWorstKinds) {
        for (const WorstPlace place : kWorstPlaces) {
          const std::uint64_t seed = random.bits();
          // Every pair at random and in contact, as meshes and as hulls; some of the rest.
          const bool must = kind != WorstKind::Mixed && (place == WorstPlace::Random || place == WorstPlace::Contact);
          if (!must && random.below(options.quick ? 6 : 3) != 0) continue;
          pairs.ask(worst_scene(bodies[i], bodies[j], kind, place, seed), options.quick);
        }
      }
    }
  }
  report.progress("worst: worlds");
  run_worst_worlds(bodies, options, table);
  report.progress("worst: making meshes");
  run_worst_builds(bodies, options, table);
  table.finish(format("The slowest calls: %zu bodies, all pairs of them", bodies.size()), options.cases, report);
}

}  // namespace clearance::bench
