// Question: how far apart are two bodies, when each has been prepared once?
// Method:   Dobkin and Kirkpatrick 1990 (Jiménez, Thomas, Torras §3.2; Joseph and Plantinga §2): nearest points of the
//           coarsest polytopes of the two hierarchies, then of finer and finer ones. A finer level has at most one
//           vertex beyond the plane through a nearest point; the new nearest points include one of that vertex's star.
// Proves:   separation by the direction of the nearest points; penetration as soon as two coarse polytopes overlap.
// Cannot:   call touching; be logarithmic at vertices of unbounded degree (the apex of a cone), or for flat bodies.
// Cost:     O(log n · log m) vertices looked at, given the hierarchies; O(n + m) to build those.
// Notation: P_i, Q_j the levels, 1 the finest; v, w the vertices of P_i, Q_j beyond the planes.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>
#include <clearance/support/hierarchy.h>

namespace clearance {

struct DobkinKirkpatrickOptions {
  int max_steps = 1000;                                            // a handful for each of a few dozen levels
  const Hierarchy *hierarchy_a = nullptr, *hierarchy_b = nullptr;  // of the pair's bodies; null: built for this call
  int* visited = nullptr;  // counts the vertices looked at, the proof's own support search not included
};

// evidence.steps counts the support searches in levels and stars. The cache is left for other methods: this one starts
// from the coarsest level each time.
Evidence dobkin_kirkpatrick(const PosedPair& pair, ConvexCache* cache, const DobkinKirkpatrickOptions& options = {},
                            Trace* trace = nullptr);

}  // namespace clearance
