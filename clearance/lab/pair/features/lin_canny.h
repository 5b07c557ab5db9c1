// Question: which features of two bodies are closest, and how far apart are they?
// Method:   Lin and Canny's algorithm (Mirtich 1997, §3.1): take the nearest points of the current two features; if
//           each lies in the Voronoi region of the other's feature they are the bodies' own nearest points; else step
//           to the neighbour across the violated plane, which is nearer. Beneath a face, pseudo-Voronoi regions
//           (Jiménez, Thomas, Torras, §3.2) tell inside from outside.
// Proves:   separation along the direction of the closest features; penetration by an edge through a face or a vertex
//           inside the body.
// Cannot:   tell touching from a hair's breadth: that is Unresolved.
// Cost:     nearly constant from the last frame's features; at most max_steps pairs.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>
#include <clearance/lab/pair/features/voronoi_planes.h>

namespace clearance {

struct LinCannyOptions {
  int max_steps = 1000;
  int max_escapes = 8;  // from beneath a face to the one that the ray from the centre leaves by
  // Of both bodies, made beforehand; or null: planes are computed as they are needed. The same walk up to rounding; its
  // restarts never use them, so that matrices that are not quite rotations lead astray once at most.
  const VoronoiPlanes *planes_a = nullptr, *planes_b = nullptr;
};

Evidence lin_canny(const PosedPair& pair, ConvexCache* cache, const LinCannyOptions& options = {},
                   Trace* trace = nullptr);

}  // namespace clearance
