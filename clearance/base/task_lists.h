// Question: how do many threads add to one list without its order depending on them?
// Method:   each task has a stretch of room for all that it may add. In the end the stretches are appended in the order
//           of the tasks.
// Cost:     room for everything that might be added, kept for the next time.
#pragma once

#include <clearance/base/workers.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace clearance::detail {

template <class T>
class TaskLists {
 public:
  // Each task adds at most `room` entries.
  void start(std::size_t tasks, std::size_t room) {
    room_ = room;
    counts_.assign(tasks, 0);
    if (entries_.size() < tasks * room) entries_.resize(tasks * room);
  }
  // Where the task writes; how many it has written it says once, at its end.
  T* operator[](std::size_t task) { return entries_.data() + task * room_; }
  void end(std::size_t task, std::size_t count) { counts_[task] = count; }

  void append_to(std::vector<T>& list, Workers& workers) {
    std::size_t at = list.size();
    starts_.resize(counts_.size());
    for (std::size_t task = 0; task < counts_.size(); ++task) starts_[task] = at, at += counts_[task];
    list.resize(at);
    const std::size_t copied_at_once = kEntriesAtOnce / std::max<std::size_t>(room_, 1) + 1;
    workers.run((counts_.size() + copied_at_once - 1) / copied_at_once, [&](std::size_t k) {
      const std::size_t end = std::min((k + 1) * copied_at_once, counts_.size());
      for (std::size_t task = k * copied_at_once; task < end; ++task)
        std::copy_n((*this)[task], counts_[task], list.begin() + static_cast<std::ptrdiff_t>(starts_[task]));
    });
  }

 private:
  static constexpr std::size_t kEntriesAtOnce = 16'384;  // to copy: some microseconds

  std::vector<T> entries_;
  std::vector<std::size_t> counts_, starts_;
  std::size_t room_ = 0;
};

}  // namespace clearance::detail
