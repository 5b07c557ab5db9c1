// How deep a convex body is in a solid.
// Method:   a hull with volume is a solid itself: mesh_penetration.cpp answers. For other bodies, from above beyond a
//           plane, and from there nearer by the gaps between core and mesh (way_by_gaps.h). From below, where the core
//           is apart from the mesh, the radius less the distance: so far the nearest point of the mesh stays within the
//           radius, which two balls beside it prove. Elsewhere two balls around a point of the core, and the depth of
//           the body in convex pieces of the solid (inscribed.h).
#include <clearance/base/stable_sort.h>
#include <clearance/bvh/box.h>
#include <clearance/convex/any_length.h>
#include <clearance/convex/query.h>
#include <clearance/convex/way_out.h>
#include <clearance/exact/approx.h>
#include <clearance/exact/posed.h>
#include <clearance/mesh/local_point.h>
#include <clearance/mesh/lowest_of_mesh.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/convex_mesh_query.h>
#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/solid/depth/inscribed.h>
#include <clearance/solid/depth/way_by_gaps.h>
#include <clearance/support/support.h>

#include <algorithm>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Points of the core around which pieces are made, and directions that are followed, of an effort of 64.
constexpr int kPieces = 4, kFollowed = 8;
// How far beside the nearest point of the solid, as a part of what the radius exceeds the distance by.
constexpr double kBeside = 0x1p-16;
// Points looked at along a core that is a segment.
constexpr int kAlong = 9;

class RoundDepth {
 public:
  RoundDepth(const ConvexMeshPair& pair, const PenetrationOptions& options)
      : pair_(pair), budget_(options), core_(pair.a().core()) {}

