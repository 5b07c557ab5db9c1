// Question: which triangles of a closed mesh have the solid behind them, and which in front?
// Method:   the winding number in front of one triangle of each shell is counted along a ray; from there it goes on
//           from triangle to triangle around their edges. The solid is where it is not 0: behind a triangle with 0 in
//           front, in front of one with 0 behind.
// Proves:   both numbers of every triangle.
// Cost:     linear, and a ray for every shell.
#pragma once

#include <clearance/brep/make/edge_fan.h>
#include <clearance/shape/mesh.h>

#include <vector>

namespace clearance::detail {

// The winding number in front of every triangle, by position; behind it there is one more. The mesh is closed, and no
// two triangles share more than common edges and vertices.
std::vector<int> windings_in_front(const Mesh& mesh, const EdgeFans& fans);

// The same solid, its triangles turned so that the number in front of each is 0: of all, one of the two numbers is.
// Triangles keep their numbers, not their positions.
Mesh turned_outward(const Mesh& mesh, const std::vector<int>& in_front);

}  // namespace clearance::detail
