// Question: what does one method cost on W1, and how often is it wrong?
// Method:   all methods take turns, five times over the same frames, each time from cold; the fastest time of each
//           counts. Answers are compared with our proved status and bracket.
#pragma once

#include <bench/w1.h>
#include <clearance/narrow/query.h>

namespace clearance::bench {

// The proved answer of a frame: what the methods are judged by.
struct Truth {
  bool colliding = false;
  double lower = 0, upper = 0;  // of the distance or the depth
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

struct Measurement {
  std::string package, name;
  bool lent = false;
  Cost by_shape[3];
  Cost total;
  // Frames in which the method's answer was not the proved one.
  std::int64_t false_hits = 0, misses = 0, failures = 0;
  std::int64_t off = 0;    // distance or depth outside the bracket by more than kTolerance of it, or known less well
  double worst_error = 0;  // how far outside the bracket at most

  std::int64_t wrong() const { return false_hits + misses + failures + off; }
  // Wrong so rarely that its time may stand for the query that was asked.
  bool is_trustworthy() const { return wrong() * 100 <= total.frames; }
};

// A thousandth of the value plus 1e-5 of the body's radius: far above any peer's own tolerance.
inline constexpr double kTolerance = 1e-3, kAbsoluteTolerance = 1e-5;

// FCL's, libccd's, Bullet's and ODE's.
std::vector<Method> peer_methods();

// `judged` has one entry for each of kShapes. A method so slow that one pass takes longer than `longest_pass` (in
// seconds) sees fewer frames.
std::vector<Measurement> measure(const std::vector<Method>& methods, std::span<const Judged> judged, Query query,
                                 int repetitions, double longest_pass = 0.5);

}  // namespace clearance::bench
