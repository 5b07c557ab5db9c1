// Question: where does a triangle of a mesh change the winding number, if others of its plane may look the other way?
// Method:   the triangles of its plane cut it into convex pieces; over each the orientations of all that cover it are
//           added up. A piece is the list of its edges' lines, each through two vertices of the mesh, its corners are
//           crossings of neighbouring lines: so the numbers do not grow with the cuts.
// Proves:   exactly those places are visited whose two sides have different winding numbers, whatever crosses them.
// Cost:     nothing where no triangle of the plane looks the other way; the pieces times those that overlap otherwise.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/exact/dyadic.h>
#include <clearance/shape/mesh.h>

#include <cstdint>
#include <span>

namespace clearance::detail {

// numerator / weight in the mesh's own frame; the weight is positive.
struct JumpCorner {
  DyadicVec numerator;
  Dyadic weight;
};

// The pieces of triangle t (a position), which has area: convex polygons. The visitor returns whether to go on. True
// when it ended the walk.
bool visit_jumps(const Mesh& mesh, std::uint32_t t, FunctionRef<bool(std::span<const JumpCorner>)> visit);

}  // namespace clearance::detail
