// Question: what are the loops, edges and vertices of a solid whose triangles look outward?
// Method:   from each side of a triangle that lies on an edge, the boundary of its face goes on to the next one that is
//           met by turning around the vertex within the face, so that loops touch but never cross. Vertices where a
//           straight edge only passes are left out. Around an edge, faces that fall and rise take turns, with material
//           between a falling one and the next: those are twins.
// Proves:   exact signs only.
// Cost:     n log n, for the order of the lists alone: it depends on ids, not on the order of triangles.
#pragma once

#include <clearance/brep/make/edge_fan.h>
#include <clearance/shape/brep.h>

namespace clearance::detail {

// The mesh is closed, no two triangles share more than common edges and vertices, and the solid is behind all of them.
BRepParts brep_parts(const Mesh& mesh, const EdgeFans& fans);

}  // namespace clearance::detail
