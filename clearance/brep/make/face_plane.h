// Question: which three vertices of a face tell its plane best?
// Method:   one, the farthest from it, and the farthest from the line through both, in doubles; exact signs turn the
//           three outward and refuse those on a line.
// Proves:   that they are not on one line, and which way they turn.
// Cost:     linear in the vertices.
#pragma once

#include <clearance/math/vec3.h>

#include <array>
#include <span>

namespace clearance::detail {

// `corners` are in one plane, not on one line; `outward` is any triangle of that plane seen counter-clockwise from
// outside.
std::array<Vec3, 3> face_plane(std::span<const Vec3> corners, const std::array<Vec3, 3>& outward);

}  // namespace clearance::detail
