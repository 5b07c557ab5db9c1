#include <clearance/base/workers.h>

#if !defined(__wasm__) || defined(_REENTRANT)
#define CLEARANCE_HAS_THREADS 1
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace clearance::detail {

#ifdef CLEARANCE_HAS_THREADS

namespace {

using Clock = std::chrono::steady_clock;

// How long an idle thread looks before it goes to sleep: longer than what the stages of a frame are apart. Waking a
// sleeper takes some fifty microseconds, on virtual machines more.
constexpr auto kLooking = std::chrono::microseconds(200);
constexpr int kLooksAtOnce = 64;  // between two looks at the clock

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

template <class Condition>
bool look_for(const Condition& condition) {
  const Clock::time_point begin = Clock::now();
  do {
    for (int look = 0; look < kLooksAtOnce; ++look) {
      if (condition()) return true;
      pause();
    }
    std::this_thread::yield();  // to whoever has work where there are more threads than cores
  } while (Clock::now() - begin < kLooking);
  return condition();
}

}  // namespace

// One call of run() is a round. Its tasks are divided into a share for each thread, one after the other, so that a
// thread mostly works on what it had in the stage and the frame before; who is done takes from the shares of others.
// The next task of a share is a word with the round in it: a share that nobody has touched in this round has an older
// one. Taking a task by compare-and-swap therefore proves that the round is still on, since it ends when all tasks are
// taken and done: whoever comes late finds nothing to take and touches nothing of the caller's. So the caller waits for
// tasks alone, never for a thread that sleeps.
struct Workers::Crew {
  using Work = FunctionRef<void(std::size_t)>;

  // The part of a word that is the task; the rest is the round, of which there are enough for decades.
  static constexpr std::uint64_t kRound = std::uint64_t{1} << 20, kTask = kRound - 1;
  static constexpr std::size_t kMostTasks = kTask;

  struct alignas(64) Share {
    std::atomic<std::uint64_t> next{0};
  };
  // What a round is about, as those see it who take part.
  struct Round {
    std::uint64_t number = 0;  // times kRound
    std::size_t tasks = 0;
    const Work* work = nullptr;
  };

  std::mutex mutex;
  std::condition_variable begin, end;
  // The lowest bit: while what the round is about is written down.
  alignas(64) std::atomic<std::uint64_t> round{0};
  std::atomic<std::uint64_t> tasks{0};
  std::atomic<const Work*> work{nullptr};
  alignas(64) std::atomic<std::uint64_t> done{0};
  std::atomic<bool> is_waited_for{false};  // the caller sleeps until all are done
  alignas(64) std::atomic<int> asleep{0};
  std::atomic<bool> leaving{false};
  std::vector<Share> shares;
  std::vector<std::thread> threads;

  // False while the next one is written down.
  bool read(Round& now) const {
    now.number = round.load();
    now.tasks = tasks.load(std::memory_order_acquire);
    now.work = work.load(std::memory_order_acquire);
    return now.number % kRound == 0 && round.load() == now.number;
  }

  // Waking takes some microseconds of the one who calls, and many more until the other comes: so everybody who takes a
  // task calls one.
  void call_one() {
    if (asleep.load() == 0) return;
    {
      const std::lock_guard lock(mutex);
    }  // whoever is about to sleep sees the round, or sleeps already
    begin.notify_one();
  }

  // The next task of a share, if there is one.
  bool take(const Round& now, std::size_t share, std::size_t& task) {
    const std::size_t first = now.tasks * share / shares.size(), last = now.tasks * (share + 1) / shares.size();
    if (first == last) return false;
    std::atomic<std::uint64_t>& next = shares[share].next;
    for (std::uint64_t known = next.load();;) {
      const std::uint64_t its_round = known & ~kTask;
      if (its_round > now.number) return false;
      task = its_round == now.number ? static_cast<std::size_t>(known & kTask) : first;
      if (task == last) return false;
      if (next.compare_exchange_weak(known, now.number | (task + 1))) return true;
    }
  }

  // The shares of others come after one's own.
  void take_tasks(const Round& now, std::size_t own) {
    for (std::size_t k = 0; k < shares.size(); ++k) {
      const std::size_t share = own + k < shares.size() ? own + k : own + k - shares.size();
      for (std::size_t task = 0; take(now, share, task);) {
        call_one();
        (*now.work)(task);
        if (done.fetch_add(1) + 1 < now.tasks || !is_waited_for.load()) continue;
        const std::lock_guard lock(mutex);
        end.notify_one();
      }
    }
  }

  void live(std::size_t own) {
    std::uint64_t seen = 0;
    const auto called = [&] { return leaving.load() || (round.load() != seen && round.load() % kRound == 0); };
    for (;;) {
      if (!look_for(called)) {
        std::unique_lock lock(mutex);
        asleep.fetch_add(1);
        begin.wait(lock, called);
        asleep.fetch_sub(1);
      }
      if (leaving.load()) return;
      Round now;
      if (!read(now)) continue;
      seen = now.number;
      take_tasks(now, own);
    }
  }

  void run(const Round& wanted) {
    Round now = wanted;
    now.number = round.load() + kRound;
    round.store(now.number + 1);
    done.store(0);
    tasks.store(now.tasks, std::memory_order_release);
    work.store(now.work, std::memory_order_release);
    round.store(now.number);
    take_tasks(now, 0);
    const auto all_done = [&] { return done.load() == now.tasks; };
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
  crew_->shares = std::vector<Crew::Share>(static_cast<std::size_t>(count_));
  for (std::size_t k = 1; k < crew_->shares.size(); ++k)
    crew_->threads.emplace_back([crew = crew_.get(), k] { crew->live(k); });
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
  if (tasks <= Crew::kMostTasks) return crew_->run({0, tasks, &work});
  const std::size_t several = tasks / Crew::kMostTasks + 1;
  const auto do_several = [&](std::size_t k) {
    for (std::size_t task = k * several; task < std::min((k + 1) * several, tasks); ++task) work(task);
  };
  run((tasks + several - 1) / several, do_several);
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
