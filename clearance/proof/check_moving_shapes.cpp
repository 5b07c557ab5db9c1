// Why a cover at every instant of a span, and vertices outside at its beginning, keep solids apart for all of it: the
// surfaces share no point at any instant, so no component can go from outside a solid to its inside.
#include <clearance/proof/check_moving_shapes.h>

#include <clearance/proof/check_half_space_motion.h>
#include <clearance/proof/check_placed.h>
#include <clearance/proof/cover.h>
#include <clearance/proof/origin.h>
#include <clearance/proof/shape_data.h>
#include <clearance/proof/stretch.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

// A body with its data, so that it can be copied nowhere.
class MovingBody {
 public:
  explicit MovingBody(const ShapeInMotion& moving)
      : data_(data_of(moving.shape)), body_(posed_body(moving.shape, data_, Pose())), motion_(moving.motion) {
    std::size_t count = 0;
    for (const PosedBody::Part& part : body_.parts) {
      first_.push_back(count);
      count += part.points.size();
    }
    seen_.resize(count);
  }
  MovingBody(const MovingBody&) = delete;
  MovingBody& operator=(const MovingBody&) = delete;

  const PosedBody& body() const { return body_; }
  const Motion& motion() const { return motion_; }
  bool is_convex() const { return body_.kind == PosedBody::Kind::Convex; }
  PointsInMotion part(std::size_t number) const {
    return {body_.parts[number].points, motion_, body_.parts[number].radius};
  }
  // All points of a set, each once, and the largest radius.
  PointsInMotion gathered(ElementSet set, std::vector<Vec3>& points) {
    points.clear();
    if (++gathering_ == 0) seen_.assign(seen_.size(), 0), gathering_ = 1;
    double radius = 0;
    for (const std::uint32_t element : set) {
      const ElementAt at = element_at(body_, element);
      const PosedBody::Part& part = body_.parts[at.part];
      radius = std::max(radius, part.radius);
      if (!is_mesh(body_, at.part)) {
        points.insert(points.end(), part.points.begin(), part.points.end());
        continue;
      }
      for (const std::uint32_t v : part.triangles[at.triangle])
        if (std::uint32_t& seen = seen_[first_[at.part] + v]; seen != gathering_) {
          seen = gathering_;
          points.push_back(part.points[v]);
        }
    }
    return {points, motion_, radius};
  }

 private:
  std::vector<PartData> data_;
  PosedBody body_;
  const Motion& motion_;
  // When each point was last gathered, part after part.
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t gathering_ = 0;
};

std::span<const std::uint32_t> vertices_of(const WitnessPoint& point) {
  return {point.vertices, static_cast<std::size_t>(std::clamp(point.count, 0, WitnessPoint::kMaxVertices))};
}

class ShapesCheck {
 public:
  ShapesCheck(MovingBody& a, MovingBody& b, double margin) : a_(a), b_(b), margin_(margin) {}

  CheckResult bodies(Interval interval) const;
  CheckResult timeline(const Timeline& timeline, const TimelineGoal& goal) const;
  CheckResult meeting(const MotionClaim& claim, Interval interval) const;

 private:
  CheckResult span(const TimeSpan& span, const SpanCover& cover, const TimelineGoal& goal) const;
  CheckResult at_upper(const MotionClaim& claim) const;
  CheckResult at_blurred_places(const MotionClaim& claim, const ExactPair& pair, const Dyadic& blur) const;
  bool has_root_on_elements(const MotionClaim& claim, const ContactRoot& root) const;

  MovingBody &a_, &b_;
  const double margin_;
};

CheckResult ShapesCheck::bodies(Interval interval) const {
  if (CheckResult body = check_body(a_.body(), "body a"); !body) return body;
  if (CheckResult body = check_body(b_.body(), "body b"); !body) return body;
  return check_moving(PairInMotion(a_.part(0), b_.part(0), margin_), interval);
}

