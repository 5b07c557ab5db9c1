// Question: what does each contestant need for the same questions, and how often is it wrong?
// Method:   all take turns, several times over the same frames; the fastest pass of each counts. A pair of bodies is
//           asked from cold in every pass, all frames in one run. Many bodies go forth and back, frame by frame, so
//           that every frame is a small step from the one before. What is said in the first pass is judged. Whoever is
//           too slow sees the first frames only. Latencies are the other measure: of every single query.
#pragma once

#include <bench/race/courses.h>
#include <bench/race/judge.h>

#include <chrono>
#include <limits>

namespace clearance::bench {

// Of one pass over one course.
struct Cost {
  double seconds = 0;
  std::int64_t frames = 0;

  double ns() const { return frames == 0 ? 0 : 1e9 * seconds / static_cast<double>(frames); }
};

struct RaceResult : Mistakes {
  std::string package, name;
  bool lent = false;
  double seconds = 0;         // per frame, over all heats
  std::int64_t frames = 0;    // of one pass, over all heats
  std::vector<Cost> by_heat;  // in the order of the heats
  double asked = 0;           // what could be wrong: answers, or pairs of bodies
  double setup_seconds = 0;   // making it; with many bodies, and the first frame
  double growth = 10;         // how much longer a frame took than with a tenth of the bodies
  double setup_growth = 10;   // likewise
  double reported = 0;        // pairs per frame, with many bodies
  double candidates = 0;      // likewise
  std::size_t bytes = 0;
  std::string skipped = "not asked";  // why there is nothing above

  double ns() const { return 1e9 * seconds; }
  bool answered() const { return skipped.empty(); }
  bool is_ours() const { return package == "Clearance"; }
  std::string full_name() const { return package + ", " + name; }
  bool is_right() const { return answered() && wrong() == 0 && touching_free == 0; }
  // Wrong so rarely that its time may stand for what was asked.
  bool is_trustworthy() const { return answered() && 100 * static_cast<double>(clearly_wrong()) <= asked; }
};

struct RaceOptions {
  int repetitions = 5;
  double longest_pass = 1.0;    // seconds; slower ones see the first frames only; kEverything: everybody sees all
  std::size_t fewest = 1;       // frames that everybody sees, however slow; with many bodies a few more
  double longest_frame = 2.0;   // with many bodies whoever needs more is left out, as is
  double longest_setup = 20.0;  // who needs that; tried only where the result of a smaller world lets one hope
  bool wall_clock = false;      // for methods with threads of their own; else processor time of this thread
};

// As RaceOptions::longest_pass.
inline constexpr double kEverything = std::numeric_limits<double>::infinity();

// One course with its truth.
template <class Course, class Judge>
struct Heat {
  const Course& course;
  Judge judge;
};

// One contestant in one heat.
template <class Judge>
struct Start {
  std::size_t contestant;
  const Judge* judge;
  std::function<std::unique_ptr<BasicRunner<typename Judge::Reply>>()> make;
};
// `results` has the names; `starts` are in the order of turns. See race().
template <class Judge>
std::vector<RaceResult> race_all(std::vector<RaceResult> results, std::span<const Start<Judge>> starts,
                                 const RaceOptions& options, std::span<const RaceResult> smaller);
extern template std::vector<RaceResult> race_all(std::vector<RaceResult>, std::span<const Start<PairJudge>>,
                                                 const RaceOptions&, std::span<const RaceResult>);
extern template std::vector<RaceResult> race_all(std::vector<RaceResult>, std::span<const Start<FrameJudge>>,
                                                 const RaceOptions&, std::span<const RaceResult>);

// By contestant, in order. `smaller` are the results of the same contestants with a tenth of the bodies, or empty.
template <class Course, class Judge>
std::vector<RaceResult> race(const std::vector<Contestant<Course, typename Judge::Reply>>& contestants,
                             const std::vector<Heat<Course, Judge>>& heats, const RaceOptions& options,
                             std::span<const RaceResult> smaller = {}) {
  std::vector<RaceResult> results(contestants.size());
  std::vector<Start<Judge>> starts;
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    results[k].package = contestants[k].package;
    results[k].name = contestants[k].name;
    results[k].lent = contestants[k].lent;
    for (const Heat<Course, Judge>& heat : heats)
      starts.push_back({k, &heat.judge, [&make = contestants[k].make, &heat] { return make(heat.course); }});
  }
  return race_all<Judge>(std::move(results), starts, options, smaller);
}
template <class Course, class Judge>
std::vector<RaceResult> race(const std::vector<Contestant<Course, typename Judge::Reply>>& contestants,
                             const Course& course, const Judge& judge, const RaceOptions& options,
                             std::span<const RaceResult> smaller = {}) {
  return race(contestants, std::vector<Heat<Course, Judge>>{{course, judge}}, options, smaller);
}

// The fastest that has answered and that `admits(result)` lets in, or null.
template <class Admits>
const RaceResult* fastest(std::span<const RaceResult> results, const Admits& admits) {
  const RaceResult* best = nullptr;
  for (const RaceResult& result : results)
    if (result.answered() && admits(result) && (best == nullptr || result.seconds < best->seconds)) best = &result;
  return best;
}
// The fastest setting of a library that is trustworthy; if there is none, the one least often wrong; null when the
// library has not answered.
const RaceResult* best_of(std::span<const RaceResult> results, const std::string& package);

// The shortest time of every query, in nanoseconds, in the order asked, by the wall clock, the clock's own time
// included. `ask(i)` answers the i-th of `count`; whoever needs more than `longest_pass` seconds for all of them is
// asked the first ones only.
template <class Ask>
std::vector<double> latencies(std::size_t count, int passes, double longest_pass, const Ask& ask) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> out;
  const Clock::time_point start = Clock::now();
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < (pass == 0 ? count : out.size()); ++i) {
      const Clock::time_point before = Clock::now();
      ask(i);
      const Clock::time_point after = Clock::now();
      const double ns = std::chrono::duration<double, std::nano>(after - before).count();
      if (pass > 0)
        out[i] = std::min(out[i], ns);
      else
        out.push_back(ns);
      if (pass == 0 && std::chrono::duration<double>(after - start).count() > longest_pass) break;
    }
  }
  return out;
}

// 0 where nothing was asked.
double mean_of(const std::vector<double>& values);
// The value that 1 in 1000 exceeds; the largest of fewer than 1000.
double percentile_999(std::vector<double> values);

}  // namespace clearance::bench
