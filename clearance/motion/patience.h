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

 private:
  int used_ = 0, most_;
  Deadline deadline_;
};

}  // namespace clearance::detail
