// Question: how are the pairs of a scene shared out among threads?
// Method:   pairs share nothing but the scene: each thread takes the next one that is left.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace clearance::cli {

// `worth_a_thread`: so many pairs make up for starting one.
template <class Work>
void for_each_pair(std::size_t count, std::size_t worth_a_thread, Work work_on) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) work_on(i);
  };
  std::vector<std::jthread> others;
  for (std::size_t k = 1; k < std::thread::hardware_concurrency() && k * worth_a_thread < count; ++k)
    others.emplace_back(work);
  work();
}

}  // namespace clearance::cli
