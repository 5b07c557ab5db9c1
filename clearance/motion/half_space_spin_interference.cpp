// Intervals of contact under an angular velocity: contact_search.h, by a vertex that is below.
#include <clearance/motion/contact_search.h>
#include <clearance/motion/half_space_spin.h>
#include <clearance/motion/half_space_spin_heights.h>
#include <clearance/motion/half_space_spin_instant.h>

#include <optional>

namespace clearance::detail {
namespace {

// A vertex that is below, and for how long it stays so at least.
class VertexBelow {
 public:
  VertexBelow(const HalfSpaceQuestion& question, const LowVertex& vertex) : question_(&question), vertex_(vertex) {}

  double lasts_until(double time) const {
    SpinHeights heights(*question_);
    if (!heights.set(time, question_->interval.end)) return time;
    const double depth = -heights.most_of(vertex_, time), end = heights.end();
    if (!(depth > 0)) return time;
    // The speed is for as long as it is asked for; a shorter time may have less.
    double until = end;
    for (int k = 0; k < 4; ++k) {
      const double lasting = depth / heights.speed(time, until) * (1 - 0x1p-40);
      if (lasting >= until - time) return until;
      until = smaller(until, time + 2 * lasting);
      if (k == 3) return time + lasting;
    }
    return time;
  }
  bool has_lasted(double from, double to) const {
    SpinHeights heights(*question_);
    if (!heights.set(from, to) || heights.end() < to) return false;
    const double time = to - from, speed = heights.speed(from, to);
    const double first = -heights.most_of(vertex_, from), last = -heights.most_of(vertex_, to);
    return first > 0 && last > 0 && (first + last) / speed * (1 - 0x1p-40) >= time;
  }

 private:
  const HalfSpaceQuestion* question_;
  LowVertex vertex_;
};

class SpinningPair {
 public:
  using InContact = VertexBelow;

  SpinningPair(const HalfSpaceQuestion& question, const Shape& a, const Motion& motion_a, const Shape& b,
               const Motion& motion_b)
      : question_(question), a_(a), b_(b), motion_a_(motion_a), motion_b_(motion_b), exact_(question) {}

  FirstContact first(Interval interval, double width, MotionPatience& patience) const {
    return half_space_spin_contact(a_, motion_a_, b_, motion_b_, interval, question_.margin, width, patience);
  }
  const VertexBelow* in_contact_at(double time, MotionPatience& patience) {
    LowVertex vertex;
    if (question_.other != nullptr || exact_.decide(time, patience, vertex) != Side::Below) return nullptr;
    // The lowest of all stays longest.
    SpinHeights heights(question_);
    if (heights.set(time, time))
      if (const std::optional<SpinHeights::Height> lowest = heights.lowest(time, patience); lowest && lowest->most < 0)
        vertex = lowest->vertex;
    return &below_.emplace(question_, vertex);
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
  std::optional<VertexBelow> below_;
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