CheckResult ShapesCheck::span(const TimeSpan& span, const SpanCover& cover, const TimelineGoal& goal) const {
  if (!cover.offsets.empty() && cover.offsets.size() != cover.nodes.size())
    return refused("cover: needs one offset for each node, or none");
  std::vector<Vec3> points_a, points_b;
  CheckResult planes = check_cover(
      cover, a_.body(), b_.body(), [&](std::uint32_t node, ElementSet set_a, ElementSet set_b) -> CheckResult {
        if (set_a.empty() || set_b.empty()) return holds();
        const Plane& plane = cover.nodes[node].plane;
        if (plane.kind != Plane::Kind::Vector || plane.side_count != 0) return refused("not a vector");
        TimeSpan of_sets;
        of_sets.from = span.from, of_sets.to = span.to;
        of_sets.plane = plane;
        if (!cover.offsets.empty()) of_sets.offset = cover.offsets[node];
        const PointsInMotion a = a_.gathered(set_a, points_a), b = b_.gathered(set_b, points_b);
        return check_span(of_sets, PairInMotion(a, b, margin_), goal);
      });
  if (!planes) return planes;
  const Dyadic from = span.from;
  const auto now_a = path_of(a_.motion(), from, from), now_b = path_of(b_.motion(), from, from);
  if (!now_a || !now_b) return turns_too_far();
  return check_outside(cover, a_.body(), b_.body(),
                       ExactPair(now_a->front().path.at(from), now_b->front().path.at(from)));
}

CheckResult ShapesCheck::timeline(const Timeline& timeline, const TimelineGoal& goal) const {
  if (CheckResult filled = spans_fill(timeline, goal.shown); !filled) return filled;
  if (timeline.covers.size() != timeline.spans.size()) return refused("timeline: needs a cover for each span");
  for (std::size_t k = 0; k < timeline.spans.size(); ++k)
    if (CheckResult checked = span(timeline.spans[k], timeline.covers[k], goal); !checked) {
      checked.reason = "timeline: spans[" + std::to_string(k) + "]: " + checked.reason;
      return checked;
    }
  return holds();
}

CheckResult ShapesCheck::at_upper(const MotionClaim& claim) const {
  Claim contact;
  contact.certificate = claim.contact;
  contact.part_a = claim.part_a, contact.part_b = claim.part_b;
  const std::size_t part_a = claim.part_a.value_or(0), part_b = claim.part_b.value_or(0);
  return for_each_stretch(a_.part(part_a), b_.part(part_b), claim.upper, claim.upper, [&](const Stretch& s) {
    if (const Dyadic blur = s.blur_a + s.blur_b; blur.sign() > 0)
      return at_blurred_places(claim, ExactPair(s.a.at(s.low), s.b.at(s.low)), blur);
    return check_common_point(contact, a_.body(), b_.body(), ExactPair(s.a.at(s.low), s.b.at(s.low)), margin_);
  });
}

// Wherever the bodies may be: of two triangles, all differences of their corners around a ball.
CheckResult ShapesCheck::at_blurred_places(const MotionClaim& claim, const ExactPair& pair, const Dyadic& blur) const {
  const std::size_t number_a = claim.part_a.value_or(0), number_b = claim.part_b.value_or(0);
  const PosedBody::Part &part_a = a_.body().parts[number_a], &part_b = b_.body().parts[number_b];
  const Certificate& certificate = claim.contact;
  const Dyadic radius = Dyadic(part_a.radius) + Dyadic(part_b.radius) + Dyadic(margin_);
  switch (certificate.kind) {
    case Certificate::Kind::Triangles: {
      const std::size_t i = certificate.mesh.triangle_a, k = certificate.mesh.triangle_b;
      if (i >= part_a.triangles.size() || k >= part_b.triangles.size()) return refused("triangles: no such triangle");
      std::vector<DyadicVec> differences;
      for (const std::uint32_t v : part_a.triangles[i])
        for (const std::uint32_t w : part_b.triangles[k])
          differences.push_back(pair.difference(part_a.points[v], part_b.points[w]));
      const bool do_meet = compare(radius, blur) >= 0 ? hull_holds_origin(differences)
                                                      : hull_holds_ball(differences, (blur - radius) * pair.scale());
      return do_meet ? holds() : refused("triangles: they do not meet wherever the bodies may be");
    }
    case Certificate::Kind::Inside:
      return lacks(Missing::Certificate, "inside: not shown wherever the bodies may be");
    case Certificate::Kind::Simplex:
    case Certificate::Kind::Touch: {
      const auto count = static_cast<std::size_t>(std::clamp(certificate.simplex.count, 0, Simplex::kMaxPairs));
      if (!are_on_one_triangle(a_.body(), number_a, {certificate.simplex.a, count}) ||
          !are_on_one_triangle(b_.body(), number_b, {certificate.simplex.b, count}))
        return refused("simplex: the mesh's vertices are on no single triangle");
      break;
    }
    case Certificate::Kind::Near: {
      const Witness& witness = certificate.witness;
      if (!are_on_one_triangle(a_.body(), number_a, vertices_of(witness.a)) ||
          !are_on_one_triangle(b_.body(), number_b, vertices_of(witness.b)))
        return refused("near: a point is on no single triangle");
      break;
    }
    default:
      break;
  }
  return check_contact_throughout(certificate, {part_a.points, part_b.points, pair}, radius, blur);
}

