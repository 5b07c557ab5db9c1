#include <bench/papers/qcollide_worlds.h>
#include <bench/race/timer.h>
#include <clearance/lab/all_algorithms.h>
#include <clearance/world/presets.h>

#include <limits>

namespace clearance::bench {
namespace {

struct Preset {
  const char* name;
  WorldOptions options;
};

// The sums over all frames of one pass.
struct Pass {
  double seconds = 0;
  StageStatistics stages;
  std::size_t wrong_frames = 0;
};

void add(StageStatistics& sum, const StageStatistics& frame) {
  sum.boxes_made += frame.boxes_made;
  sum.box_pairs += frame.box_pairs;
  sum.filtered += frame.filtered;
  sum.kept += frame.kept;
  sum.tested += frame.tested;
  for (int k = 0; k < kAlgorithmCount; ++k) sum.decided_by[k] += frame.decided_by[k];
  sum.contacts += frame.contacts;
  sum.closest_points += frame.closest_points;
  sum.seconds_boxes += frame.seconds_boxes;
  sum.seconds_broad += frame.seconds_broad;
  sum.seconds_narrow += frame.seconds_narrow;
}

// Bodies of the recording by their ids in the world.
class Crowd {
 public:
  Crowd(const WorldOptions& options, const Trajectory& way) : world_(options) {
    for (std::size_t k = 0; k < way.body_count(); ++k)
      ids_.push_back(world_.add(Rounded(way.hull(k)), way.frames[0][k], {.name = std::to_string(k)}).value());
  }

  Pass replay(const Trajectory& way) {
    Pass pass;
    for (std::size_t frame = 0; frame < way.frames.size(); ++frame) {
      const Timer timer;
      for (std::size_t k = 0; k < ids_.size(); ++k) keep(world_.move(ids_[k], way.frames[frame][k]));
      const Result<Collisions> found = world_.collide();
      pass.seconds += timer.seconds();
      add(pass.stages, world_.statistics());
      if (!found.ok() || keys(found.value()) != way.truth[frame]) ++pass.wrong_frames;
    }
    return pass;
  }

 private:
  std::vector<PairKey> keys(const Collisions& found) const {
    std::vector<PairKey> out;
    out.reserve(found.contacts.size());
    for (const Contact& contact : found.contacts) out.push_back(pair_key(number(contact.a), number(contact.b)));
    std::sort(out.begin(), out.end());
    return out;
  }
  std::uint32_t number(BodyId body) const { return static_cast<std::uint32_t>(std::stoul(world_.name(body))); }

  World world_;
  std::vector<BodyId> ids_;
};

// The fastest total, and the fastest of each stage; stages are told in wall-clock time.
Pass fastest_pass(const WorldOptions& options, const Trajectory& way, int repetitions) {
  Pass best;
  best.seconds = std::numeric_limits<double>::infinity();
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const Pass pass = Crowd(options, way).replay(way);
    StageStatistics stages = pass.stages;
    if (repetition > 0) {
      stages.seconds_boxes = std::min(stages.seconds_boxes, best.stages.seconds_boxes);
      stages.seconds_broad = std::min(stages.seconds_broad, best.stages.seconds_broad);
      stages.seconds_narrow = std::min(stages.seconds_narrow, best.stages.seconds_narrow);
    }
    best = {std::min(best.seconds, pass.seconds), stages, best.wrong_frames + pass.wrong_frames};
  }
  return best;
}

// The methods that decided something, most first.
std::string deciders(const StageStatistics& stages) {
  std::vector<std::pair<std::size_t, int>> counts;
  for (int k = 0; k < kAlgorithmCount; ++k)
    if (stages.decided_by[k] > 0) counts.emplace_back(stages.decided_by[k], k);
  std::sort(counts.rbegin(), counts.rend());
  std::string out;
  for (const auto& [count, k] : counts)
    out += format("%s%s %.1f %%", out.empty() ? "" : ", ", name_of(static_cast<Algorithm>(k), all_algorithms()),
                  100 * static_cast<double>(count) / static_cast<double>(stages.tested));
  return out;
}

}  // namespace

void compare_worlds(const EnvironmentOptions& environment, const Options& options, Report& report) {
  const Preset presets[] = {{"qcollide", qcollide({lab::kSeparatingVector, all_algorithms()})},
                            {"icollide", icollide({lab::kLinCanny, all_algorithms()})},
                            {"automatic", automatic()}};
  report.progress(format("qcollide: worlds, n = %d", environment.n));
  const Recording recording = record(environment, options.quick ? 20 : 400);
  const double frames = recording.frames();
  Table table(format(
      "Presets of World, n = %d: the same trajectory, every contact proved  [per frame; stages by the wall clock]",
      environment.n));
  table.row({"", "µs", "boxes µs", "broad µs", "narrow µs", "box pairs", "tested", "contacts", "closest points",
             "frames wrong", "decided by"});
  for (const Preset& preset : presets) {
    const Pass pass = fastest_pass(preset.options, recording.trajectory, options.quick ? 1 : 5);
    const StageStatistics& stages = pass.stages;
    const auto each = [&](std::size_t count) { return static_cast<double>(count) / frames; };
    table.row({preset.name, format("%.1f", 1e6 * pass.seconds / frames),
               format("%.1f", 1e6 * stages.seconds_boxes / frames), format("%.1f", 1e6 * stages.seconds_broad / frames),
               format("%.1f", 1e6 * stages.seconds_narrow / frames), format("%.1f", each(stages.box_pairs)),
               format("%.1f", each(stages.tested)), format("%.2f", each(stages.contacts)),
               format("%.2f", each(stages.closest_points)), format("%zu", pass.wrong_frames), deciders(stages)});
    report.add(Record{{"world", preset.name},
                      {"n", std::int64_t{environment.n}},
                      {"us", 1e6 * pass.seconds / frames},
                      {"boxes_us", 1e6 * stages.seconds_boxes / frames},
                      {"broad_us", 1e6 * stages.seconds_broad / frames},
                      {"narrow_us", 1e6 * stages.seconds_narrow / frames},
                      {"box_pairs", each(stages.box_pairs)},
                      {"tested", each(stages.tested)},
                      {"contacts", each(stages.contacts)},
                      {"closest_points", each(stages.closest_points)},
                      {"wrong_frames", static_cast<std::int64_t>(pass.wrong_frames)},
                      {"decided_by", deciders(stages)}});
  }
  report.add(std::move(table));
}

}  // namespace clearance::bench
