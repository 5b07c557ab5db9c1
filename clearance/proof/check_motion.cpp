#include <clearance/proof/check_motion.h>

#include <clearance/exact/time/contact_functions.h>
#include <clearance/proof/check_placed.h>
#include <clearance/proof/stretch.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

// ---- What the claim says, before any proof
// ----------------------------------------------------------------------------

bool shows_contact(const MotionClaim& claim) { return claim.root || claim.contact.kind != Certificate::Kind::None; }

CheckResult check_times(const MotionClaim& claim, Interval interval) {
  const auto [begin, end] = interval;
  const double lower = claim.lower, upper = claim.upper;
  switch (claim.status) {
    case MotionStatus::Clear:
      if (!std::isinf(lower) || upper != kInfinity) return refused("clear: has a time of contact");
      return shows_contact(claim) ? refused("clear: shows a contact") : holds();
    case MotionStatus::Contact:
      if (!(begin <= lower && lower <= upper && upper <= end)) return refused("contact: not a bracket in the interval");
      return begin < upper ? holds() : refused("contact: at the beginning it is there already");
    case MotionStatus::Already:
      if (!(lower == begin && upper == begin)) return refused("already: not at the beginning");
      return claim.timeline.spans.empty() ? holds() : refused("already: spans of a time before the contact");
    case MotionStatus::Undecided:
      if (!(begin <= lower && lower <= end)) return refused("undecided: lower is not a time of the interval");
      if (upper != kInfinity) return refused("undecided: upper is a time");
      return shows_contact(claim) ? refused("undecided: shows a contact") : holds();
    case MotionStatus::NotAsked:
      return refused("nobody asked");
  }
  return refused("no such status");
}

// ---- Contact at a root
// ------------------------------------------------------------------------------------------------

class RootCheck {
 public:
  RootCheck(const ContactRoot& root, const PointsInMotion& a, const PointsInMotion& b) : root_(root), a_(a), b_(b) {}

  CheckResult numbers() const;
  // The only root between `after` and `before`, and whether the features meet then.
  CheckResult find();
  CheckResult lies_in(double lower, double upper);

 private:
  static bool have(std::span<const Vec3> points, const std::uint32_t (&vertices)[3], std::size_t count);
  CheckResult stretch(const Stretch& stretch);
  // Of the function's root in the stretch, when that is asked for: whether the features meet.
  template <class A, class B>
  CheckResult features(const A& a, const B& b, const Stretch& s);

  const ContactRoot& root_;
  const PointsInMotion &a_, &b_;
  std::optional<Root> found_;
  bool do_meet_ = false;
};

bool RootCheck::have(std::span<const Vec3> points, const std::uint32_t (&vertices)[3], std::size_t count) {
  for (std::size_t k = 0; k < count; ++k)
    if (vertices[k] >= points.size()) return false;
  return true;
}

CheckResult RootCheck::numbers() const {
  std::size_t of_a = 2, of_b = 2;
  switch (root_.kind) {
    case ContactRoot::Kind::VertexOfA:
      of_a = 1, of_b = 3;
      break;
    case ContactRoot::Kind::VertexOfB:
      of_a = 3, of_b = 1;
      break;
    case ContactRoot::Kind::Edges:
      break;
    default:
      return refused("root: unknown kind");
  }
  return have(a_.points, root_.a, of_a) && have(b_.points, root_.b, of_b) ? holds() : refused("root: no such vertex");
}

template <class A, class B>
CheckResult RootCheck::features(const A& a, const B& b, const Stretch& s) {
  const Polynomial function = contact_function(a, b);
  if (function.is_zero()) return refused("root: the contact function is zero throughout");
  for (Root& root : roots_between(function, s.low, s.high)) {
    // Where two stretches abut, the instant belongs to both.
    if (found_ && compare(*found_, root) == 0) continue;
    if (found_) return refused("root: the contact function has more than one");
    found_ = std::move(root);
    do_meet_ = meet_at(*found_, a, b);
  }
  return holds();
}

CheckResult RootCheck::stretch(const Stretch& s) {
  const auto of_a = [&](int k) { return PathPoint{s.a.numerator(a_.points[root_.a[k]]), &s.a.denominator()}; };
  const auto of_b = [&](int k) { return PathPoint{s.b.numerator(b_.points[root_.b[k]]), &s.b.denominator()}; };
  if (root_.kind == ContactRoot::Kind::Edges) {
    const PathPoint a[2] = {of_a(0), of_a(1)}, b[2] = {of_b(0), of_b(1)};
    return features(a, b, s);
  }
  if (root_.kind == ContactRoot::Kind::VertexOfA) {
    const PathPoint face[3] = {of_b(0), of_b(1), of_b(2)};
    return features(of_a(0), face, s);
  }
  const PathPoint face[3] = {of_a(0), of_a(1), of_a(2)};
  return features(of_b(0), face, s);
}

