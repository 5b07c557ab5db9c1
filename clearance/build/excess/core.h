// Question: into which prisms is a convex body divided, one below each of its triangles?
// Method:   each vertex A has a point f(A) of a flat core in the middle of the body; below a triangle lies the hull of
//           its corners and their points of the core.
// Proves:   the prisms cover the body, whatever core in one plane is taken. Move every boundary point x towards f(x), f
//           linear on each triangle: all of the way lies in the prisms. A point of the body that this never passes is
//           wound around once before and after; but afterwards the surface lies within a plane, and a closed surface
//           within a plane winds around nothing.
// Notation: a: corners of a triangle, core: their points of the core.
#pragma once

#include <clearance/shape/polytope.h>

#include <limits>
#include <vector>

namespace clearance::detail {

struct ExcessPrism {
  // Part of it that belongs to a body, every point of which is within `excess` of the mesh.
  struct Held {
    Vec3 corner[3];
    double excess = std::numeric_limits<double>::infinity();
  };
  Vec3 a[3], core[3];
  Held held[2];

  // Across the triangle, inward, of unit length; 0 where that is not known.
  Vec3 down() const {
    const Vec3 n = cross(a[2] - a[0], a[1] - a[0]);
    const double length = norm(n);
    return length > 0 ? n / length : Vec3{};
  }
};

// Of a body without volume: its triangles, with the corners as their own points of the core.
std::vector<ExcessPrism> prisms_of(const Polytope& body);

// Below those triangles of the hull of two bodies that join both: what is in neither body lies in their prisms. A
// vertex of one body has a point of that body as its point of the core, one of both bodies a point of both; three
// points lie in one plane. Below the other triangles, those of one body, is nothing that this body does not hold.
struct KnownExcess {
  const Polytope& body;
  double excess;  // at most
};
std::vector<ExcessPrism> bridging_prisms(const Polytope& joint, const KnownExcess& a, const KnownExcess& b);

}  // namespace clearance::detail
