// Question: where is a moving body in doubles, how fast does it turn, and how far from straight are its points' ways?
// Method:   one leg is a stretch of a motion without keyframes inside it: a flight (t + s·v + s²/2·a) that turns about
//           its center at a constant rate or not at all, or the way from one pose to another, q and t linearly. The
//           body stands in what moves at the motion's offset.
// Proves:   bounds: poses are within roundings that `more` covers, bends are not exceeded at any instant of the leg.
// Notation: u = 2⁻⁵³; ρ the body's reach; f = (time − t₀)/(t₁ − t₀) between two keyframes, q = (1 − f)q₀ + f·q₁.
#pragma once

#include <clearance/math/motion.h>
#include <clearance/math/spin.h>
#include <clearance/shape/polytope.h>

namespace clearance::detail {

// How a body turns while q goes on a line from one quaternion to another, per share of the way; components below 1.
class TurningWay {
 public:
  TurningWay() = default;
  TurningWay(const Quat& start, const Quat& end);

  struct Bounds {
    double speed, change;  // of the angular velocity, and of how that changes
    double least;          // |q|, at least
  };
  // From one share to a later one.
  Bounds between(double from, double to) const;

 private:
  double most_wedge_ = 0, length_ = 0;  // W and D (leg.cpp), not less than W
  double height_ = 0, start_ = 0;  // how far the line is from 0, and where on it the way begins, as seen from there
};

class Leg {
 public:
  // Becomes the leg of a motion that begins at `time`, cut off at `until`; false where poses leave the range.
  bool set(const Motion& motion, const Polytope& body, double time, double until) {
    return set(motion, {body.radius(), body.reach()}, time, until);
  }
  struct BodySize {
    double radius;  // at least the distance of any point from the origin of the body's frame
    double reach;   // at least |x| + |y| + |z| of any
  };
  bool set(const Motion& motion, const BodySize& body, double time, double until);

  double end() const { return end_; }
  bool turns() const { return turns_; }
  // No point's second derivative reaches farther along n, apart from the acceleration's, from one time of the leg to
  // another. A body turns about an axis that stays; nothing is accelerated along it.
  double bend(Vec3 n, double from, double to) const;
  // The square of the angular speed and how fast that changes, together, at most.
  double turning(double from, double to) const;
  // q passes so near 0 that bounds for all of the leg say little of most of it.
  bool is_wild() const { return is_wild_; }
  Vec3 acceleration() const { return acceleration_; }
  // How much of it pulls against n: heights along n then lie above the chords of their ends.
  double pull_against(Vec3 n) const {
    if (acceleration_ == Vec3{}) return 0;
    const double along = -dot(n, acceleration_) + 0x1p-50 * norm_one(n) * norm_one(acceleration_);
    return along > 0 ? along : 0;
  }
  // What PosedPair must be told beyond the bodies' own reach.
  double more() const { return more_; }

  // Where the point that the body turns about is at a time of the leg, within `more`: it goes straight, but for an
  // acceleration. No point of the body is farther from it than `arm`.
  Vec3 place(double time) const;
  double arm() const { return radius_; }
  // How far a body that spins reaches along n from that point, at most, however it has turned: its points go round on
  // circles about the axis.
  bool spins() const { return spin_.turns(); }
  double spin_angle(double from, double to) const { return spin_.most_angle(from, to); }
  double most_along(const Polytope& body, Vec3 n) const;
  // That point is the origin of the body's own frame.
  bool turns_about_origin() const { return !has_offset_ && center_ == Vec3{}; }
  // The pose at a time of the leg, within `more`; false where q rounds to nothing.
  bool set_pose(double time, Pose& pose) const;
  // Whether that pose is the one that the motion has then, exactly: at rest, and at some instants of a straight flight.
  bool is_exact_at(double time) const;
  // How fast a point of the body moves: its velocity in the world, rounded. `arm` is the turned point, R·v.
  struct Rates {
    Vec3 linear, angular;
    Vec3 of(Vec3 arm) const { return linear + cross(angular, arm); }
  };
  Rates rates(double time) const;
  // No point is faster than this at any time of the leg.
  double speed() const { return speed_; }

 private:
  bool set_frame(const Motion& motion, const BodySize& body, double time, double until);
  void set_flight(const Pose& start, const Flight& flight, double begin, double until);
  bool set_spin(const Flight& flight, const BodySize& body, double until);
  bool set_frame_pose(double time, Pose& pose) const;
  Rates frame_rates(double time) const;
  void set_axis();
  bool set_way(const Keyframe& start, const Keyframe& end, const BodySize& body);
  double share(double time) const { return (time - first_) / (last_ - first_); }

  bool turns_ = false;
  double end_ = 0, bend_ = 0, more_ = 0, speed_ = 0;
  double first_ = 0, last_ = 1;  // of a way: the keyframes' times; of a flight `first_` is when it began
  Pose start_;
  Quat q0_, q1_;
  Vec3 t0_, t1_;  // of a way
  Vec3 velocity_, acceleration_;
  bool is_way_ = false, is_wild_ = false;
  double radius_ = 0;
  Spin spin_;
  Vec3 spin_velocity_, center_;
  bool has_offset_ = false;
  Pose offset_;
  Vec3 axis_;  // of unit length, rounded, where the error is finite
  double axis_error_ = 0;
  TurningWay turning_;
};

}  // namespace clearance::detail
