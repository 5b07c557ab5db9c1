// Question: what happens when a caller breaks a contract (a Result used without looking, a wrong id)?
// Method:   CLEARANCE_ASSERT calls one handler, which an application may replace; the default prints and aborts.
// Cannot:   report bad data. That is what Result<T> is for.
#pragma once

namespace clearance {

using AssertHandler = void (*)(const char* condition, const char* file, int line);

// Replaces the handler and returns the one before. A handler that returns lets the program go on, with
// the caller's mistake answered by whatever the function promises in that case, or by nothing at all.
AssertHandler set_assert_handler(AssertHandler handler);

namespace detail {
void assert_failed(const char* condition, const char* file, int line);
}  // namespace detail
}  // namespace clearance

#define CLEARANCE_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::clearance::detail::assert_failed(#condition, __FILE__, __LINE__))
