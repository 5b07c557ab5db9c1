#include "verify_motions.h"

#include <clearance/io/verify/about_scene.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compare_intervals.h"
#include "each_pair.h"
#include "follow.h"
#include "progress.h"
#include "stand_in.h"

namespace clearance::cli {
using namespace detail;
namespace {

// One pair of the scene. What has no proof is decided again, once: of convex bodies by contact functions, whoever found
// it first.
class Pair {
 public:
  Pair(const MovingObject& of_a, const MovingObject& of_b, Interval times, double within)
      : a_(of_a), b_(of_b), interval_(times), margin_(within) {}

  Interval interval() const { return interval_; }
  const Result<Interference>& times() {
    if (!times_) times_ = interference(a_.shape, a_.motion, b_.shape, b_.motion, interval_, options(narrow()));
    return *times_;
  }
  // The first contact to the nearest doubles: of bodies of triangles or parts that is much less than all times.
  Result<Interference> first_time() {
    if (a_.convex() && b_.convex()) return times();
    const Result<FirstContact> found =
        first_contact(a_.shape, a_.motion, b_.shape, b_.motion, interval_, options(narrow()));
    if (!found) return found.error();
    return first_of(*found);
  }
  // Whether the query of the first contact has something to show for it.
  bool has_certificate() const {
    const Result<FirstContact> found = first_contact(a_.shape, a_.motion, b_.shape, b_.motion, interval_, options());
    return found && (found->contact.kind != Certificate::Kind::None || found->root);
  }
  MovingPair moving() const { return {a_, b_, interval_, margin_}; }

 private:
  // Of a first contact alone nothing is known after it.
  static Interference first_of(const FirstContact& found) {
    Interference first;
    first.status = found.status;
    first.decided_until = found.lower;
    const bool is_contact = found.status == MotionStatus::Contact || found.status == MotionStatus::Already;
    if (is_contact) first.intervals.push_back({{found.lower, found.upper}, {found.upper, found.upper}, {}});
    return first;
  }
  // To the nearest doubles; under an angular velocity, where those show too little, far narrower than was asked for.
  double narrow() const {
    const bool spins = a_.motion.flight().angular_velocity != Vec3{} || b_.motion.flight().angular_velocity != Vec3{};
    return spins ? 1e-3 * MotionOptions{}.width : 0;
  }
  MotionOptions options(double width = MotionOptions{}.width) const {
    MotionOptions options;
    options.margin = margin_;
    options.width = width;
    return options;
  }

