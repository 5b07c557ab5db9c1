// Question: where are the points of a moving body, exactly, at every instant of a span?
// Method:   q and t that are polynomials in time make every coordinate a polynomial over one that is positive: degree 2
//           over 0 in flight, 3 over 2 between two poses. A motion is a sequence of such pieces. Under an angular
//           velocity positions are not rational: there a piece is a path nearby, and a bound on how far away
//           (spin_turn.h).
// Notation: the frame is what moves; the body stands in it at the motion's offset.
#pragma once

#include <clearance/exact/posed.h>
#include <clearance/exact/time/polynomial.h>
#include <clearance/exact/time/spin_turn.h>
#include <clearance/math/motion.h>

#include <memory>
#include <optional>
#include <vector>

namespace clearance::detail {

// numerator(v)/denominator() is the world position of v at each time of the piece.
class PosePath {
 public:
  // At rest.
  explicit PosePath(const Pose& pose);
  // s·velocity + s²/2·acceleration away from a pose, s = time − begin.
  PosePath(const Pose& start, Vec3 velocity, Vec3 acceleration, double begin);
  // From one pose to another, both given by quaternions of which one is not opposite to the other; q and t linearly.
  PosePath(const Keyframe& start, const Keyframe& end);
  // Turning about the flight's center as well, nearly.
  PosePath(const Pose& start, const Flight& flight, double begin, const SpinTurn& turn);
  // Of a body that stands at an offset in the frame.
  PosePath with_offset(const Pose& offset) const;

  const Polynomial& denominator() const { return denominator_; }
  PolynomialVec numerator(Vec3 v) const;
  // numerator(v1) − numerator(v0).
  PolynomialVec edge(Vec3 v0, Vec3 v1) const;
  // A direction of the body as the world sees it, times the denominator.
  PolynomialVec turned(const DyadicVec& direction) const;
  bool turns() const { return turns_; }
  // The linear part and where the origin is, both times the denominator.
  const Polynomial& linear(int row, int column) const { return matrix_[row][column]; }
  const PolynomialVec& translation() const { return translation_; }

  // The same by way of the frame, of no higher degrees than they need: v is at local(v)/local_scale() in it, the
  // frame's directions are in the world as turned_in_frame() says, times frame_denominator(), and its origin is at
  // place()/place_scale().
  DyadicVec local(Vec3 v) const;
  const Dyadic& local_scale() const { return offset_ ? offset_->over : one_; }
  PolynomialVec turned_in_frame(const DyadicVec& direction) const;
  const Polynomial& frame_denominator() const { return offset_ ? offset_->frame_denominator : denominator_; }
  const PolynomialVec& place() const { return place_; }
  const Dyadic& place_scale() const { return place_scale_; }

  ExactPose at(const Dyadic& time) const;

 private:
  Polynomial matrix_[3][3];    // the linear part times the denominator
  PolynomialVec translation_;  // the translation times it
  Polynomial denominator_;     // positive
  PolynomialVec place_;
  Dyadic place_scale_ = 1;
  bool turns_ = false;
  struct Offset {
    Polynomial frame[3][3], frame_denominator;
    Dyadic matrix[3][3], over;  // the offset's linear part times `over`
    DyadicVec shift;            // and its translation
  };
  std::shared_ptr<const Offset> offset_;  // none: the body's own frame moves
  Dyadic one_ = 1;
};

struct PathPiece {
  Dyadic from, to;
  PosePath path;
  // 0: the path is the motion. Else no point is farther from where the path has it than this times its distance from
  // the point that it turns about, and then only perpendicular to the axis.
  Dyadic blur = {};
};
// The pieces of a motion from one time to a later one, which abut; one piece where both are the same time. Nothing
// under an angular velocity by which it turns too far for that: see kMostTurn. From not before it begins, from ≤ to.
std::optional<std::vector<PathPiece>> path_of(const Motion& motion, const Dyadic& from, const Dyadic& to);
// Radians, in one list of pieces; and until the end of it from when the motion began.
inline constexpr double kMostTurn = 512, kMostTurnInAll = 0x1p21;

// Whether all places are rational: the pieces of its path have no blur.
inline bool is_rational(const Motion& motion) { return motion.flight().angular_velocity == Vec3{}; }

// All points of a body are no farther than this from the point that a flight turns about.
double arm_of(const Motion& motion, double reach);

}  // namespace clearance::detail
