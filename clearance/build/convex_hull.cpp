// Method:   find the dimension by exact signs on the most promising points, then on all where those are degenerate;
//           hand the points to the hull of that dimension; keep the extreme points in the caller's order.
// Proves:   every decision is an exact sign; doubles only choose where to look first.
// Cost:     a few passes over the points, and solid_hull's or flat_hull's own.
#include <clearance/build/convex_hull.h>

#include <clearance/build/flat_hull.h>
#include <clearance/build/merge_faces.h>
#include <clearance/build/solid_hull.h>
#include <clearance/exact/orient3d.h>
#include <clearance/support/direction_table.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

constexpr std::size_t kMaxPoints = std::size_t{1} << 31;

using Index = std::uint32_t;

Vec3 scaled_by(Vec3 p, int exponent) {
  return {std::ldexp(p.x, exponent), std::ldexp(p.y, exponent), std::ldexp(p.z, exponent)};
}

// The points times the power of two that brings the largest coordinate into [½, 1); `lossless` tells whether no small
// one was rounded.
std::vector<Vec3> scaled_points(std::span<const Vec3> points, bool& lossless) {
  double largest = 0;
  for (const Vec3& p : points) largest = std::fmax(largest, norm_max(p));
  int exponent = 0;
  std::frexp(largest, &exponent);
  std::vector<Vec3> scaled;
  scaled.reserve(points.size());
  lossless = true;
  for (const Vec3& p : points) {
    scaled.push_back(scaled_by(p, -exponent));
    lossless = lossless && (exponent <= 0 || scaled_by(scaled.back(), exponent) == p);
  }
  return scaled;
}

// As many affinely independent points as there are: the first `count` of `index`.
struct Basis {
  std::array<Index, 4> index{};
  std::size_t count = 1;
};

// The first point whose score is largest; when it does not pass, the first that does; -1 when none does.
template <class Score, class Passes>
std::ptrdiff_t best_or_any(std::size_t count, Score score, Passes passes) {
  std::size_t best = 0;
  double best_score = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double s = score(i);
    if (s > best_score) best = i, best_score = s;
  }
  if (passes(best)) return static_cast<std::ptrdiff_t>(best);
  for (std::size_t i = 0; i < count; ++i)
    if (passes(i)) return static_cast<std::ptrdiff_t>(i);
  return -1;
}

// The ends of the points along the longest side of their box: distinct unless all points are equal, and the ends of
// the segment if all are on one line.
void add_ends(std::span<const Vec3> points, Basis& basis) {
  double longest = 0;
  for (int axis = 0; axis < 3; ++axis) {
    Index low = 0, high = 0;
    for (Index i = 1; i < points.size(); ++i) {
      if (points[i][axis] < points[low][axis]) low = i;
      if (points[i][axis] > points[high][axis]) high = i;
    }
    const double length = points[high][axis] - points[low][axis];
    if (!(length > longest)) continue;
    longest = length;
    basis = {{low, high}, 2};
  }
}

Basis find_basis(const detail::HullPoints& points) {
  const auto exact = points.exact, scaled = points.scaled;
  Basis basis;
  add_ends(exact, basis);
  if (basis.count < 2) return basis;
  const Index a = basis.index[0], b = basis.index[1];
  const Vec3 direction = scaled[b] - scaled[a];

  const std::ptrdiff_t third = best_or_any(
      exact.size(), [&](std::size_t i) { return squared_norm(cross(direction, scaled[i] - scaled[a])); },
      [&](std::size_t i) { return !collinear(exact[a], exact[b], exact[i]); });
  if (third < 0) return basis;
  const auto c = static_cast<Index>(third);
  basis.index[basis.count++] = c;
  const Vec3 normal = cross(direction, scaled[c] - scaled[a]);

  const std::ptrdiff_t fourth = best_or_any(
      exact.size(), [&](std::size_t i) { return std::fabs(dot(normal, scaled[i] - scaled[a])); },
      [&](std::size_t i) { return orient3d_sign(exact[a], exact[b], exact[c], exact[i]) != 0; });
  if (fourth < 0) return basis;
  basis.index[basis.count++] = static_cast<Index>(fourth);
  return basis;
}

// An axis that is not parallel to the plane of the three points: the one along which the triangle looks largest, unless
// rounding misjudges that.
int viewing_axis(Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 normal = cross(b - a, c - a);
  int axis = std::fabs(normal.y) > std::fabs(normal.x) ? 1 : 0;
  if (std::fabs(normal.z) > std::fabs(normal[axis])) axis = 2;
  while (orient2d_sign(a, b, c, axis) == 0) axis = (axis + 1) % 3;
  return axis;
}

// Numbers the points in use in ascending order of index, and the faces accordingly.
PolytopeParts parts_of(std::span<const Vec3> points, int dimension, const std::vector<Index>& used,
                       std::vector<std::vector<Index>> faces) {
  PolytopeParts parts;
  parts.dimension = dimension;
  parts.source_count = points.size();
  std::vector<Index> position(points.size(), 0);
  for (const auto& loop : faces)
    for (const Index i : loop) position[i] = 1;
  for (const Index i : used) position[i] = 1;
  for (Index i = 0; i < points.size(); ++i) {
    if (position[i] == 0) continue;
    position[i] = static_cast<Index>(parts.ids.size());
    parts.ids.push_back(i);
    parts.vertices.push_back(points[i]);
  }
  for (auto& loop : faces)
    for (Index& i : loop) i = position[i];
  parts.faces = std::move(faces);
  return parts;
}

PolytopeParts hull_parts(std::span<const Vec3> points) {
  bool lossless = false;
  const std::vector<Vec3> scaled = scaled_points(points, lossless);
  const detail::HullPoints both{lossless ? std::span<const Vec3>(scaled) : points, scaled};
  const Basis basis = find_basis(both);
  const auto& [a, b, c, d] = basis.index;
  switch (basis.count) {
    case 1:
      return parts_of(points, 0, {a}, {});
    case 2:
      return parts_of(points, 1, {a, b}, {});
    case 3:
      return parts_of(points, 2, {},
                      {detail::flat_hull(both.exact, viewing_axis(both.exact[a], both.exact[b], both.exact[c]))});
    default:
      return parts_of(points, 3, {}, detail::merge_faces(both.exact, detail::solid_hull(both, basis.index)));
  }
}

}  // namespace

Result<Polytope> convex_hull(std::span<const Vec3> points) {
  if (points.empty()) return Error{"points", "none given"};
  if (points.size() > kMaxPoints) return Error{"points", "more than 2147483648", ErrorCode::TooMany};
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (is_coordinate(points[i])) continue;
    return Error{"points[" + std::to_string(i) + "]", is_finite(points[i]) ? "coordinate beyond 1e300" : "not finite"};
  }
  return Polytope::assemble(hull_parts(points), fill_direction_table);
}

}  // namespace clearance
