// How deep a convex body is in a solid.
// Method:   a hull with volume is a solid itself: contact.h answers. For rounded bodies, from above the least
//           translation that takes the whole mesh beyond a plane, over several directions; from below a ball that both
//           bodies hold, which leaves them penetrating under every translation by less than its diameter.
#include <clearance/bvh/box.h>
#include <clearance/convex/any_length.h>
#include <clearance/convex/way_out.h>
#include <clearance/exact/approx.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/convex_mesh_query.h>
#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/support/support.h>

#include <algorithm>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Unit vectors of the world along which the body may get out.
std::vector<Vec3> directions(const ConvexMeshPair& pair, std::size_t most) {
  std::vector<Vec3> found = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const auto add = [&](Vec3 n) {
    const Vec3 unit = detail::unit_of(n);
    if (norm_one(unit) > 0.5 && is_finite(unit)) found.push_back(unit), found.push_back(-unit);
  };
  const Mesh& b = pair.b();
  add(apply(pair.pose_b(), 0.5 * b.box_low() + 0.5 * b.box_high()) - apply(pair.pose_a(), pair.a().core().center()));
  pair.for_triangles(pair.a().radius(), [&](std::uint32_t t) {
    const auto at = [&](std::size_t k) { return b.vertex(b.triangle(t)[k]); };
    add(pair.pose_b().rotation() * detail::normal_of(at(0), at(1), at(2)));
    return found.size() < most;
  });
  return found;
}

// How far b must be moved along the unit vector d until it is beyond a: (max over a of d·p) − (min over b of d·q), with
// all that rounding can lose, kDotError of each body's part (posed.h), outward. |d| is 1 up to 8u.
double way_out(const ConvexMeshPair& pair, Vec3 d) {
  const Polytope& core = pair.a().core();
  const Vec3 d_a = transpose_times(pair.pose_a().rotation(), d), d_b = transpose_times(pair.pose_b().rotation(), d);
  const Vec3 shift = pair.pose_b().translation() - pair.pose_a().translation();
  const double far = dot(d_a, core.vertex(support_scan(core, d_a)));
  double near = kInfinity;
  for (const MeshTriangle& triangle : pair.b().triangles())
    for (const std::uint32_t v : triangle) near = smaller(near, dot(d_b, pair.b().vertex(v)));
  const double reach = core.reach() + pair.b().reach() + norm_max(shift);
  const double way = (far - near) - dot(d, shift) + pair.a().radius();
  return next_above(way * (1 + 0x1p-48) + (2 * kDotError * norm_one(d) * reach + 0x1p-49 * pair.a().radius()) * kSlack +
                    kUnderflow);
}

// The diameter of a ball around the point that both bodies hold.
double common_ball(const ConvexMeshPair& pair, Vec3 point) {
  const PointDistance in_mesh = signed_distance(pair.b(), pair.pose_b(), point);
  if (in_mesh.location != PointLocation::Inside) return 0;
  const Distance to_core = distance(detail::point_polytope(), translation(point), pair.a().core(), pair.pose_a());
  const double in_body = next_below(pair.a().radius() - to_core.upper);
  return larger(2 * smaller(-in_mesh.upper, in_body), 0);
}

Penetration rounded_depth(const ConvexMeshPair& pair, const Intersection& meeting, int effort) {
  Penetration result;
  result.status = meeting.status, result.decided_by = meeting.decided_by;
  result.certificate = meeting.certificate;
  if (meeting.status != Status::Penetrating) {
    result.upper = 0;
    return result;
  }
  for (const Vec3& d : directions(pair, static_cast<std::size_t>(std::max(effort, 1)))) {
    const double way = way_out(pair, d);
    if (way < result.upper) result.upper = way, result.direction = d;
  }
  const detail::Way out = detail::way_along(result.direction, result.upper);
  result.translation = out.translation, result.upper = out.upper;
  const ExactPoint& point = meeting.certificate.mesh.point;
  if (meeting.certificate.kind == Certificate::Kind::Interior) {
    const Vec3 rounded{point.x[0], point.y[0], point.z[0]};
    result.lower = common_ball(pair, rounded);
    result.point_a = result.point_b = rounded;
  }
  const Vec3 middle = apply(pair.pose_a(), pair.a().core().center());
  result.lower = smaller(larger(result.lower, common_ball(pair, middle)), result.upper);
  return result;
}

}  // namespace

Penetration penetration(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                        const PenetrationOptions& options) {
  const ConvexMeshPair pair(a, pose_a, b, pose_b);
  if (a.radius() == 0 && a.core().dimension() == 3 && b.is_solid())
    return penetration(detail::solid_of(a.core()), pose_a, b, pose_b, options);
  return rounded_depth(pair, intersects(a, pose_a, b, pose_b), options.effort);
}

}  // namespace clearance
