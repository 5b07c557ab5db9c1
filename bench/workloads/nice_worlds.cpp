#include <bench/nice.h>
#include <bench/race/our_world.h>
#include <bench/workloads/nice_worlds.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>

namespace clearance::bench {
namespace {

constexpr int kFrames = 11;  // a block ends one unit from where it began

// By plain loops: what the world finds is no part of the truth. Blocks whose centres are farther apart than their
// corners reach are skipped.
void find_truth(BlockWorld& world, std::size_t frame) {
  Trajectory& way = world.trajectory;
  const Polytope& block = way.hulls[0];
  double reach = 0;
  for (int v = 0; v < block.vertex_count(); ++v) reach = std::max(reach, norm(block.vertex(v)));
  const std::vector<Pose>& poses = way.frames[frame];
  std::vector<PairKey> meeting, touching;
  for (std::uint32_t a = 0; a < poses.size(); ++a) {
    for (std::uint32_t b = a + 1; b < poses.size(); ++b) {
      if (norm(poses[b].translation() - poses[a].translation()) > 2.1 * reach) continue;
      const Status status = intersects(block, poses[a], block, poses[b]).status;
      if (status == Status::Separated) continue;
      meeting.push_back(pair_key(a, b));
      if (status == Status::Touching) touching.push_back(pair_key(a, b));
    }
  }
  way.truth.push_back(std::move(meeting));
  world.touching.push_back(std::move(touching));
}

// Places in tenths, so that a frame's shift is added before anything is rounded.
BlockWorld make_world(const char* name, Vec3 edges, const std::vector<Vec3>& tenths, bool moves) {
  BlockWorld out{name, moves, {{box(edges)}, std::vector<std::uint32_t>(tenths.size()), {}, {}, true}, {}};
  for (int frame = 0; frame < (moves ? kFrames : 1); ++frame) {
    std::vector<Pose>& poses = out.trajectory.frames.emplace_back();
    for (const Vec3 place : tenths) poses.push_back(translation((place + Vec3{double(frame), 0, 0}) / 10));
    find_truth(out, static_cast<std::size_t>(frame));
  }
  return out;
}

template <class Counts>
std::int64_t total(const Counts& frames) {
  std::int64_t out = 0;
  for (const auto& keys : frames) out += static_cast<std::int64_t>(keys.size());
  return out;
}

// The fastest of a library that is wrong about at most 1 in 100 of so many pairs per frame, touching ones lost aside;
// else the least wrong.
const RaceResult* best_of(const std::vector<RaceResult>& results, const std::string& package, double pairs) {
  const auto wrong = [](const RaceResult& r) { return r.lost - r.lost_touching + r.extra; };
  const auto is_right = [&](const RaceResult& r) {
    return 100.0 * static_cast<double>(wrong(r)) <= pairs * static_cast<double>(r.frames);
  };
  const RaceResult* best = nullptr;
  for (const RaceResult& r : results) {
    if (r.package != package || !r.skipped.empty()) continue;
    const bool better = best == nullptr || (is_right(r) != is_right(*best)             ? is_right(r)
                                            : !is_right(r) && wrong(r) != wrong(*best) ? wrong(r) < wrong(*best)
                                                                                       : r.seconds < best->seconds);
    if (better) best = &r;
  }
  return best;
}

std::string cell(const RaceResult* result) {
  if (result == nullptr) return "";
  std::string time = format("%.3f", 1e3 * result->seconds);
  if (result->lost == 0 && result->extra == 0) return time;
  return time + format(" (%lld, %lld, %lld)", static_cast<long long>(result->extra),
                       static_cast<long long>(result->lost - result->lost_touching),
                       static_cast<long long>(result->lost_touching));
}

void add_row(const BlockWorld& world, bool is_grid, const Options& options, Table& table, Report& report) {
  const char* const motion = world.moves ? "all moved by a tenth" : "unmoved";
  report.progress(format("nice: %s, %s", world.name, motion));
  const Trajectory& way = world.trajectory;
  std::vector<Contestant> contestants = {
      {"Clearance", "automatic", [&way] { return std::make_unique<OurWorld>(way, WorldOptions{}); }}};
  for (const auto& peers : {fcl_scenes(way), bullet_scenes(way), ode_scenes(way)})
    contestants.insert(contestants.end(), peers.begin(), peers.end());
  const RaceOptions patience{
      .repetitions = options.quick ? 2 : 10, .longest_pass = options.quick ? 0.05 : 0.3, .touching = world.touching};
  const std::vector<RaceResult> results = race(contestants, way.truth, patience);

  const Record names = {{"world", world.name}, {"motion", motion}};
  for (const RaceResult& r : results) {
    Record record = names;
    const Record more = {{"library", r.package},
                         {"method", r.name},
                         {"ms", 1e3 * r.seconds},
                         {"frames", r.frames},
                         {"reported", r.reported},
                         {"extra", r.extra},
                         {"lost_penetrating", r.lost - r.lost_touching},
                         {"lost_touching", r.lost_touching}};
    record.insert(record.end(), more.begin(), more.end());
    report.add(std::move(record));
  }
  const double frames = static_cast<double>(way.frames.size());
  const std::int64_t pairs = total(way.truth), touching = total(world.touching);
  const double per_frame = static_cast<double>(pairs) / frames;
  Bars bars(names);
  if (is_grid && !options.quick) {
    bars.at_most("ms", 1e3 * results[0].seconds, world.moves ? NiceBars::kGridMovedMs : NiceBars::kGridUnmovedMs,
                 report);
  }
  table.row(
      {format("%s, %s", world.name, motion), std::to_string(way.body_count()),
       format("%.0f/%.0f", static_cast<double>(touching) / frames, static_cast<double>(pairs - touching) / frames),
       cell(&results[0]), cell(best_of(results, "FCL", per_frame)), cell(best_of(results, "Bullet", per_frame)),
       cell(best_of(results, "ODE", per_frame)), bars.text()});
}

}  // namespace

BlockWorld block_grid(int side, bool moves) {
  std::vector<Vec3> places;
  for (int x = 0; x < side; ++x)
    for (int y = 0; y < side; ++y)
      for (int z = 0; z < side; ++z) places.push_back(10 * Vec3{double(x), double(y), double(z)});
  return make_world("grid of cubes", {1, 1, 1}, places, moves);
}

BlockWorld brick_wall(int courses, int bricks, bool moves) {
  std::vector<Vec3> places;
  for (int course = 0; course < courses; ++course)
    for (int brick = 0; brick < bricks; ++brick) places.push_back({double(2 * brick + course % 2), 0, double(course)});
  return make_world("wall in running bond", {0.2, 0.1, 0.1}, places, moves);
}

BlockWorld block_stack(int count, bool moves) {
  std::vector<Vec3> places;
  for (int k = 0; k < count; ++k) places.push_back({0, 0, 10.0 * k});
  return make_world("stack of cubes", {1, 1, 1}, places, moves);
}

void run_nice_worlds(const Options& options, Report& report) {
  Table table(
      "Worlds of blocks  [ms per frame (pairs invented, penetrating pairs lost, touching pairs lost, over all "
      "frames)]");
  table.row({"", "bodies", "touch/pen", "Clearance", "FCL", "Bullet", "ODE", "to reach"});
  for (const bool moves : {true, false})
    add_row(block_grid(options.quick ? 4 : 10, moves), true, options, table, report);
  for (const bool moves : {true, false})
    add_row(brick_wall(options.quick ? 5 : 20, options.quick ? 5 : 20, moves), false, options, table, report);
  for (const bool moves : {true, false})
    add_row(block_stack(options.quick ? 10 : 100, moves), false, options, table, report);
  report.add(std::move(table));
  report.note(
      "\nWorlds: a pair that is apart or overlaps by the rounding of a tenth counts as what it is. Unmoved: ours is "
      "not "
      "told the poses again, the peers are.");
}

}  // namespace clearance::bench
