#include "solids.h"

#include <cmath>

namespace clearance::cli {

double rounded_at(double value, double steps) { return std::round(value * steps) / steps + 0.0; }
double coordinate(double value) { return rounded_at(value, 1e5); }

Point2 polar(double radius, double angle) {
  return {coordinate(radius * std::cos(angle)), coordinate(radius * std::sin(angle))};
}

void add_arc(Outline& outline, int steps, double radius, double from, double to, Point2 centre) {
  for (int k = 0; k <= steps; ++k) {
    const Point2 p = polar(radius, from + (to - from) * k / steps);
    outline.push_back({coordinate(centre.x + p.x), coordinate(centre.y + p.y)});
  }
}

Outline circle(int sides, double radius, Point2 centre) {
  Outline points;
  add_arc(points, sides, radius, 0, 2 * kPi, centre);
  points.pop_back();
  return points;
}

void Solid::quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  triangles.push_back({a, b, c});
  triangles.push_back({a, c, d});
}

void Solid::add_points(const Outline& outline, double z) {
  for (const auto [x, y] : outline) points.push_back({x, y, coordinate(z)});
}

void Solid::add_prism(const Outline& outline, Point2 centre, double low, double high) {
  const std::uint32_t first = size(), n = static_cast<std::uint32_t>(outline.size()), above = first + n;
  add_points(outline, low);
  add_points(outline, high);
  points.push_back({centre.x, centre.y, coordinate(low)});
  points.push_back({centre.x, centre.y, coordinate(high)});
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::uint32_t next = (k + 1) % n;
    quad(first + k, first + next, above + next, above + k);
    triangles.push_back({first + next, first + k, above + n});
    triangles.push_back({above + k, above + next, above + n + 1});
  }
}

void Solid::add_disc(int sides, double radius, double low, double high, Point2 centre) {
  add_prism(circle(sides, radius, centre), centre, low, high);
}

void Solid::add_box(Vec3 low, Vec3 high) {
  add_prism({{low.x, low.y}, {high.x, low.y}, {high.x, high.y}, {low.x, high.y}},
            {coordinate((low.x + high.x) / 2), coordinate((low.y + high.y) / 2)}, low.z, high.z);
}

void Solid::add_ring(const Outline& inner, const Outline& outer, double low, double high, bool is_open) {
  const std::uint32_t first = size(), n = static_cast<std::uint32_t>(inner.size());
  for (const double z : {low, high})
    for (const Outline* outline : {&inner, &outer}) add_points(*outline, z);
  const auto at = [&](std::uint32_t k, bool is_outer, bool is_high) {
    return first + k % n + (is_outer ? n : 0) + (is_high ? 2 * n : 0);
  };
  for (std::uint32_t k = 0; k + (is_open ? 1 : 0) < n; ++k) {
    quad(at(k, true, false), at(k + 1, true, false), at(k + 1, true, true), at(k, true, true));
    quad(at(k + 1, false, false), at(k, false, false), at(k, false, true), at(k + 1, false, true));
    quad(at(k, false, true), at(k, true, true), at(k + 1, true, true), at(k + 1, false, true));
    quad(at(k + 1, false, false), at(k + 1, true, false), at(k, true, false), at(k, false, false));
  }
  if (!is_open) return;
  quad(at(0, false, false), at(0, true, false), at(0, true, true), at(0, false, true));
  quad(at(n - 1, true, false), at(n - 1, false, false), at(n - 1, false, true), at(n - 1, true, true));
}

void Solid::add_turned(const Outline& profile, int sides) {
  const std::uint32_t bottom = size(), n = static_cast<std::uint32_t>(sides);
  points.push_back({0, 0, coordinate(profile.front().y)});
  for (std::size_t k = 1; k + 1 < profile.size(); ++k) add_points(circle(sides, profile[k].x), profile[k].y);
  const std::uint32_t top = size();
  points.push_back({0, 0, coordinate(profile.back().y)});
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::uint32_t next = (k + 1) % n;
    triangles.push_back({bottom, bottom + 1 + next, bottom + 1 + k});
    for (std::uint32_t ring = bottom + 1; ring + n < top; ring += n)
      quad(ring + k, ring + next, ring + n + next, ring + n + k);
    triangles.push_back({top, top - n + k, top - n + next});
  }
}

void Solid::turn_to_y(std::uint32_t from) {
  for (std::uint32_t k = from; k < size(); ++k) points[k] = {points[k].y, points[k].z, points[k].x};
}
void Solid::turn_to_x(std::uint32_t from) {
  for (std::uint32_t k = from; k < size(); ++k) points[k] = {points[k].z, points[k].x, points[k].y};
}
void Solid::shift(std::uint32_t from, Vec3 by) {
  for (std::uint32_t k = from; k < size(); ++k) {
    const Vec3 moved = points[k] + by;
    points[k] = {coordinate(moved.x), coordinate(moved.y), coordinate(moved.z)};
  }
}

}  // namespace clearance::cli
