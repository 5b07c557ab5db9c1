// Question: in which directions does a triangle lie, seen from one of its corners, or from one of its sides?
// Method:   unit vectors in doubles, and boxes around them that are larger by what these are off by.
// Proves:   two triangles with a common corner that share a point elsewhere, along a ray from the corner, have arcs
//           whose boxes overlap; two of one half-plane at a common side have boxes that overlap.
#pragma once

#include <clearance/bvh/box.h>

namespace clearance::detail {

// From p, which is neither of them, to all points between q and r.
Box arc_seen_from(Vec3 p, Vec3 q, Vec3 r);
// Square to the line through p and q, which differ, towards r.
Box side_seen_from(Vec3 p, Vec3 q, Vec3 r);

}  // namespace clearance::detail
