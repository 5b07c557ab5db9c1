// Question: what does one method cost on W1, and how often is it wrong?
// Method:   all methods take turns, five times over the same frames, each time from cold; the fastest time of each
//           counts. Answers are compared with our proved status and bracket.
#pragma once

#include <bench/workloads/w1.h>
#include <clearance/convex/query.h>

namespace clearance::bench {

// The proved answer of a frame: what the methods are judged by.
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

// Answers that are not the proved ones.
struct Mistakes {
  std::int64_t false_hits = 0, misses = 0, failures = 0;
  std::int64_t off = 0;    // distance or depth outside the bracket by more than the tolerance, or known less well
  double worst_error = 0;  // how far outside the bracket at most
  // Touching bodies called free. No peer's documentation says what it does with them, so these are counted apart.
  std::int64_t touching_free = 0;
  std::int64_t by_rounding = 0;  // of false_hits and misses, those of bodies that are close

  std::int64_t wrong() const { return false_hits + misses + failures + off; }
  std::int64_t clearly_wrong() const { return wrong() - by_rounding; }
  // A distance is compared where the bodies are separated or touch, a depth where they collide. The distance of
  // touching bodies may be any number near 0, whatever the answer calls them.
  void judge(const Answer& answer, const Truth& truth, Query query, const Tolerance& tolerance);

 private:
  void judge_value(double value, double width, const Truth& truth, const Tolerance& tolerance);
};

// Frames of one pair and shape with their truth.
struct Judged {
  const Polytope* a;
  const Polytope* b;
  std::vector<Pose> pose_a, pose_b;
  std::vector<Truth> truth;

  Frames frames() const { return {a, b, pose_a, pose_b}; }
};

// The frames that a query is asked about, with their proved answers: distance on separated frames, depth on colliding
// ones.
Judged judge_frames(const W1Scene& scene, Query query);

struct Cost {
  double seconds = 0;
  std::int64_t frames = 0;

  double ns() const { return frames == 0 ? 0 : 1e9 * seconds / static_cast<double>(frames); }
};

struct Measurement : Mistakes {
  std::string package, name;
  bool lent = false;
  Cost by_shape[3];
  Cost total;

  // Wrong so rarely that its time may stand for the query that was asked.
  bool is_trustworthy() const { return clearly_wrong() * 100 <= total.frames; }
};

// FCL's, libccd's, Bullet's and ODE's.
std::vector<Method> peer_methods();

// `judged` has one entry for each shape, three at most. A method so slow that one pass takes longer than `longest_pass`
// (in seconds) sees fewer frames.
std::vector<Measurement> measure(const std::vector<Method>& methods, std::span<const Judged> judged, Query query,
                                 int repetitions, double longest_pass = 0.5, const Tolerance& tolerance = kTolerance);

}  // namespace clearance::bench
