#include <clearance/motion/doubt.h>

#include <clearance/bvh/box.h>
#include <clearance/convex/exact/planes.h>
#include <clearance/exact/time/pose_path.h>
#include <clearance/motion/exact_span.h>
#include <clearance/proof/check_timeline.h>
#include <clearance/support/support.h>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

constexpr double kFirstStep = 0x1p-23;  // of what is left of the leg: a graze stays within roundings about as long
constexpr double kTies = 0x1p-30;       // of the reach: vertices this near to a plane are as good as in it

std::vector<std::uint32_t> above(const Polytope& body, Vec3 direction, double slack) {
  double highest = dot(direction, body.vertex(0));
  for (int v = 1; v < body.vertex_count(); ++v) highest = larger(highest, dot(direction, body.vertex(v)));
  std::vector<std::uint32_t> found;
  for (int v = 0; v < body.vertex_count(); ++v)
    if (!(dot(direction, body.vertex(v)) < highest - slack)) found.push_back(static_cast<std::uint32_t>(v));
  return found;
}

// How fast heights along n can fall, at most, against that of any other pair of vertices: where nothing turns, all fall
// alike.
double nearing(const MovingPair& pair, Vec3 n) {
  if (!pair.translates()) return 2 * pair.speed() * norm(n);
  const Vec3 velocity = pair.relative_velocity();
  return larger(0, -dot(n, velocity)) + 0x1p-48 * norm_one(n) * pair.speed();
}

// Bodies that slide past each other along n have few vertices near that plane, and no others come to it, however long
// that takes.
double time_of_ties(const MovingPair& pair, Vec3 n) {
  return pair.translates() && n != Vec3{} ? kTies * pair.posed().reach() / nearing(pair, n) : 0;
}

}  // namespace

Doubt::Outcome Doubt::settle(Advancement& search) {
  const double from = search.reached(), end = question_.interval.end;
  MovingPair& pair = search.pair();
  const bool has_legs = pair.set_legs(question_.motion_a, question_.motion_b, from, end);
  const double leg_end = has_legs ? pair.leg_end() : end;
  // Farther each time it is asked again without progress worth having in between.
  step_ = step_ > 0 && (from == last_ || search.is_slow()) ? 8 * larger(step_, from - last_)
                                                           : larger(question_.step, kFirstStep * (leg_end - from));
  const bool slides = has_legs && pair.translates() && search.graze() != Vec3{};
  const Vec3 n = slides ? search.graze() : search.direction();
  if (slides && (extend_along(search, n, leg_end) || extend_along(search, snapped(n), leg_end))) return Outcome::Clear;
  if (has_legs) step_ = larger(step_, time_of_ties(pair, n));
  double to = smaller(leg_end, larger(from + step_, next_above(from)));
  const PathPiece piece_a = first_piece(question_.motion_a, from, to),
                  piece_b = first_piece(question_.motion_b, from, to);
  // Without legs in doubles the end of the exact pieces counts; it is one of keyframes, a double.
  const Dyadic &high_a = piece_a.to, &high_b = piece_b.to;
  const Dyadic high = compare(high_a, high_b) < 0 ? high_a : high_b;
  to = high.to_double();

  std::vector<std::uint32_t> of_a, of_b;
  const PosedPair posed = pair.posed();
  const double bound = has_legs && n != Vec3{} ? posed.bound(n) : std::numeric_limits<double>::infinity();
  if (std::isfinite(bound)) {
    const Vec3 n_a = transpose_times(pair.pose_a().rotation(), n), n_b = transpose_times(pair.pose_b().rotation(), -n);
    const VertexPair lowest = lowest_along(pair, n);
    const double over = larger(0, pair.radii().high * norm(n) - dot(n, posed.difference(lowest)));
    const double slack = (nearing(pair, n) * next_above(to - from) + over) * (1 + 0x1p-40) + 8 * bound;
    of_a = above(pair.a(), n_a, slack), of_b = above(pair.b(), n_b, slack);
  } else {
    of_a = all_vertices(question_.a), of_b = all_vertices(question_.b);
  }

  FirstMeeting first = first_meeting_of({question_.a, piece_a.path, of_a}, {question_.b, piece_b.path, of_b},
                                        question_.radii.exact(), from, high, [this] { return patience_.lasts(); });
  last_ = to;
  if (!first.is_decided) return Outcome::OutOfPatience;
  if (!first.meeting) {
    extend(search, n, to);
    return Outcome::Clear;
  }
  meeting_ = std::move(*first.meeting);
  // Something of the bracket before the contact, where that is too wide.
  const Root::Doubles time = meeting_.time.enclosure();
  const double last = smaller(time.lower, next_below(time.upper)), early = last - question_.step / 2;
  // Where doubles are farther apart than the bracket may be wide, to the last one before.
  const double near = time.upper - early > question_.width ? last : early;
  if (time.upper - from > question_.width && near > from) extend(search, n, near);
  return Outcome::Contact;
}

void Doubt::extend(Advancement& search, Vec3 n, double to) {
  const double from = search.reached();
  if (n != Vec3{} && (extend_along(search, n, to) || extend_along(search, snapped(n), to))) return;
  // The closest directions at the end and half-way there.
  MovingPair& pair = search.pair();
  for (const double time : {to, from + (to - from) / 2}) {
    if (!pair.set_legs(question_.motion_a, question_.motion_b, from, question_.interval.end) || !pair.move_to(time))
      break;
    ConvexCache cache;
    const PosedPair posed = pair.posed();
    const WalkOutcome out =
        pair.radii().high > 0
            ? walk_rounded(posed, pair.radii(), cache, Goal::Distance, std::numeric_limits<double>::infinity())
            : walk_for_distance(posed, cache, std::numeric_limits<double>::infinity());
    if (out.lower > -std::numeric_limits<double>::infinity() && extend_along(search, out.direction, to)) return;
  }
  // The exact one here, rounded.
  if (pair.set_legs(question_.motion_a, question_.motion_b, from, question_.interval.end)) {
    const RoundedDecision here = question_.decide_at(from);
    if (here.status == Status::Separated &&
        extend_along(search, snapped(unit_normal(here.certificate.plane, pair.posed())), to))
      return;
  }
  has_hole_ = true;
  search.set_reached(to);
}

bool Doubt::extend_along(Advancement& search, Vec3 n, double to) {
  return detail::extend_along(question_, search, n, to);
}

}  // namespace clearance::detail
