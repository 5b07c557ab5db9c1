#include <clearance/motion/advancement.h>

#include <clearance/bvh/box.h>
#include <clearance/convex/query.h>
#include <clearance/convex/query_parts.h>
#include <clearance/convex/witness.h>
#include <clearance/motion/pair_support.h>
#include <clearance/motion/translation.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaxTries = 8, kMaxWildTries = 64;  // to find how far one direction serves
constexpr int kMaxIdle = 3;                       // steps that gain nothing that is worth having
// Steps on a leg before others are asked: where the gap closes as a high power of the time left, each gains ever less.
// Once they were, they are asked sooner.
constexpr int kMaxSteps = 96, kMaxStepsAgain = 12;

// Of unit length but for rounding; 0 where that cannot be told.
Vec3 unit(Vec3 n) {
  const double largest = norm_max(n);
  if (!(largest > 0x1p-1000 && largest < kInfinity)) return {};
  const Vec3 scaled = n / largest;
  return scaled / norm(scaled);
}

// From one time to a later one, the double with the fewest binary digits, or nearly: poses there are often exact.
double roundest(double from, double to) {
  if (!(from < to) || (from <= 0 && to >= 0)) return from <= 0 && to >= 0 ? 0 : to;
  for (int exponent = std::ilogb(to - from) + 1;; --exponent) {
    const double grid = std::ldexp(1.0, exponent), time = std::ceil(from / grid) * grid;
    if (!(grid > 0 && std::fabs(from / grid) < 0x1p53)) return to;
    if (time >= from && time <= to) return time;
  }
}

Feature met_at(int tied, const PointSimplex& simplex, std::int32_t VertexPair::* which) {
  if (tied > 0) return feature_of(tied);
  int distinct = 0;
  for (int k = 0; k < simplex.count; ++k) {
    bool is_new = true;
    for (int j = 0; j < k; ++j) is_new = is_new && simplex.pair[j].*which != simplex.pair[k].*which;
    distinct += is_new ? 1 : 0;
  }
  return feature_of(distinct);
}

}  // namespace

Advancement::Outcome Advancement::run() {
  const double end = question_.interval.end;
  do {
    if (!pair_.set_legs(question_.motion_a, question_.motion_b, reached_, end)) return Outcome::Stalled;
    if (const Outcome outcome = run_on_leg(pair_.leg_end()); outcome != Outcome::Clear) return outcome;
    stalls_ = 0;
  } while (reached_ < end);
  return Outcome::Clear;
}

bool Advancement::translate_on_leg(double limit, Outcome& outcome) {
  if (!question_.may_translate || !pair_.translates() || pair_.radii().high > 0 || !(limit > reached_)) return false;
  const Translation found = translate(pair_, limit, question_.step);
  if (found.kind == Translation::Kind::Unknown) return graze_ = found.direction, pair_.move_to(reached_), false;
  by_translation_ = true;
  direction_ = found.direction;
  if (found.kind == Translation::Kind::Clear) {
    record(limit, direction_, {}, {});
    return outcome = Outcome::Clear, true;
  }
  record(found.lower, direction_, {}, {});
  upper_ = found.upper;
  set_simplex(contact_, pair_.posed(), found.pair, found.count);
  near_ = {};
  for (int k = 0; k < 3; ++k) {
    near_.simplex.add(found.portal[k], {});
    near_.simplex.weight[k] = found.weight[k];
  }
  return outcome = Outcome::Contact, true;
}

