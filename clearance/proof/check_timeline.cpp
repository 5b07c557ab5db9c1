// Notation: X/w a moving point, w > 0; N the normal as the world sees it, times a positive polynomial.
#include <clearance/proof/check_timeline.h>

#include <clearance/exact/time/pose_path.h>
#include <clearance/exact/time/root.h>
#include <clearance/math/length.h>
#include <clearance/math/spin.h>
#include <clearance/proof/stretch.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

Polynomial square(const Polynomial& p) { return p * p; }

PolynomialVec constant(const DyadicVec& v) { return {Polynomial(v.x), Polynomial(v.y), Polynomial(v.z)}; }

DyadicVec at(const PolynomialVec& v, const Dyadic& time) { return {v.x.at(time), v.y.at(time), v.z.at(time)}; }

// Along the axis that it turns about a body is where its path has it.
Dyadic blur_along(const PolynomialVec& n, const Motion& motion, const Dyadic& blur) {
  if (blur.sign() == 0) return blur;
  const PolynomialVec across = cross(n, constant(exact(motion.flight().angular_velocity)));
  return across.x.is_zero() && across.y.is_zero() && across.z.is_zero() ? Dyadic() : blur;
}

// A body under an angular velocity is in a ball around the point that it turns about, which does not turn; along a
// normal it reaches no farther from there than the circles on which its points go round.
double reach_of_circles(const PointsInMotion& body, Vec3 n) {
  const Motion& motion = body.motion;
  const Vec3 axis = Spin(motion.flight().angular_velocity).axis();
  const double along = dot(n, axis), across = norm(cross(n, axis));
  double reach = -std::numeric_limits<double>::infinity(), size = 0;
  for (const Vec3 v : body.points) {
    const Vec3 w = motion.start().rotation() * (apply(motion.offset(), v) - motion.flight().center);
    reach = larger(reach, along * dot(axis, w) + across * norm(cross(w, axis)));
    size = larger(size, norm_one(v));
  }
  // Some 40u of both sizes, the axis being off by 4u.
  return (reach + 0x1p-46 * norm(n) * arm_of(motion, size)) / norm(n);
}

class Ball {
 public:
  // `n` points from the body to the other; 0 where that is not known.
  Ball(const PointsInMotion& body, Vec3 n)
      : body_(body), center_(body.motion.flight().center), made_{{&center_, 1}, {}, body.radius} {
    if (is_rational(body.motion)) return;
    const Flight& flight = body.motion.flight();
    const Result<Motion> straight =
        Motion::flight(body.motion.start(), {flight.velocity, flight.acceleration, {}, {}}, body.motion.begins());
    double reach = 0;
    for (const Vec3 v : body.points) reach = larger(reach, length_bound(v));
    double arm = arm_of(body.motion, reach);
    if (reach > 1e-100 && reach < 1e100 && norm_max(n) > 1e-100 && norm_max(n) < 1e100)
      arm = larger(0, smaller(arm, reach_of_circles(body, n) * (1 + 0x1p-48)));
    made_.radius = (body.radius + arm) * (1 + 0x1p-50);
    is_made_ = straight.ok() && std::isfinite(made_.radius);
    if (is_made_) made_.motion = *straight;
  }
  Ball(const Ball&) = delete;
  Ball& operator=(const Ball&) = delete;

  // The body itself where it has no spin.
  const PointsInMotion& body() const { return is_made_ ? made_ : body_; }

 private:
  const PointsInMotion& body_;
  Vec3 center_;
  PointsInMotion made_;
  bool is_made_ = false;
};

constexpr int kHalvings = 24;

class TimelineCheck {
 public:
  TimelineCheck(const PairInMotion& pair, const TimelineGoal& goal, Filter filter)
      : pair_(pair), a_(pair.a), b_(pair.b), goal_(goal), filter_(filter) {}

  CheckResult span(const TimeSpan& span) const;

