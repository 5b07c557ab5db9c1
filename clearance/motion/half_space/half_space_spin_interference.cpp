// Intervals of contact under an angular velocity: contact_search.h, by the lowest vertex.
#include <clearance/motion/contact_search.h>
#include <clearance/motion/half_space/half_space_spin.h>
#include <clearance/motion/half_space/half_space_spin_heights.h>
#include <clearance/motion/half_space/half_space_spin_instant.h>

#include <optional>

namespace clearance::detail {
namespace {

// What is below, by the lowest vertex, and for how long that stays so at least.
class BodyBelow {
 public:
  BodyBelow(const HalfSpaceQuestion& question, MotionPatience& patience) : question_(&question), patience_(&patience) {}

  double lasts_until(double time) const {
    SpinHeights heights(*question_);
    if (!heights.set(time, question_->interval.end)) return time;
    const std::optional<SpinHeights::Height> lowest = heights.lowest(time, *patience_);
    if (!lowest || !(lowest->most < 0)) return time;
    // The speed is for as long as it is asked for; a shorter time may have less.
    double until = heights.end();
    for (int k = 0; k < kShortened; ++k) {
      const double lasting = -lowest->most / heights.speed(time, until) * (1 - 0x1p-40);
      if (lasting >= until - time) return until;
      if (k + 1 == kShortened) return time + lasting;
      until = smaller(until, time + 2 * lasting);
    }
    return time;
  }
  // By the vertex that is lowest at either end.
  bool has_lasted(double from, double to) const {
    SpinHeights heights(*question_);
    if (!heights.set(from, to) || heights.end() < to) return false;
    const double needed = heights.speed(from, to) * (to - from) * (1 + 0x1p-40);
    for (const double time : {from, to}) {
      const std::optional<SpinHeights::Height> lowest = heights.lowest(time, *patience_);
      if (!lowest) return false;
      const double first = -heights.most_of(lowest->vertex, from), last = -heights.most_of(lowest->vertex, to);
      if (first > 0 && last > 0 && first + last >= needed) return true;
    }
    return false;
  }

 private:
  static constexpr int kShortened = 4;

  const HalfSpaceQuestion* question_;
  MotionPatience* patience_;
};

class SpinningPair {
 public:
  using InContact = BodyBelow;

  SpinningPair(const HalfSpaceQuestion& question, const Shape& a, const Motion& motion_a, const Shape& b,
               const Motion& motion_b)
      : question_(question), a_(a), b_(b), motion_a_(motion_a), motion_b_(motion_b), exact_(question) {}

  FirstContact first(Interval interval, double width, MotionPatience& patience) const {
    return half_space_spin_contact(a_, motion_a_, b_, motion_b_, interval, question_.margin, width, patience);
  }
  const BodyBelow* in_contact_at(double time, MotionPatience& patience) {
    LowVertex vertex;
    if (question_.other != nullptr || exact_.decide(time, patience, vertex) != Side::Below) return nullptr;
    return &below_.emplace(question_, patience);
  }
  bool are_apart_at(double time, MotionPatience& patience) const {
    LowVertex vertex;
    return question_.other == nullptr && exact_.decide(time, patience, vertex) == Side::Above;
  }

 private:
  const HalfSpaceQuestion& question_;
  const Shape &a_, &b_;
  const Motion &motion_a_, &motion_b_;
  const SpinInstant exact_;
  std::optional<BodyBelow> below_;
};

}  // namespace

Interference half_space_spin_interference(const Shape& a, const Motion& motion_a, const Shape& b,
                                          const Motion& motion_b, Interval interval, const MotionOptions& options) {
  const HalfSpaceQuestion question(a, motion_a, b, motion_b, interval, options.margin);
  MotionPatience patience(options);
  SpinningPair pair(question, a, motion_a, b, motion_b);
  return ContactSearch(pair, interval, options.width * (interval.end - interval.begin), patience).run();
}

}  // namespace clearance::detail
