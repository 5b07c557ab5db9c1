#include <clearance/base/workers.h>

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace clearance::detail {
namespace {

TEST(Workers, DoEveryTaskOnce) {
  for (const int threads : {1, 2, 4}) {
    Workers workers(threads);
    EXPECT_EQ(workers.count(), threads);
    for (const std::size_t tasks : {0u, 1u, 2u, 7u, 1000u}) {
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

TEST(Workers, AreAsManyAsTheMachineHasWhenNoNumberIsGiven) {
  EXPECT_GE(Workers(0).count(), 1);
  EXPECT_EQ(Workers().count(), 1);
}

}  // namespace
}  // namespace clearance::detail
