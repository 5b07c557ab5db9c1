#include <clearance/base/assert.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace clearance {
namespace {

void print_and_abort(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: clearance: contract broken: %s\n", file, line, condition);
  std::abort();
}

// The one piece of global state: what to do when the caller is wrong cannot travel through every call.
std::atomic<AssertHandler> handler{print_and_abort};

}  // namespace

AssertHandler set_assert_handler(AssertHandler replacement) {
  return handler.exchange(replacement != nullptr ? replacement : print_and_abort);
}

namespace detail {
void assert_failed(const char* condition, const char* file, int line) { handler.load()(condition, file, line); }
}  // namespace detail
}  // namespace clearance
