// Where a segment first meets a body of triangles, or of parts.
// Method:   the segment is a box without width: the tree finds the triangles along it. Each that a bounded test does
//           not prove to be apart is asked by signs (ray_triangle.cpp), or as a polytope (ray.h); the first of all
//           common points is at least the least lower end, and at most the least upper end.
#include <clearance/base/assert.h>
#include <clearance/bvh/triangle_tree.h>
#include <clearance/mesh/point.h>
#include <clearance/mesh/triangle_pair.h>
#include <clearance/query/query.h>
#include <clearance/query/ray_parts.h>
#include <clearance/solid/convex_mesh_query_parts.h>

#include <cmath>

namespace clearance {
using namespace detail;
namespace {

// Rows: along the segment, and square to it.
Mat3 axes_along(Vec3 way) {
  const Vec3 along = unit_of(way);
  if (!(norm_one(along) > 0.5) || !is_finite(along)) return {};
  const double x = std::fabs(along.x), y = std::fabs(along.y), z = std::fabs(along.z);
  const Vec3 other = x <= y && x <= z ? Vec3{1, 0, 0} : y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  const Vec3 across = unit_of(cross(along, other));
  return {{along, across, cross(along, across)}};
}

}  // namespace

std::optional<RayHit> cast_ray(const Mesh& body, const Pose& pose, Vec3 from, Vec3 to) {
  if (!detail::are_coordinates(from, to)) return RayHit{};
  if (body.is_solid() && locate(body, pose, from) != PointLocation::Outside) return RayHit{0, 0, from, {}};
  const FrameMap map({}, larger(norm_one(from), norm_one(to)), pose);
  const Vec3 begin = map(from), end = map(to), way = end - begin;
  // Each coordinate is off by map.error, and a few roundings of the sizes below, which are within 64u of it.
  const double off = 8 * map.error;
  const detail::LocalEnds ends(pose, from, to);
  std::optional<RayHit> first;
  // A segment through a vertex that hundreds of triangles have meets all of them, about, at one place.
  constexpr int kFewExact = 8;
  int asked_exactly = 0;
  // Whether it makes no difference to a hit that there is whether an unsure triangle is hit, too: it would be later, or
  // at the same place within the width that a bracket may have.
  const auto is_nothing_new = [&](const Bracket& at) {
    if (!first) return false;
    if (at.lower >= first->upper) return true;
    if (asked_exactly < kFewExact || first->upper - at.lower > detail::kWide) return false;
    first->lower = smaller(first->lower, at.lower);
    return true;
  };
  const auto look_at = [&](std::uint32_t start, std::uint32_t count) {
    for (std::uint32_t t = start; t < start + count; ++t) {
      const MeshTriangle& corners = body.triangle(t);
      const Vec3 triangle[3] = {body.vertex(corners[0]), body.vertex(corners[1]), body.vertex(corners[2])};
      const detail::TriangleHit found = detail::cast_at_triangle(triangle, ends);
      if (found.hit && !found.unsure) {
        take_earlier(first, RayHit{found.at.lower, found.at.upper, detail::point_at(from, to, found.at.upper),
                                   unit_of(pose.rotation() * found.normal)});
      } else if (found.unsure) {
        if (is_nothing_new(found.at)) continue;
        const Vec3 segment[3] = {begin, end, end};
        if (triangle_pair_filter(triangle, segment, map.error) == TriangleGuess::Apart) continue;
        ++asked_exactly;
        take_earlier(first, cast_ray(Rounded(detail::triangle_polytope(body, t)), pose, from, to));
      }
    }
    return true;
  };
  const double half = 0.5 * norm_one(way) + off;  // at least half the length
  const Vec3 halves =
      way == Vec3{} ? Vec3{off, off, off} : Vec3{smaller(half, 0.5 * norm(way) * (1 + 0x1p-40) + off), off, off};
  const bool is_ordinary = is_finite(halves) && halves.x > 0 && norm_max(way) > 1e-140 && norm_max(way) < 1e140;
  if (is_ordinary)
    body.tree().find_in_box(0.5 * begin + 0.5 * end, axes_along(way), halves, look_at);
  else
    look_at(0, static_cast<std::uint32_t>(body.triangle_count()));
  return first;
}

std::optional<RayHit> cast_ray(const Parts& body, const Pose& pose, Vec3 from, Vec3 to) {
  if (!detail::are_coordinates(from, to)) return RayHit{};
  std::optional<RayHit> first;
  for (const PartShape& part : body.parts())
    std::visit([&](const auto& shape) { take_earlier(first, cast_ray(shape, pose, from, to)); }, part);
  return first;
}

std::optional<RayHit> cast_ray(const Shape& body, const Pose& pose, Vec3 from, Vec3 to) {
  return std::visit([&](const auto& shape) { return cast_ray(shape, pose, from, to); }, body);
}

}  // namespace clearance
