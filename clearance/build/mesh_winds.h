// Question: does a closed mesh without volume bound anything: is there a point whose winding number is not 0?
// Method:   the winding number is 0 everywhere exactly when the oriented triangles of each plane cancel, place by
//           place. A sum of oriented triangles of one plane is 0 when its boundary is, a sum of directed segments; that
//           is 0 when, line by line, its ends cancel. So it is enough to count: for each vertex v, line L through v and
//           plane P through L, the edges on L of triangles in P that end at v, less those that begin there. Triangles
//           that cancel as a whole are left out first.
// Proves:   both answers: lines and planes are compared by exact signs.
// Cost:     n log n, and seldom asked: a volume other than 0 tells at once.
#pragma once

#include <clearance/shape/mesh.h>

#include <span>

namespace clearance::detail {

// Of a closed mesh whose vertices with equal coordinates have one number.
bool winds_somewhere(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles);

}  // namespace clearance::detail
