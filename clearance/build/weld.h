// Question: which points have equal coordinates?
// Method:   a hash table of positions, at most half full; sorted where the points were chosen to collide. −0 equals 0.
// Cost:     linear, n log n when sorted; 8 to 16 bytes a point while it works.
#pragma once

#include <clearance/math/vec3.h>

#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

// For each point the first point equal to it; fewer than 2³² − 1 points.
std::vector<std::uint32_t> first_equal(std::span<const Vec3> points);

}  // namespace clearance::detail