 private:
  // A normal in the span's frame.
  CheckResult normal(const TimeSpan& span, DyadicVec& n) const;
  CheckResult stretch(const TimeSpan& span, const DyadicVec& n, const Stretch& stretch) const;
  // p > 0 throughout the stretch, but perhaps at the last instant of an interval whose end is open.
  bool stays_positive(const Polynomial& p, const Stretch& s) const;
  // value/(scale·|N|) > length, likewise.
  bool exceeds(const Polynomial& value, const Dyadic& length, const Polynomial& scale, const PolynomialVec& n,
               const Stretch& s) const;
  // The same, and a blur besides.
  bool exceeds(const Polynomial& value, const Dyadic& length, const Dyadic& blur, const Polynomial& scale,
               const PolynomialVec& n, const Stretch& s) const;
  bool stays_between(const TimeSpan& span, const TimeSpan::Offset& offset, const PolynomialVec& n,
                     const Polynomial& scale, const Stretch& s) const;
  bool stays_apart(const TimeSpan& span, const PolynomialVec& n, bool is_a_still, const Stretch& s) const;
  // holds(v) for all points of a body that the filter leaves.
  template <class Holds>
  bool all_hold(Body which, const TimeSpan& span, const Stretch& s, const Holds& holds) const;

  const PairInMotion& pair_;
  const PointsInMotion &a_, &b_;
  const TimelineGoal& goal_;
  const Filter filter_;
};

CheckResult TimelineCheck::normal(const TimeSpan& span, DyadicVec& n) const {
  if (span.frame != TimeSpan::Frame::World && span.frame != TimeSpan::Frame::A && span.frame != TimeSpan::Frame::B)
    return refused("frame: there is no such frame");
  const double instant = span.at.value_or(span.from);
  if (!std::isfinite(instant) || instant < goal_.whole.begin || instant > goal_.whole.end)
    return refused("at: not a time of the interval");
  const Dyadic time = instant;
  const bool spins_a = !is_rational(a_.motion), spins_b = !is_rational(b_.motion);
  if ((spins_a && span.frame == TimeSpan::Frame::A) || (spins_b && span.frame == TimeSpan::Frame::B))
    return refused("frame: of a body under an angular velocity");
  if ((spins_a || spins_b) && (span.plane.kind != Plane::Kind::Vector || span.plane.side_count != 0))
    return refused("plane: under an angular velocity it must be a vector");
  const auto now_a = path_of(a_.motion, time, time), now_b = path_of(b_.motion, time, time);
  if (!now_a || !now_b) return turns_too_far();
  const ExactPair pair(now_a->front().path.at(time), now_b->front().path.at(time));
  if (const CheckResult made = exact_normal(span.plane, {a_.points, b_.points, pair}, n); !made) return made;
  const bool is_of_the_frame = span.plane.kind == Plane::Kind::Vector && span.plane.side_count == 0;
  if (!is_of_the_frame && span.frame == TimeSpan::Frame::A) n = pair.a().from_world(n);
  if (!is_of_the_frame && span.frame == TimeSpan::Frame::B) n = pair.b().from_world(n);
  if (span.offset && !is_of_the_frame) return refused("offset: of vectors only");
  if (span.offset && !(std::isfinite(span.offset->start) && std::isfinite(span.offset->rate)))
    return refused("offset: not finite");
  return holds();
}

// Blurred, nothing depends on the last bit, and roots of high degrees are dear.
bool TimelineCheck::stays_positive(const Polynomial& p, const Stretch& s) const {
  if (s.blur_a.sign() > 0 || s.blur_b.sign() > 0) return is_surely_positive(p, s.low, s.high, kHalvings);
  const bool is_open = goal_.is_open && compare(s.high, Dyadic(goal_.shown.end)) == 0 && compare(s.low, s.high) < 0;
  if (!is_open) return is_positive(p, s.low, s.high);
  if (p.at(s.low).sign() <= 0) return false;
  const std::vector<Root> roots = roots_between(p, s.low, s.high);
  return std::all_of(roots.begin(), roots.end(),
                     [&](const Root& root) { return root.is_exact() && compare(root.low(), s.high) == 0; });
}

bool TimelineCheck::exceeds(const Polynomial& value, const Dyadic& length, const Polynomial& scale,
                            const PolynomialVec& n, const Stretch& s) const {
  if (!stays_positive(value, s)) return false;
  if (length.sign() == 0) return true;
  return stays_positive(square(value) - square(Polynomial(length) * scale) * dot(n, n), s);
}

