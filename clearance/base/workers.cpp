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

// One call of run() is a round. `ticket` holds the round and the next task, so that taking a task by compare-and-swap
// also proves that the round is still on: whoever comes late finds nothing to take and touches nothing of the caller's.
// The caller therefore waits for tasks alone, never for a thread that sleeps.
struct Workers::Crew {
  using Work = FunctionRef<void(std::size_t)>;

  // As the next task: there is none. Rounds begin with it, while what they are about is written down.
  static constexpr std::uint64_t kNone = 0xffffffffu, kRound = std::uint64_t{1} << 32;
  // Tasks that are worth calling a sleeper at once; of fewer the caller does the first and then looks who is left.
  static constexpr std::uint64_t kMany = 16;

  std::mutex mutex;
  std::condition_variable begin, end;
  alignas(64) std::atomic<std::uint64_t> ticket{kNone};
  std::atomic<std::uint64_t> tasks{0};
  std::atomic<const Work*> work{nullptr};
  alignas(64) std::atomic<std::uint64_t> done{0};
  std::atomic<bool> is_waited_for{false};  // the caller sleeps until all are done
  alignas(64) std::atomic<int> asleep{0};
  std::atomic<bool> leaving{false};
  std::vector<std::thread> threads;

  bool has_tasks() const { return (ticket.load() & kNone) < tasks.load(std::memory_order_acquire); }

  // Waking takes some microseconds of the one who calls, and many more until the other comes: so everybody who takes a
  // task and leaves others calls one.
  void call_one() {
    if (asleep.load() == 0) return;
    {
      const std::lock_guard lock(mutex);
    }  // whoever is about to sleep sees the tasks, or sleeps already
    begin.notify_one();
  }

  void take_tasks(bool is_caller) {
    for (bool is_first = true;; is_first = false) {
      std::uint64_t now = ticket.load(), count = 0;
      const Work* job = nullptr;
      do {
        // Those of the next round are seen only by those who see the ticket change, too.
        count = tasks.load(std::memory_order_acquire);
        job = work.load(std::memory_order_acquire);
        if ((now & kNone) >= count) return;
      } while (!ticket.compare_exchange_weak(now, now + 1));
      const std::uint64_t task = now & kNone;
      if (task + 1 < count && (!is_first || !is_caller || count >= kMany)) call_one();
      (*job)(static_cast<std::size_t>(task));
      if (done.fetch_add(1) + 1 < count || !is_waited_for.load()) continue;
      const std::lock_guard lock(mutex);
      end.notify_one();
    }
  }

  void live() {
    const auto called = [&] { return leaving.load() || has_tasks(); };
    for (;;) {
      if (!look_for(called)) {
        std::unique_lock lock(mutex);
        asleep.fetch_add(1);
        begin.wait(lock, called);
        asleep.fetch_sub(1);
      }
      if (leaving.load()) return;
      take_tasks(false);
    }
  }

  void start(std::size_t count, const Work& job) {
    const std::uint64_t round = (ticket.load() & ~kNone) + kRound;
    ticket.store(round | kNone);
    done.store(0);
    tasks.store(count, std::memory_order_release);
    work.store(&job, std::memory_order_release);
    ticket.store(round);
  }

  void finish(std::size_t count) {
    const auto all_done = [&] { return done.load() == count; };
    if (look_for(all_done)) return;
    std::unique_lock lock(mutex);
    is_waited_for.store(true);
    end.wait(lock, all_done);
    is_waited_for.store(false);
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
  if (!crew_ || tasks < 2 || tasks >= Crew::kNone) {
    for (std::size_t k = 0; k < tasks; ++k) work(k);
    return;
  }
  crew_->start(tasks, work);
  crew_->take_tasks(true);
  crew_->finish(tasks);
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
