#include <clearance/build/excess/point.h>

#include <clearance/build/decompose/solid.h>
#include <clearance/bvh/triangle_tree.h>

#include <cstdlib>

namespace clearance::detail {

double ExcessPoints::surely_away(Vec3 p, Vec3 on, const TriangleCorners& t) const {
  const double length = norm(p - on);
  if (!(length > 0)) return 0;
  const Vec3 n = (p - on) / length;
  return larger(0, dot(n, p) - larger(dot(n, t.a), larger(dot(n, t.b), dot(n, t.c))) - 4 * slack_);
}

NearTriangle ExcessPoints::nearest_to(Vec3 p, double enough) const {
  NearTriangle near;
  mesh_.tree().find_near(p, near.away, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t t = first; t < first + count; ++t) {
      const TriangleCorners corners = corners_of(t);
      const Vec3 on = nearest_on_triangle(p, corners.a, corners.b, corners.c);
      const double away = norm(on - p);
      if (away < near.away) near.away = away, near.triangle = t;
      near.surely = smaller(near.surely, surely_away(p, on, corners));
    }
    return near.away <= enough ? 0 : near.away;
  });
  return near;
}

int ExcessPoints::winding_at(Vec3 p) {
  const int winding = winding_number(mesh_, p);
  overlaps_ = overlaps_ || std::abs(winding) > 1;
  return winding;
}

NearTriangle ExcessPoints::look_at(Vec3 p, double enough) {
  NearTriangle near = nearest_to(p, enough);
  const double excess = smaller(near.surely, near.away) - 2 * slack_;
  if (near.away <= enough || excess <= seen_) return near;
  near.is_inside = mesh_.is_solid() && winding_at(p) != 0;
  if (near.is_inside) return near;
  seen_ = excess;
  place_ = p;
  return near;
}

}  // namespace clearance::detail
