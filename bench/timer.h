// Seconds since construction, on the monotonic clock.
#pragma once

#include <chrono>

namespace clearance::bench {

class Timer {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

// Keeps the compiler from dropping work whose result nobody reads.
template <class T>
inline void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

}  // namespace clearance::bench
