// Question: how often is an answer about a motion wrong, and how far off is its time?
// Method:   bodies that do not turn move alike in every library, and our proved answer is the truth. Those that turn
//           are looked at where the library itself has them: at many instants, each decided by our static query, then
//           by bisection. What hangs on less than kHair is counted apart, since peers stop within tolerances of their
//           own.
#pragma once

#include <bench/race/motion_contestant.h>
#include <clearance/base/function_ref.h>
#include <clearance/query/pair_cache.h>
#include <clearance/shape/parts.h>

#include <limits>
#include <utility>

namespace clearance::bench {

// Of the radius. A hit whose bodies never overlap by more, and a miss whose bodies come nearer, hang on a hair.
inline constexpr double kHair = 1e-3;

// Of the motion: a right peer's times are off by no more on average.
inline constexpr double kMeanError = 1e-3;

// When they first meet.
struct MotionTruth {
  bool is_hit = false;
  double lower = std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
};

struct MotionMistakes {
  std::int64_t asked = 0, hits = 0, found = 0;
  std::int64_t missed = 0, invented = 0, failed = 0;
  std::int64_t by_a_hair = 0;  // missed or invented, in addition
  double worst_error = 0;      // of the times of the hits found, outside the bracket
  double total_error = 0;

  std::int64_t wrong() const { return missed + invented + failed; }
  double mean_error() const { return found == 0 ? 0 : total_error / static_cast<double>(found); }
  // Wrong so rarely, with times so near the true ones, that its own time may stand for what was asked.
  bool is_trustworthy() const { return asked > 0 && 100 * wrong() <= asked && mean_error() <= kMeanError; }
};

// One pair of bodies, looked at so many times between 0 and 1, both included.
class SampledMotion {
 public:
  SampledMotion(Shape a, Shape b, FunctionRef<PosePair(double)> where, int instants)
      : a_(std::move(a)), b_(std::move(b)), where_(where), instants_(instants) {}
  SampledMotion(const Polytope& a, const Polytope& b, FunctionRef<PosePair(double)> where, int instants)
      : SampledMotion(Shape(Rounded(a)), Shape(Rounded(b)), where, instants) {}

  MotionTruth first_contact() const;
  // Contact that begins between that time and the instant before; none unless they meet at that time.
  MotionTruth contact_before(double time) const;
  // At some instant.
  bool is_deeper_than(double depth) const;
  bool comes_within(double gap) const;

 private:
  double time(int instant) const { return static_cast<double>(instant) / (instants_ - 1); }
  bool meets(double time, PairCache& cache) const;
  MotionTruth between(double apart, double contact, PairCache& cache) const;

  const Shape a_, b_;
  FunctionRef<PosePair(double)> where_;
  int instants_;
};

// Of every pair, by our first_contact.
std::vector<MotionTruth> proved_truth(const W5Scene& scene);
// Of the first so many pairs, where this one has them.
std::vector<MotionTruth> sampled_truth(const W5Scene& scene, const MotionAsker& asker, std::size_t pairs, int instants);

// Counts one answer; what hangs on less than `hair` is counted apart.
void judge_motion(const Answer& answer, const MotionTruth& truth, const SampledMotion& motion, double hair,
                  MotionMistakes& out);
// The first pairs, as many as there are answers; `asker` tells where the bodies are.
MotionMistakes judge_motions(const W5Scene& scene, std::span<const Answer> answers, std::span<const MotionTruth> truth,
                             const MotionAsker& asker, int instants);

}  // namespace clearance::bench
