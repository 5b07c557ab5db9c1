// Question: which facet of the lower hull of points that are level but for a hair is below the origin, and how far?
// Method:   the highest plane below all points, at the origin: the simplex method in doubles, from a triangle so far
//           out and so high that any of the points is better. Each step takes in the point farthest below the facet
//           and drops the corner without which the origin is still above it.
// Proves:   nothing: it chooses which facet to prove something about.
// Notation: x, y across the plane; heights of any unit, however small.
#pragma once

#include <clearance/math/vec3.h>

#include <cmath>
#include <span>

namespace clearance::detail {

struct RaisedPoint {
  double x = 0, y = 0, height = 0;
};

struct LowestFacet {
  bool is_around = false;  // the origin, across the plane; nothing else is known where it is not
  int corner[3] = {-1, -1, -1};
  double height = 0;  // above the origin; below 0: the origin is above the facet
  // Where the origin is above the edge from corner[0] to corner[1], within rounding: a corner of the facet on its other
  // side, if there is one. −1 elsewhere.
  int across = -1;
  bool is_on_edge = false;
};

inline LowestFacet lowest_facet(std::span<const RaisedPoint> points) {
  constexpr double kFar = 16, kHigh = 0x1p40, kLeast = 0x1p-36;
  double size = 0, tallest = 0;
  for (const RaisedPoint& p : points) {
    size = std::fmax(size, std::fmax(std::fabs(p.x), std::fabs(p.y)));
    tallest = std::fmax(tallest, std::fabs(p.height));
  }
  const double far = kFar * size, high = kHigh * tallest;
  RaisedPoint at[3] = {{far, 0, high}, {-far, far, high}, {-far, -far, high}};
  double weight[3] = {0.5, 0.25, 0.25};
  LowestFacet found;
  struct Shares {
    double of[3];
  };
  // With which the corners give that point; NaN where they are in line.
  const auto shares = [&](const RaisedPoint& p) {
    const double ux = at[1].x - at[0].x, uy = at[1].y - at[0].y, vx = at[2].x - at[0].x, vy = at[2].y - at[0].y;
    const double whole = ux * vy - uy * vx, px = p.x - at[0].x, py = p.y - at[0].y;
    const double s = (px * vy - py * vx) / whole, t = (ux * py - uy * px) / whole;
    return Shares{{1 - s - t, s, t}};
  };
  const auto above_facet = [&](const RaisedPoint& p, const Shares& of) {
    return p.height - (of.of[0] * at[0].height + of.of[1] * at[1].height + of.of[2] * at[2].height);
  };
  for (std::size_t step = 0; step < 4 * points.size() + 8; ++step) {
    int lowest = -1;
    double least = -0x1p-44 * tallest;
    Shares of_lowest{};
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Shares of = shares(points[i]);
      const double above = above_facet(points[i], of);
      if (above < least) least = above, lowest = static_cast<int>(i), of_lowest = of;
    }
    if (lowest < 0) break;
    int leaving = -1;
    double ratio = 0;
    for (int k = 0; k < 3; ++k)
      if (of_lowest.of[k] > kLeast && (leaving < 0 || weight[k] < ratio * of_lowest.of[k]))
        leaving = k, ratio = weight[k] / of_lowest.of[k];
    if (leaving < 0) return found;
    at[leaving] = points[static_cast<std::size_t>(lowest)];
    found.corner[leaving] = lowest;
    const Shares again = shares({});
    for (int k = 0; k < 3; ++k) weight[k] = again.of[k] > 0 ? again.of[k] : 0;
  }
  const Shares of = shares({});
  found.height = -above_facet({}, of);
  int least = 0;
  for (int k = 0; k < 3; ++k) {
    if (found.corner[k] < 0 || !(of.of[k] > -kLeast)) return found;
    if (of.of[k] < of.of[least]) least = k;
  }
  found.is_around = true;
  found.is_on_edge = of.of[least] < kLeast;
  const int order[3] = {found.corner[(least + 1) % 3], found.corner[(least + 2) % 3], found.corner[least]};
  if (found.is_on_edge) {
    double tilt = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Shares there = shares(points[i]);
      if (!(there.of[least] < -kLeast)) continue;
      const double steep = above_facet(points[i], there) / -there.of[least];
      if (found.across < 0 || steep < tilt) found.across = static_cast<int>(i), tilt = steep;
    }
  }
  for (int k = 0; k < 3; ++k) found.corner[k] = order[k];
  return found;
}

}  // namespace clearance::detail
