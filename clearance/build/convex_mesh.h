// Question: is a mesh exactly the boundary of a convex body, and if not, why not?
// Method:   it is a solid, and the plane of every triangle with area has all points on one closed side. So all of it
//           is on the hull's boundary and winds equally often around all points within, which is not 0; whether its
//           triangles face outwards is all the same. Exact signs; the hull's adjacency makes one vertex and its
//           neighbours enough.
// Cost:     a hull, the facts of build/mesh.h, and a few signs a triangle.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/vec3.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/polytope.h>

#include <span>
#include <string>

namespace clearance::detail {

// The body, or why it is none. Points with equal coordinates count as one; triangles without area are allowed; points
// that no triangle uses must not be outside. Messages number points and triangles from 0, as CONTRACT §4 does.
Result<Polytope> convex_mesh(std::span<const Vec3> points, std::span<const MeshTriangle> triangles);
// Why a solid is not the boundary of the hull of its points; empty when it is.
std::string why_not_convex(const Polytope& hull, std::span<const Vec3> points, std::span<const MeshTriangle> triangles);

}  // namespace clearance::detail
