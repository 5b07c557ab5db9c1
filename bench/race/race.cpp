#include <bench/race/output.h>
#include <bench/race/race.h>
#include <bench/race/timer.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace clearance::bench {
namespace {

class WallTimer {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// One contestant on one course.
template <class Judge>
struct Lane {
  RaceResult* result;
  const Judge* judge;
  std::unique_ptr<BasicRunner<typename Judge::Reply>> runner = nullptr;
  typename Judge::Store replies = {};
  std::size_t frames = 0;  // of those recorded
  double best = std::numeric_limits<double>::infinity();
  double spent = 0;  // seconds in run()
};
using PairLane = Lane<PairJudge>;
using FrameLane = Lane<FrameJudge>;

template <class Judge>
double timed_run(Lane<Judge>& lane, bool wall_clock) {
  const WallTimer wall;
  const Timer processor;
  lane.runner->run(lane.replies);
  const double seconds = wall_clock ? wall.seconds() : processor.seconds();
  lane.spent += wall.seconds();
  return seconds;
}

double timed_frame(FrameLane& lane, std::size_t frame, bool wall_clock) {
  lane.runner->prepare(frame);
  lane.replies.clear();
  return timed_run(lane, wall_clock);
}

// How many frames fit into a pass.
std::size_t affordable(std::size_t recorded, double frame_seconds, std::size_t fewest, const RaceOptions& options) {
  const double fits = options.longest_pass / std::max(frame_seconds, 1e-9);
  if (fits >= static_cast<double>(recorded)) return recorded;
  return std::max(std::min(recorded, fewest), static_cast<std::size_t>(fits));
}

// Finds how many frames the contestant can afford: by one, then by a few; by those that everybody sees, if they are
// more.
void warm_up(PairLane& lane, const WallTimer& setup, const RaceOptions& options) {
  lane.result->setup_seconds += setup.seconds();
  const std::size_t recorded = lane.judge->truth.size();
  lane.frames = recorded;
  if (std::isfinite(options.longest_pass)) {
    for (const std::size_t probe : {std::size_t{1}, std::size_t{20}}) {
      if (recorded == 0 || (probe == 1 && options.fewest > 1)) continue;
      lane.replies.resize(std::min(std::max(probe, options.fewest), lane.frames));
      const double seconds = timed_run(lane, options.wall_clock);
      lane.frames = affordable(recorded, seconds / static_cast<double>(lane.replies.size()), options.fewest, options);
    }
  }
  lane.replies.resize(lane.frames);
}

// Going back and forth over fewer, trees with grown boxes would have nothing to do: at 5 % of the radius a frame,
// Bullet's then took 9 ms for 100 000 boxes, and forty times as long on a longer way.
constexpr std::size_t kFewestFrames = 8;

// Answers frame 0 and one more, and goes back.
void warm_up(FrameLane& lane, const WallTimer& setup, const RaceOptions& options) {
  const std::size_t recorded = lane.judge->truth.size();
  if (recorded == 0) return lane.runner.reset();
  double frame_seconds = timed_frame(lane, 0, options.wall_clock);
  lane.result->setup_seconds += setup.seconds();
  if (recorded > 1) frame_seconds = timed_frame(lane, 1, options.wall_clock);
  if (frame_seconds > options.longest_frame) {
    lane.result->skipped = format("%.1f s a frame", frame_seconds);
    lane.runner.reset();
    return;
  }
  if (recorded > 1) timed_frame(lane, 0, options.wall_clock);
  lane.frames = affordable(recorded, frame_seconds, std::max(kFewestFrames, options.fewest), options);
}

// The frames that a pass answers.
std::size_t steps(const PairLane& lane) { return lane.frames; }
std::size_t steps(const FrameLane& lane) { return lane.frames == 1 ? 1 : lane.frames - 1; }

// Seconds.
double pass(PairLane& lane, int turn, const RaceOptions& options) {
  const double seconds = timed_run(lane, options.wall_clock);
  if (turn == 0) {
    const PairJudge& by = *lane.judge;
    for (std::size_t i = 0; i < lane.frames; ++i)
      judge(lane.replies[i], by.truth[i], by.query, by.tolerance, *lane.result);
  }
  return seconds;
}

// Frames 1 to the last, or back again; a single frame is asked again and again.
double pass(FrameLane& lane, int turn, const RaceOptions& options) {
  const FrameJudge& by = *lane.judge;
  double seconds = 0;
  for (std::size_t step = 0; step < steps(lane); ++step) {
    const std::size_t forth = lane.frames == 1 ? 0 : step + 1, frame = turn % 2 == 1 ? steps(lane) - 1 - step : forth;
    seconds += timed_frame(lane, frame, options.wall_clock);
    if (turn > 0) continue;
    judge(lane.replies.keys(), by.truth[frame],
          by.touching.empty() ? std::span<const PairKey>() : std::span<const PairKey>(by.touching[frame]),
          *lane.result);
    lane.result->reported += static_cast<double>(lane.replies.keys().size());
    lane.result->candidates += static_cast<double>(lane.replies.candidates);
  }
  return seconds;
}

// Whoever cannot keep to the longest pass gets fewer of them: what is a hundred times slower needs no exact figure.
bool has_had_enough(const FrameLane& lane, const RaceOptions& options) {
  return lane.spent > 3 * options.longest_pass * options.repetitions;
}
bool has_had_enough(const PairLane&, const RaceOptions&) { return false; }

// Ten times the bodies: at least ten times as long, and more where it grew faster before.
std::string hopeless(const RaceResult& smaller, const RaceOptions& options) {
  if (!smaller.answered()) return smaller.skipped;
  if (smaller.growth * smaller.seconds > options.longest_frame)
    return format("over %g s a frame", options.longest_frame);
  if (smaller.setup_growth * smaller.setup_seconds > options.longest_setup)
    return format("over %g s to set up", options.longest_setup);
  return {};
}

void note_growth(RaceResult& result, const RaceResult& smaller) {
  if (!result.answered()) return;
  result.growth = std::max(10.0, result.seconds / smaller.seconds);
  result.setup_growth = std::max(10.0, result.setup_seconds / smaller.setup_seconds);
}

template <class Judge>
void finish(const Lane<Judge>& lane) {
  RaceResult& result = *lane.result;
  const auto frames = static_cast<std::int64_t>(lane.runner ? steps(lane) : 0);
  result.by_heat.push_back({frames == 0 ? 0 : lane.best, frames});
  if (frames == 0) return;
  result.frames += frames;
  result.asked += lane.judge->asked(steps(lane));
  result.bytes += lane.runner->memory_bytes();
}

void sum_up(RaceResult& result) {
  if (result.answered() && result.frames == 0) result.skipped = "no such query, or no frames";
  if (!result.answered()) return;
  const auto frames = static_cast<double>(result.frames);
  for (const Cost& cost : result.by_heat) result.seconds += cost.seconds / frames;
  result.reported /= frames;
  result.candidates /= frames;
}

}  // namespace

template <class Judge>
std::vector<RaceResult> race_all(std::vector<RaceResult> results, std::span<const Start<Judge>> starts,
                                 const RaceOptions& options, std::span<const RaceResult> smaller) {
  for (std::size_t k = 0; k < results.size(); ++k)
    results[k].skipped = k < smaller.size() ? hopeless(smaller[k], options) : "";
  std::vector<Lane<Judge>> lanes;
  for (const Start<Judge>& start : starts) {
    Lane<Judge>& lane = lanes.emplace_back(Lane<Judge>{&results[start.contestant], start.judge});
    if (!lane.result->answered()) continue;
    const WallTimer setup;
    lane.runner = start.make();
    if (lane.runner) warm_up(lane, setup, options);
  }
  for (int turn = 0; turn < options.repetitions; ++turn) {
    for (Lane<Judge>& lane : lanes) {
      if (!lane.runner || (turn > 0 && has_had_enough(lane, options))) continue;
      lane.best = std::min(lane.best, pass(lane, turn, options));
    }
  }
  for (const Lane<Judge>& lane : lanes) finish(lane);
  for (RaceResult& result : results) sum_up(result);
  for (std::size_t k = 0; k < smaller.size(); ++k) note_growth(results[k], smaller[k]);
  return results;
}
template std::vector<RaceResult> race_all(std::vector<RaceResult>, std::span<const Start<PairJudge>>,
                                          const RaceOptions&, std::span<const RaceResult>);
template std::vector<RaceResult> race_all(std::vector<RaceResult>, std::span<const Start<FrameJudge>>,
                                          const RaceOptions&, std::span<const RaceResult>);

const RaceResult* best_of(std::span<const RaceResult> results, const std::string& package) {
  const auto is_better = [](const RaceResult& a, const RaceResult& b) {
    if (a.is_trustworthy() != b.is_trustworthy()) return a.is_trustworthy();
    const double wrong_a = static_cast<double>(a.wrong()) * b.asked, wrong_b = static_cast<double>(b.wrong()) * a.asked;
    if (!a.is_trustworthy() && wrong_a != wrong_b) return wrong_a < wrong_b;
    return a.seconds < b.seconds;
  };
  const RaceResult* best = nullptr;
  for (const RaceResult& result : results)
    if (result.package == package && result.answered() && (best == nullptr || is_better(result, *best))) best = &result;
  return best;
}

double mean_of(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double percentile_999(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size() - 1, values.size() * 999 / 1000));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace clearance::bench
