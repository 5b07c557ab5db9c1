#include <clearance/motion/spin_doubt.h>

#include <clearance/bvh/box.h>
#include <clearance/convex/exact/planes.h>
#include <clearance/motion/exact_span.h>

#include <limits>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaxSettled = 48;  // times; where gaps close as a power of the time left, each gains less
constexpr int kInstants = 6;     // at which contact is looked for, each half as far as the one before
// A span than the one before, which no plane served; and than one that is no longer than a bracket may be.
constexpr double kShorter = 1.0 / 16, kLittleShorter = 1.0 / 4;
constexpr double kLeast = 1.0 / 32;  // of what a bracket may be wide: a gain

}  // namespace

bool SpinDoubt::find_contact(double from, double until) {
  double time = until;
  for (int k = 0; k < kInstants && time > from && patience_.take(); ++k) {
    const RoundedDecision found = question_.decide_at(time);
    if (is_contact(found.status) && found.certificate.kind != Certificate::Kind::None) {
      upper_ = time;
      contact_ = found.certificate;
      return true;
    }
    time = from + (time - from) / 2;
  }
  return false;
}

bool SpinDoubt::extend(Advancement& search, double to) {
  const double from = search.reached();
  MovingPair& pair = search.pair();
  if (question_.decide_at(to).status != Status::Separated) return false;
  if (!pair.set_legs(question_.motion_a, question_.motion_b, from, question_.interval.end)) return false;
  const auto serves = [&](Vec3 n) {
    return n != Vec3{} && (extend_along(question_, search, snapped(n), to) || extend_along(question_, search, n, to));
  };
  if (serves(search.direction())) return true;
  // The closest directions where it begins and ends; and the exact one.
  for (const double time : {from, to}) {
    if (!pair.move_to(time)) continue;
    ConvexCache cache;
    const PosedPair posed = pair.posed();
    const WalkOutcome out = pair.radii().high > 0 ? walk_rounded(posed, pair.radii(), cache, Goal::Distance, kInfinity)
                                                  : walk_for_distance(posed, cache, kInfinity);
    if (out.lower > -kInfinity && serves(out.direction)) return true;
  }
  const RoundedDecision here = question_.decide_at(from);
  return here.status == Status::Separated && pair.move_to(from) &&
         serves(unit_normal(here.certificate.plane, pair.posed()));
}

SpinDoubt::Outcome SpinDoubt::settle(Advancement& search) {
  const double from = search.reached();
  if (++settled_ > kMaxSettled) return Outcome::Open;
  MovingPair& pair = search.pair();
  const bool has_legs = pair.set_legs(question_.motion_a, question_.motion_b, from, question_.interval.end);
  const double limit = has_legs ? pair.leg_end() : question_.interval.end;
  const double soon = larger(next_above(from), from + 0.99 * question_.width);
  if (find_contact(from, smaller(limit, soon))) return Outcome::Contact;
  // A gain that is far less than the bracket may be wide would be none.
  const double least = smaller(question_.width, question_.step) * kLeast;
  for (double to = limit; to > from && to - from > least;
       to = from + (to - from) * (to - from > question_.width ? kShorter : kLittleShorter)) {
    if (!patience_.take()) break;
    if (extend(search, to)) return Outcome::Clear;
  }
  return Outcome::Open;
}

}  // namespace clearance::detail