// A normal that is constant is no longer than the sum of its components: so squares are not needed.
bool TimelineCheck::exceeds(const Polynomial& value, const Dyadic& length, const Dyadic& blur, const Polynomial& scale,
                            const PolynomialVec& n, const Stretch& s) const {
  if (blur.sign() == 0) return exceeds(value, length, scale, n, s);
  if (n.x.degree() > 0 || n.y.degree() > 0 || n.z.degree() > 0) return exceeds(value, length + blur, scale, n, s);
  Dyadic size;
  for (const Polynomial* c : {&n.x, &n.y, &n.z})
    if (!c->is_zero()) size = (*c)[0].sign() > 0 ? size + (*c)[0] : size - (*c)[0];
  return exceeds(value - Polynomial(blur * size) * scale, length, scale, n, s);
}

template <class Holds>
bool TimelineCheck::all_hold(Body which, const TimeSpan& span, const Stretch& s, const Holds& holds) const {
  const std::span<const Vec3> points = (which == Body::A ? a_ : b_).points;
  if (filter_ == Filter::Off) return std::all_of(points.begin(), points.end(), holds);
  // The ends of a stretch are doubles.
  const StretchFilter filter(span, pair_, s.low.to_double(), s.high.to_double());
  return std::all_of(points.begin(), points.end(), [&](Vec3 v) { return filter.settles(which, v) || holds(v); });
}

// n·x = start + rate·time in between; N/scale is as long as the vector.
bool TimelineCheck::stays_between(const TimeSpan& span, const TimeSpan::Offset& offset, const PolynomialVec& n,
                                  const Polynomial& scale, const Stretch& s) const {
  const Dyadic rate = offset.rate, start = Dyadic(offset.start) - rate * Dyadic(span.from);
  const Polynomial level({start, rate});
  const Polynomial level_a = level * scale * s.a.denominator(), level_b = level * scale * s.b.denominator();
  const Dyadic half = Dyadic(0.5) * Dyadic(pair_.margin);
  const Dyadic radius_a = Dyadic(a_.radius) + half, radius_b = Dyadic(b_.radius) + half;
  const auto is_below = [&](Vec3 v) {
    return exceeds(level_a - dot(n, s.a.numerator(v)), radius_a, blur_along(n, a_.motion, s.blur_a), s.a.denominator(),
                   n, s);
  };
  const auto is_above = [&](Vec3 v) {
    return exceeds(dot(n, s.b.numerator(v)) - level_b, radius_b, blur_along(n, b_.motion, s.blur_b), s.b.denominator(),
                   n, s);
  };
  return all_hold(Body::A, span, s, is_below) && all_hold(Body::B, span, s, is_above);
}

// One body does not turn against N: the same point of it is the farthest throughout.
bool TimelineCheck::stays_apart(const TimeSpan& span, const PolynomialVec& n, bool is_a_still, const Stretch& s) const {
  const PointsInMotion& still = is_a_still ? a_ : b_;
  const PosePath &path = is_a_still ? s.a : s.b, &path_of_other = is_a_still ? s.b : s.a;
  const DyadicVec now = at(n, s.low);
  const Vec3 farthest_point = farthest(path.at(s.low), is_a_still ? now : -now, [&](const auto& visit) {
    for (const Vec3 v : still.points) visit(v);
  });
  const Polynomial scale = s.a.denominator() * s.b.denominator();
  const Polynomial reach = path_of_other.denominator() * dot(n, path.numerator(farthest_point));
  const Dyadic radii = Dyadic(a_.radius) + Dyadic(b_.radius) + Dyadic(pair_.margin);
  const Dyadic blur = blur_along(n, a_.motion, s.blur_a) + blur_along(n, b_.motion, s.blur_b);
  return all_hold(is_a_still ? Body::B : Body::A, span, s, [&](Vec3 v) {
    const Polynomial height = path.denominator() * dot(n, path_of_other.numerator(v));
    return exceeds(is_a_still ? height - reach : reach - height, radii, blur, scale, n, s);
  });
}

