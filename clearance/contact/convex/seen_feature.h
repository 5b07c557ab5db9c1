// A vertex, edge or face of a convex body as it is seen along a normal (convex_patch.h): corners of a plane, and a
// height that is a linear function of the place there.
#pragma once

#include <clearance/contact/convex/clip_polygons.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

struct SeenFeature {
  Feature whole = Feature::Vertex;
  std::uint32_t face = 0;
  // Counter-clockwise. The vectors only grow: what lies behind `count` is old.
  std::size_t count = 0;
  std::vector<PlanePoint> at;
  std::vector<double> height;
  std::vector<std::uint32_t> id;
  // No corner misses height_at() by more than `off`.
  PlanePoint origin;
  double height_there = 0, slope_x = 0, slope_y = 0, off = 0;

  void make_room(std::size_t corners) {
    if (at.size() >= corners) [[likely]]
      return;
    at.resize(corners), height.resize(corners), id.resize(corners);
  }
  std::span<const PlanePoint> corners() const { return {at.data(), count}; }
  double height_at(PlanePoint p) const {
    return height_there + (slope_x * (p.x - origin.x) + slope_y * (p.y - origin.y));
  }
  double slope() const { return (slope_x < 0 ? -slope_x : slope_x) + (slope_y < 0 ? -slope_y : slope_y); }
};

}  // namespace clearance::detail
