// Notation: X/w a moving point, w > 0; N the normal as the world sees it, times a positive polynomial.
#include <clearance/proof/check_timeline.h>

#include <clearance/exact/pose_path.h>
#include <clearance/exact/root.h>
#include <clearance/proof/pieces.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

Polynomial square(const Polynomial& p) { return p * p; }

PolynomialVec constant(const DyadicVec& v) { return {Polynomial(v.x), Polynomial(v.y), Polynomial(v.z)}; }

DyadicVec at(const PolynomialVec& v, const Dyadic& time) { return {v.x.at(time), v.y.at(time), v.z.at(time)}; }

// A time within which neither motion changes from one piece to the next.
struct Stretch {
  Dyadic low, high;
  const PosePath &a, &b;
};

CheckResult not_rational() {
  return lacks(Missing::Certificate, "under an angular velocity positions are not rational");
}

class TimelineCheck {
 public:
  TimelineCheck(const PointsInMotion& a, const PointsInMotion& b, Interval interval)
      : a_(a), b_(b), interval_(interval) {}

  CheckResult span(const TimeSpan& span) const;

 private:
  // A normal in the span's frame.
  CheckResult normal(const TimeSpan& span, DyadicVec& n) const;
  CheckResult stretch(const TimeSpan& span, const DyadicVec& n, const Stretch& stretch) const;
  bool stays_between(const Dyadic& start, const Dyadic& rate, const PolynomialVec& n, const Polynomial& scale,
                     const Stretch& s) const;
  bool stays_apart(const PolynomialVec& n, bool is_a_still, const Stretch& s) const;

  const PointsInMotion &a_, &b_;
  const Interval interval_;
};

CheckResult TimelineCheck::normal(const TimeSpan& span, DyadicVec& n) const {
  const double instant = span.at.value_or(span.from);
  if (!std::isfinite(instant) || instant < interval_.begin || instant > interval_.end) return refused("at: not a time of the interval");
  const Dyadic time = instant;
  const auto now_a = path_of(a_.motion, time, time), now_b = path_of(b_.motion, time, time);
  if (!now_a || !now_b) return not_rational();
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

// value/(scale·|N|) > length, throughout.
bool exceeds(const Polynomial& value, const Dyadic& length, const Polynomial& scale, const PolynomialVec& n,
             const Stretch& s) {
  if (!is_positive(value, s.low, s.high)) return false;
  if (length.sign() == 0) return true;
  return is_positive(square(value) - square(Polynomial(length) * scale) * dot(n, n), s.low, s.high);
}

// n·x = start + rate·time in between; N/scale is as long as the vector.
bool TimelineCheck::stays_between(const Dyadic& start, const Dyadic& rate, const PolynomialVec& n,
                                  const Polynomial& scale, const Stretch& s) const {
  const Polynomial level({start, rate});
  const Polynomial level_a = level * scale * s.a.denominator(), level_b = level * scale * s.b.denominator();
  return std::all_of(
             a_.points.begin(), a_.points.end(),
             [&](Vec3 v) { return exceeds(level_a - dot(n, s.a.numerator(v)), a_.radius, s.a.denominator(), n, s); }) &&
         std::all_of(b_.points.begin(), b_.points.end(), [&](Vec3 v) {
           return exceeds(dot(n, s.b.numerator(v)) - level_b, b_.radius, s.b.denominator(), n, s);
         });
}

// One body does not turn against N: the same point of it is the farthest throughout.
bool TimelineCheck::stays_apart(const PolynomialVec& n, bool is_a_still, const Stretch& s) const {
  const PointsInMotion &still = is_a_still ? a_ : b_, &other = is_a_still ? b_ : a_;
  const PosePath &path = is_a_still ? s.a : s.b, &path_of_other = is_a_still ? s.b : s.a;
  const DyadicVec now = at(n, s.low);
  const Vec3 farthest_point = farthest(path.at(s.low), is_a_still ? now : -now, [&](const auto& visit) {
    for (const Vec3 v : still.points) visit(v);
  });
  const Polynomial scale = s.a.denominator() * s.b.denominator();
  const Polynomial reach = path_of_other.denominator() * dot(n, path.numerator(farthest_point));
  const Dyadic radii = Dyadic(a_.radius) + Dyadic(b_.radius);
  return std::all_of(other.points.begin(), other.points.end(), [&](Vec3 v) {
    const Polynomial height = path.denominator() * dot(n, path_of_other.numerator(v));
    return exceeds(is_a_still ? height - reach : reach - height, radii, scale, n, s);
  });
}

CheckResult TimelineCheck::stretch(const TimeSpan& span, const DyadicVec& n, const Stretch& s) const {
  const PosePath* const frame = span.frame == TimeSpan::Frame::A   ? &s.a
                                : span.frame == TimeSpan::Frame::B ? &s.b
                                                                   : nullptr;
  const PolynomialVec in_world = frame ? frame->turned(n) : constant(n);
  if (span.offset) {
    const Polynomial scale = frame ? frame->denominator() : Polynomial(Dyadic(1));
    const Dyadic rate = span.offset->rate, start = Dyadic(span.offset->start) - rate * Dyadic(span.from);
    return stays_between(start, rate, in_world, scale, s) ? holds() : refused("the plane does not separate throughout");
  }
  const bool is_a_still = frame ? frame == &s.a : !s.a.turns();
  if (!is_a_still && !frame && s.b.turns()) return refused("both bodies turn: needs an offset");
  return stays_apart(in_world, is_a_still, s) ? holds() : refused("the plane does not separate throughout");
}

CheckResult TimelineCheck::span(const TimeSpan& span) const {
  DyadicVec n;
  if (CheckResult made = normal(span, n); !made) return made;
  const Dyadic from = span.from, to = span.to;
  const auto pieces_a = path_of(a_.motion, from, to), pieces_b = path_of(b_.motion, from, to);
  if (!pieces_a || !pieces_b) return not_rational();
  for (const PathPiece& a : *pieces_a)
    for (const PathPiece& b : *pieces_b) {
      const Dyadic &low = compare(a.from, b.from) > 0 ? a.from : b.from, &high = compare(a.to, b.to) < 0 ? a.to : b.to;
      // Where two pieces abut, the instant belongs to both.
      if (compare(low, high) > 0 || (compare(low, high) == 0 && span.from < span.to)) continue;
      if (CheckResult checked = stretch(span, n, {low, high, a.path, b.path}); !checked) return checked;
    }
  return holds();
}

CheckResult spans_fill(const Timeline& timeline, Interval interval) {
  const auto [begin, end] = interval;
  if (!(std::isfinite(begin) && std::isfinite(end) && begin <= end)) return refused("timeline: not an interval");
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

}  // namespace

CheckResult check_timeline(const Timeline& timeline, const PointsInMotion& a, const PointsInMotion& b,
                           Interval interval) {
  if (CheckResult points = check_points(a.points, a.radius, "body a"); !points) return points;
  if (CheckResult points = check_points(b.points, b.radius, "body b"); !points) return points;
  if (CheckResult filled = spans_fill(timeline, interval); !filled) return filled;
  if (!(interval.begin >= a.motion.begins() && interval.begin >= b.motion.begins()))
    return refused("timeline: begins before a motion does");
  const TimelineCheck check(a, b, interval);
  for (std::size_t k = 0; k < timeline.spans.size(); ++k)
    if (CheckResult span = check.span(timeline.spans[k]); !span) {
      span.reason = "timeline: spans[" + std::to_string(k) + "]: " + span.reason;
      return span;
    }
  return holds();
}

}  // namespace clearance
