// Question: which points of two triangles are nearest to each other, about?
// Method:   all pairs of edges, until one is found whose direction the third corners agree with, then corners against
//           faces (Larsen, Gottschalk, Lin, Manocha, the triangle test of PQP).
// Proves:   nothing: the points are in the triangles up to rounding, and the caller proves what follows from them.
//           Triangles without area and parallel edges may give points that are not the nearest.
// Cost:     some hundred nanoseconds.
#pragma once

#include <clearance/math/vec3.h>

namespace clearance::detail {

struct TriangleNearest {
  double squared = 0;
  Vec3 p, q;  // on the first and on the second
};

TriangleNearest nearest_points(const Vec3 (&a)[3], const Vec3 (&b)[3]);

}  // namespace clearance::detail