CheckResult RootCheck::find() {
  if (CheckResult all =
          for_each_stretch(a_, b_, root_.after, root_.before, [&](const Stretch& s) { return stretch(s); });
      !all)
    return all;
  if (!found_) return refused("root: the contact function has none");
  return do_meet_ ? holds() : refused("root: the features do not meet there");
}

CheckResult RootCheck::lies_in(double lower, double upper) {
  if (!found_) return refused("root: the contact function has none");
  Root least{Dyadic(lower)}, most{Dyadic(upper)};
  return compare(least, *found_) <= 0 && compare(*found_, most) <= 0 ? holds()
                                                                     : refused("root: not between lower and upper");
}

}  // namespace

CheckResult detail::check_root(const MotionClaim& claim, const PointsInMotion& a, const PointsInMotion& b,
                               Interval interval) {
  if (!claim.root) return refused("root: none");
  if (!is_rational(a.motion) || !is_rational(b.motion))
    return refused("root: under an angular velocity there are no contact functions");
  const ContactRoot& root = *claim.root;
  if (!(interval.begin <= root.after && root.after <= root.before && root.before <= interval.end))
    return refused("root: between what are not times of the interval");
  RootCheck check(root, a, b);
  if (CheckResult numbers = check.numbers(); !numbers) return numbers;
  if (CheckResult found = check.find(); !found) return found;
  return check.lies_in(claim.lower, claim.upper);
}

namespace {

// ---- Contact
// ----------------------------------------------------------------------------------------------------------

// With the bodies where their motions have them at `upper`.
CheckResult check_at_upper(const MotionClaim& claim, const PointsInMotion& a, const PointsInMotion& b, double margin) {
  return for_each_stretch(a, b, claim.upper, claim.upper, [&](const Stretch& s) {
    const ExactPair pair(s.a.at(s.low), s.b.at(s.low));
    const NumberedPoints points{a.points, b.points, pair};
    const Dyadic radius = Dyadic(a.radius) + Dyadic(b.radius) + Dyadic(margin), blur = s.blur_a + s.blur_b;
    return blur.sign() == 0 ? check_contact(claim.contact, points, radius)
                            : check_contact_throughout(claim.contact, points, radius, blur);
  });
}

CheckResult check_meeting(const MotionClaim& claim, const PointsInMotion& a, const PointsInMotion& b, Interval interval,
                          double margin) {
  if (!claim.root) return check_at_upper(claim, a, b, margin);
  if (CheckResult root = check_root(claim, a, b, interval); !root) return root;
  // A root is enough; a certificate that is there all the same must hold.
  return claim.contact.kind == Certificate::Kind::None ? holds() : check_at_upper(claim, a, b, margin);
}

}  // namespace

CheckResult detail::check_claim_in_time(const MotionClaim& claim, Interval interval,
                                        FunctionRef<CheckResult(const TimelineGoal&)> check_timeline,
                                        FunctionRef<CheckResult()> check_meeting) {
  if (CheckResult times = check_times(claim, interval); !times) return times;
  if (claim.status == MotionStatus::Already) return check_meeting();

  const bool is_contact = claim.status == MotionStatus::Contact;
  const double until = claim.is_clear() ? interval.end : claim.lower;
  const auto apart = [&] {
    if (claim.timeline.spans.empty()) {
      // Of no time at all nothing is said.
      if (claim.status == MotionStatus::Undecided && until == interval.begin) return holds();
      return lacks(Missing::Timeline, "timeline: none for the time without contact");
    }
    return check_timeline({{interval.begin, until}, interval, is_contact && until == claim.upper});
  };
  CheckResult separated = apart();
  if (separated.is_refuted() || !is_contact) return separated;
  return both(std::move(separated), check_meeting());
}

CheckResult check_motion(const MotionClaim& claim, const PointsInMotion& a, const PointsInMotion& b, Interval interval,
                         double margin) {
  const PairInMotion pair(a, b, margin);
  if (CheckResult moving = check_moving(pair, interval); !moving) return moving;
  if (claim.part_a || claim.part_b) return refused("part: the bodies are convex");
  return check_claim_in_time(
      claim, interval, [&](const TimelineGoal& goal) { return check_spans(claim.timeline, pair, goal); },
      [&] { return check_meeting(claim, a, b, interval, margin); });
}

}  // namespace clearance