Advancement::Outcome Advancement::run_on_leg(double limit) {
  if (!patience_.take()) return Outcome::OutOfPatience;
  if (Outcome outcome{}; translate_on_leg(limit, outcome)) return outcome;
  by_translation_ = false;
  is_slow_ = false;
  if (const auto between = pair_.turns() ? pair_.between_balls(limit) : std::nullopt) {
    record(limit, between->normal, between->offset);
    return Outcome::Clear;
  }
  switch (begin_leg()) {
    case Look::Together:
      upper_ = reached_;
      return Outcome::Contact;
    case Look::Unknown:
      return Outcome::Stalled;
    case Look::Apart:
      break;
  }
  const int most = stalls_ == 0 ? kMaxSteps : kMaxStepsAgain;
  int idle_steps = 0;
  for (int steps = 0; idle_steps < kMaxIdle && steps < most; ++steps) {
    const double from = reached_;
    if (advance(limit) && reached_ >= limit) return Outcome::Clear;
    if (!patience_.take()) return Outcome::OutOfPatience;
    pair_.move_to(reached_);
    if (look_for_distance(near_, direction_) != Look::Apart) return Outcome::Stalled;
    do {
      if (time_left() > question_.width / 2) continue;
      const Try shown = show_contact(limit);
      if (shown == Try::Contact) return Outcome::Contact;
      if (shown == Try::Passed && reached_ >= limit) return Outcome::Clear;
      if (shown == Try::Passed) break;
    } while (stride(limit));
    if (!(reached_ - from > question_.step / 16)) ++idle_steps;
  }
  is_slow_ = idle_steps < kMaxIdle;
  ++stalls_;
  return Outcome::Stalled;
}

// To shortly before the time at which they seem to meet, by the closest direction there: that of polytopes turns with
// their features, so that the one here would serve for a share of the way only.
bool Advancement::stride(double limit) {
  const double from = reached_, left = time_left(), d = near_.lower - pair_.radii().high;
  if (!(left < limit - from)) return false;
  const double share = pair_.bend(direction_, from, from + left) * left * left / (2 * d);
  const double to = from + left * (1 - share) - question_.step / 4;
  if (!(share < 0.5 && to > from) || !patience_.take() || !pair_.move_to(to)) return false;
  WalkOutcome out;
  Vec3 n;
  if (look_for_distance(out, n) == Look::Apart) {
    const Height there = height_at(to, n), here = height_at(from, n);
    if (MovingPair::spans_clear(here.gap, there.gap, pair_.bend(n, from, to), next_above(to - from))) {
      record(to, n, here, there);
      near_ = out, direction_ = n;
      return pair_.move_to(to);
    }
  }
  pair_.move_to(from);
  return false;
}

// Any direction that separates the bodies now may serve for all of the leg.
Advancement::Look Advancement::begin_leg() {
  const PosedPair pair = pair_.posed();
  if (direction_ != Vec3{}) {
    const SupportPair lowest = support_near(pair, direction_, lowest_);
    lowest_ = lowest.pair;
    if (pair_.gap(pair, direction_, lowest) > 0) return Look::Apart;
  }
  cache_.start_for(pair.a().identity(), pair.b().identity());
  if (pair_.radii().high > 0) {
    const WalkOutcome out = walk_rounded(pair, pair_.radii(), cache_, Goal::Status, next_above(pair_.radii().high));
    return conclude(pair, out, direction_);
  }
  switch (walk_for_status(pair, cache_, &contact_).kind) {
    case WalkEnd::Kind::Beyond:
      direction_ = unit(cache_.direction);
      return direction_ == Vec3{} ? Look::Unknown : Look::Apart;
    case WalkEnd::Kind::Inside:
      return Look::Together;
    default:
      return Look::Unknown;
  }
}

Advancement::Look Advancement::look_for_distance(WalkOutcome& out, Vec3& direction) {
  const PosedPair pair = pair_.posed();
  out = pair_.radii().high > 0 ? walk_rounded(pair, pair_.radii(), cache_, Goal::Distance, kInfinity)
                               : walk_for_distance(pair, cache_, kInfinity);
  return conclude(pair, out, direction);
}

