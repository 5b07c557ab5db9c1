// On a terminal of the test's own: what is written there, and that it is gone in the end.
#include "progress.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace clearance::cli {
namespace {

// While one lives, stderr is a terminal, and CLEARANCE_PROGRESS_AFTER is what was said.
class Terminal {
 public:
  explicit Terminal(const char* after) {
    setenv("CLEARANCE_PROGRESS_AFTER", after, 1);
    int slave = -1;
    if (openpty(&master_, &slave, nullptr, nullptr, nullptr) != 0) return;
    before_ = dup(STDERR_FILENO);
    dup2(slave, STDERR_FILENO);
    close(slave);
  }
  ~Terminal() {
    unsetenv("CLEARANCE_PROGRESS_AFTER");
    if (!is_there()) return;
    release();
    close(master_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  bool is_there() const { return before_ >= 0; }
  // Whether that appears within a minute.
  bool shows(const std::string& words) {
    while (text_.find(words) == std::string::npos)
      if (!read_some(60000)) return false;
    return true;
  }
  // All that was ever written.
  std::string text() {
    while (read_some(0)) continue;
    return text_;
  }

 private:
  void release() {
    dup2(before_, STDERR_FILENO);
    close(before_);
  }
  bool read_some(int milliseconds) {
    pollfd wanted{master_, POLLIN, 0};
    if (poll(&wanted, 1, milliseconds) <= 0) return false;
    char block[4096];
    const ssize_t count = read(master_, block, sizeof block);
    if (count > 0) text_.append(block, static_cast<std::size_t>(count));
    return count > 0;
  }

  int master_ = -1, before_ = -1;
  std::string text_;
};

const std::string kGone = "\r\033[K";

TEST(Progress, CountsAndIsGoneInTheEnd) {
  Terminal terminal("0");
  if (!terminal.is_there()) GTEST_SKIP() << "no terminal can be had here";
  {
    Progress progress("pairs", 400);
    EXPECT_TRUE(terminal.shows("pairs 0 of 400 …")) << terminal.text();
    for (int k = 0; k < 12; ++k) progress.step();
    EXPECT_TRUE(terminal.shows(kGone + "[························] pairs 12 of 400 …")) << terminal.text();
  }
  const std::string text = terminal.text();
  EXPECT_TRUE(text.ends_with("…" + kGone)) << text;
}

TEST(Progress, WithoutATotalSaysWhat) {
  Terminal terminal("0.001");
  if (!terminal.is_there()) GTEST_SKIP() << "no terminal can be had here";
  const Progress progress("reading gear.stl");
  EXPECT_TRUE(terminal.shows("reading gear.stl …")) << terminal.text();
}

TEST(Progress, ShortWorkIsSilent) {
  for (const char* after : {"1000", "1e6"}) {
    Terminal terminal(after);
    if (!terminal.is_there()) GTEST_SKIP() << "no terminal can be had here";
    {
      const Progress progress("pairs", 3);
    }
    EXPECT_EQ(terminal.text(), "") << after;
  }
}

// Numbers that are none, or of no use, leave the second that it is without one.
TEST(Progress, OddNumbersChangeNothing) {
  for (const char* after : {"soon", "-1", "1e7"}) {
    Terminal terminal(after);
    if (!terminal.is_there()) GTEST_SKIP() << "no terminal can be had here";
    const auto start = std::chrono::steady_clock::now();
    {
      const Progress progress("pairs", 3);
      EXPECT_TRUE(terminal.shows("pairs 0 of 3 …")) << after;
    }
    EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::seconds(1)) << after;
  }
}

}  // namespace
}  // namespace clearance::cli
