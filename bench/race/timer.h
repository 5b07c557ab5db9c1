// Processor seconds that this thread has used since construction: what a single-threaded query costs, even when other
// programs take turns on the same core.
#pragma once

#include <ctime>

namespace clearance::bench {

class Timer {
 public:
  double seconds() const { return now() - start_; }

 private:
  static double now() {
    std::timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  double start_ = now();
};

// Keeps the compiler from dropping work whose result nobody reads.
template <class T>
inline void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

}  // namespace clearance::bench
