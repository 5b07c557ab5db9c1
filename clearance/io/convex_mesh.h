// Question: is a mesh exactly the boundary of a convex body, and if not, why not?
// Method:   every edge lies between two triangles that run through it in opposite directions, and the plane of every
//           triangle with area has all points on its closed inner side: a closed surface of outward pieces of the
//           hull's boundary covers all of it. Exact signs; the hull's adjacency makes one vertex and its neighbours
//           enough.
// Cost:     a hull, the facts of build/mesh.h, and a few signs a triangle.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/vec3.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/polytope.h>

#include <span>
#include <string>

namespace clearance {

// The body, or why it is none. Points with equal coordinates count as one; triangles without area are allowed; points
// that no triangle uses must not be outside. Messages number points and triangles from 0, as CONTRACT §4 does.
Result<Polytope> convex_mesh(std::span<const Vec3> points, std::span<const MeshTriangle> triangles);
// Why a closed mesh is not the boundary of the hull of its points; empty when it is.
std::string why_not_convex(const Polytope& hull, std::span<const Vec3> points, std::span<const MeshTriangle> triangles);

}  // namespace clearance
