// Asks the clock about a deadline; apart from limits.h, whose users need no clock.
#pragma once

#include <clearance/base/limits.h>

#include <chrono>

namespace clearance::detail {

inline bool has_struck(const Deadline& deadline) {
  return !deadline.is_never() && Deadline(std::chrono::steady_clock::now()).at() >= deadline.at();
}

}  // namespace clearance::detail
