// Question: which triangles bound the hull of points that do not lie in one plane?
// Method:   see solid_hull.cpp.
// Proves:   exact signs only: no point is above any of the triangles' planes.
#pragma once

#include <clearance/math/vec3.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

// The same points twice: as the caller gave them, for the exact signs, and scaled by a power of two into [−1, 1], for
// the filters. Scaling loses at most 2⁻¹⁰⁷³ a coordinate, and where it loses nothing both are the same points.
struct HullPoints {
  std::span<const Vec3> exact;
  std::span<const Vec3> scaled;
};

// Counter-clockwise seen from outside; neighbour[i] is the triangle beyond the edge vertex[i] → vertex[i+1].
struct HullTriangle {
  std::array<std::uint32_t, 3> vertex;
  std::array<std::uint32_t, 3> neighbour;
};

// A triangulation of the boundary of the hull, with coplanar triangles where faces are larger, and vertices inside such
// faces or edges where points lie there. Of equal points the lowest index is used. The simplex: four points that are
// not in one plane.
std::vector<HullTriangle> solid_hull(const HullPoints& points, const std::array<std::uint32_t, 4>& simplex);

}  // namespace clearance::detail
