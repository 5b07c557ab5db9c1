// Question: does somebody at the terminal, or the system, want this to end?
// Method:   SIGINT and SIGTERM are noted while one of these lives; the second of either ends the program at once.
#pragma once

#include <clearance/base/limits.h>

namespace clearance::cli {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  StopSign sign() const;
};

}  // namespace clearance::cli
