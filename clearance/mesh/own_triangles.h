// Question: do two triangles of one mesh share more than the vertices and edges that both have?
// Method:   exact signs, by how many corners they have in common: none, then any common point; one, then a common ray
//           of the cones at it; two, then one plane and one side of the edge.
// Proves:   the answer, for triangles without area, too.
// Notation: a corner is a vertex of a triangle with those equal to it left out: a triangle has three, a segment two, a
//           point one.
#pragma once

#include <clearance/exact/orient3d.h>
#include <clearance/math/vec3.h>

namespace clearance::detail {

struct Corners {
  Vec3 v[3];
  int count = 0;

  void add(Vec3 p) {
    for (int i = 0; i < count; ++i)
      if (v[i] == p) return;
    v[count++] = p;
  }
  bool has_area() const { return count == 3 && !collinear(v[0], v[1], v[2]); }
};

bool run_into_each_other(Corners a, Corners b);

}  // namespace clearance::detail
