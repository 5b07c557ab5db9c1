// Question: when do two moving convex bodies first meet, found in a few steps?
// Method:   conservative advancement (Mirtich §2; Gilbert and Hong's projection on the closest direction): at an
//           instant the closest direction n is found, and the time up to which n surely separates; from there again.
//           How long n serves is told by the heights along it at both ends of a span and a bound on how far from
//           straight the ways in between are (moving_pair.h): near contact n serves until contact but for a square of
//           the time left, so digits double from step to step.
// Proves:   every span before reached(), and contact at upper().
// Cannot:   tell where the gap is within roundings: Stalled there, for the contact functions (feature_times.h).
// Cost:     a distance query and two support searches a step; three to five steps.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/walk.h>
#include <clearance/motion/instant.h>
#include <clearance/motion/moving_pair.h>
#include <clearance/motion/patience.h>
#include <clearance/motion/query.h>

#include <cstdint>

namespace clearance::detail {

// What is asked, checked.
struct MotionQuestion {
  const Polytope &a, &b;
  Radii radii;  // the bodies' and the margin
  const Motion &motion_a, &motion_b;
  Interval interval;
  double width;               // of a bracket, at most
  double step;                // of a search, at least: what is less is no progress
  bool may_translate = true;  // translation.h first, where it applies

  // No angular velocity: contact functions can decide.
  bool is_rational() const { return detail::is_rational(motion_a) && detail::is_rational(motion_b); }
  // Exactly; NotAsked where an angular velocity leaves it open.
  RoundedDecision decide_at(double time) const {
    return detail::decide_at(a, motion_a, b, motion_b, radii.exact(), time);
  }
};

class Advancement {
 public:
  Advancement(const MotionQuestion& question, MotionPatience& patience)
      : question_(question),
        patience_(patience),
        pair_(question.a, question.b, question.radii),
        reached_(question.interval.begin) {}

  enum class Outcome : std::uint8_t {
    Clear,          // to the end of the interval
    Contact,        // first in [reached(), upper()]
    Stalled,        // clear before reached(); doubles cannot tell what comes
    OutOfPatience,  // likewise
  };
  // From reached() on, which is the beginning at first.
  Outcome run();
  // Stalled, although every step gained something: each less than the one before.
  bool is_slow() const { return is_slow_; }
  // Others have found it clear until then.
  void set_reached(double time) { reached_ = time; }

  double reached() const { return reached_; }
  double upper() const { return upper_; }
  const Certificate& contact() const { return contact_; }
  // The last leg was decided by translation.h.
  bool is_by_translation() const { return by_translation_; }
  // The direction that separated the bodies last, or nearly did; zero where there was none.
  Vec3 direction() const { return direction_; }
  // A direction along which the bodies slide past each other within roundings on this leg; zero where none is known.
  Vec3 graze() const { return graze_; }
  MovingPair& pair() { return pair_; }
  Timeline& timeline() { return timeline_; }
  // Points, normal and features as the bodies were when last seen apart.
  void set_meeting(FirstContact& result);

 private:
  enum class Look : std::uint8_t { Apart, Together, Unknown };
  struct Height {
    double gap = 0;
    MovingPair::Sides sides = {};
  };

  Outcome run_on_leg(double limit);
  bool translate_on_leg(double limit, Outcome& outcome);
  Look begin_leg();
  Look look_for_distance(WalkOutcome& out, Vec3& direction);
  Look conclude(const PosedPair& pair, const WalkOutcome& out, Vec3& direction);
  bool advance(double limit);
  bool advance_by_rings(double limit);
  bool stride(double limit);
  Height height_at(double time, Vec3 n);
  double first_step(double g, double bend, double rate) const;
  double time_left() const;
  enum class Try : std::uint8_t { Contact, Passed, Failed };
  Try show_contact(double limit);
  bool decide_here();
  void record(double to, Vec3 n, const Height& here, const Height& there);
  void record(double to, Vec3 n, TimeSpan::Offset offset);

  const MotionQuestion& question_;
  MotionPatience& patience_;
  MovingPair pair_;
  ConvexCache cache_;
  WalkOutcome near_;  // when last seen apart
  Vec3 direction_;    // of unit length, rounded
  Vec3 graze_;
  VertexPair lowest_{-1, -1};
  double reached_, upper_ = 0;
  bool by_translation_ = false;
  bool is_slow_ = false;
  int stalls_ = 0;  // on this leg
  Certificate contact_;
  Timeline timeline_;
};

}  // namespace clearance::detail