Advancement::Look Advancement::conclude(const PosedPair& pair, const WalkOutcome& out, Vec3& direction) {
  if (out.kind == WalkEnd::Kind::Inside) {
    set_simplex(contact_, pair, out.simplex.pair, out.simplex.count);
    return Look::Together;
  }
  if (out.kind == WalkEnd::Kind::Within) {
    set_near(contact_, pair, out.simplex.pair, out.simplex.weight, out.simplex.count);
    return Look::Together;
  }
  if (!(out.lower > pair_.radii().high)) return Look::Unknown;
  const Vec3 n = unit(out.direction);
  if (n == Vec3{}) return Look::Unknown;
  direction = n;
  return Look::Apart;
}

Advancement::Height Advancement::height_at(double time, Vec3 n) {
  if (time != pair_.time() && !pair_.move_to(time)) return {-kInfinity, {}};
  const PosedPair pair = pair_.posed();
  const SupportPair lowest = support_near(pair, n, lowest_);
  lowest_ = lowest.pair;
  return {pair_.gap(pair, n, lowest), pair_.both_turn() ? pair_.sides(n, lowest.pair) : MovingPair::Sides{}};
}

// Where the height g, falling at that rate, would be nearly 0; less where the ways bend so much that this is no guide.
double Advancement::first_step(double g, double bend, double rate) const {
  const double by_bend = std::sqrt(2 * g / bend);  // infinite where nothing bends
  if (!(rate < 0)) return 1.9 * by_bend;
  const double by_rate = g / -rate;
  if (by_rate >= by_bend) return by_bend;
  const double share = by_rate / by_bend;
  return by_rate * (1 - smaller(0.5, share * share)) - question_.step / 4;
}

// Bodies that spin by a radian or more before the leg ends: one direction may serve for all turns.
bool Advancement::advance_by_rings(double limit) {
  if (!pair_.spins() || !(pair_.spin_angle(reached_, limit) > 1)) return false;
  const Vec3 n = direction_;
  const double from = reached_;
  const MovingPair::Rings rings = pair_.rings(n);
  const auto height = [&](double time) {
    Height made = height_at(time, n);
    made.sides = pair_.sides(n, lowest_, rings);
    made.gap = made.sides.bottom - made.sides.top;
    return made;
  };
  const Height here = height(from);
  double to = limit;
  for (int tries = 0; tries < kMaxTries && here.gap > 0; ++tries) {
    if (!patience_.take()) break;
    const Height there = height(to);
    const double h = there.gap, bend = pair_.bend_of_rings(n, from, to);
    if (MovingPair::spans_clear(here.gap, h, bend, next_above(to - from))) {
      record(to, n, pair_.both_turn() ? pair_.offset(n, from, here.sides, to, there.sides, true) : TimeSpan::Offset{});
      return true;
    }
    to = from + (to - from) * (h > 0 ? 0.5 : smaller(0.5, 0.999 * here.gap / (here.gap - h)));
    if (!(pair_.spin_angle(from, to) > 1)) break;
  }
  pair_.move_to(from);
  return false;
}

// Goes as far along the direction as that serves.
bool Advancement::advance(double limit) {
  if (advance_by_rings(limit)) return true;
  const Vec3 n = direction_;
  const Height here = height_at(reached_, n);
  if (!(here.gap > 0)) return false;
  const double g = here.gap, rest = limit - reached_;
  // Where bounds for all that is left say little, shorter spans are tried one after the other.
  const bool is_wild = pair_.is_wild();
  double step = is_wild ? rest : first_step(g, pair_.bend(n, reached_, limit), pair_.rate(n, lowest_));
  for (int tries = 0; tries < (is_wild ? kMaxWildTries : kMaxTries); ++tries) {
    const bool is_all = !(step < rest);
    const double to = is_all ? limit : reached_ + step;
    if (!(to > reached_) && !is_all) return false;
    if (!patience_.take()) return false;
    const Height there = height_at(to, n);
    const double duration = to - reached_, h = there.gap, bend = pair_.bend(n, reached_, to);
    if (MovingPair::spans_clear(g, h, bend, next_above(duration))) {
      record(to, n, here, there);
      return true;
    }
    if (h > 0) {
      step = smaller(0.9 * duration, 0.99 * (std::sqrt(g) + std::sqrt(h)) / std::sqrt(bend / 2));
    } else {
      const double to_zero = duration * (g / (g - h)), share = bend * to_zero * to_zero / (2 * g);
      step = smaller(0.9 * duration, to_zero * (1 - smaller(0.5, share)) - question_.step / 4);
    }
    if (is_wild) step = duration / 2;
    if (!(step > 0)) step = duration / 8;
  }
  return false;
}

