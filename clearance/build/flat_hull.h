// Question: which polygon is the hull of points that lie in one plane?
// Method:   seen along an axis the plane is not parallel to; Andrew's monotone chain with exact turns.
// Proves:   exact signs only; vertices on an edge are left out.
#pragma once

#include <clearance/math/vec3.h>

#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

// The loop of extreme points, counter-clockwise seen along `axis`; of equal points the lowest index. The points lie in
// one plane that is not parallel to the axis, and not on one line.
std::vector<std::uint32_t> flat_hull(std::span<const Vec3> points, int axis);

}  // namespace clearance::detail
