#include <clearance/motion/query.h>

#include <clearance/convex/query.h>
#include <clearance/exact/pose_path.h>
#include <clearance/motion/advancement.h>
#include <clearance/motion/instant.h>
#include <clearance/motion/reference.h>

#include <cmath>
#include <limits>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::optional<Error> fault_of(const Motion& motion_a, const Motion& motion_b, Interval interval,
                              const MotionOptions& options) {
  if (!(std::isfinite(interval.begin) && std::isfinite(interval.end) && interval.begin <= interval.end))
    return Error{"interval", "not one: finite, and not ending before it begins"};
  if (interval.begin < motion_a.begins() || interval.begin < motion_b.begins())
    return Error{"interval", "begins before a motion does"};
  if (!(options.margin >= 0 && options.margin <= kMaxCoordinate)) return Error{"margin", "negative, not finite or beyond 1e300"};
  if (!(options.width >= 0 && std::isfinite(options.width))) return Error{"width", "negative or not finite"};
  for (const Motion* motion : {&motion_a, &motion_b})
    if (motion->flight().angular_velocity != Vec3{})
      return Error{"angular_velocity", "positions are not rational under one, and not answered for yet"};
  return {};
}

struct InstantPoses {
  ExactPose a, b;
};
InstantPoses poses_at(const MotionQuestion& question, double time) {
  const Dyadic t = time;
  return {path_of(question.motion_a, t, t)->front().path.at(t), path_of(question.motion_b, t, t)->front().path.at(t)};
}

RoundedDecision decide(const MotionQuestion& question, double time) {
  InstantPoses poses = poses_at(question, time);
  return decide_at(question.a, std::move(poses.a), question.b, std::move(poses.b), question.radii.exact());
}

// Where bodies that are in contact at a time meet, for those who respond to it: rounded.
void set_meeting_at(FirstContact& result, const Rounded& a, const Motion& motion_a, const Rounded& b,
                    const Motion& motion_b, double time) {
  const Result<Pose> pose_a = motion_a.at(time), pose_b = motion_b.at(time);
  if (!pose_a || !pose_b) return;
  const SignedDistance there = signed_distance(a, *pose_a, b, *pose_b);
  result.point_a = there.point_a, result.point_b = there.point_b, result.normal = there.normal;
}

}  // namespace

Result<FirstContact> first_contact(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                                   Interval interval, const MotionOptions& options) {
  if (const std::optional<Error> fault = fault_of(motion_a, motion_b, interval, options)) return *fault;
  const MotionQuestion question{a.core(), b.core(), Radii(a.radius(), b.radius()).with(options.margin), motion_a, motion_b,
                                interval, options.width * (interval.end - interval.begin)};
  MotionPatience patience(options);
  Advancement search(question, patience);
  FirstContact result;
  result.decided_by = MotionMethod::Advancement;
  const Advancement::Outcome outcome = search.run();
  result.instants = patience.used();
  result.lower = search.reached();
  switch (outcome) {
    case Advancement::Outcome::Clear:
      result.status = MotionStatus::Clear;
      result.lower = result.upper = kInfinity;
      break;
    case Advancement::Outcome::Contact:
      result.status = search.upper() > interval.begin ? MotionStatus::Contact : MotionStatus::Already;
      result.upper = search.upper();
      result.contact = search.contact();
      search.set_meeting(result);
      if (result.status == MotionStatus::Already) set_meeting_at(result, a, motion_a, b, motion_b, interval.begin);
      break;
    case Advancement::Outcome::Stalled:
    case Advancement::Outcome::OutOfPatience:
      result.status = MotionStatus::Undecided;
      break;
  }
  result.timeline = std::move(search.timeline());
  return result;
}

}  // namespace clearance
