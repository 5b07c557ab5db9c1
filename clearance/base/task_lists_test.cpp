#include <clearance/base/task_lists.h>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

TEST(TaskLists, AppendInTheOrderOfTheTasks) {
  for (const int threads : {1, 4}) {
    Workers workers(threads);
    TaskLists<int> lists;
    std::vector<int> all = {-1};
    std::vector<int> expected = {-1};
    for (const std::size_t tasks : {0u, 1u, 3u, 500u}) {
      lists.start(tasks, 64);
      workers.run(tasks, [&](std::size_t task) {
        const std::size_t count = task * 7 % 65;
        for (std::size_t k = 0; k < count; ++k) lists[task][k] = static_cast<int>(1000 * task + k);
        lists.end(task, count);
      });
      for (std::size_t task = 0; task < tasks; ++task)
        for (std::size_t k = 0; k < task * 7 % 65; ++k) expected.push_back(static_cast<int>(1000 * task + k));
      lists.append_to(all, workers);
      EXPECT_EQ(all, expected) << tasks;
    }
  }
}

}  // namespace
}  // namespace clearance::detail
