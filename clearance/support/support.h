// Question: which vertex of a polytope is farthest in a direction?
// Method:   small hulls: one branch-free SIMD scan; large ones: a climb over neighbour coordinates from a hint, or from
//           the direction table when there is none (Chung §3.3, §3.5, §5.3). The switch-over size was measured.
// Proves:   nothing: doubles are compared as they come. Peak::runner_up lets a caller prove a climb's end.
// Cost:     scan ≈ n/8 vector steps; climb ≈ one vector step per vertex on the path.
#pragma once

#include <clearance/shape/polytope.h>
#include <clearance/support/kernels.h>

namespace clearance {

// The vertex whose dot product with the direction, in doubles, is largest (lowest index among equals for the scan; a
// local maximum that no neighbour exceeds for the climb). A hint is a vertex thought to be near, or negative.
int support_vertex(const Polytope& polytope, Vec3 direction, int hint = -1);

int support_scan(const Polytope& polytope, Vec3 direction);
int support_climb(const Polytope& polytope, Vec3 direction, int start);
// How many vertices climb visited, for the experiments of the thesis.
int support_climb_counted(const Polytope& polytope, Vec3 direction, int start, int& visited);
// The climb with its end's dot product and that of the best neighbour.
Peak support_peak(const Polytope& polytope, Vec3 direction, int start);

// Vertex counts up to this are scanned, larger ones climbed: without a hint, and with one. Measured, see
// docs/decisions/0003-support-search.md.
inline constexpr int kScanLimit = 48;
inline constexpr int kWarmScanLimit = 8;

}  // namespace clearance
