#include "interrupt.h"

#include <atomic>
#include <csignal>

namespace clearance::cli {
namespace {

std::atomic<bool> was_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void note(int) { was_interrupted = true; }

struct Sign {
  bool stop_requested() const { return was_interrupted; }
};

void set(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
  was_interrupted = false;
  for (const int signal : {SIGINT, SIGTERM}) set(signal, note, static_cast<int>(SA_RESETHAND) | SA_RESTART);
}

Interrupt::~Interrupt() {
  for (const int signal : {SIGINT, SIGTERM}) set(signal, SIG_DFL, 0);
}

StopSign Interrupt::sign() const { return Sign{}; }

}  // namespace clearance::cli
