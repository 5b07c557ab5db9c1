// The steps that the checkers of bodies in motion share; internal to proof/.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/exact/time/pose_path.h>
#include <clearance/proof/check_motion.h>
#include <clearance/proof/check_timeline.h>
#include <clearance/proof/pieces.h>
#include <clearance/proof/timeline_filter.h>

#include <cstdint>

namespace clearance::detail {

// Pieces of a path nearby are made for so much of a turn and no more.
inline CheckResult turns_too_far() { return refused("a body turns too far under its angular velocity"); }

// There is something to ask about: points, radii, a margin, and an interval that neither motion begins after.
CheckResult check_moving(const PairInMotion& pair, Interval interval);

// A time within which neither motion changes from one piece to the next. Points are where the paths have them, or no
// farther away than the blurs say: 0, unless under an angular velocity.
struct Stretch {
  Dyadic low, high;
  const PosePath &a, &b;
  Dyadic blur_a, blur_b;
};

// check(stretch) for each of them from one time to another, rising, as long as it holds; the blurs are those of points
// at a distance of 1 from what they turn about.
template <class Check>
CheckResult for_each_piece(const Motion& a, const Motion& b, double from, double to, const Check& check) {
  const auto pieces_a = path_of(a, from, to), pieces_b = path_of(b, from, to);
  if (!pieces_a || !pieces_b) return turns_too_far();
  // Both lists are rising, so the stretches that two pieces share come in order.
  for (std::size_t i = 0, k = 0; i < pieces_a->size() && k < pieces_b->size();) {
    const PathPiece &of_a = (*pieces_a)[i], &of_b = (*pieces_b)[k];
    const Dyadic &low = compare(of_a.from, of_b.from) > 0 ? of_a.from : of_b.from,
                 &high = compare(of_a.to, of_b.to) < 0 ? of_a.to : of_b.to;
    if (CheckResult checked = check(Stretch{low, high, of_a.path, of_b.path, of_a.blur, of_b.blur}); !checked)
      return checked;
    const int order = compare(of_a.to, of_b.to);
    if (order <= 0) ++i;
    if (order >= 0) ++k;
  }
  return holds();
}

inline Dyadic blur_of(const Dyadic& blur, const PointsInMotion& body) {
  if (blur.sign() == 0) return {};
  double reach = 0;
  for (const Vec3 v : body.points) reach = larger(reach, norm_one(v));
  return blur * Dyadic(arm_of(body.motion, reach));
}

// The same, with the blurs of the bodies' own points.
template <class Check>
CheckResult for_each_stretch(const PointsInMotion& a, const PointsInMotion& b, double from, double to,
                             const Check& check) {
  return for_each_piece(a.motion, b.motion, from, to, [&](const Stretch& s) {
    return check(Stretch{s.low, s.high, s.a, s.b, blur_of(s.blur_a, a), blur_of(s.blur_b, b)});
  });
}

// The spans of a timeline abut and fill the interval.
CheckResult spans_fill(const Timeline& timeline, Interval interval);

// What a timeline is to show, and of when.
struct TimelineGoal {
  Interval shown;        // the spans fill this
  Interval whole;        // instants at which planes may be made
  bool is_open = false;  // but for the last instant shown
};
// Off: exact numbers alone, as a reference.
enum class Filter : std::uint8_t { On, Off };
// The pair has been accepted by check_moving.
CheckResult check_spans(const Timeline& timeline, const PairInMotion& pair, const TimelineGoal& goal,
                        Filter filter = Filter::On);

// One span alone.
CheckResult check_span(const TimeSpan& span, const PairInMotion& pair, const TimelineGoal& goal,
                       Filter filter = Filter::On);

// Whether the claim's root is an instant of its bracket at which those features meet.
CheckResult check_root(const MotionClaim& claim, const PointsInMotion& a, const PointsInMotion& b, Interval interval);
// A claim whose timeline and whose contact are for others to look at.
CheckResult check_claim_in_time(const MotionClaim& claim, Interval interval,
                                FunctionRef<CheckResult(const TimelineGoal&)> check_timeline,
                                FunctionRef<CheckResult()> check_meeting);

}  // namespace clearance::detail
