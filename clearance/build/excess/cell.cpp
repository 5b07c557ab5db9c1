#include <clearance/build/excess/cell.h>

#include <algorithm>
#include <utility>

namespace clearance::detail {
namespace {

struct Span {
  double low, high;
};
template <class Points>
Span span_of(Vec3 direction, const Points& points, int count) {
  Span span{dot(direction, points[0]), dot(direction, points[0])};
  for (int i = 1; i < count; ++i) {
    const double h = dot(direction, points[i]);
    span = {smaller(span.low, h), larger(span.high, h)};
  }
  return span;
}

}  // namespace

CellOutline::CellOutline(const ExcessCell& cell) {
  for (int i = 0; i < 3; ++i) corner[i] = cell.corner(i, cell.top), corner[i + 3] = cell.corner(i, cell.bottom);
  low = high = corner[0];
  for (const Vec3& p : corner) {
    low = {smaller(low.x, p.x), smaller(low.y, p.y), smaller(low.z, p.z)};
    high = {larger(high.x, p.x), larger(high.y, p.y), larger(high.z, p.z)};
    center = center + p / 6;
  }
  for (const Vec3& p : corner) radius = larger(radius, squared_norm(p - center));
  radius = __builtin_sqrt(radius);
}

CellSides::CellSides(const ExcessCell& cell, const CellOutline& outline) {
  const Vec3 *a = cell.prism.a, *corner = outline.corner, down = cell.prism.down();
  for (int i = 0; i < 3; ++i) {
    const int k = (i + 1) % 3;
    const Vec3 inward = 0.5 * (cell.prism.core[i] + cell.prism.core[k]) - 0.5 * (a[i] + a[k]);
    normal[i] = cross(inward, a[k] - a[i]);
    normal[i + 7] = cross(down, a[k] - a[i]);
  }
  // Neither is parallel to the face where the core is not.
  normal[3] = cross(corner[1] - corner[0], corner[2] - corner[0]);
  normal[4] = cross(corner[5] - corner[3], corner[4] - corner[3]);
  Vec3 longest = a[1] - a[0];
  for (const Vec3 edge : {a[2] - a[1], a[0] - a[2]})
    if (squared_norm(edge) > squared_norm(longest)) longest = edge;
  normal[5] = -longest, normal[6] = longest;
  for (int k = 0; k < kCount; ++k) {
    if (const double length = norm(normal[k]); length > 0) normal[k] = normal[k] / length;
    offset[k] = span_of(normal[k], outline.corner, 6).high;
  }
}

bool are_surely_apart(const CellOutline& outline, const TriangleCorners& t, double slack) {
  for (int k = 0; k < 3; ++k) {
    const double low = smaller(t.a[k], smaller(t.b[k], t.c[k])), high = larger(t.a[k], larger(t.b[k], t.c[k]));
    if (low - outline.high[k] > 4 * slack || outline.low[k] - high > 4 * slack) return true;
  }
  const Vec3 across = cross(t.b - t.a, t.c - t.a);
  const double room = 4 * slack * norm_one(across);
  const Span of_cell = span_of(across, outline.corner, 6), of_t = span_of(across, t, 3);
  return of_t.low - of_cell.high > room || of_cell.low - of_t.high > room;
}

// A cut is put where a side is exceeded by more than rounding amounts to, so that what is left holds all that is
// within.
TrianglePart part_within(const CellSides& sides, const TriangleCorners& t, double slack) {
  TrianglePart part{{t.a, t.b, t.c}, 3}, kept;
  for (int k = 0; k < CellSides::kCount; ++k) {
    const double most = sides.offset[k] + 8 * slack;
    double room[TrianglePart::kMost];
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < part.count; ++i) {
      room[i] = most - dot(sides.normal[k], part.point[i]);
      least = smaller(least, room[i]);
    }
    if (least >= 0) continue;
    kept.count = 0;
    for (int i = 0; i < part.count; ++i) {
      const Vec3 p = part.point[i], q = part.point[(i + 1) % part.count];
      const double here = room[i], next = room[(i + 1) % part.count];
      if (here >= 0 && kept.count < TrianglePart::kMost) kept.point[kept.count++] = p;
      if (here * next < 0 && kept.count < TrianglePart::kMost)
        kept.point[kept.count++] = p + here / (here - next) * (q - p);
    }
    std::swap(part, kept);
    if (part.count == 0) break;
  }
  return part;
}

double end_of_part(const ExcessCell& cell, const TrianglePart& part) {
  const Vec3 *a = cell.prism.a, u = a[1] - a[0], v = a[2] - a[0], down = cell.prism.down();
  const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), whole = uu * vv - uv * uv;
  double deep[3];  // the core below the face
  for (int i = 0; i < 3; ++i) deep[i] = dot(down, cell.prism.core[i] - a[i]);
  double end = cell.top;
  for (int i = 0; i < part.count; ++i) {
    const Vec3 p = part.point[i] - a[0];
    const double pu = dot(p, u), pv = dot(p, v);
    const double y = whole > 0 ? std::clamp((pu * vv - pv * uv) / whole, 0.0, 1.0) : 0;
    const double z = whole > 0 ? std::clamp((pv * uu - pu * uv) / whole, 0.0, 1 - y) : 0;
    const double below = (1 - y - z) * deep[0] + y * deep[1] + z * deep[2];
    end = larger(end, below > 0 ? std::clamp(dot(down, p) / below, cell.top, cell.bottom) : cell.bottom);
  }
  return end;
}

}  // namespace clearance::detail
