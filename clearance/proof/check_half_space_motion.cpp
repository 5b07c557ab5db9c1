#include <clearance/proof/check_half_space_motion.h>

#include <clearance/exact/time/height_blur.h>
#include <clearance/exact/time/height_form.h>
#include <clearance/exact/time/root.h>
#include <clearance/math/spin.h>
#include <clearance/proof/height_filter.h>
#include <clearance/proof/shape_data.h>
#include <clearance/proof/stretch.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace clearance::detail {
namespace {

constexpr int kHalvings = 24;

bool is_space(const ShapeInMotion& body) { return std::holds_alternative<HalfSpace>(body.shape); }

// ---- The bodies -----------------------------------------------------------------------------------------------------

// Points that no triangle uses are no part of a mesh.
std::vector<bool> used_points(const PartData& part) {
  std::vector<bool> used(part.points.size(), part.kind == PosedBody::Part::Kind::Convex);
  if (part.kind != PosedBody::Part::Kind::Convex)
    for (const MeshTriangle& triangle : part.triangles)
      for (const std::uint32_t v : triangle) used[v] = true;
  return used;
}

// What turns about its own normal is where it would be without.
Motion calm(const ShapeInMotion& body) {
  const auto* const space = std::get_if<HalfSpace>(&body.shape);
  return space == nullptr ? body.motion : without_idle_spin(space->normal(), body.motion);
}

// A half-space, and what is to stay above it: the points of a body, or one point where that is a half-space, too.
class HalfSpaceCheck {
 public:
  HalfSpaceCheck(const ShapeInMotion& a, const ShapeInMotion& b, double margin)
      : which_(is_space(a) ? Body::A : Body::B),
        space_(std::get<HalfSpace>((which_ == Body::A ? a : b).shape)),
        other_(which_ == Body::A ? std::get_if<HalfSpace>(&b.shape) : nullptr),
        motion_space_(without_idle_spin(space_.normal(), (which_ == Body::A ? a : b).motion)),
        motion_body_(calm(which_ == Body::A ? b : a)),
        margin_(margin) {
    const Shape& shape = (which_ == Body::A ? b : a).shape;
    if (other_ == nullptr)
      data_ = data_of(shape), body_ = posed_body(shape, data_, Pose());
    else
      data_.push_back({{Vec3{}}, {}, 0});
    for (const PartData& part : data_) {
      const std::vector<bool> used = used_points(part);
      for (std::size_t k = 0; k < part.points.size(); ++k)
        if (used[k]) reach_ = larger(reach_, norm_one(part.points[k]));
    }
  }
  HalfSpaceCheck(const HalfSpaceCheck&) = delete;
  HalfSpaceCheck& operator=(const HalfSpaceCheck&) = delete;

  CheckResult bodies(Interval interval) const;
  CheckResult timeline(const Timeline& timeline, const TimelineGoal& goal) const;
  CheckResult meeting(const MotionClaim& claim, Interval interval) const;

 private:
  PointsInMotion points(const Motion& motion) const { return {data_[0].points, motion, 0}; }
  bool is_rational() const { return detail::is_rational(motion_space_) && detail::is_rational(motion_body_); }
  // check(stretch, the pieces' blurs) for stretches within which neither motion changes.
  template <class Check>
  CheckResult for_each(double from, double to, const Check& check) const {
    return for_each_piece(motion_space_, motion_body_, from, to, check);
  }
  HeightBlur blur(double until) const {
    return {space_.normal(), space_.offset(), motion_space_, motion_body_, reach_, until};
  }
  MovingPlane plane(const HalfSpace& space, const PosePath& path) const {
    return moving_plane(space.normal(), space.offset(), path);
  }
  // Nothing for half-spaces that do not face each other throughout.
  std::optional<HeightForm> form(const Stretch& s) const;
  bool is_own_plane(const TimeSpan& span) const;
  CheckResult span(const TimeSpan& span, const TimelineGoal& goal) const;
  bool stays_above(const Stretch& s, bool is_open) const;
  // Under an angular velocity: wherever the bodies may be; and however far a body has turned.
  bool stays_above_blurred(const Stretch& s, const HeightBlur& blur) const;
  bool stays_above_turning(const TimeSpan& span) const;
  std::optional<double> reach_of_circles(const MovingPlane& own) const;
  // The vertex that a claim names, if there is one.
  struct Named {
    Vec3 point;
    Dyadic distance;
  };
  CheckResult find(const MotionClaim& claim, std::uint32_t of_space, std::uint32_t of_body, Named& named) const;
  CheckResult at_upper(const MotionClaim& claim) const;
  CheckResult at_upper_blurred(double upper, const Named& named) const;
  CheckResult at_root(const MotionClaim& claim, const ContactRoot& root, Interval interval) const;

