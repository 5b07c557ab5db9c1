// Question: where do two convex polygons of one plane overlap, and what of each lies at every corner of that?
// Method:   the first is cut by each side of the second (Sutherland & Hodgman 1974). Whatever lies within `slack` of a
//           line or a corner counts as on it, so that equal features keep their names in spite of rounding.
// Proves:   nothing. But for the rounding of a few operations each corner lies within 4·slack of what it is said to be
//           on, and of both polygons, for slack of at least 64u times the largest coordinate.
// Cost:     proportional to the product of the corner counts. Allocates nothing once the buffers are warm.
#pragma once

#include <clearance/answer/feature.h>

#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

struct PlanePoint {
  double x = 0, y = 0;
};

// A corner, a side (from corner `index` to the next one) or the inside of a polygon. A segment is its own side 0, a
// point its own corner 0: neither has an inside.
struct PolygonFeature {
  Feature kind = Feature::Face;
  std::uint32_t index = 0;

  friend bool operator==(const PolygonFeature&, const PolygonFeature&) = default;
};

struct ClippedCorner {
  PlanePoint at;
  PolygonFeature first, second;
  std::int32_t along = 0;  // for the search: the side of the first that leads on from here, or −1 − that of the second
};

struct ClipBuffers {
  std::vector<ClippedCorner> from, to, segments;
  std::vector<double> height;
};

// Both counter-clockwise and convex up to rounding; 1 corner is a point, 2 a segment. The result is counter-clockwise,
// and no two neighbours of it lie within `slack` of each other in both coordinates. The span holds until the buffers
// are used again; empty: they do not overlap.
std::span<const ClippedCorner> clip_polygons(std::span<const PlanePoint> first, std::span<const PlanePoint> second,
                                             double slack, ClipBuffers& buffers);

}  // namespace clearance::detail
