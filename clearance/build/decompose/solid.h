// Question: is a point in a solid?
// Method:   the winding number along a ray upwards (z), the point moved by ε along x and ε² along y in thought, so that
//           the ray meets no edge; the tree of the mesh finds the triangles it can meet, exact signs decide.
// Proves:   the answer.
#pragma once

#include <clearance/build/decompose/exact.h>
#include <clearance/shape/mesh.h>

namespace clearance::detail {

// How often the surface winds around a point that is on no triangle.
int winding_number(const Mesh& mesh, const ExactPosition& point);
int winding_number(const Mesh& mesh, Vec3 point);
// In the solid or on its surface.
bool is_in_closed_solid(const Mesh& mesh, const ExactPosition& point);

// Whether another triangle of t's plane, near it, looks the other way: only then can the winding number be the same on
// both sides of t, which has area.
bool may_be_leaf(const Mesh& mesh, std::uint32_t t);

}  // namespace clearance::detail
