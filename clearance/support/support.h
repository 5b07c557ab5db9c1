// Question: which vertex of a polytope is farthest in a direction?
// Method:   small hulls: one branch-free SIMD scan; large ones: a climb over neighbour coordinates from a hint, or from
//           the direction table when there is none (Chung §3.3, §3.5, §5.3). The switch-over size was measured.
// Proves:   nothing: doubles are compared as they come. What is certain about the result is said by SupportBound.
// Cost:     scan ≈ n/8 vector steps; climb ≈ one vector step per vertex on the path.
#pragma once

#include <clearance/shape/polytope.h>

namespace clearance {

// The vertex whose dot product with the direction, in doubles, is largest (lowest index among equals for the scan; a
// local maximum that no neighbour exceeds for the climb).
int support_vertex(const Polytope& polytope, Vec3 direction, int hint = -1);

int support_scan(const Polytope& polytope, Vec3 direction);
int support_climb(const Polytope& polytope, Vec3 direction, int start);
// How many vertices climb visited, for the experiments of the thesis.
int support_climb_counted(const Polytope& polytope, Vec3 direction, int start, int& visited);

// Vertex counts up to this are scanned, larger ones climbed.
inline constexpr int kScanLimit = 64;

}  // namespace clearance
