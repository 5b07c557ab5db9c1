#include <clearance/base/workers.h>

#if !defined(__wasm__) || defined(_REENTRANT)
#define CLEARANCE_HAS_THREADS 1
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace clearance {

#ifdef CLEARANCE_HAS_THREADS

// One call of run() is a round: everybody takes tasks until none is left, then reports.
struct Workers::Crew {
  std::mutex mutex;
  std::condition_variable begin, end;
  std::uint64_t round = 0;
  bool leaving = false;
  int at_work = 0;
  std::size_t tasks = 0;
  const FunctionRef<void(std::size_t)>* work = nullptr;
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;

  void take_tasks() {
    for (std::size_t k; (k = next.fetch_add(1, std::memory_order_relaxed)) < tasks;) (*work)(k);
  }

  void live() {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      begin.wait(lock, [&] { return leaving || round != seen; });
      if (leaving) return;
      seen = round;
      lock.unlock();
      take_tasks();
      lock.lock();
      if (--at_work == 0) end.notify_one();
    }
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
    crew_->leaving = true;
  }
  crew_->begin.notify_all();
  for (std::thread& thread : crew_->threads) thread.join();
}

void Workers::run(std::size_t tasks, FunctionRef<void(std::size_t)> work) {
  if (!crew_ || tasks < 2) {
    for (std::size_t k = 0; k < tasks; ++k) work(k);
    return;
  }
  {
    const std::lock_guard lock(crew_->mutex);
    crew_->tasks = tasks;
    crew_->work = &work;
    crew_->next.store(0, std::memory_order_relaxed);
    crew_->at_work = count_ - 1;
    ++crew_->round;
  }
  crew_->begin.notify_all();
  crew_->take_tasks();
  std::unique_lock lock(crew_->mutex);
  crew_->end.wait(lock, [&] { return crew_->at_work == 0; });
}

#else

struct Workers::Crew {};
Workers::Workers(int) : count_(1) {}
Workers::~Workers() = default;
void Workers::run(std::size_t tasks, FunctionRef<void(std::size_t)> work) {
  for (std::size_t k = 0; k < tasks; ++k) work(k);
}

#endif

}  // namespace clearance
