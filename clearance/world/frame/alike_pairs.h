// Question: was the same question answered a moment ago, for another pair?
// Method:   in stacks, grids and tilings many pairs have the same two shapes with the same rotations at the same
//           offset: all differences between their points are the same, and hence status and certificate. A small
//           table remembers pairs of one run; where pairs do not repeat, it soon stops looking.
// Proves:   shapes, rotations and offsets are compared exactly, so an answer that is found is that of the pair. Whether
//           one is found depends on the pairs of the run, not on addresses or threads.
// Cost:     about ten nanoseconds per pair looked up.
#pragma once

#include <clearance/answer/algorithm.h>
#include <clearance/shape/rounded.h>
#include <clearance/world/frame/placement.h>

#include <cstddef>
#include <cstdint>

namespace clearance::detail {

class AlikePairs {
 public:
  static constexpr std::uint32_t kApart = 0xffffffffu;

  struct Answer {
    std::uint32_t contact = 0;  // its number, chosen by the caller, or kApart
    Algorithm decided_by = Algorithm::Automatic;
  };
  // Refers to shapes and poses that outlive the table and do not change.
  struct Pair {
    const Rounded *a, *b;
    const Pose *pose_a, *pose_b;
  };

  // The answer of an earlier pair with the same shapes placed alike, or null.
  const Answer* find(const Pair& pair);
  // The answer of the pair that find() was last called with, which found none.
  void add(const Answer& answer);

 private:
  static constexpr int kBits = 6;  // of the number of places
  // After so many pairs, one in kWorthwhile must have been found.
  static constexpr std::uint32_t kTrial = 24, kWorthwhile = 8;

  struct Place {
    bool is_used = false;
    Pair pair;
    Offset offset;
    Answer answer;
  };
  Place places_[std::size_t{1} << kBits];
  std::uint32_t asked_ = 0, found_ = 0;
  Place* next_ = nullptr;  // where add() writes
};

}  // namespace clearance::detail
