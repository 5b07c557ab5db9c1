#include <clearance/base/workers.h>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace clearance::detail {
namespace {

TEST(Workers, DoEveryTaskOnce) {
  for (const int threads : {1, 2, 4}) {
    Workers workers(threads);
    EXPECT_EQ(workers.count(), threads);
    for (const std::size_t tasks : {0u, 1u, 2u, 7u, 1000u, 3'000'001u}) {
      std::vector<std::atomic<int>> done(tasks);
      workers.run(tasks, [&](std::size_t k) { done[k].fetch_add(1); });
      for (const std::atomic<int>& count : done) EXPECT_EQ(count.load(), 1) << threads << " " << tasks;
    }
  }
}

TEST(Workers, SeeWhatTheCallerWroteAndTheCallerWhatTheyWrote) {
  Workers workers(4);
  std::vector<int> values(64, 0);
  for (int round = 1; round <= 2000; ++round) {
    workers.run(values.size(), [&](std::size_t k) { values[k] += 1; });
    for (const int value : values) ASSERT_EQ(value, round);
  }
}

// Threads come late: to rounds that are over, and to the next one, whose work is not that of the round they were called
// for.
TEST(Workers, RoundsOfAnyLengthFollowEachOther) {
  Workers workers(5);
  std::vector<std::atomic<int>> done(40);
  for (int round = 0; round < 20'000; ++round) {
    const auto tasks = static_cast<std::size_t>(round * 7 % 40);
    workers.run(tasks, [&](std::size_t k) { done[k].store(round, std::memory_order_relaxed); });
    for (std::size_t k = 0; k < tasks; ++k) ASSERT_EQ(done[k].load(std::memory_order_relaxed), round);
  }
}

// Longer than anybody looks before going to sleep; both the caller and the others are woken.
TEST(Workers, SleepersAreWoken) {
  Workers workers(3);
  for (int round = 0; round < 5; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::atomic<int> done{0};
    workers.run(40, [&](std::size_t) {
      std::this_thread::sleep_for(std::chrono::microseconds(300));
      done.fetch_add(1);
    });
    EXPECT_EQ(done.load(), 40);
  }
}

TEST(Workers, AreAsManyAsTheMachineHasWhenNoNumberIsGiven) {
  EXPECT_GE(Workers(0).count(), 1);
  EXPECT_EQ(Workers().count(), 1);
}

}  // namespace
}  // namespace clearance::detail
