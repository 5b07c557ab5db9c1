// Question: what are the true faces of a triangulated convex surface?
// Method:   an edge whose two triangles are exactly coplanar is none. What remains is walked as loops. A vertex where
//           fewer than three edges meet lies inside a face (0) or an edge (2) and is left out.
// Proves:   exact signs only; needs the surface to be convex, as solid_hull makes it.
#pragma once

#include <clearance/build/solid_hull.h>

namespace clearance::detail {

// Loops of point indices, counter-clockwise seen from outside.
std::vector<std::vector<std::uint32_t>> merge_faces(std::span<const Vec3> points,
                                                    const std::vector<HullTriangle>& triangles);

}  // namespace clearance::detail
