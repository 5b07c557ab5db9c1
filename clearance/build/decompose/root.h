// Question: what does the cutting of a solid begin with?
// Method:   a box around the solid, with its triangles; coplanar neighbours share their plane. Edges where the solid is
//           not convex, its notches, are found by exact signs of one triangle's plane and the other's far vertex.
#pragma once

#include <clearance/build/decompose/cell.h>
#include <clearance/shape/mesh.h>

#include <vector>

namespace clearance::detail {

Cell root_cell(CutArena& arena, const Mesh& solid);

// Triangles without area whose points are not those of edges of others: no cell will hold them.
std::vector<std::uint32_t> bare_triangles(const Mesh& solid);

}  // namespace clearance::detail
