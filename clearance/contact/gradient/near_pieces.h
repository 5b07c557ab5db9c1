// Question: which convex pieces of two bodies, triangles or convex parts, are no further apart than a limit?
// Method:   the trees of hulls, then those of triangles, of whatever is nearer than the limit.
// Proves:   that no other piece is as near.
// Cost:     a query for each pair of hulls that near, the tree's for each two meshes; a hull for each triangle found.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/math/pose.h>
#include <clearance/shape/parts.h>

namespace clearance::detail {

// Neither a half-space. The visitor returns whether to go on.
using PieceVisitor = FunctionRef<bool(const Rounded& a, const Rounded& b)>;
void visit_near_pieces(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double limit,
                       PieceVisitor visit);

}  // namespace clearance::detail
