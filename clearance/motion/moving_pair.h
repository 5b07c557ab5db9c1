// Question: what does one instant of two moving bodies look like to a method in doubles, and what do two instants and a
//           direction say of all between them?
// Method:   poses at a time, rounded, with bounds that hold for the exact ones (leg.h). Along a direction n every
//           difference of vertices has a height f over time with f″ ≤ K: it lies above the chord of its ends by more
//           than −K/2·(t − s)(e − t). So does the lowest of all, whichever vertex that is: heights g and h at s and e
//           leave all of [s, e] above 0 if √g + √h > (e − s)·√(K/2).
// Proves:   gap() and spans_clear(): what they say holds for the motions as they are, at every instant.
#pragma once

#include <clearance/convex/posed_pair.h>
#include <clearance/convex/radii.h>
#include <clearance/math/length.h>
#include <clearance/motion/leg.h>
#include <clearance/proof/timeline.h>

#include <cmath>
#include <optional>

namespace clearance::detail {

class MovingPair {
 public:
  MovingPair(const Polytope& a, const Polytope& b, const Radii& radii) : a_(a), b_(b), radii_(radii) {}

  // False where poses are out of range.
  bool set_legs(const Motion& motion_a, const Motion& motion_b, double time, double until) {
    return leg_a_.set(motion_a, a_, time, until) && leg_b_.set(motion_b, b_, time, until) && move_to(time);
  }
  bool move_to(double time) {
    time_ = time;
    return leg_a_.set_pose(time, pose_a_) && leg_b_.set_pose(time, pose_b_);
  }

  // Whether the poses are those of the motions, exactly.
  bool is_exact() const { return leg_a_.is_exact_at(time_) && leg_b_.is_exact_at(time_); }

  const Polytope& a() const { return a_; }
  const Polytope& b() const { return b_; }
  const Radii& radii() const { return radii_; }
  const Pose& pose_a() const { return pose_a_; }
  const Pose& pose_b() const { return pose_b_; }
  double time() const { return time_; }
  double leg_end() const { return smaller(leg_a_.end(), leg_b_.end()); }
  bool both_turn() const { return leg_a_.turns() && leg_b_.turns(); }
  bool turns() const { return leg_a_.turns() || leg_b_.turns(); }
  // On a straight line against each other.
  bool translates() const { return !turns() && leg_a_.acceleration() == leg_b_.acceleration(); }
  // Of b against a, where they do not turn.
  Vec3 relative_velocity() const { return leg_b_.rates(time_).linear - leg_a_.rates(time_).linear; }
  // The fastest two points can come nearer.
  double speed() const { return leg_a_.speed() + leg_b_.speed(); }

  // Valid until the pair moves on. Planes with an offset are placed in the world: roundings are of what is far from its
  // origin, even where nothing but the bodies' difference would count.
  PosedPair posed() const {
    const double far = both_turn() ? norm_max(pose_a_.translation()) + norm_max(pose_b_.translation()) : 0;
    return {a_, pose_a_, b_, pose_b_, leg_a_.more() + leg_b_.more() + far};
  }

