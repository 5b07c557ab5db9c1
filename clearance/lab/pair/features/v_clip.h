// Question: which features of two bodies are closest, and how far apart are they?
// Method:   V-Clip (Mirtich 1997, §3.3; 1998): one of five states (vertex–vertex, vertex–edge, edge–edge, vertex–face,
//           edge–face); an edge is clipped by the planes of the other feature's Voronoi region, and the sign of the
//           distance's derivative where a plane cuts it says whether to step across that plane.
// Proves:   separation along the direction of the closest features; penetration by an edge through a face or a vertex
//           inside the body.
// Cannot:   tell touching from a hair's breadth: that is Unresolved, as is a walk whose pair comes back.
// Cost:     nearly constant from the last frame's features; at most max_steps pairs.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>
#include <clearance/lab/pair/features/voronoi_planes.h>

namespace clearance {

struct VClipOptions {
  int max_steps = 1000;
  // Of both bodies, made beforehand; or null: planes are computed as they are needed. The same walk up to rounding; its
  // restarts never use them, so that matrices that are not quite rotations lead astray once at most.
  const VoronoiPlanes *planes_a = nullptr, *planes_b = nullptr;
};

Evidence v_clip(const PosedPair& pair, ConvexCache* cache, const VClipOptions& options = {}, Trace* trace = nullptr);

}  // namespace clearance
