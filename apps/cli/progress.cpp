#include "progress.h"

#include <clearance/io/number.h>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace clearance::cli {
namespace {

using namespace std::chrono_literals;

// A second, or what the environment says.
std::chrono::duration<double> silence() {
  constexpr double kLongest = 1e6;
  const char* const set = std::getenv("CLEARANCE_PROGRESS_AFTER");
  const std::optional<double> seconds = set != nullptr ? detail::parse_double(set) : std::nullopt;
  return std::chrono::duration<double>(seconds && *seconds >= 0 && *seconds <= kLongest ? *seconds : 1.0);
}

// "[███████████·············] ", of 24 cells.
std::string bar(std::size_t done, std::size_t total) {
  constexpr std::size_t kCells = 24;
  const std::size_t full = std::min(kCells, kCells * done / total);
  std::string text = "[";
  for (std::size_t k = 0; k < kCells; ++k) text += k < full ? "█" : "·";
  return text + "] ";
}

}  // namespace

Progress::Progress(std::string what, std::size_t total) : what_(std::move(what)), total_(total) {
  if (isatty(STDERR_FILENO) == 0) return;
  const std::chrono::duration<double> before = silence();
  // Here and not in the thread, which may come too late for work that is done at once.
  if (before.count() == 0) show();
  thread_ = std::thread([this, before] { speak(before); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  end_.notify_one();
  thread_.join();
  if (is_shown_) clear();
}

void Progress::speak(std::chrono::duration<double> silence) {
  std::unique_lock lock(mutex_);
  std::chrono::duration<double> pause = is_shown_ ? 200ms : silence;
  for (; !end_.wait_for(lock, pause, [this] { return ended_; }); pause = 200ms) show();
}

void Progress::show() {
  const std::size_t done = done_.load();
  clear();
  if (total_ == 0)
    fmt::print(stderr, "{} …", what_);
  else
    fmt::print(stderr, "{}{} {} of {} …", bar(done, total_), what_, done, total_);
  std::fflush(stderr);
  is_shown_ = true;
}

void Progress::clear() {
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace clearance::cli
