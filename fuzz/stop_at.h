// How a fuzzer of answers says what is wrong, and about what.
#pragma once

#include <tests/judge.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace clearance {

inline void stop_at(const test::Complaint& wrong, const std::string& about) {
  if (wrong.empty()) return;
  std::fprintf(stderr, "%s\n%s", wrong.c_str(), about.c_str());
  std::abort();
}

inline void stop_at(const test::Complaint& wrong, const test::RoundedPair& pair) {
  if (!wrong.empty()) stop_at(wrong, test::scene_of(pair));
}
inline void stop_at(const test::Complaint& wrong, const test::Pair& pair) {
  if (!wrong.empty()) stop_at(wrong, test::scene_of(pair));
}

}  // namespace clearance
