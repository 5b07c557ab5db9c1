// Question: how often is a contestant wrong?
// Method:   what it says is compared with proved answers: status and value of a pair, or the set of pairs of a frame.
#pragma once

#include <bench/race/contestant.h>

namespace clearance::bench {

// The proved answer about a pair in one frame.
struct Truth {
  bool colliding = false;
  double lower = 0, upper = 0;  // of the distance or the depth
  bool touching = false;        // colliding, but no interior point is shared
  bool close = false;           // not touching, but nearer to it than kRounding
};
// Bodies of size 1 that are apart or overlap by less do so by the rounding of their poses, which peers round once more.
inline constexpr double kRounding = 1e-12;

// How far a distance or a depth may be outside the bracket.
struct Tolerance {
  double relative = 0, absolute = 0;  // of the value given
};
// A thousandth of the value plus 1e-5 of the body's radius: far above any peer's own tolerance.
inline constexpr Tolerance kTolerance = {1e-3, 1e-5};

// Answers that are not the proved ones; of many bodies: pairs.
struct Mistakes {
  std::int64_t false_hits = 0, misses = 0, failures = 0;
  std::int64_t off = 0;    // distance or depth outside the bracket by more than the tolerance, or known less well
  double worst_error = 0;  // how far outside the bracket at most
  // Touching bodies called free. No peer's documentation says what it does with them, so these are counted apart.
  std::int64_t touching_free = 0;
  std::int64_t by_rounding = 0;  // of false_hits and misses, those of bodies that are close

  std::int64_t wrong() const { return false_hits + misses + failures + off; }
  std::int64_t clearly_wrong() const { return wrong() - by_rounding; }
};

// A distance is compared where the bodies are separated or touch, a depth where they collide. The distance of touching
// bodies may be any number near 0, whatever the answer calls them.
void judge(const Answer& answer, const Truth& truth, Query query, const Tolerance& tolerance, Mistakes& mistakes);

// What is reported twice is a false hit. `truth` and `touching`, its pairs that only touch, are sorted.
void judge(std::span<const PairKey> reported, std::span<const PairKey> truth, std::span<const PairKey> touching,
           Mistakes& mistakes);

// The judges of a race, by frame.
struct PairJudge {
  using Reply = std::span<Answer>;
  using Store = std::vector<Answer>;
  std::span<const Truth> truth;
  Query query = Query::Boolean;
  Tolerance tolerance = kTolerance;

  // How many answers can be wrong in so many frames.
  double asked(std::size_t frames) const { return static_cast<double>(frames); }
};
struct FrameJudge {
  using Reply = PairLog&;
  using Store = PairLog;
  std::span<const std::vector<PairKey>> truth;          // the sorted pairs of every frame
  std::span<const std::vector<PairKey>> touching = {};  // of these the ones that only touch, sorted; or empty

  double asked(std::size_t frames) const;
};

}  // namespace clearance::bench