// A face and an edge of a mesh are those of one of its triangles.
bool ShapesCheck::has_root_on_elements(const MotionClaim& claim, const ContactRoot& root) const {
  const std::size_t of_a = root.kind == ContactRoot::Kind::Edges       ? 2
                           : root.kind == ContactRoot::Kind::VertexOfA ? 1
                                                                       : 3;
  return are_on_one_triangle(a_.body(), claim.part_a.value_or(0), {root.a, of_a}) &&
         are_on_one_triangle(b_.body(), claim.part_b.value_or(0), {root.b, 4 - of_a});
}

CheckResult ShapesCheck::meeting(const MotionClaim& claim, Interval interval) const {
  const std::size_t part_a = claim.part_a.value_or(0), part_b = claim.part_b.value_or(0);
  if (part_a >= a_.body().parts.size() || part_b >= b_.body().parts.size()) return refused("part: no such part");
  if (!claim.root) return at_upper(claim);
  if (CheckResult root = check_root(claim, a_.part(part_a), b_.part(part_b), interval); !root) return root;
  if (!has_root_on_elements(claim, *claim.root)) return refused("root: the mesh's vertices are on no single triangle");
  return claim.contact.kind == Certificate::Kind::None ? holds() : at_upper(claim);
}

bool is_half_space(const ShapeInMotion& body) { return std::holds_alternative<HalfSpace>(body.shape); }

}  // namespace

CheckResult check_timeline(const Timeline& timeline, const ShapeInMotion& a, const ShapeInMotion& b, Interval interval,
                           double margin) {
  if (is_half_space(a) || is_half_space(b)) return check_half_space_timeline(timeline, a, b, interval, margin);
  MovingBody body_a(a), body_b(b);
  if (body_a.is_convex() && body_b.is_convex())
    return check_timeline(timeline, body_a.part(0), body_b.part(0), interval, margin);
  const ShapesCheck check(body_a, body_b, margin);
  if (CheckResult bodies = check.bodies(interval); !bodies) return bodies;
  return check.timeline(timeline, {interval, interval});
}

CheckResult check_motion(const MotionClaim& claim, const ShapeInMotion& a, const ShapeInMotion& b, Interval interval,
                         double margin) {
  if (is_half_space(a) || is_half_space(b)) return check_half_space_motion(claim, a, b, interval, margin);
  MovingBody body_a(a), body_b(b);
  if (body_a.is_convex() && body_b.is_convex())
    return check_motion(claim, body_a.part(0), body_b.part(0), interval, margin);
  const ShapesCheck check(body_a, body_b, margin);
  if (CheckResult bodies = check.bodies(interval); !bodies) return bodies;
  return check_claim_in_time(
      claim, interval, [&](const TimelineGoal& goal) { return check.timeline(claim.timeline, goal); },
      [&] { return check.meeting(claim, interval); });
}

}  // namespace clearance
