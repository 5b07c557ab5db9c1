#include <clearance/motion/features/contact_end.h>

#include <clearance/base/assert.h>
#include <clearance/bvh/box.h>
#include <clearance/convex/query.h>

#include <cmath>
#include <limits>
#include <utility>

namespace clearance::detail {
namespace {

// On one leg: each leaves a share of what is left.
constexpr int kSteps = 12, kManySteps = 400;
constexpr int kManyVertices = 16;    // of both bodies
constexpr double kLittle = 0x1p-30;  // of the time, and of the bodies' size
constexpr int kHalvings = 4;         // of a time in which the contact ends

}  // namespace

// How long the bodies stay in contact before and after an instant of their legs, at least.
double ContactEndSearch::lasting(const MovingPair& pair) const {
  const SignedDistance there = signed_distance(a, pair.pose_a(), b, pair.pose_b());
  // The poses are rounded: heights along a unit vector are off by less than along this one.
  const double room = (margin - there.upper) * (1 - 0x1p-40) - 4 * pair.posed().bound({1, 1, 1});
  return room > 0 ? room / pair.speed() * (1 - 0x1p-40) : 0;
}

bool ContactEndSearch::lasts_throughout(double from) const {
  MovingPair pair(a.core(), b.core(), Radii(a.radius(), b.radius()).with(margin));
  return pair.set_legs(motion_a, motion_b, from, until) && pair.leg_end() >= until && lasting(pair) > until - from;
}

// One step in doubles; false where it gains little.
bool ContactEndSearch::step(double little) {
  MovingPair pair(a.core(), b.core(), Radii(a.radius(), b.radius()).with(margin));
  if (!pair.set_legs(motion_a, motion_b, reached, until)) return false;
  const double duration = lasting(pair), leg_end = pair.leg_end();
  if (!(duration > 0)) return false;
  if (!(duration < leg_end - reached)) return reached = leg_end, true;
  if (duration < little) return false;
  reached = larger(reached, next_below(reached + duration));
  return true;
}

double ContactEndSearch::guess(double from) const {
  MovingPair pair(a.core(), b.core(), Radii(a.radius(), b.radius()).with(margin));
  const double tolerance = kLittle * (a.core().reach() + b.core().reach() + a.radius() + b.radius() + margin);
  const auto seems_apart = [&](double time) {
    if (!pair.set_legs(motion_a, motion_b, time, time)) return false;
    return compare_distance(a, pair.pose_a(), b, pair.pose_b(), margin + tolerance) > 0;
  };
  double last = from, next = until;
  for (double step = larger(kLittle * (until - from), 64 * (next_above(std::fabs(from)) - std::fabs(from)));
       from + step < until; step *= 4) {
    if (seems_apart(from + step)) {
      next = from + step;
      break;
    }
    last = from + step;
  }
  if (next == until && !seems_apart(until)) return until;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = last + (next - last) / 2;
    (seems_apart(middle) ? next : last) = middle;
  }
  return next;
}

// Steps as long as they gain more than a little. False where patience is out.
bool ContactEndSearch::go_on(int most, double little) {
  for (int k = 0; k < most && reached < until; ++k) {
    if (!patience.take()) return false;
    const double before = reached;
    if (!step(little)) break;
    if (reached - before > (until - before) / 4) k = 0;
  }
  return true;
}

std::optional<Bracket> ContactEndSearch::rough_end_of_contact(double from) {
  reached = from;
  if (!go_on(kSteps, kLittle * (until - from))) return {};
  return Bracket{reached, reached < until ? larger(guess(reached), reached) : until};
}

std::optional<Bracket> ContactEndSearch::end_of_contact(double from) {
  reached = from;
  const bool is_costly =
      a.radius() + b.radius() + margin > 0 || a.core().vertex_count() + b.core().vertex_count() > kManyVertices;
  while (reached < until) {
    // A step is as long as what is left, over how much faster points may be than those that matter are.
    const double little = is_costly && width > 0 ? width / 256 : kLittle * (until - reached);
    if (!go_on(is_costly ? kManySteps : kSteps, little)) return {};
    if (reached >= until) break;
    const double to = larger(guess(reached), next_above(reached));
    if (is_costly && to - reached < width / 2) return Bracket{reached, to};
    ContactSpans known =
        contact_spans_of(a, motion_a, b, motion_b, margin, {reached, to}, [this] { return patience.take(); });
    if (!known.is_decided) return {};
    CLEARANCE_ASSERT(!known.spans.empty() && known.spans.front().begin.bracket.upper == reached);
    const ContactEnd& end = known.spans.front().end;
    if (end.bracket.lower < to) return end.bracket;
    reached = to;
  }
  return Bracket{until, until};
}

}  // namespace clearance::detail
