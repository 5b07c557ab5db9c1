#include <clearance/proof/check_half_space_motion.h>

#include <clearance/exact/height_form.h>
#include <clearance/exact/root.h>
#include <clearance/exact/rough_heights.h>
#include <clearance/proof/shape_data.h>
#include <clearance/proof/stretch.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace clearance::detail {
namespace {

bool is_space(const ShapeInMotion& body) { return std::holds_alternative<HalfSpace>(body.shape); }

// ---- In doubles -----------------------------------------------------------------------------------------------------

// Whether points stay above the plane throughout a stretch, by halves of it as far as that helps.
class HeightFilter {
 public:
  HeightFilter(const HeightForm& form, double low, double high) : heights_(form, low, high) {}

  bool settles(Vec3 v, double distance) { return settles(v, distance, 1, heights_.low(), heights_.high()); }

 private:
  static constexpr unsigned kMostHalves = 1u << 8;

  // `node` numbers the halves of halves: those of k are 2k and 2k + 1.
  bool settles(Vec3 v, double distance, unsigned node, double from, double to) {
    const auto [at, is_new] = windows_.try_emplace(node);
    if (is_new) at->second = heights_.window(from, to);
    const RoughHeights::Window& window = at->second;
    const double error = window.error(norm_one(v), distance);
    double least = kInfinity, at_ends = kInfinity;
    for (int i = 0; i <= window.degree; ++i) {
      const double b = window.coefficient(i, v, distance) - error;
      if (!(b < kInfinity)) return false;
      least = std::min(least, b);
      if (i == 0 || i == window.degree) at_ends = std::min(at_ends, b);
    }
    if (least > 0) return true;
    const double middle = 0.5 * from + 0.5 * to;
    if (!(at_ends > 0) || 2 * node >= kMostHalves || !(from < middle && middle < to)) return false;
    return settles(v, distance, 2 * node, from, middle) && settles(v, distance, 2 * node + 1, middle, to);
  }

  const RoughHeights heights_;
  std::map<unsigned, RoughHeights::Window> windows_;
};

// At least the sum.
double sum_above(double radius, double margin) {
  return radius == 0 ? margin : margin == 0 ? radius : std::nextafter(radius + margin, kInfinity);
}

// ---- The bodies -----------------------------------------------------------------------------------------------------

// A half-space, and what is to stay above it: the points of a body, or one point where that is a half-space, too.
class HalfSpaceCheck {
 public:
  HalfSpaceCheck(const ShapeInMotion& a, const ShapeInMotion& b, double margin)
      : which_(is_space(a) ? Body::A : Body::B),
        space_(std::get<HalfSpace>((which_ == Body::A ? a : b).shape)),
        other_(which_ == Body::A ? std::get_if<HalfSpace>(&b.shape) : nullptr),
        motion_space_((which_ == Body::A ? a : b).motion),
        motion_body_((which_ == Body::A ? b : a).motion),
        margin_(margin) {
    const Shape& shape = (which_ == Body::A ? b : a).shape;
    if (other_ == nullptr)
      data_ = data_of(shape), body_ = posed_body(shape, data_, Pose());
    else
      data_.push_back({{Vec3{}}, {}, 0});
  }
  HalfSpaceCheck(const HalfSpaceCheck&) = delete;
  HalfSpaceCheck& operator=(const HalfSpaceCheck&) = delete;

  CheckResult bodies(Interval interval) const;
  CheckResult timeline(const Timeline& timeline, const TimelineGoal& goal) const;
  CheckResult meeting(const MotionClaim& claim, Interval interval) const;

 private:
  PointsInMotion points(const Motion& motion) const { return {data_[0].points, motion, 0}; }
  // check(low, high, plane, path of the body) for stretches within which neither motion changes.
  template <class Check>
  CheckResult for_each(double from, double to, const Check& check) const {
    return for_each_stretch(points(motion_space_), points(motion_body_), from, to, check);
  }
  MovingPlane plane(const HalfSpace& space, const PosePath& path) const {
    return moving_plane(space.normal(), space.offset(), path);
  }
  // Nothing for half-spaces that do not face each other throughout.
  std::optional<HeightForm> form(const Stretch& s) const;
  bool is_own_plane(const TimeSpan& span) const;
  CheckResult span(const TimeSpan& span, const TimelineGoal& goal) const;
  bool stays_above(const Stretch& s, bool is_open) const;
  // The vertex that a claim names, if there is one.
  struct Named {
    Vec3 point;
    Dyadic distance;
  };
  CheckResult find(const MotionClaim& claim, std::uint32_t of_space, std::uint32_t of_body, Named& named) const;
  CheckResult at_upper(const MotionClaim& claim) const;
  CheckResult at_root(const MotionClaim& claim, Interval interval) const;

  const Body which_;
  const HalfSpace& space_;
  const HalfSpace* const other_;
  const Motion &motion_space_, &motion_body_;
  const double margin_;
  std::vector<PartData> data_;
  PosedBody body_;
};

// Points that no triangle uses are no part of a mesh.
std::vector<bool> used_points(const PartData& part) {
  std::vector<bool> used(part.points.size(), part.kind == PosedBody::Part::Kind::Convex);
  if (part.kind != PosedBody::Part::Kind::Convex)
    for (const MeshTriangle& triangle : part.triangles)
      for (const std::uint32_t v : triangle) used[v] = true;
  return used;
}

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

CheckResult HalfSpaceCheck::span(const TimeSpan& span, const TimelineGoal& goal) const {
  if (!is_own_plane(span)) return refused("the plane is not the half-space's own");
  if (span.at && !(*span.at >= goal.whole.begin && *span.at <= goal.whole.end))
    return refused("at: not a time of the interval");
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
  return for_each(claim.upper, claim.upper, [&](const Stretch& s) {
    const std::optional<HeightForm> heights = form(s);
    return !heights || heights->compare_at(s.low, named.point, named.distance) <= 0
               ? holds()
               : refused("contact: the vertex is above the plane");
  });
}

CheckResult HalfSpaceCheck::at_root(const MotionClaim& claim, Interval interval) const {
  const ContactRoot& root = *claim.root;
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
  if (CheckResult root = at_root(claim, interval); !root) return root;
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