  const MovingObject &a_, &b_;
  Interval interval_;
  double margin_;
  std::optional<Result<Interference>> times_;
};

// ---- The first contact ----------------------------------------------------------------------------------------------

ClaimStanding decide_contact(const MotionClaim& claim, const CheckResult& checked, Pair& pair) {
  const Result<Interference> found = pair.first_time();
  if (!found) return fails(found.error().text());
  ClaimStanding standing = compare_contact(claim, *found, pair.interval());
  // Contact without a certificate is taken only where the query has none to give.
  if (standing.standing == Standing::DecidedAgain && checked.lacks(Missing::Certificate) && pair.has_certificate())
    return fails("no certificate, though there is one that shows it");
  return standing;
}

ClaimStanding standing_of(const MotionClaim& claim, Pair& pair) {
  const CheckResult checked = pair.moving().check(claim);
  if (checked) return {Standing::Proved, {}, 0};
  if (checked.is_refuted()) return fails(checked.reason);
  ClaimStanding standing = decide_contact(claim, checked, pair);
  standing.lacked = checked.all_missing;
  return standing;
}

// ---- The times of contact -------------------------------------------------------------------------------------------

std::optional<ClaimStanding> standing_of_intervals(const MotionReport& report, Pair& pair) {
  const std::optional<std::vector<ContactInterval>>& intervals = report.intervals;
  if (!intervals) return std::nullopt;
  if (report.claim.is_clear())
    return intervals->empty() ? std::nullopt : std::optional(fails("has intervals of contact"));
  for (const CheckResult& checked :
       {check_gaps(report.gaps, *intervals, pair.moving()), check_grazes(*intervals, pair.moving())})
    if (!checked) return fails(checked.reason);
  const Result<Interference>& found = pair.times();
  if (!found) return fails(found.error().text());
  return compare_intervals(*intervals, report.decided_until, *found, pair.interval());
}

// ---- Telling --------------------------------------------------------------------------------------------------------

std::string remarks_on(const VerifiedMotions& verified) {
  const auto count_lacking = [&](Missing what) {
    return static_cast<std::uint64_t>(std::count_if(
        verified.contacts.begin(), verified.contacts.end(),
        [&](const ClaimStanding& claim) { return claim.standing == Standing::DecidedAgain && claim.lacks(what); }));
  };
  const auto intervals = static_cast<std::uint64_t>(
      std::count_if(verified.intervals.begin(), verified.intervals.end(),
                    [](const auto& claim) { return claim && claim->standing == Standing::DecidedAgain; }));
  std::string text;
  if (const std::uint64_t count = count_lacking(Missing::Timeline); count > 0)
    text += fmt::format("decided again: {} without a timeline (move --proof writes them)\n", counted(count, "pair"));
  if (const std::uint64_t count = count_lacking(Missing::Certificate); count > 0)
    text += fmt::format("decided again: {} without a certificate (tangency, or flat bodies in one plane)\n",
                        counted(count, "contact"));
  if (intervals > 0)
    text += fmt::format("decided again: the times of contact of {} (contact throughout has no certificate)\n",
                        counted(intervals, "pair"));
  return text;
}

void count(const ClaimStanding& claim, StandingCounts& counts) {
  std::uint64_t* const of[] = {&counts.proved, &counts.again, &counts.open, &counts.failed};
  ++*of[static_cast<int>(claim.standing)];
}

}  // namespace

StandingCounts VerifiedMotions::counts() const {
  StandingCounts counts;
  for (const ClaimStanding& claim : contacts) count(claim, counts);
  for (const std::optional<ClaimStanding>& claim : intervals)
    if (claim) count(*claim, counts);
  return counts;
}

std::optional<Error> other_scene(const Scene& scene, const MotionResult& result) {
  const Result<std::vector<ScenePair>> pairs = match(result, scene);
  return pairs ? unreported_pair(scene, set_of(*pairs)) : pairs.error();
}

Result<VerifiedMotions> verify_motions(MovingScene moving, const MotionResult& result) {
  const Result<std::vector<ScenePair>> pairs = match(result, moving.scene);
  if (!pairs) return pairs.error();
  if (const std::optional<Error> error = unreported_pair(moving.scene, set_of(*pairs))) return *error;
  for (const ScenePair& pair : *pairs)
    if (const std::optional<Error> error = follow_objects(moving, pair)) return *error;

  Progress progress("certificates", pairs->size());
  VerifiedMotions verified;
  verified.contacts.resize(pairs->size());
  verified.intervals.resize(pairs->size());
  for_each_pair(pairs->size(), 1, [&](std::size_t i) {
    const auto [number_a, number_b] = (*pairs)[i];
    Pair pair(moving.object(number_a), moving.object(number_b), moving.interval, result.margin);
    verified.contacts[i] = standing_of(result.pairs[i].claim, pair);
    worst_of(verified.contacts[i], standing_of_excess(result.pairs[i].excess, moving.scene.objects[number_a],
                                                      moving.scene.objects[number_b]));
    verified.intervals[i] = standing_of_intervals(result.pairs[i], pair);
    progress.step();
  });
  return verified;
}

std::string verified_text(const VerifiedMotions& verified, const MotionResult& result) {
  std::string text;
  for (std::size_t i = 0; i < verified.contacts.size(); ++i) {
    const MotionReport& report = result.pairs[i];
    const std::string status = to_string(report.claim.status);
    text += reason_text(i, report.a, report.b, status, verified.contacts[i]);
    if (const std::optional<ClaimStanding>& intervals = verified.intervals[i])
      text += reason_text(i, report.a, report.b, status, *intervals);
  }
  return text + counts_text(verified.counts()) + remarks_on(verified) + stand_ins_text(has_stand_ins(result.pairs));
}

}  // namespace clearance::cli