  void run(const Intersection& meeting) {
    leave_along({1, 0, 0});
    for (const Vec3 n : {Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}, Vec3{0, 0, -1}}) leave_along(n);
    const Vec3 middle = apply(pair_.pose_a(), pair_.a().core().center());
    place_ = middle;
    if (meeting.certificate.kind == Certificate::Kind::Interior) {
      const ExactPoint& point = meeting.certificate.mesh.point;
      place_ = {point.x[0], point.y[0], point.z[0]};
      look_at_balls(place_);
    }
    if (is_done()) return;
    const Distance gap = distance(core_, pair_.pose_a(), pair_.b(), pair_.pose_b());
    if (gap.status == Status::Separated) look_beside(gap);
    if (gap.status != Status::Separated || lower_ < 0.5 * (pair_.a().radius() - gap.upper)) look_below(middle);
    look_above(middle);
  }

  double lower() const { return smaller(lower_, best_.upper); }
  const DepthAbove& above() const { return best_; }
  Vec3 place() const { return place_; }

 private:
  bool is_done() const { return budget_.is_over() || budget_.is_narrow(lower_, best_.upper); }
  void raise(double lower) {
    // Denormal numbers round by more than is accounted for.
    if (lower > lower_ && lower >= kMinBound) lower_ = lower;
  }

  // ---- From below ----

  // Points of the core, among them both ends of a segment.
  std::vector<Vec3> core_points(Vec3 middle) const {
    const Polytope& core = core_.core();
    std::vector<Vec3> points{middle};
    if (core.dimension() == 1)
      for (int k = 0; k < kAlong; ++k) {
        const double s = k / (kAlong - 1.0);
        points.push_back(apply(pair_.pose_a(), (1 - s) * core.vertex(0) + s * core.vertex(1)));
      }
    return points;
  }

  // A ball around the point that is in the body, and one that is in the solid: they overlap for as long as b moves by
  // less than their radii together.
  double look_at_balls(Vec3 point) {
    const PointDistance in_mesh = signed_distance(pair_.b(), pair_.pose_b(), point);
    if (in_mesh.location != PointLocation::Inside) return 0;
    const Distance to_core = distance(point_polytope(), translation(point), pair_.a().core(), pair_.pose_a());
    const double in_body = next_below(pair_.a().radius() - to_core.upper);
    if (in_body > 0) raise(next_below(in_body - in_mesh.upper));
    return -in_mesh.upper;
  }

  // The solid's nearest point belongs to both for as long as b moves by less than the radius exceeds the distance, but
  // it may be of a fin: a point of the inside just beside it proves nearly as much.
  void look_beside(const Distance& gap) {
    const double step = kBeside * (pair_.a().radius() - gap.lower);
    if (look_at_balls(gap.point_b + step * unit_of(gap.point_b - gap.point_a)) > 0) return;
    const Mesh& b = pair_.b();
    const auto id = std::ranges::find(b.ids(), gap.triangle_b);
    if (id == b.ids().end()) return;
    const MeshTriangle& t = b.triangle(static_cast<std::uint32_t>(id - b.ids().begin()));
    const Vec3 p = b.vertex(t[0]), q = b.vertex(t[1]), r = b.vertex(t[2]);
    const Vec3 inward = -b.outer_side() * (pair_.pose_b().rotation() * normal_of(p, q, r));
    const Vec3 aside = apply(pair_.pose_b(), p / 3 + q / 3 + r / 3) - gap.point_b;
    look_at_balls(gap.point_b + step * (unit_of(aside) + 0.25 * inward));
  }

  // Around the deepest of the points.
  void look_below(Vec3 middle) {
    struct Deep {
      double depth;
      Vec3 point;
    };
    std::vector<Deep> deep;
    for (const Vec3 point : core_points(middle)) {
      if (is_done()) return;
      if (const double depth = look_at_balls(point); depth > 0) deep.push_back({depth, point});
    }
    if (place_ != middle) deep.push_back({0, place_});
    stable_sort(deep, [](const Deep& x, const Deep& y) { return x.depth > y.depth; });
    if (deep.size() > kPieces) deep.resize(kPieces);
    bool is_curved = false;
    for (const Deep& each : deep) {
      if (is_done()) return;
      const std::optional<Polytope> hull =
          inscribed_hull(pair_.b(), LocalPoint(pair_.pose_b(), each.point).rough(), is_curved);
      if (!hull) continue;
      const Penetration found = penetration(pair_.a(), pair_.pose_a(), Rounded(*hull), pair_.pose_b());
      raise(found.lower);
      if (found.status == Status::Penetrating) leave_along(found.direction);
    }
  }

  // ---- From above ----

  // How far b must be moved along the unit vector d until it is beyond a: (max over a of d·p) − (min over b of d·q),
  // with all that rounding can lose, kDotError of each body's part (posed.h), outward. |d| is 1 up to 8u.
  double way_out(Vec3 d) const {
    const Polytope& core = pair_.a().core();
    const Vec3 d_a = transpose_times(pair_.pose_a().rotation(), d), d_b = transpose_times(pair_.pose_b().rotation(), d);
    const Vec3 shift = pair_.pose_b().translation() - pair_.pose_a().translation();
    const double far = dot(d_a, core.vertex(support_scan(core, d_a)));
    double near = kInfinity;
    visit_lowest(pair_.b(), d_b, near, [&](std::uint32_t, double height) { near = smaller(near, height); });
    const double reach = core.reach() + pair_.b().reach() + norm_max(shift);
    const double way = (far - near) - dot(d, shift) + pair_.a().radius();
    return next_above(way * (1 + 0x1p-48) +
                      (2 * kDotError * norm_one(d) * reach + 0x1p-49 * pair_.a().radius()) * kSlack + kUnderflow);
  }

  void leave_along(Vec3 along) {
    const Vec3 n = unit_of(along);
    if (!(norm_one(n) > 0.5)) return;
    const double length = larger(way_out(n), 0);
    ways_.push_back({n, length});
    if (const Way out = way_along(n, length); out.upper < best_.upper) best_ = {out.upper, n, out.translation};
  }

  // Away from what is nearest to points of the core, from the middle of the mesh, and along the faces that are met.
  void list_ways(Vec3 middle) {
    const Mesh& b = pair_.b();
    for (const Vec3 point : core_points(middle)) {
      const PointDistance there = signed_distance(b, pair_.pose_b(), point);
      leave_along(there.location == PointLocation::Inside ? point - there.nearest : there.nearest - point);
    }
    leave_along(apply(pair_.pose_b(), 0.5 * b.box_low() + 0.5 * b.box_high()) - middle);
    const std::size_t most = ways_.size() + static_cast<std::size_t>(budget_.effort());
    pair_.for_triangles(pair_.a().radius(), [&](std::uint32_t t) {
      const auto at = [&](std::size_t k) { return b.vertex(b.triangle(t)[k]); };
      const Vec3 n = pair_.pose_b().rotation() * normal_of(at(0), at(1), at(2));
      const auto is_known = [&](const SureWay& way) { return dot(way.direction, n) > 0.98; };
      if (std::ranges::any_of(ways_, is_known)) return ways_.size() < most;
      leave_along(-b.outer_side() * n);
      return ways_.size() < most && !budget_.is_over();
    });
  }

  void look_above(Vec3 middle) {
    const auto plane_at = [&](Vec3 t) -> std::optional<WayPlane> {
      const Result<Pose> moved = moved_to(pair_.pose_b(), pair_.pose_b().translation() + t);
      if (!moved) return std::nullopt;
      const Distance gap = distance(core_, pair_.pose_a(), pair_.b(), moved.value());
      if (gap.status != Status::Separated) return std::nullopt;
      const Vec3 n = unit_of(gap.point_b - gap.point_a);
      if (!(norm_one(n) > 0.5)) return std::nullopt;
      return WayPlane{n, dot(n, t) + pair_.a().radius() - gap.lower};
    };
    const auto is_free = [&](Vec3 t) {
      const std::optional<MovedPair> moved = moved_by(pair_.pose_a(), pair_.pose_b(), t);
      if (!moved) return false;
      if (moved->off == 0) return intersects(pair_.a(), moved->a, pair_.b(), moved->b).status != Status::Penetrating;
      return compare_distance(pair_.a(), moved->a, pair_.b(), moved->b, moved->off) >= 0;
    };
    const GapQuestions ask{plane_at, is_free};
    find_way_by_gaps(ask, {}, lower_, budget_, best_);
    if (is_done() || best_.upper - lower_ <= 0x1p-20 * best_.upper) return;
    list_ways(middle);
    stable_sort(ways_, [](const SureWay& x, const SureWay& y) { return x.length < y.length; });
    const auto most = static_cast<std::size_t>(std::max(kFollowed * budget_.effort() / 64, 1));
    const std::size_t count = std::min(most, ways_.size());
    find_way_by_gaps(ask, std::span(ways_).first(count), lower_, budget_, best_);
  }

  const ConvexMeshPair& pair_;
  const DepthBudget budget_;
  const Rounded core_;  // without the radius
  double lower_ = 0;
  Vec3 place_;
  std::vector<SureWay> ways_;
  DepthAbove best_;
};

}  // namespace

Penetration penetration(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                        const PenetrationOptions& options) {
  if (a.radius() == 0 && a.core().dimension() == 3 && b.is_solid())
    return penetration(detail::solid_of(a.core()), pose_a, b, pose_b, options);
  const Intersection meeting = intersects(a, pose_a, b, pose_b);
  Penetration result;
  result.status = meeting.status, result.decided_by = meeting.decided_by;
  result.certificate = meeting.certificate;
  if (meeting.status != Status::Penetrating) {
    result.upper = 0;
    return result;
  }
  const ConvexMeshPair pair(a, pose_a, b, pose_b);
  RoundDepth depth(pair, options);
  depth.run(meeting);
  result.lower = depth.lower();
  result.upper = depth.above().upper;
  result.direction = depth.above().direction, result.translation = depth.above().translation;
  result.point_a = result.point_b = depth.place();
  return result;
}

}  // namespace clearance
