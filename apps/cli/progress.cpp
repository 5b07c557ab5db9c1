#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <utility>

namespace clearance::cli {

Progress::Progress(std::string what, std::size_t total) : what_(std::move(what)), total_(total) {
  if (isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { speak(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  end_.notify_one();
  thread_.join();
}

void Progress::speak() {
  using namespace std::chrono_literals;
  std::unique_lock lock(mutex_);
  if (end_.wait_for(lock, 1s, [this] { return ended_; })) return;
  do {
    const std::string count = total_ == 0 ? std::string() : fmt::format(" {} of {}", done_.load(), total_);
    fmt::print(stderr, "\r\033[K{}{} …", what_, count);
    std::fflush(stderr);
  } while (!end_.wait_for(lock, 200ms, [this] { return ended_; }));
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace clearance::cli
