// Question: during which times do two motions both go on without a keyframe, and where are the bodies then?
// Method:   the pieces of both paths, cut at each other's ends.
#pragma once

#include <clearance/exact/time/pose_path.h>
#include <clearance/math/motion.h>
#include <clearance/motion/instant.h>
#include <clearance/shape/rounded.h>

#include <utility>
#include <vector>

namespace clearance::detail {

struct PathStretch {
  Dyadic low, high;
  const PosePath &a, &b;
};

class Stretches {
 public:
  // The motions are without angular velocity, and begin no later than the interval, whose ends are finite and in order.
  Stretches(const Motion& motion_a, const Motion& motion_b, Interval interval)
      : pieces_a_(path_of(motion_a, interval.begin, interval.end).value_or(std::vector<PathPiece>())),
        pieces_b_(path_of(motion_b, interval.begin, interval.end).value_or(std::vector<PathPiece>())) {
    // Both lists are rising, so the stretches that two pieces share come in order.
    for (std::size_t i = 0, k = 0; i < pieces_a_.size() && k < pieces_b_.size();) {
      const PathPiece &a = pieces_a_[i], &b = pieces_b_[k];
      all_.push_back(
          {compare(a.from, b.from) > 0 ? a.from : b.from, compare(a.to, b.to) < 0 ? a.to : b.to, a.path, b.path});
      const int order = compare(a.to, b.to);
      if (order <= 0) ++i;
      if (order >= 0) ++k;
    }
  }
  Stretches(const Stretches&) = delete;
  Stretches& operator=(const Stretches&) = delete;

  const std::vector<PathStretch>& all() const { return all_; }
  // A time of the interval.
  const PathStretch& at(const Dyadic& time) const {
    for (const PathStretch& stretch : all_)
      if (compare(time, stretch.high) <= 0) return stretch;
    return all_.back();
  }

 private:
  std::vector<PathPiece> pieces_a_, pieces_b_;
  std::vector<PathStretch> all_;
};

// Of both bodies and a margin together.
inline Dyadic radius_of(const Rounded& a, const Rounded& b, double margin) {
  return Dyadic(a.radius()) + Dyadic(b.radius()) + Dyadic(margin);
}

inline bool are_apart_at(const Dyadic& time, const Stretches& stretches, const Rounded& a, const Rounded& b,
                         const Dyadic& radius) {
  const PathStretch& then = stretches.at(time);
  return decide_at(a.core(), then.a.at(time), b.core(), then.b.at(time), radius).status == Status::Separated;
}

}  // namespace clearance::detail
