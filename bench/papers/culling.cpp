// Question: how many pairs does each broad phase pass on, and do the theorems about hashing hold?
// Method:   Mirtich 1997, §2: pairs that are left before boxes are compared, method by method, in worlds of several
//           kinds; culling_theorems.h has the theorems, culling_table_top.h the bad case of Fig. 6.
#include <bench/papers/culling_table_top.h>
#include <bench/papers/culling_theorems.h>
#include <bench/workloads/environment.h>
#include <bench/workloads/place_boxes.h>
#include <bench/workloads/w3.h>
#include <clearance/broad/coherent_hash.h>
#include <clearance/broad/space_partition.h>
#include <clearance/broad/spatial_hash.h>
#include <clearance/broad/sweep_and_prune.h>
#include <clearance/query/world_box.h>

#include <cmath>

namespace clearance::bench {
namespace {

struct CulledWorld {
  std::string name;
  BoxFrames frames;
};

// Boxes that change as their rods and plates turn: what fixed cubes were meant for.
BoxFrames turning_bodies(int bodies, int frames) {
  const Recording recording =
      record({.shapes = {TestShape::Ellipsoid, TestShape::Rod, TestShape::Plate}, .n = 20, .bodies = bodies}, frames);
  BoxFrames out;
  for (const std::vector<Pose>& poses : recording.trajectory.frames) {
    out.emplace_back();
    for (std::size_t k = 0; k < poses.size(); ++k)
      out.back().push_back(world_box(recording.trajectory.hull(k), poses[k]));
  }
  return out;
}

// Pairs left per frame, on average, by what `left` says after each.
template <class Method, class Left>
double pairs_left(Method method, const BoxFrames& frames, const Left& left) {
  double sum = 0;
  for (const std::vector<Box>& boxes : frames) {
    place_all(method, boxes);
    const std::size_t reported = count_pairs(method);
    sum += static_cast<double>(left(method, reported)) / static_cast<double>(frames.size());
  }
  return sum;
}

using Culler = double (*)(const BoxFrames& frames);
struct CullerRow {
  const char* name;
  Culler left;
};

double left_by_sweep(const BoxFrames& frames, SweepAndPruneOptions::Boxes boxes) {
  return pairs_left(SweepAndPrune({.boxes = boxes, .cure = SweepAndPruneOptions::Cure::None}), frames,
                    [](const SweepAndPrune& method, std::size_t) { return method.statistics().pairs_kept; });
}

constexpr CullerRow kCullers[] = {
    {"all pairs",
     [](const BoxFrames& frames) {
       const auto n = static_cast<double>(frames[0].size());
       return n * (n - 1) / 2;
     }},
    {"standard hashing, close pairs",
     [](const BoxFrames& frames) {
       return pairs_left(SpatialHash(), frames,
                         [](const SpatialHash& method, std::size_t) { return method.statistics().close_pairs; });
     }},
    {"coherent hashing, close pairs",
     [](const BoxFrames& frames) {
       return pairs_left(CoherentHash(), frames,
                         [](const CoherentHash& method, std::size_t) { return method.statistics().close_pairs; });
     }},
    {"space partition, pairs of its sweeps",
     [](const BoxFrames& frames) {
       return pairs_left(SpacePartition(), frames,
                         [](const SpacePartition& method, std::size_t) { return method.statistics().pairs_tested; });
     }},
    {"sweep and prune, fixed cubes",
     [](const BoxFrames& frames) { return left_by_sweep(frames, SweepAndPruneOptions::Boxes::FixedCubes); }},
    {"sweep and prune, dynamic boxes",
     [](const BoxFrames& frames) { return left_by_sweep(frames, SweepAndPruneOptions::Boxes::Dynamic); }},
    {"boxes that overlap",
     [](const BoxFrames& frames) {
       return pairs_left(SpatialHash(), frames, [](const SpatialHash&, std::size_t reported) { return reported; });
     }},
};

void compare_culling(const Options& options, Report& report) {
  const int count = options.quick ? 300 : 4000, frames = options.quick ? 3 : 20;
  std::vector<CulledWorld> worlds;
  for (const W3World world : {W3World::Uniform, W3World::Plane, W3World::Clustered, W3World::Mixed})
    worlds.push_back({to_string(world), w3_frames(world, count, frames)});
  worlds.push_back({format("%d turning polytopes", count / 8), turning_bodies(count / 8, frames)});
  Table table(
      format("Pairs left before boxes are compared, %d boxes  [pairs per frame (by those that overlap)]", count));
  std::vector<std::string> head = {""};
  for (const CulledWorld& world : worlds) head.push_back(world.name);
  table.row(std::move(head));
  std::vector<double> overlapping;
  overlapping.reserve(worlds.size());
  for (const CulledWorld& world : worlds) overlapping.push_back(std::end(kCullers)[-1].left(world.frames));
  for (const CullerRow& row : kCullers) {
    report.progress(format("culling: %s", row.name));
    std::vector<std::string> cells = {row.name};
    for (std::size_t w = 0; w < worlds.size(); ++w) {
      const double left = row.left(worlds[w].frames);
      cells.push_back(format("%.0f (%.3g)", left, left / std::fmax(overlapping[w], 1)));
      report.add(
          Record{{"world", worlds[w].name}, {"method", row.name}, {"pairs", left}, {"overlapping", overlapping[w]}});
    }
    table.row(std::move(cells));
  }
  report.add(std::move(table));
}

}  // namespace

void run_culling(const Options& options, Report& report) {
  check_theorems(options, report);
  compare_culling(options, report);
  compare_on_table_top(options, report);
}

}  // namespace clearance::bench
