// Question: how long does a frame of equal blocks take that lie against each other, beside the peers?
// Method:   the worlds of workloads/nice_worlds.h; race.h says what is timed. Touching pairs that are lost are counted
//           apart.
#include <bench/experiments/nice/nice.h>
#include <bench/peers/bullet.h>
#include <bench/peers/clearance_world.h>
#include <bench/peers/fcl.h>
#include <bench/peers/ode.h>
#include <bench/workloads/nice_worlds.h>

namespace clearance::bench {
namespace {

template <class Counts>
std::int64_t total(const Counts& frames) {
  std::int64_t out = 0;
  for (const auto& keys : frames) out += static_cast<std::int64_t>(keys.size());
  return out;
}

std::string cell(const RaceResult* result) {
  if (result == nullptr) return "";
  std::string time = format("%.3f", 1e3 * result->seconds);
  if (result->is_right()) return time;
  return time + format(" (%lld, %lld, %lld)", static_cast<long long>(result->false_hits),
                       static_cast<long long>(result->misses), static_cast<long long>(result->touching_free));
}

void add_row(const BlockWorld& world, bool is_grid, const Options& options, Table& table, Report& report) {
  const char* const motion = world.moves ? "all moved by a tenth" : "unmoved";
  report.progress(format("nice: %s, %s", world.name, motion));
  const Trajectory& way = world.trajectory;
  const std::vector<RaceResult> results =
      race(joined({{our_world("automatic", {})}, fcl_scenes(true), bullet_scenes(true), ode_scenes(true)}), way,
           FrameJudge{way.truth, world.touching},
           {.repetitions = options.quick ? 2 : 10, .longest_pass = options.quick ? 0.05 : 0.3});

  const Record names = {{"world", world.name}, {"motion", motion}};
  for (const RaceResult& r : results) {
    report.add(joined({names, Record{{"library", r.package},
                                     {"method", r.name},
                                     {"ms", 1e3 * r.seconds},
                                     {"frames", r.frames},
                                     {"reported", r.reported},
                                     {"extra", r.false_hits},
                                     {"lost_penetrating", r.misses},
                                     {"lost_touching", r.touching_free}}}));
  }
  const double frames = static_cast<double>(way.frames.size());
  const std::int64_t pairs = total(way.truth), touching = total(world.touching);
  Bars bars(names);
  if (is_grid && !options.quick) {
    bars.at_most("ms", 1e3 * results[0].seconds, world.moves ? NiceBars::kGridMovedMs : NiceBars::kGridUnmovedMs,
                 report);
  }
  table.row(
      {format("%s, %s", world.name, motion), std::to_string(way.body_count()),
       format("%.0f/%.0f", static_cast<double>(touching) / frames, static_cast<double>(pairs - touching) / frames),
       cell(&results[0]), cell(best_of(results, "FCL")), cell(best_of(results, "Bullet")),
       cell(best_of(results, "ODE")), bars.text()});
}

}  // namespace

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
