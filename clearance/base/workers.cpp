#include <clearance/base/workers.h>

#if !defined(__wasm__) || defined(_REENTRANT)
#define CLEARANCE_HAS_THREADS 1
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace clearance::detail {

#ifdef CLEARANCE_HAS_THREADS

namespace {

// How often an idle thread looks before it goes to sleep: some tens of microseconds, the time between the stages of a
// frame. Waking a sleeper takes as long.
constexpr int kLooks = 2000;

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

template <class Condition>
bool look_for(const Condition& condition) {
  for (int look = 0; look < kLooks; ++look) {
    if (condition()) return true;
    pause();
  }
  return false;
}

}  // namespace

// One call of run() is a round: everybody takes tasks until none is left, then reports.
struct Workers::Crew {
  std::mutex mutex;
  std::condition_variable begin, end;
  std::atomic<std::uint64_t> round{0};
  std::atomic<bool> leaving{false};
  std::atomic<int> at_work{0};
  int asleep = 0;  // under the mutex
  std::size_t tasks = 0;
  const FunctionRef<void(std::size_t)>* work = nullptr;
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;

  void take_tasks() {
    for (std::size_t k; (k = next.fetch_add(1, std::memory_order_relaxed)) < tasks;) (*work)(k);
  }

  void live() {
    std::uint64_t seen = 0;
    const auto called = [&] { return leaving.load() || round.load() != seen; };
    for (;;) {
      if (!look_for(called)) {
        std::unique_lock lock(mutex);
        ++asleep;
        begin.wait(lock, called);
        --asleep;
      }
      if (leaving.load()) return;
      seen = round.load();
      take_tasks();
      if (at_work.fetch_sub(1) > 1) continue;
      const std::lock_guard lock(mutex);
      end.notify_one();
    }
  }

  void start(std::size_t count, const FunctionRef<void(std::size_t)>& job) {
    tasks = count;
    work = &job;
    next.store(0, std::memory_order_relaxed);
    at_work.store(static_cast<int>(threads.size()));
    bool wake = false;
    {
      const std::lock_guard lock(mutex);
      round.fetch_add(1);
      wake = asleep > 0;
    }
    if (wake) begin.notify_all();
  }

  void finish() {
    const auto all_done = [&] { return at_work.load() == 0; };
    if (look_for(all_done)) return;
    std::unique_lock lock(mutex);
    end.wait(lock, all_done);
  }
};

Workers::Workers(int threads) : count_(threads > 0 ? threads : static_cast<int>(std::thread::hardware_concurrency())) {
  if (count_ < 1) count_ = 1;
  if (count_ == 1) return;
  crew_ = std::make_unique<Crew>();
  for (int k = 1; k < count_; ++k) crew_->threads.emplace_back([crew = crew_.get()] { crew->live(); });
}

Workers::~Workers() {
  if (!crew_) return;
  {
    const std::lock_guard lock(crew_->mutex);
    crew_->leaving.store(true);
  }
  crew_->begin.notify_all();
  for (std::thread& thread : crew_->threads) thread.join();
}

void Workers::run(std::size_t tasks, FunctionRef<void(std::size_t)> work) {
  if (!crew_ || tasks < 2) {
    for (std::size_t k = 0; k < tasks; ++k) work(k);
    return;
  }
  crew_->start(tasks, work);
  crew_->take_tasks();
  crew_->finish();
}

#else

struct Workers::Crew {};
Workers::Workers(int) : count_(1) {}
Workers::~Workers() = default;
void Workers::run(std::size_t tasks, FunctionRef<void(std::size_t)> work) {
  for (std::size_t k = 0; k < tasks; ++k) work(k);
}

#endif

}  // namespace clearance::detail
