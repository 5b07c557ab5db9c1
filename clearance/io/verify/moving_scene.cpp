#include <clearance/io/verify/moving_scene.h>

#include <clearance/io/json.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double after(double time) { return std::nextafter(time, kInfinity); }
double before(double time) { return std::nextafter(time, -kInfinity); }

// The graze as a claim of that instant alone, which then lacks a timeline and no more.
MotionClaim claim_of(const ContactRoot& graze, const Interval& whole) {
  MotionClaim instant;
  instant.root = graze;
  instant.lower = graze.after, instant.upper = graze.before;
  instant.status = instant.upper > whole.begin ? MotionStatus::Contact : MotionStatus::Already;
  return instant;
}

}  // namespace

std::optional<Error> follow_objects(MovingScene& moving, ScenePair pair) {
  for (const std::uint32_t number : {pair.a, pair.b}) {
    if (moving.objects.contains(number)) continue;
    Result<MovingObject> followed = moving_object(moving.scene.objects[number], moving.interval);
    if (!followed) return followed.error().within(moving.scene.name);
    moving.objects.emplace(number, std::move(followed).value());
  }
  return std::nullopt;
}

// Bodies are apart at the outer end of a bracket, unless that is the time of contact itself.
std::optional<Interval> gap_after(const std::vector<ContactInterval>& intervals, std::size_t k, Interval whole) {
  const Bracket end = intervals[k].end;
  Interval gap{end.lower < end.upper ? end.upper : after(end.upper), whole.end};
  if (k + 1 < intervals.size()) {
    const Bracket begin = intervals[k + 1].begin;
    gap.end = begin.lower < begin.upper ? begin.lower : before(begin.lower);
  }
  const bool is_cut_off = end.upper >= whole.end;
  return !is_cut_off && gap.begin <= gap.end ? std::optional(gap) : std::nullopt;
}

CheckResult check_gaps(const std::vector<Timeline>& gaps, const std::vector<ContactInterval>& intervals,
                       const MovingPair& pair) {
  for (std::size_t k = 0; k < gaps.size(); ++k) {
    if (gaps[k].spans.empty()) continue;
    const std::optional<Interval> gap = k < intervals.size() ? gap_after(intervals, k, pair.interval) : std::nullopt;
    if (!gap) return {false, element("gaps", k) + ": there is no time between these contacts"};
    const CheckResult checked = pair.check(gaps[k], *gap);
    if (!checked) return {false, element("gaps", k) + ": " + checked.reason};
  }
  return {true, {}};
}

CheckResult check_grazes(const std::vector<ContactInterval>& intervals, const MovingPair& pair) {
  for (std::size_t k = 0; k < intervals.size(); ++k) {
    const std::optional<ContactRoot>& graze = intervals[k].graze;
    if (!graze) continue;
    const CheckResult checked = pair.check(claim_of(*graze, pair.interval));
    if (checked.is_refuted()) return {false, element("intervals", k) + ": " + checked.reason};
  }
  return {true, {}};
}

}  // namespace clearance::detail
