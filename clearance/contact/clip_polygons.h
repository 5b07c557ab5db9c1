// Question: where do two convex polygons of one plane overlap, and what of each lies at every corner of that?
// Method:   the first is cut by each side of the second (Sutherland & Hodgman 1974). Whatever lies within `slack` of a
//           line or a corner counts as on it, so that equal features keep their names in spite of rounding.
// Cannot:   prove anything: who uses it bounds the errors.
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

// A corner, a side (from corner `index` to the next one) or the inside of a polygon.
struct PolygonFeature {
  Feature kind = Feature::Face;
  std::uint32_t index = 0;

  friend bool operator==(const PolygonFeature&, const PolygonFeature&) = default;
};

struct ClippedCorner {
  PlanePoint at;
  PolygonFeature first, second;
};

struct ClipBuffers {
  std::vector<ClippedCorner> from, to;
};

// Both counter-clockwise and convex up to rounding; 1 corner is a point, 2 a segment. No two corners of the result lie
// within `slack` of each other. The span holds until the buffers are used again; empty: they do not overlap.
std::span<const ClippedCorner> clip_polygons(std::span<const PlanePoint> first, std::span<const PlanePoint> second,
                                             double slack, ClipBuffers& buffers);

}  // namespace clearance::detail
