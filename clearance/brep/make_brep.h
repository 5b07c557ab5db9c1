// Question: what vertices, edges and faces has the solid that these triangles bound, and is it one?
// Method:   triangles that share an edge and a plane, exactly, are one face; a vertex at which two collinear edges meet
//           and nothing else is none. Where more than two faces meet at an edge they are sorted around it by exact
//           signs, and those with material between them are paired (Vaněček 1990, §2).
// Proves:   every decision is an exact sign. What is returned is closed, crosses itself nowhere, and has the solid on
//           exactly one side of every face.
// Cannot:   hold a boundary that touches itself but along whole common edges and at common vertices.
// Cost:     n log n, most of it the search for crossings, which looks at all pairs of triangles that share a vertex or
//           whose boxes overlap.
#pragma once

#include <clearance/base/result.h>
#include <clearance/shape/brep.h>
#include <clearance/shape/polytope.h>

namespace clearance {

// Refused, with the entities at fault named by the caller's numbers: a mesh that is not closed; triangles without area;
// triangles that share a point other than their common vertices and edges; triangles with the solid on both sides
// (winding numbers other than 0). Vertices with equal coordinates are one. What is inside out, as a whole or in parts,
// is the same solid: BRep::mesh() has the same triangles by the same numbers, but looking outward. A surface that is
// closed is taken as the solid that it bounds.
Result<BRep> make_brep(const Mesh& mesh);
// Refused: less than three dimensions. Vertices keep the polytope's ids.
Result<BRep> make_brep(const Polytope& polytope);

}  // namespace clearance
