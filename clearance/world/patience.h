// Question: should a call end before it is done?
// Method:   the limits of the call, asked once in a while. Once it should end, it always should.
#pragma once

#include <clearance/broad/broad_phase.h>
#include <clearance/world/answers.h>
#include <clearance/world/question.h>

#include <chrono>
#include <cstddef>

namespace clearance::detail {

class Patience {
 public:
  explicit Patience(const Limits& limits) : limits_(limits) {}
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

  // Complete while it lasts.
  Ending ask() const {
    if (limits_.stop.stop_requested()) return Ending::Stopped;
    if (limits_.deadline.is_never()) return Ending::Complete;
    const Deadline now(std::chrono::steady_clock::now());
    return now.at() >= limits_.deadline.at() ? Ending::TimedOut : Ending::Complete;
  }
  bool lasts() const { return ask() == Ending::Complete; }
  bool operator()() const { return lasts(); }

  // Why something was not done to its end: never Complete.
  Ending why() const {
    const Ending ending = ask();
    return ending == Ending::Complete ? Ending::Refused : ending;
  }
  // For the broad phase; null without limits.
  const GoOn* go_on() const { return !limits_.stop.stop_possible() && limits_.deadline.is_never() ? nullptr : &go_on_; }

 private:
  const Limits& limits_;
  GoOn go_on_{*this};
};

inline constexpr std::size_t kLookEvery = 16;  // pairs that are known or quickly answered: then limits are looked at

// Seconds from stage to stage.
class StageTimer {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace clearance::detail
