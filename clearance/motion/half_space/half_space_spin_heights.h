// Question: how high is a body over a half-space at an instant, where either of them has an angular velocity, and what
//           do two instants say of all between them?
// Method:   in doubles with bounds. The height of every point over the plane is f with f″ ≤ K, and so is above the
//           chord of its ends by more than −K/2·(t − s)(e − t): heights g and h at s and e leave all of [s, e] above 0
//           if √g + √h > (e − s)·√(K/2) (moving_pair.h). Over a plane that does not turn, points go round on circles
//           that come no lower than they come: any number of turns at once.
// Proves:   what it says of heights holds for the motions as they are.
// Cost:     some tens of nanoseconds and the lowest vertex: of a convex body all of them, of meshes the logarithm.
#pragma once

#include <clearance/motion/half_space/half_space_stretch.h>
#include <clearance/motion/leg.h>

#include <optional>

namespace clearance::detail {

class SpinHeights {
 public:
  explicit SpinHeights(const HalfSpaceQuestion& question);

  // From a time on, until a keyframe of either motion or the end. False where numbers leave the range.
  bool set(double from, double until);
  double end() const { return smaller(space_.end(), body_.end()); }

  // direction·v + level is the height of v, within the error.
  struct Instant {
    Vec3 normal;     // of unit length, in the world
    Vec3 direction;  // the same in the body's frame
    double level, error;
  };
  std::optional<Instant> at(double time) const;
  // Less radius and margin.
  struct Height {
    double least;  // no point is lower
    double most;   // the vertex is no higher
    LowVertex vertex;
  };
  // Nothing where patience is out or numbers leave the range. Times of the leg.
  std::optional<Height> lowest(double time, MotionPatience& patience) const;
  // How high that vertex is, at most.
  double most_of(const LowVertex& vertex, double time) const;

  // K, between two times.
  double bend(double from, double to) const;
  // No height changes faster at a time of the leg.
  double speed(double from, double to) const;
  // Clear from one time to another however the body has turned: it spins, and the plane does not turn.
  bool is_clear_by_circles(double from, double to, MotionPatience& patience);
  // Radians by which either of them spins.
  double angle(double from, double to) const;

 private:
  // The points that they turn about.
  struct Between {
    double most_apart, most_speed;
  };
  Between between(double from, double to) const;
  std::optional<double> circles(Vec3 n, MotionPatience& patience);

  const HalfSpaceQuestion& question_;
  HalfSpace scaled_;  // with a normal of ordinary length
  bool is_scaled_ = false;
  Leg space_, body_;
  std::optional<double> circles_;  // how far they reach down, over a plane that does not turn
  Vec3 circles_along_;             // and has this normal
};

}  // namespace clearance::detail
