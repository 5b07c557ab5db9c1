// Question: may a search go on?
// Method:   it counts the instants it looks at, and looks at the clock once in a while.
#pragma once

#include <clearance/motion/query.h>

#include <chrono>

namespace clearance::detail {

class MotionPatience {
 public:
  explicit MotionPatience(const MotionOptions& options) : most_(options.max_instants), deadline_(options.deadline) {}

  // One instant more. Once it says no, it always does.
  bool take() {
    if (used_ >= most_) return false;
    ++used_;
    return deadline_.is_never() || lasts();
  }
  bool lasts() {
    if (!deadline_.is_never() && Deadline(std::chrono::steady_clock::now()).at() >= deadline_.at()) most_ = used_;
    return used_ < most_;
  }
  int used() const { return used_; }
  // For others to spend, who say afterwards how much they did.
  int left() const { return most_ - used_; }
  void spend(int instants) { used_ += instants; }
  // Something that costs far less than an instant, so that only the clock counts, and is looked at now and then.
  bool look() { return (++looks_ & 63) != 0 || deadline_.is_never() || lasts(); }

 private:
  int used_ = 0, most_;
  unsigned looks_ = 0;
  Deadline deadline_;
};

}  // namespace clearance::detail
