// Question: how many instructions and floating-point operations does a piece of code execute?
// Method:   the processor's trap flag: a signal after every instruction, whose handler decodes the next one. Exact and
//           repeatable, needs no permission, and counts no speculation, unlike hardware counters. x86-64 Linux only.
// Cost:     a microsecond an instruction; ten and more inside some containers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace clearance::bench {

struct Operations {
  std::int64_t instructions = 0;
  std::int64_t calculating = 0;  // instructions that do arithmetic, however many lanes they have
  std::int64_t arithmetic = 0;  // additions, subtractions, multiplications, divisions, square roots; every SSE/AVX lane
  std::int64_t comparisons = 0;  // compares, minima, maxima; every lane
};

// What one machine instruction adds; `code` has at least 15 readable bytes.
Operations decode(const unsigned char* code);

// Nothing where there is no single-stepping. One thread at a time; `work` runs on the calling one.
std::optional<Operations> count_operations(const std::function<void()>& work);

}  // namespace clearance::bench
