// Why a cover at every instant of a span, and vertices outside at its beginning, keep solids apart for all of it: the
// surfaces share no point at any instant, so no component can go from outside a solid to its inside.
#include <clearance/proof/check_moving_shapes.h>

#include <clearance/proof/cover.h>
#include <clearance/proof/shape_data.h>
#include <clearance/proof/stretch.h>

#include <algorithm>
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

class ShapesCheck {
 public:
  ShapesCheck(MovingBody& a, MovingBody& b, double margin) : a_(a), b_(b), margin_(margin) {}

  CheckResult bodies(Interval interval) const;
  CheckResult timeline(const Timeline& timeline, const TimelineGoal& goal) const;
  CheckResult meeting(const MotionClaim& claim, Interval interval) const;

 private:
  CheckResult span(const TimeSpan& span, const SpanCover& cover, const TimelineGoal& goal) const;
  CheckResult at_upper(const MotionClaim& claim) const;
  bool has_root_on_elements(const MotionClaim& claim) const;

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
  const CheckResult planes = check_cover(
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
  if (!now_a || !now_b) return not_rational();
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
  return for_each_stretch(a_.part(0), b_.part(0), claim.upper, claim.upper, [&](const Stretch& s) {
    return check_common_point(contact, a_.body(), b_.body(), ExactPair(s.a.at(s.low), s.b.at(s.low)), margin_);
  });
}

// A face and an edge of a mesh are those of one of its triangles.
bool ShapesCheck::has_root_on_elements(const MotionClaim& claim) const {
  const ContactRoot& root = *claim.root;
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
  if (!has_root_on_elements(claim)) return refused("root: the mesh's vertices are on no single triangle");
  return claim.contact.kind == Certificate::Kind::None ? holds() : at_upper(claim);
}

bool is_half_space(const ShapeInMotion& body) { return std::holds_alternative<HalfSpace>(body.shape); }
CheckResult no_half_spaces() { return lacks(Missing::Timeline, "half-spaces in motion have no timeline"); }

}  // namespace

CheckResult check_timeline(const Timeline& timeline, const ShapeInMotion& a, const ShapeInMotion& b, Interval interval,
                           double margin) {
  if (is_half_space(a) || is_half_space(b)) return no_half_spaces();
  MovingBody body_a(a), body_b(b);
  if (body_a.is_convex() && body_b.is_convex())
    return check_timeline(timeline, body_a.part(0), body_b.part(0), interval, margin);
  const ShapesCheck check(body_a, body_b, margin);
  if (CheckResult bodies = check.bodies(interval); !bodies) return bodies;
  return check.timeline(timeline, {interval, interval});
}

CheckResult check_motion(const MotionClaim& claim, const ShapeInMotion& a, const ShapeInMotion& b, Interval interval,
                         double margin) {
  if (is_half_space(a) || is_half_space(b)) return no_half_spaces();
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