CheckResult TimelineCheck::stretch(const TimeSpan& span, const DyadicVec& n, const Stretch& s) const {
  const PosePath* const frame = span.frame == TimeSpan::Frame::A   ? &s.a
                                : span.frame == TimeSpan::Frame::B ? &s.b
                                                                   : nullptr;
  const PolynomialVec in_world = frame ? frame->turned(n) : constant(n);
  if (span.offset) {
    const Polynomial scale = frame ? frame->denominator() : Polynomial(Dyadic(1));
    return stays_between(span, *span.offset, in_world, scale, s) ? holds()
                                                                 : refused("the plane does not separate throughout");
  }
  const bool is_a_still = frame ? frame == &s.a : !s.a.turns();
  if (!is_a_still && !frame && s.b.turns()) return refused("both bodies turn: needs an offset");
  return stays_apart(span, in_world, is_a_still, s) ? holds() : refused("the plane does not separate throughout");
}

CheckResult TimelineCheck::span(const TimeSpan& span) const {
  if (filter_ == Filter::On && filter_accepts(span, pair_, goal_.whole)) return holds();
  if (!is_rational(a_.motion) || !is_rational(b_.motion)) {
    const bool is_vector =
        span.plane.kind == Plane::Kind::Vector && span.plane.side_count == 0 && span.frame == TimeSpan::Frame::World;
    const Vec3 n = !is_vector ? Vec3{} : span.plane.flip ? -span.plane.normal : span.plane.normal;
    const Ball a(a_, n), b(b_, -n);
    const PairInMotion balls(a.body(), b.body(), pair_.margin);
    const bool are_made = is_rational(balls.a.motion) && is_rational(balls.b.motion);
    if (are_made && TimelineCheck(balls, goal_, filter_).span(span)) return holds();
  }
  DyadicVec n;
  if (CheckResult made = normal(span, n); !made) return made;
  return for_each_stretch(a_, b_, span.from, span.to, [&](const Stretch& s) { return stretch(span, n, s); });
}

}  // namespace

CheckResult detail::spans_fill(const Timeline& timeline, Interval interval) {
  const auto [begin, end] = interval;
  if (timeline.spans.empty()) return refused("timeline: no spans");
  double reached = begin;
  for (const TimeSpan& span : timeline.spans) {
    if (!(std::isfinite(span.to) && span.from <= span.to))
      return refused("timeline: a span that ends before it begins");
    if (!(span.from == reached)) return refused("timeline: the spans do not abut");
    reached = span.to;
  }
  if (reached != end) return refused("timeline: the spans do not end with the interval");
  return holds();
}

CheckResult detail::check_moving(const PairInMotion& pair, Interval interval) {
  const auto& [a, b, margin, size_a, size_b] = pair;
  const auto check_body = [](const PointsInMotion& body, const PointSizes& size, const char* name) {
    return check_points(size.are_small ? body.points.first(1) : body.points, body.radius, name);
  };
  if (CheckResult points = check_body(a, size_a, "body a"); !points) return points;
  if (CheckResult points = check_body(b, size_b, "body b"); !points) return points;
  if (!(margin >= 0 && margin <= kMaxCoordinate)) return refused("the margin is not one");
  const auto [begin, end] = interval;
  if (!(std::isfinite(begin) && std::isfinite(end) && begin <= end)) return refused("not an interval");
  if (!(begin >= a.motion.begins() && begin >= b.motion.begins()))
    return refused("the interval begins before a motion does");
  return holds();
}

CheckResult detail::check_spans(const Timeline& timeline, const PairInMotion& pair, const TimelineGoal& goal,
                                Filter filter) {
  if (CheckResult filled = spans_fill(timeline, goal.shown); !filled) return filled;
  if (!timeline.covers.empty()) return refused("timeline: convex bodies need no covers");
  const TimelineCheck check(pair, goal, filter);
  for (std::size_t k = 0; k < timeline.spans.size(); ++k)
    if (CheckResult span = check.span(timeline.spans[k]); !span) {
      span.reason = "timeline: spans[" + std::to_string(k) + "]: " + span.reason;
      return span;
    }
  return holds();
}

CheckResult detail::check_span(const TimeSpan& span, const PairInMotion& pair, const TimelineGoal& goal,
                               Filter filter) {
  return TimelineCheck(pair, goal, filter).span(span);
}

CheckResult check_timeline(const Timeline& timeline, const PointsInMotion& a, const PointsInMotion& b,
                           Interval interval, double margin) {
  const PairInMotion pair(a, b, margin);
  if (CheckResult moving = check_moving(pair, interval); !moving) return moving;
  return check_spans(timeline, pair, {interval, interval});
}

}  // namespace clearance
