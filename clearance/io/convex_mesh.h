// Question: is a mesh exactly the boundary of a convex body, and if not, why not; what else is there to say about it?
// Method:   every edge lies between two triangles that run through it in opposite directions, and the plane of every
//           triangle with area has all points on its closed inner side: a closed surface of outward pieces of the
//           hull's boundary covers all of it. Exact signs; the hull's adjacency makes one vertex and its neighbours
//           enough.
// Cost:     a hull, a sort of the edges, and a few signs a triangle.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/vec3.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/polytope.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace clearance {


// The body, or why it is none. Points with equal coordinates count as one; triangles without area are allowed; points
// that no triangle uses must not be outside. Messages number points and triangles from 0, as CONTRACT §4 does.
Result<Polytope> convex_mesh(std::span<const Vec3> points, std::span<const MeshTriangle> triangles);

// Triangles with a repeated vertex have no edges here: they are folded away. The other counts are of the rest.
struct MeshDefects {
  std::size_t zero_area = 0;            // triangles, exactly without area
  std::size_t duplicate_triangles = 0;  // the same three vertices as an earlier one, in any order
  std::size_t boundary_edges = 0;       // with one triangle
  std::size_t nonmanifold_edges = 0;    // with more than two
  std::size_t inconsistent_edges = 0;   // with two that run through it in the same direction
  bool closed = false;                  // none of these three, and there are triangles
  double volume = 0;                    // rounded; meaningful when closed
  bool convex = false;
  std::string why_not_convex;
};

MeshDefects mesh_defects(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles);

}  // namespace clearance
