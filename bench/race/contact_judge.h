// Question: are the contact points that a library reports those that we report, and does it report any where there are
//           none?
// Method:   a point of one and one of the other are the same where they lie within kPointTolerance of the way between
//           our two places: libraries place a point on a, on b or between. Points that only one side's rounding or
//           margin decides, with gaps within the tolerance of 0, may be there or not.
// Cannot:   say who is right where points differ: another normal gives other points. Statuses are proved.
#pragma once

#include <bench/race/contact_contestant.h>

#include <span>

namespace clearance::bench {

inline constexpr double kPointTolerance = 1e-3 * kContactSize;

// Our points of a frame, all up to a gap of kPointTolerance, and what is proved about it.
struct ContactTruth {
  std::vector<TouchPoint> points;
  bool separated = false;    // by more than kPointTolerance
  bool penetrating = false;  // and some point is deeper than that
  bool touching = false;     // the bodies meet, but no point is
  double deepest = 0;        // the least gap of the points
  std::size_t wanted = 0;    // points deeper than the tolerance: whoever returns all has these
};
ContactTruth contact_truth(std::span<const TouchPoint> points, bool meets, double distance_at_least);
// By our own queries.
std::vector<ContactTruth> contact_truth(const ContactScene& scene);

// One frame of a method.
struct ContactVerdict {
  std::size_t reported = 0;     // points with a gap up to kPointTolerance
  std::size_t speculative = 0;  // the others
  std::size_t matching = 0, extra = 0, missing = 0;
  std::size_t doubled = 0;     // reported, but at the place of another one
  bool same = false;           // the same points: all of ours and no other, or four of ours, or all if they are fewer
  bool invented = false;       // points where the bodies are proved apart
  bool lost = false;           // none where the bodies penetrate
  bool touching_free = false;  // none where they only touch
  bool off = false;            // the deepest point is as deep as ours within the tolerance, or not
  double depth_error = 0;      // of the deepest point
};
ContactVerdict judge(std::span<const TouchPoint> reported, const ContactTruth& truth, Points kind);

// Of many frames.
struct ContactCount {
  std::int64_t frames = 0, same = 0, invented = 0, lost = 0, touching_free = 0, off = 0;
  std::int64_t reported = 0, speculative = 0, matching = 0, extra = 0, missing = 0, doubled = 0;
  double worst_depth = 0;

  void add(const ContactVerdict& verdict);
  void add(const ContactCount& other);
  std::int64_t wrong() const { return invented + lost; }
  double same_share() const { return frames == 0 ? 0 : static_cast<double>(same) / static_cast<double>(frames); }
};

}  // namespace clearance::bench