  // Not more than the least n·m less the radii, n of about unit length, given the support along n. With planes that
  // have an offset both bodies must keep clear of it by themselves: more room for roundings.
  double gap(const PosedPair& pair, Vec3 n, const SupportPair& support) const {
    return support.value - (both_turn() ? 4 : 1) * pair.bound(n) - radii_.high * length_bound(n) * (1 + 0x1p-50);
  }
  // The rate at which the height of that pair of vertices changes, rounded.
  double rate(Vec3 n, VertexPair at) const {
    return dot(n, leg_b_.rates(time_).of(pose_b_.rotation() * b_.vertex(at.b)) -
                      leg_a_.rates(time_).of(pose_a_.rotation() * a_.vertex(at.a)));
  }
  // How far a reaches along n, and b against it, given the support, each with one half of the room that gap() keeps for
  // roundings: a plane lies in between, and where only one of the bodies bends along n, at the very side of the other.
  struct Sides {
    double top, bottom;
  };
  Sides sides(Vec3 n, VertexPair at) const {
    const double length = norm(n), room = 2 * posed().bound(n);
    return {dot(n, apply(pose_a_, a_.vertex(at.a))) + (radii_.a + radii_.more / 2) * length + room,
            dot(n, apply(pose_b_, b_.vertex(at.b))) - (radii_.b + radii_.more / 2) * length - room};
  }
  // A plane along n from one time to another, between the sides then, so that each body has the room that its own way,
  // if it bends, may take.
  TimeSpan::Offset offset(Vec3 n, double from, const Sides& at_from, double to, const Sides& at_to,
                          bool by_rings = false) const {
    const auto [of_a, of_b] = bends(n, from, to, by_rings);
    const double share = of_a + of_b > 0 ? of_a / (of_a + of_b) : 0.5;
    const auto level = [share](const Sides& sides) { return sides.top + share * (sides.bottom - sides.top); };
    return {level(at_from), to > from ? (level(at_to) - level(at_from)) / (to - from) : 0};
  }
  // A plane between balls around the bodies, about the points that they turn about: those go straight however the
  // bodies turn, so that the plane separates them from now to `to` if it does at both ends. None where it does not.
  struct PlaneBetween {
    Vec3 normal;
    TimeSpan::Offset offset;
  };
  std::optional<PlaneBetween> between_balls(double to) const {
    if (leg_a_.acceleration() != Vec3{} || leg_b_.acceleration() != Vec3{}) return {};
    const Vec3 a0 = leg_a_.place(time_), a1 = leg_a_.place(to), b0 = leg_b_.place(time_), b1 = leg_b_.place(to);
    const Vec3 way = (b0 - a0) + (b1 - a1), n = way / norm(way);
    const double bound = 2 * posed().bound(n);
    const double of_a = (leg_a_.arm() + radii_.a + radii_.more / 2) * (1 + 0x1p-48) + bound,
                 of_b = (leg_b_.arm() + radii_.b + radii_.more / 2) * (1 + 0x1p-48) + bound;
    const Sides from{dot(n, a0) + of_a, dot(n, b0) - of_b}, until{dot(n, a1) + of_a, dot(n, b1) - of_b};
    if (!(from.top < from.bottom && until.top < until.bottom && to > time_)) return {};
    const double middle = (from.top + from.bottom) / 2, end = (until.top + until.bottom) / 2;
    return PlaneBetween{n, {middle, (end - middle) / (to - time_)}};
  }
  // The sides as they are at most, wherever those that spin have turned to, along n of about unit length. Others are
  // where they are now, with `lowest` the pair of vertices that is lowest then.
  bool spins() const { return leg_a_.spins() || leg_b_.spins(); }
  double spin_angle(double from, double to) const {
    return larger(leg_a_.spin_angle(from, to), leg_b_.spin_angle(from, to));
  }
  struct Rings {
    double a = 0, b = 0;
  };
  Rings rings(Vec3 n) const {
    return {leg_a_.spins() ? leg_a_.most_along(a_, n) : 0, leg_b_.spins() ? leg_b_.most_along(b_, -n) : 0};
  }
  Sides sides(Vec3 n, VertexPair lowest, const Rings& rings) const {
    const Sides here = sides(n, lowest);
    const double length = norm(n), room = 2 * posed().bound(n);
    return {leg_a_.spins() ? dot(n, leg_a_.place(time_)) + rings.a + (radii_.a + radii_.more / 2) * length + room
                           : here.top,
            leg_b_.spins() ? dot(n, leg_b_.place(time_)) - rings.b - (radii_.b + radii_.more / 2) * length - room
                           : here.bottom};
  }
  // K of those that do not spin, and of the places of those that do.
  double bend_of_rings(Vec3 n, double from, double to) const { return bend(n, from, to, true); }
  bool is_wild() const { return leg_a_.is_wild() || leg_b_.is_wild(); }
  // K, between two times.
  double bend(Vec3 n, double from, double to, bool by_rings = false) const {
    const auto [of_a, of_b] = bends(n, from, to, by_rings);
    if (both_turn()) return (of_a + of_b) * (1 + 0x1p-40);
    const Vec3 acceleration = leg_b_.acceleration() - leg_a_.acceleration();
    const double along = dot(n, acceleration) + 0x1p-50 * norm_one(n) * norm_one(acceleration);
    return (of_a + of_b + larger(along, 0)) * (1 + 0x1p-40);
  }
  static bool spans_clear(double g, double h, double bend, double duration) {
    return g > 0 && h > 0 && std::sqrt(g) + std::sqrt(h) > std::sqrt(bend / 2) * duration * (1 + 0x1p-40);
  }

 private:
  // Of each body. Where both turn, a plane goes at a constant rate between them: accelerations that they share count,
  // too.
  struct Bends {
    double a, b;
  };
  Bends bends(Vec3 n, double from, double to, bool by_rings) const {
    Bends made{by_rings && leg_a_.spins() ? 0 : leg_a_.bend(n, from, to),
               by_rings && leg_b_.spins() ? 0 : leg_b_.bend(n, from, to)};
    if (both_turn()) made.a += leg_a_.pull_against(n), made.b += leg_b_.pull_against(-n);
    return made;
  }

  const Polytope &a_, &b_;
  Radii radii_;
  Leg leg_a_, leg_b_;
  Pose pose_a_, pose_b_;
  double time_ = 0;
};

}  // namespace clearance::detail
