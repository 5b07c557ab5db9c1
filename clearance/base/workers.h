// Question: how is work spread over threads without the result depending on them?
// Method:   tasks are numbered; whoever is free takes the next. What a task does may depend on its number alone, so the
//           caller gets the same bits from any number of threads. The threads live as long as the object and sleep
//           between calls.
// Cost:     one thread: a plain loop, nothing started. More: about a microsecond a call beside the tasks, since nobody
//           waits for a thread that sleeps; sleepers are woken only while tasks are left. A task should be ten
//           microseconds of work or more. Without thread support (WebAssembly) there is always one thread.
#pragma once

#include <clearance/base/function_ref.h>

#include <cstddef>
#include <memory>

namespace clearance::detail {

class Workers {
 public:
  // `threads` counts the caller's own; 0: as many as the machine has.
  explicit Workers(int threads = 1);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int count() const { return count_; }

  // work(k) once for each k < tasks, by any thread in any order; returns when all are done. One call at a time, and
  // none from within a task.
  void run(std::size_t tasks, FunctionRef<void(std::size_t)> work);

 private:
  struct Crew;

  int count_;
  std::unique_ptr<Crew> crew_;  // none for one thread
};

}  // namespace clearance::detail