  const Body which_;
  const HalfSpace& space_;
  const HalfSpace* const other_;
  const Motion motion_space_, motion_body_;
  const double margin_;
  double reach_ = 0;  // |x| + |y| + |z| of all points, at most
  std::vector<PartData> data_;
  PosedBody body_;
};

CheckResult HalfSpaceCheck::bodies(Interval interval) const {
  if (other_ == nullptr)
    if (CheckResult body = check_body(body_, which_ == Body::A ? "body b" : "body a"); !body) return body;
  const PointsInMotion of_space = points(motion_space_), of_body = points(motion_body_);
  return check_moving(PairInMotion(of_space, of_body, margin_), interval);
}

std::optional<HeightForm> HalfSpaceCheck::form(const Stretch& s) const {
  const MovingPlane own = plane(space_, s.a);
  if (other_ == nullptr) return HeightForm(own, s.b);
  const MovingPlane facing = plane(*other_, s.b);
  if (!are_opposite(own, facing, s.low)) return {};
  // At one instant it does not matter what they do before and after.
  return compare(s.low, s.high) == 0 ? HeightForm::between(standing(own, s.low), standing(facing, s.low))
                                     : HeightForm::between(own, facing);
}

// ---- Separation -----------------------------------------------------------------------------------------------------

bool HalfSpaceCheck::is_own_plane(const TimeSpan& span) const {
  const Plane& plane = span.plane;
  const bool is_of_a = plane.of == Body::A;
  const std::uint32_t* const v = plane.vertices;
  return plane.kind == Plane::Kind::Face && plane.side_count == 0 && v[0] == 0 && v[1] == 0 && v[2] == 0 &&
         (plane.of == which_ || other_ != nullptr) && plane.flip == !is_of_a && !span.offset &&
         span.frame == (is_of_a ? TimeSpan::Frame::A : TimeSpan::Frame::B);
}

// p > 0 throughout, but perhaps at the last instant.
bool stays_positive(const Polynomial& p, const Stretch& s, bool is_open) {
  if (!is_open) return is_positive(p, s.low, s.high);
  if (p.at(s.low).sign() <= 0) return false;
  const std::vector<Root> roots = roots_between(p, s.low, s.high);
  return std::all_of(roots.begin(), roots.end(),
                     [&](const Root& root) { return root.is_exact() && compare(root.low(), s.high) == 0; });
}

bool HalfSpaceCheck::stays_above(const Stretch& s, bool is_open) const {
  const std::optional<HeightForm> heights = form(s);
  if (!heights) return false;
  HeightFilter filter(*heights, s.low.to_double(), s.high.to_double());
  for (const PartData& part : data_) {
    const Dyadic distance = Dyadic(part.radius) + Dyadic(margin_);
    const double rough = sum_above(part.radius, margin_);
    const std::vector<bool> used = used_points(part);
    for (std::size_t k = 0; k < part.points.size(); ++k) {
      if (!used[k] || filter.settles(part.points[k], rough)) continue;
      const Polynomial value = heights->value(part.points[k]);
      if (!stays_positive(value, s, is_open)) return false;
      if (distance.sign() > 0 && !stays_positive(heights->beyond(value, distance), s, is_open)) return false;
    }
  }
  return true;
}

// A plane that does not turn has a normal of one length, of which the sum of its components is no less: so squares are
// needed for radii and margin alone.
bool HalfSpaceCheck::stays_above_blurred(const Stretch& s, const HeightBlur& blur) const {
  const MovingPlane own = blur.plane(s.a);
  const std::optional<Dyadic> off = blur.of(own, s.blur_a, s.blur_b);
  if (!off) return false;
  const HeightForm heights(own, s.b);
  BlurredFilter filter(heights, s.low.to_double(), s.high.to_double(), *off, blur.bend());
  const bool is_constant = own.normal.x.degree() <= 0 && own.normal.y.degree() <= 0 && own.normal.z.degree() <= 0;
  Polynomial room;  // at least what the blur is worth in values
  if (is_constant) {
    Dyadic size;
    for (const Polynomial* c : {&own.normal.x, &own.normal.y, &own.normal.z})
      if (!c->is_zero()) size = (*c)[0].sign() > 0 ? size + (*c)[0] : size - (*c)[0];
    room = Polynomial(*off * size) * s.b.denominator();
  }
  const auto is_positive = [&](const Polynomial& p) { return is_surely_positive(p, s.low, s.high, kHalvings); };
  for (const PartData& part : data_) {
    const Dyadic distance = Dyadic(part.radius) + Dyadic(margin_), all = is_constant ? distance : distance + *off;
    const double rough = sum_above(part.radius, margin_);
    const std::vector<bool> used = used_points(part);
    for (std::size_t k = 0; k < part.points.size(); ++k) {
      if (!used[k] || filter.settles(part.points[k], rough)) continue;
      const Polynomial value = heights.value(part.points[k]) - room;
      if (!is_positive(value)) return false;
      if (all.sign() > 0 && !is_positive(heights.beyond(value, all))) return false;
    }
  }
  return true;
}

// Over a plane that does not turn the points of a body under an angular velocity go round on circles about a point that
// goes straight: how far down these reach, with the body's own radius, is a distance of that point.
bool HalfSpaceCheck::stays_above_turning(const TimeSpan& span) const {
  if (detail::is_rational(motion_body_) || !detail::is_rational(motion_space_)) return false;
  const Flight& flight = motion_body_.flight();
  const Result<Motion> straight =
      Motion::flight(motion_body_.start(), {flight.velocity, flight.acceleration, {}, {}}, motion_body_.begins());
  if (!straight) return false;
  const CheckResult all = for_each_piece(motion_space_, *straight, span.from, span.to, [&](const Stretch& s) {
    const MovingPlane own = plane(space_, s.a);
    if (s.a.turns()) return refused("the plane turns");
    const std::optional<double> reach = reach_of_circles(own);
    if (!reach) return refused("out of range");
    const HeightForm heights(own, s.b);
    const Polynomial value = heights.value(flight.center);
    const Dyadic distance = Dyadic(*reach) + Dyadic(margin_);
    return is_positive(value, s.low, s.high) &&
                   (distance.sign() <= 0 || is_positive(heights.beyond(value, distance), s.low, s.high))
               ? holds()
               : refused("the circles reach the plane");
  });
  return static_cast<bool>(all);
}

// Some 40u of all sizes are lost, the axis and the normal being off by 4u.
std::optional<double> HalfSpaceCheck::reach_of_circles(const MovingPlane& own) const {
  const auto first = [](const Polynomial& p) { return p.is_zero() ? Dyadic() : p[0]; };
  const Dyadic x = first(own.normal.x), y = first(own.normal.y), z = first(own.normal.z);
  const Dyadic size = (x.sign() < 0 ? -x : x) + (y.sign() < 0 ? -y : y) + (z.sign() < 0 ? -z : z);
  Vec3 n{rounded_ratio(x, size), rounded_ratio(y, size), rounded_ratio(z, size)};
  n = n / norm(n);
  const Vec3 axis = Spin(motion_body_.flight().angular_velocity).axis();
  const double along = -dot(n, axis), across = norm(cross(n, axis)), arm = arm_of(motion_body_, reach_);
  if (!(arm == 0 || (arm > 1e-100 && arm < 1e100))) return {};
  double most = -kNever;
  for (const PartData& part : data_) {
    const std::vector<bool> used = used_points(part);
    for (std::size_t k = 0; k < part.points.size(); ++k) {
      if (!used[k]) continue;
      const Vec3 w = motion_body_.start().rotation() *
                     (apply(motion_body_.offset(), part.points[k]) - motion_body_.flight().center);
      most = larger(most, along * dot(axis, w) + across * norm(cross(w, axis)) + part.radius);
    }
  }
  const double reach = most + 0x1p-46 * arm;
  return larger(0, reach * (1 + 0x1p-48));
}

CheckResult HalfSpaceCheck::span(const TimeSpan& span, const TimelineGoal& goal) const {
  if (!is_own_plane(span)) return refused("the plane is not the half-space's own");
  if (span.at && !(*span.at >= goal.whole.begin && *span.at <= goal.whole.end))
    return refused("at: not a time of the interval");
  if (!is_rational()) {
    if (other_ == nullptr && stays_above_turning(span)) return holds();
    const HeightBlur known = blur(span.to);
    return for_each(span.from, span.to, [&](const Stretch& s) {
      const bool is_exact = s.blur_a.sign() == 0 && s.blur_b.sign() == 0;
      return (is_exact ? stays_above(s, false) : other_ == nullptr && stays_above_blurred(s, known))
                 ? holds()
                 : refused("the plane does not separate throughout");
    });
  }
  return for_each(span.from, span.to, [&](const Stretch& s) {
    const bool is_open = goal.is_open && compare(s.high, Dyadic(goal.shown.end)) == 0 && compare(s.low, s.high) < 0;
    return stays_above(s, is_open) ? holds() : refused("the plane does not separate throughout");
  });
}

CheckResult HalfSpaceCheck::timeline(const Timeline& timeline, const TimelineGoal& goal) const {
  if (CheckResult filled = spans_fill(timeline, goal.shown); !filled) return filled;
  if (!timeline.covers.empty()) return refused("timeline: half-spaces need no covers");
  for (std::size_t k = 0; k < timeline.spans.size(); ++k)
    if (CheckResult checked = span(timeline.spans[k], goal); !checked) {
      checked.reason = "timeline: spans[" + std::to_string(k) + "]: " + checked.reason;
      return checked;
    }
  return holds();
}

// ---- Contact --------------------------------------------------------------------------------------------------------

CheckResult HalfSpaceCheck::find(const MotionClaim& claim, std::uint32_t of_space, std::uint32_t of_body,
                                 Named& named) const {
  const std::optional<std::uint32_t>&part_of_space = which_ == Body::A ? claim.part_a : claim.part_b,
        &part_of_body = which_ == Body::A ? claim.part_b : claim.part_a;
  if (part_of_space.value_or(0) != 0) return refused("part: a half-space is one part, number 0");
  if (of_space != 0) return refused("contact: the half-space's number must be 0");
  if (part_of_body.value_or(0) >= data_.size()) return refused("part: no such part");
  const PartData& part = data_[part_of_body.value_or(0)];
  if (of_body >= part.points.size() || !used_points(part)[of_body]) return refused("contact: no such vertex");
  named = {part.points[of_body], Dyadic(part.radius) + Dyadic(margin_)};
  return holds();
}

CheckResult HalfSpaceCheck::at_upper(const MotionClaim& claim) const {
  const Certificate& certificate = claim.contact;
  if (certificate.kind == Certificate::Kind::None) return lacks(Missing::Certificate, "contact: no certificate");
  if (certificate.kind != Certificate::Kind::Simplex || certificate.simplex.count != 1)
    return refused("contact: needs a simplex of one pair");
  const std::uint32_t a = certificate.simplex.a[0], b = certificate.simplex.b[0];
  Named named;
  if (CheckResult found = find(claim, which_ == Body::A ? a : b, which_ == Body::A ? b : a, named); !found)
    return found;
  if (!is_rational()) return at_upper_blurred(claim.upper, named);
  return for_each(claim.upper, claim.upper, [&](const Stretch& s) {
    const std::optional<HeightForm> heights = form(s);
    return !heights || heights->compare_at(s.low, named.point, named.distance) <= 0
               ? holds()
               : refused("contact: the vertex is above the plane");
  });
}

CheckResult HalfSpaceCheck::at_upper_blurred(double upper, const Named& named) const {
  if (other_ != nullptr) {
    const TwoHalfSpaces both = half_spaces_at({space_.normal(), space_.offset(), motion_space_},
                                              {other_->normal(), other_->offset(), motion_body_}, upper, margin_);
    return both == TwoHalfSpaces::Meet ? holds() : refused("contact: the half-spaces need not meet");
  }
  const HeightBlur known = blur(upper);
  return for_each(upper, upper, [&](const Stretch& s) {
    const MovingPlane own = known.plane(s.a);
    const std::optional<Dyadic> off = known.of(own, s.blur_a, s.blur_b);
    return off && HeightForm(own, s.b).compare_at(s.low, named.point, named.distance - *off) <= 0
               ? holds()
               : refused("contact: the vertex need not be below the plane");
  });
}

CheckResult HalfSpaceCheck::at_root(const MotionClaim& claim, const ContactRoot& root, Interval interval) const {
  if (!is_rational()) return refused("root: under an angular velocity there are no contact functions");
  if (!(interval.begin <= root.after && root.after <= root.before && root.before <= interval.end))
    return refused("root: between what are not times of the interval");
  if (root.kind != (which_ == Body::A ? ContactRoot::Kind::VertexOfB : ContactRoot::Kind::VertexOfA))
    return refused("root: needs a vertex of the body and the half-space's plane");
  const std::uint32_t(&face)[3] = which_ == Body::A ? root.a : root.b;
  if (face[1] != 0 || face[2] != 0) return refused("root: the half-space's numbers must be 0");
  Named named;
  if (CheckResult known = find(claim, face[0], (which_ == Body::A ? root.b : root.a)[0], named); !known) return known;
  std::optional<Root> found;
  CheckResult all = for_each(root.after, root.before, [&](const Stretch& s) {
    const std::optional<HeightForm> heights = form(s);
    if (!heights) return refused("root: the half-spaces do not face each other throughout");
    const Polynomial function = heights->beyond(heights->value(named.point), named.distance);
    if (function.is_zero()) return refused("root: the contact function is zero throughout");
    for (Root& next : roots_between(function, s.low, s.high)) {
      // Where two stretches abut, the instant belongs to both.
      if (found && compare(*found, next) == 0) continue;
      if (found) return refused("root: the contact function has more than one");
      found = std::move(next);
    }
    return holds();
  });
  if (!all) return all;
  if (!found) return refused("root: the contact function has none");
  Root least{Dyadic(claim.lower)}, most{Dyadic(claim.upper)};
  return compare(least, *found) <= 0 && compare(*found, most) <= 0 ? holds()
                                                                   : refused("root: not between lower and upper");
}

CheckResult HalfSpaceCheck::meeting(const MotionClaim& claim, Interval interval) const {
  if (!claim.root) return at_upper(claim);
  if (CheckResult root = at_root(claim, *claim.root, interval); !root) return root;
  // A root is enough; a certificate that is there all the same must hold.
  return claim.contact.kind == Certificate::Kind::None ? holds() : at_upper(claim);
}

}  // namespace

CheckResult check_half_space_motion(const MotionClaim& claim, const ShapeInMotion& a, const ShapeInMotion& b,
                                    Interval interval, double margin) {
  const HalfSpaceCheck check(a, b, margin);
  if (CheckResult bodies = check.bodies(interval); !bodies) return bodies;
  return check_claim_in_time(
      claim, interval, [&](const TimelineGoal& goal) { return check.timeline(claim.timeline, goal); },
      [&] { return check.meeting(claim, interval); });
}

CheckResult check_half_space_timeline(const Timeline& timeline, const ShapeInMotion& a, const ShapeInMotion& b,
                                      Interval interval, double margin) {
  const HalfSpaceCheck check(a, b, margin);
  if (CheckResult bodies = check.bodies(interval); !bodies) return bodies;
  return check.timeline(timeline, {interval, interval});
}

}  // namespace clearance::detail
