// Question: which triangles make up a polygon of a mesh file?
// Method:   seen along the coordinate axis nearest to its normal, with exact signs: convex ones are fanned from the
//           first corner; others are cut into triangles, an ear at a time (ear_clipping.h).
// Cannot:   take outlines that cross themselves: refused.
// Cost:     linear when convex; else O(n log n) as a rule, and bounded: TooLarge.
#pragma once

#include <clearance/math/vec3.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

// TooLarge: not convex, and of so many corners in so entangled an outline that its triangles would take too long.
enum class PolygonKind : std::uint8_t { Convex, NonConvex, Crossing, TooLarge };

// Appends the triangles of the polygon with these corners (three or more positions in `vertices`). Flat polygons and
// repeated corners give triangles without area. Nothing is appended when Crossing or TooLarge.
PolygonKind triangulate(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners,
                        std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace clearance::detail
