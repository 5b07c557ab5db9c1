// Question: where are the points of a moving body, exactly, at every instant of a span?
// Method:   q and t that are polynomials in time make every coordinate a polynomial over one that is positive: degree 2
//           over 0 in flight, 3 over 2 between two poses. A motion is a sequence of such pieces.
// Cannot:   angular velocity, under which positions are not rational.
#pragma once

#include <clearance/exact/polynomial.h>
#include <clearance/exact/posed.h>
#include <clearance/math/motion.h>

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

  const Polynomial& denominator() const { return denominator_; }
  PolynomialVec numerator(Vec3 v) const;
  // numerator(v1) − numerator(v0).
  PolynomialVec edge(Vec3 v0, Vec3 v1) const;
  // A direction of the body as the world sees it, times the denominator.
  PolynomialVec turned(const DyadicVec& direction) const;
  bool turns() const { return turns_; }
  // The linear part and where the origin is, both times the denominator; and the latter again as place()/place_scale(),
  // of no higher degree than it needs.
  const Polynomial& linear(int row, int column) const { return matrix_[row][column]; }
  const PolynomialVec& translation() const { return translation_; }
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
};

struct PathPiece {
  Dyadic from, to;
  PosePath path;
};
// The pieces of a motion from one time to a later one, which abut; one piece where both are the same time. Nothing
// under an angular velocity. From not before it begins, from ≤ to.
std::optional<std::vector<PathPiece>> path_of(const Motion& motion, const Dyadic& from, const Dyadic& to);

}  // namespace clearance::detail
