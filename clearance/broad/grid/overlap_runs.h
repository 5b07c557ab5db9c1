// Question: which boxes of a stretch of boxes meet a given one, a register of them at a time?
// Method:   boxes as six columns of floats: every end is replaced by its key, a monotone function. Keys apart mean
//           boxes apart, keys strictly overlapping mean boxes overlapping; only where two keys are equal are the
//           doubles themselves compared. Along an axis where no key lost a digit high keys are one step up, so that
//           common faces are no doubt either.
// Proves:   exactly what overlap() says of the double boxes, with any register width.
#pragma once

#include <clearance/broad/pair_pieces.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace clearance::detail {

// The largest finite float not above x, or the lowest one.
inline float key_of(double x) {
  constexpr float kMost = std::numeric_limits<float>::max();
  const auto nearest = static_cast<float>(x);
  const auto bits = std::bit_cast<std::int32_t>(nearest);
  // One step down: away from zero below it, towards zero above.
  const std::int32_t below = bits + (bits < 0 ? 1 : -1);
  const auto floor = std::bit_cast<float>(static_cast<double>(nearest) > x ? below : bits);
  return floor < -kMost ? -kMost : floor > kMost ? kMost : floor;
}

// Boxes by position. All columns may be read kColumnPadding entries past the last position.
inline constexpr std::size_t kColumnPadding = 16;
struct BoxColumns {
  const float* low[3];
  const float* high[3];
  const std::uint32_t* index;  // into `boxes`
  const Box* boxes;
};

// The box at position `one` against `count` of them (1 … kRunLength) from position `first` on. Runs so short make the
// kernel one loop without inner ones, whose ends would be anybody's guess.
inline constexpr std::uint32_t kRunLength = 16;
struct BoxRun {
  std::uint32_t one, first, count;
};

// Adds all overlapping pairs of the runs to the sink, in order. False when the sink wants no more.
bool test_runs(const BoxColumns& columns, std::span<const BoxRun> runs, PairSink& sink);

// For tests: the versions of test_runs that this processor can run, all of which do the same.
using RunTester = bool (*)(const BoxColumns&, std::span<const BoxRun>, PairSink&);
std::vector<RunTester> test_runs_versions();

}  // namespace clearance::detail
