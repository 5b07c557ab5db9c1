// Question: when does a long call end early?
// Method:   a deadline, or something that may be asked whether to stop. Both are taken as what they can do, not by
//           type: any time point of a steady clock, anything with stop_requested(). So <chrono> and <stop_token> cost
//           those who use them alone.
// Cost:     one allocation for something to ask.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

namespace clearance {

// Made of a time point: Deadline(std::chrono::steady_clock::now() + 5ms). Without one there is none.
class Deadline {
 public:
  constexpr Deadline() = default;
  template <class TimePoint>
    requires requires(const TimePoint& time) { time.time_since_epoch().count(); }
  constexpr Deadline(const TimePoint& time)  // NOLINT(google-explicit-constructor)
      : at_(ticks(time)) {
    static_assert(TimePoint::clock::is_steady, "a clock that may be set is no clock for deadlines");
    static_assert(TimePoint::period::num * std::int64_t{1'000'000'000} == TimePoint::period::den,
                  "a deadline is counted in nanoseconds: use time_point_cast");
  }

  constexpr bool is_never() const { return at_ == kNever; }
  // Nanoseconds since the steady clock's epoch.
  constexpr std::int64_t at() const { return at_; }

 private:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  template <class TimePoint>
  static constexpr std::int64_t ticks(const TimePoint& time) {
    return static_cast<std::int64_t>(time.time_since_epoch().count());
  }

  std::int64_t at_ = kNever;
};

// Made of anything with `bool stop_requested() const` that may be asked from any thread, such as a std::stop_token.
// Without one nothing stops a call.
class StopSign {
 public:
  StopSign() = default;
  template <class Token>
    requires requires(const Token& token) { bool(token.stop_requested()); }
  StopSign(Token token)
      : asked_(std::make_shared<Asked<Token>>(std::move(token))) {}  // NOLINT(google-explicit-constructor)

  bool stop_possible() const { return asked_ != nullptr; }
  bool stop_requested() const { return asked_ != nullptr && asked_->stop_requested(); }

 private:
  struct Question {
    virtual ~Question() = default;
    virtual bool stop_requested() const = 0;
  };
  template <class Token>
  struct Asked final : Question {
    explicit Asked(Token given) : token(std::move(given)) {}
    bool stop_requested() const override { return token.stop_requested(); }
    Token token;
  };

  std::shared_ptr<const Question> asked_;
};

// Bounds on one call, looked at between the stages, within each search for boxes and between pairs; one pair is always
// answered to its end. What was found until then is returned, and says so.
struct Limits {
  StopSign stop = {};
  Deadline deadline = {};
};

}  // namespace clearance
