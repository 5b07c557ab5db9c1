// Question: what does one call cost, that may take a hundred nanoseconds or a second, while other programs run?
// Method:   the least of three, each by the wall clock or by this thread's processor time, whichever is less: asking
//           for processor time takes longer than a short call, and the wall clock counts others' work in a long one.
#pragma once

#include <bench/race/timer.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace clearance::bench {

// What takes longer than a second is not asked again.
inline constexpr int kCallRepeats = 3;
inline constexpr double kLongCall = 1;

// Seconds. prepare() is called before each, and is not timed.
template <class Prepare, class Ask>
double seconds_of_call(const Prepare& prepare, const Ask& ask) {
  using Clock = std::chrono::steady_clock;
  double least = std::numeric_limits<double>::infinity(), spent = 0;
  for (int k = 0; k < kCallRepeats && spent < kLongCall; ++k) {
    prepare();
    const Timer processor;
    const Clock::time_point before = Clock::now();
    ask();
    const double wall = std::chrono::duration<double>(Clock::now() - before).count();
    least = std::min({least, wall, processor.seconds()});
    spent += wall;
  }
  return least;
}
template <class Ask>
double seconds_of_call(const Ask& ask) {
  return seconds_of_call([] {}, ask);
}

}  // namespace clearance::bench