void Advancement::record(double to, Vec3 n, const Height& here, const Height& there) {
  record(to, n, pair_.both_turn() ? pair_.offset(n, reached_, here.sides, to, there.sides) : TimeSpan::Offset{});
}
void Advancement::record(double to, Vec3 n, TimeSpan::Offset offset) {
  TimeSpan& span = timeline_.spans.emplace_back();
  span.from = reached_, span.to = to;
  span.plane.normal = n;
  if (pair_.both_turn()) span.offset = offset;
  reached_ = to;
}

// Until contact, as it seems from where the bodies were last seen apart.
double Advancement::time_left() const {
  // The nearest points keep their weights, so their heights change at the mean of the rates.
  double rate = 0;
  for (int k = 0; k < near_.simplex.count; ++k)
    rate += near_.simplex.weight[k] * pair_.rate(direction_, near_.simplex.pair[k]);
  return rate < 0 ? (near_.lower - pair_.radii().high) / -rate : kInfinity;
}

// Exactly, whether they are in contact where the pair is; true with a certificate only.
bool Advancement::decide_here() {
  if (pair_.radii().high == 0 && pair_.is_exact()) {
    const Intersection found = intersects(pair_.a(), pair_.pose_a(), pair_.b(), pair_.pose_b());
    contact_ = found.certificate;
    return found.status != Status::Separated && contact_.kind != Certificate::Kind::None;
  }
  const RoundedDecision found = question_.decide_at(pair_.time());
  contact_ = found.certificate;
  return is_contact(found.status) && contact_.kind != Certificate::Kind::None;
}

Advancement::Try Advancement::show_contact(double limit) {
  const double from = reached_, left = time_left();
  const double latest = from + smaller(0.99 * question_.width, larger(1.5 * left, question_.step));
  const double u =
      smaller(limit, latest > from ? roundest(larger(from + (latest - from) / 2, from + 1.25 * left), latest)
                                   : next_above(from));
  if (!(u > from) || !patience_.take() || !pair_.move_to(u)) return Try::Failed;
  WalkOutcome out;
  Vec3 n = direction_;
  switch (look_for_distance(out, n)) {
    case Look::Together:
      upper_ = u;
      return Try::Contact;
    case Look::Unknown: {
      // As of faces that are parallel, within roundings of an edge of the difference body.
      if (!decide_here()) return Try::Failed;
      upper_ = u;
      return Try::Contact;
    }
    case Look::Apart:
      break;
  }
  // They may have passed each other by: one direction for both instants.
  const Height there = height_at(u, n), here = height_at(from, n);
  if (!MovingPair::spans_clear(here.gap, there.gap, pair_.bend(n, from, u), next_above(u - from))) return Try::Failed;
  record(u, n, here, there);
  direction_ = n;
  return Try::Passed;
}

void Advancement::set_meeting(FirstContact& result) {
  if (near_.simplex.count == 0 || !pair_.move_to(reached_)) return;
  const PosedPair pair = pair_.posed();
  Witness witness;
  const WorldPoints points = set_witness(witness, pair, near_.simplex.pair, near_.simplex.weight, near_.simplex.count);
  result.point_a = points.a + pair_.radii().a * direction_;
  result.point_b = points.b - pair_.radii().b * direction_;
  result.normal = direction_;
  result.feature_a = met_at(near_.tied_a, near_.simplex, &VertexPair::a);
  result.feature_b = met_at(near_.tied_b, near_.simplex, &VertexPair::b);
}

}  // namespace clearance::detail
