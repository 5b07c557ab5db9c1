#include <bench/race/output.h>
#include <bench/race/timer.h>
#include <bench/race/world_peers.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace clearance::bench {
namespace {

class WallTimer {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Going back and forth over fewer, trees with grown boxes would have nothing to do: at 5 % of the radius a frame,
// Bullet's then took 9 ms for 100 000 boxes, and forty times as long on a longer way.
constexpr std::size_t kFewestFrames = 8;

// One contestant on its way.
struct Lane {
  RaceResult* result;
  std::unique_ptr<ManyRunner> runner;
  std::size_t frames = 0;  // of those recorded
  double best = std::numeric_limits<double>::infinity();
  double spent = 0;  // seconds in run()
  PairLog log;
};

double timed_run(Lane& lane, std::size_t frame, bool wall_clock) {
  lane.runner->prepare(frame);
  lane.log.clear();
  const WallTimer wall;
  const Timer processor;
  lane.runner->run(lane.log);
  lane.spent += wall.seconds();
  return wall_clock ? wall.seconds() : processor.seconds();
}

void judge(Lane& lane, const std::vector<PairKey>& truth, std::span<const PairKey> touching) {
  std::vector<PairKey> found(lane.log.keys().begin(), lane.log.keys().end());
  std::sort(found.begin(), found.end());
  lane.result->lost_touching += std::count_if(touching.begin(), touching.end(), [&](PairKey key) {
    return !std::binary_search(found.begin(), found.end(), key);
  });
  // What is reported twice is one too many.
  std::size_t common = 0, k = 0;
  for (const PairKey key : found) {
    while (k < truth.size() && truth[k] < key) ++k;
    if (k < truth.size() && truth[k] == key) ++common, ++k;
  }
  lane.result->lost += static_cast<std::int64_t>(truth.size() - common);
  lane.result->extra += static_cast<std::int64_t>(found.size() - common);
  lane.result->reported += static_cast<double>(found.size());
  lane.result->candidates += static_cast<double>(lane.log.candidates);
  ++lane.result->frames;
}

// Frames 1 to the last, or back again; a single frame is asked again and again. Seconds per frame.
double pass(Lane& lane, bool back, std::span<const std::vector<PairKey>> truth, bool judged,
            const RaceOptions& options) {
  const std::size_t steps = lane.frames == 1 ? 1 : lane.frames - 1;
  double seconds = 0;
  for (std::size_t step = 0; step < steps; ++step) {
    const std::size_t forth = lane.frames == 1 ? 0 : step + 1, frame = back ? steps - 1 - step : forth;
    seconds += timed_run(lane, frame, options.wall_clock);
    if (judged)
      judge(lane, truth[frame], options.touching.empty() ? std::span<const PairKey>() : options.touching[frame]);
  }
  return seconds / static_cast<double>(steps);
}

// Ten times the bodies: at least ten times as long, and more where it grew faster before.
std::string hopeless(const RaceResult& smaller, const RaceOptions& options) {
  if (!smaller.skipped.empty()) return smaller.skipped;
  if (smaller.growth * smaller.seconds > options.longest_frame)
    return format("over %g s a frame", options.longest_frame);
  if (smaller.setup_growth * smaller.setup_seconds > options.longest_setup)
    return format("over %g s to set up", options.longest_setup);
  return {};
}

void note_growth(RaceResult& result, const RaceResult& smaller) {
  if (!result.skipped.empty()) return;
  result.growth = std::max(10.0, result.seconds / smaller.seconds);
  result.setup_growth = std::max(10.0, result.setup_seconds / smaller.setup_seconds);
}

// Sets up, answers frame 0 and one more, and finds how many frames the method can afford.
void start(Lane& lane, const Contestant& contestant, std::size_t recorded, const RaceOptions& options) {
  const WallTimer timer;
  lane.runner = contestant.make();
  double frame_seconds = timed_run(lane, 0, options.wall_clock);
  lane.result->setup_seconds = timer.seconds();
  if (recorded > 1) frame_seconds = timed_run(lane, 1, options.wall_clock);
  if (frame_seconds > options.longest_frame) {
    lane.result->skipped = format("%.1f s a frame", frame_seconds);
    lane.runner.reset();
    return;
  }
  if (recorded > 1) timed_run(lane, 0, options.wall_clock);
  const double fits = options.longest_pass / std::max(frame_seconds, 1e-9);
  const std::size_t least = std::min(recorded, kFewestFrames);
  lane.frames = fits < static_cast<double>(recorded) ? std::max(least, static_cast<std::size_t>(fits)) : recorded;
}

}  // namespace

std::vector<RaceResult> race(std::span<const Contestant> contestants, std::span<const std::vector<PairKey>> truth,
                             const RaceOptions& options, std::span<const RaceResult> smaller) {
  std::vector<RaceResult> results(contestants.size());
  std::vector<Lane> lanes(contestants.size());
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    lanes[k].result = &results[k];
    results[k].package = contestants[k].package;
    results[k].name = contestants[k].name;
    if (k < smaller.size()) results[k].skipped = hopeless(smaller[k], options);
    if (results[k].skipped.empty()) start(lanes[k], contestants[k], truth.size(), options);
  }
  // Whoever cannot keep to the longest pass gets fewer of them: what is a hundred times slower needs no exact figure.
  const double allowance = 3 * options.longest_pass * options.repetitions;
  for (int repetition = 0; repetition < options.repetitions; ++repetition) {
    for (Lane& lane : lanes) {
      if (!lane.runner || (repetition > 0 && lane.spent > allowance)) continue;
      lane.best = std::min(lane.best, pass(lane, repetition % 2 == 1, truth, repetition == 0, options));
    }
  }
  for (Lane& lane : lanes) {
    if (!lane.runner) continue;
    lane.result->seconds = lane.best;
    lane.result->bytes = lane.runner->memory_bytes();
    lane.result->reported /= static_cast<double>(lane.result->frames);
    lane.result->candidates /= static_cast<double>(lane.result->frames);
  }
  for (std::size_t k = 0; k < smaller.size(); ++k) note_growth(results[k], smaller[k]);
  return results;
}

}  // namespace clearance::bench
