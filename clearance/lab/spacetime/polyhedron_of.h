// Question: what is a body of the library as a polytope by incidence?
// Method:   a convex body by its merged faces, in whatever dimension it has; a solid mesh by its triangles, vertices
//           with equal coordinates being one. Points stand where the pose has them, exactly. Which side of a triangle
//           is inside, winding numbers tell.
// Proves:   places, exactly; what make_incidence_polytope.h looks at.
// Cannot:   take surfaces, or triangles that pass through each other's inside.
#pragma once

#include <clearance/exact/posed.h>
#include <clearance/lab/spacetime/make_incidence_polytope.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/polytope.h>

namespace clearance::lab {

struct PosedPolyhedron {
  IncidencePolytope<3> shape;
  // The caller's numbers of its vertices (of several that are one, the first), and, of a mesh, of its faces of
  // dimension 2.
  std::vector<std::uint32_t> vertex_ids, triangle_ids;
};

PosedPolyhedron polyhedron_of(const Polytope& body, const ExactPose& pose);
// Refused: surfaces; triangles without area; triangles with the same corners; triangles that have the inside, or the
// outside, on both sides; edges of an odd number of triangles.
Result<PosedPolyhedron> polyhedron_of(const Mesh& body, const ExactPose& pose);

}  // namespace clearance::lab
