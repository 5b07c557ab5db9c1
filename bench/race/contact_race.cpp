#include <bench/race/allocations.h>
#include <bench/race/contact_race.h>
#include <bench/race/timer.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>

namespace clearance::bench {
namespace {

using Clock = std::chrono::steady_clock;
double nanoseconds(Clock::duration time) { return std::chrono::duration<double, std::nano>(time).count(); }

// What reading the clock twice adds to a call.
double time_of_clock() {
  double out = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 2000; ++k) {
    const Clock::time_point before = Clock::now();
    const Clock::time_point after = Clock::now();
    out = std::min(out, nanoseconds(after - before));
  }
  return out;
}

struct Lane {
  ContactResult* result;
  std::unique_ptr<ContactRunner> runner;
  std::size_t frames = 0;
  double spent = 0;  // seconds
};

// Judges; and finds how many frames fit into a pass.
void first_pass(Lane& lane, std::size_t frames, std::span<const ContactTruth> truth,
                const ContactRaceOptions& options) {
  std::vector<TouchPoint> points;
  lane.runner->forget();
  Clock::duration spent{};
  for (lane.frames = 0; lane.frames < frames; ++lane.frames) {
    const Clock::time_point before = Clock::now();
    lane.runner->run(lane.frames, lane.frames + 1);
    spent += Clock::now() - before;
    lane.runner->read(points);
    const ContactVerdict verdict = judge(points, truth[lane.frames], lane.result->points);
    lane.result->add(verdict);
    lane.result->is_same.push_back(verdict.same);
    if (1e-9 * nanoseconds(spent) > options.longest_pass) {
      ++lane.frames;
      break;
    }
  }
  lane.result->calls.assign(lane.frames, std::numeric_limits<double>::infinity());
}

double whole_pass(Lane& lane) {
  lane.runner->forget();
  const Timer timer;
  keep(lane.runner->run(0, lane.frames));
  return timer.seconds();
}

void single_calls(Lane& lane) {
  lane.runner->forget();
  for (std::size_t k = 0; k < lane.frames; ++k) {
    const Clock::time_point before = Clock::now();
    lane.runner->run(k, k + 1);
    const Clock::time_point after = Clock::now();
    lane.result->calls[k] = std::min(lane.result->calls[k], nanoseconds(after - before));
  }
}

}  // namespace

double ContactResult::worst() const { return calls.empty() ? 0 : *std::max_element(calls.begin(), calls.end()); }
double ContactResult::percentile() const {
  if (calls.empty()) return 0;
  std::vector<double> sorted = calls;
  std::sort(sorted.begin(), sorted.end());
  return sorted[std::min(sorted.size() - 1, sorted.size() * 99 / 100)];
}

std::vector<ContactResult> race_contacts(std::span<const ContactContestant> contestants, const ContactScene& scene,
                                         std::span<const ContactTruth> truth, const ContactRaceOptions& options) {
  std::vector<ContactResult> results(contestants.size());
  std::vector<Lane> lanes;
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    results[k].package = contestants[k].package;
    results[k].name = contestants[k].name;
    results[k].points = contestants[k].points;
    auto runner = contestants[k].make(scene);
    if (!runner) continue;
    results[k].answered = true;
    first_pass(lanes.emplace_back(Lane{&results[k], std::move(runner)}), scene.poses.size(), truth, options);
  }
  std::vector<double> best(lanes.size(), std::numeric_limits<double>::infinity());
  for (int pass = 0; pass < options.passes; ++pass) {
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      if (lanes[k].spent > options.patience) continue;
      const Timer timer;
      best[k] = std::min(best[k], whole_pass(lanes[k]));
      single_calls(lanes[k]);
      lanes[k].spent += timer.seconds();
    }
  }
  const double clock = time_of_clock();
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    ContactResult& result = *lanes[k].result;
    if (lanes[k].frames == 0) continue;
    result.ns = 1e9 * best[k] / static_cast<double>(lanes[k].frames);
    for (double& call : result.calls) call = std::max(0.0, call - clock);
    if (!result.is_ours()) continue;
    // Without forgetting: after one run all buffers are as large as they need to be.
    keep(lanes[k].runner->run(0, lanes[k].frames));
    const std::int64_t before = allocations();
    keep(lanes[k].runner->run(0, lanes[k].frames));
    result.allocations = allocations() - before;
  }
  return results;
}

void SameCalls::add(const SameCalls& other) {
  our_ns += other.our_ns, their_ns += other.their_ns, count += other.count;
}

SameCalls compare_calls(const ContactResult& ours, const ContactResult& theirs) {
  SameCalls out;
  for (std::size_t k = 0; k < std::min(ours.calls.size(), theirs.calls.size()); ++k) {
    if (!ours.is_same[k] || !theirs.is_same[k]) continue;
    out.add({ours.calls[k], theirs.calls[k], 1});
  }
  return out;
}

}  // namespace clearance::bench
