// Question: which convex body around a point lies wholly within a solid?
// Method:   half-spaces around the point, from the near triangles to the far ones: a triangle that no plane so far has
//           on its other side gets one, square to the way to its nearest point; planes move inward a little where that
//           spares many others (as Deits and Tedrake's regions without obstacles are grown, but for curved bodies). The
//           tree's boxes that lie beyond a plane are left out as a whole.
// Proves:   the hull, of doubles, shares no point with the surface, and holds a point that is strictly inside.
// Cost:     linear in the triangles that are seen from the point, at most; some 0.1 ms.
#pragma once

#include <clearance/shape/mesh.h>
#include <clearance/shape/polytope.h>

#include <optional>

namespace clearance::detail {

// The point is one of the mesh's own frame. Nothing where it is not strictly inside, or too near the surface to tell.
// `is_curved` of a mesh: that a few flat faces did not do, and need not be tried; it is set then.
std::optional<Polytope> inscribed_hull(const Mesh& mesh, Vec3 point, bool& is_curved);

}  // namespace clearance::detail
