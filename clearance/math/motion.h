// Question: where is a body between two instants?
// Method:   the motions of the scene files (CONTRACT §2): at rest; flying with a velocity, an acceleration and an
//           angular velocity (a parabola; a line without acceleration); from one pose to another, q and t linearly; and
//           through many poses, so between neighbours. All have one clock: a motion begins at a time of it.
// Proves:   nothing: at() is in doubles, for display and for finding evidence. The motion itself is what the parts say,
//           exactly; bvh/swept_box.h bounds all of it.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/pose.h>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace clearance {

// The instants from `begin` to `end`, both included. One that nobody filled in is none, and refused.
struct Interval {
  double begin = std::numeric_limits<double>::quiet_NaN(), end = std::numeric_limits<double>::quiet_NaN();

  friend bool operator==(const Interval&, const Interval&) = default;
};

// After a time s the body has turned about `center` by the angle s·|angular_velocity|, and that point has moved by
// s·velocity + s²/2·acceleration.
struct Flight {
  Vec3 velocity, acceleration;
  Vec3 angular_velocity;  // radians per unit of time, about this direction of the world
  Vec3 center;            // a point of the body, in its own frame: the centre of mass of a body that nothing holds

  friend bool operator==(const Flight&, const Flight&) = default;
};

struct Keyframe {
  double time;
  Pose pose;
};

class Motion {
 public:
  enum class Kind : std::uint8_t { Rest, Flight, Keyframes };

  // At rest in the identity.
  Motion() = default;

  // At all times.
  static Motion rest(const Pose& pose);
  // At `start` at the time `begin`. Refused: parts that are not finite or beyond kMaxCoordinate. How long the flight
  // stays in range is for at() to say.
  static Result<Motion> flight(const Pose& start, const Flight& flight, double begin = 0);
  static Result<Motion> linear(const Pose& start, Vec3 velocity, double begin = 0) {
    return flight(start, {velocity, {}, {}, {}}, begin);
  }
  // Begins at 0; `end` is reached at `duration` > 0. Refused: poses not given by quaternions, q₁ = −c·q₀ with c > 0
  // (which way round is not said), a duration that is not positive and finite.
  static Result<Motion> to(const Pose& start, const Pose& end, double duration);
  // Begins with the first. Refused: none; times that do not rise or are not finite; what to() refuses of neighbours. At
  // rest after the last.
  static Result<Motion> through(std::vector<Keyframe> frames);

  // The motion of a shape that stands at `offset` in a frame that moves so: v ↦ motion(offset(v)), exactly. For parts
  // of a body and for what it holds. Replaces the offset that there is.
  Motion with_offset(const Pose& offset) const;

  Kind kind() const { return kind_; }
  double begins() const { return begins_; }  // at rest: minus infinity
  const Pose& start() const { return start_; }
  const Flight& flight() const { return flight_; }                 // zero unless Kind::Flight
  std::span<const Keyframe> keyframes() const { return frames_; }  // empty unless Kind::Keyframes
  // All of these are of the frame; the shape stands in it here.
  const Pose& offset() const { return offset_; }
  bool has_offset() const { return has_offset_; }

  // The pose of the shape at a time, rounded. Refused: a time that is before the beginning or not finite; a time at
  // which a flight is beyond kMaxCoordinate or has turned by more than 2^20 radians; between two keyframes, where
  // roundings leave nothing of q.
  Result<Pose> at(double time) const;

 private:
  Kind kind_ = Kind::Rest;
  double begins_ = -std::numeric_limits<double>::infinity();
  Pose start_;
  Flight flight_;
  std::vector<Keyframe> frames_;
  Pose offset_;
  bool has_offset_ = false;

  Result<Pose> frame_at(double time) const;
};

}  // namespace clearance
