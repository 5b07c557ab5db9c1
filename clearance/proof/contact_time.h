// Question: when do two moving things first share a point?
// Method:   an answer that claims nothing until it is filled in: only Clear says that they never meet.
#pragma once

#include <cstdint>
#include <limits>

namespace clearance {

enum class MotionStatus : std::uint8_t {
  NotAsked,   // nobody looked: may meet at any time
  Clear,      // share no point at any instant of the interval, proved
  Contact,    // share one first in [lower, upper]
  Already,    // share one at the beginning: lower = upper
  Undecided,  // share none before lower, proved; what comes after, nobody knows: upper is infinite
};
const char* to_string(MotionStatus status);

struct ContactTime {
  MotionStatus status = MotionStatus::NotAsked;
  // Of the first instant at which they share a point. Clear: both infinite.
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();

  bool is_clear() const { return status == MotionStatus::Clear; }
};

}  // namespace clearance
