// Question: how deep are two boxes in each other, along which of their axes, and where?
// Method:   the fifteen axes of a separating-axis test: the face normals of both and the products of their edges. The
//           least overlap along one of them is the depth, for these are all the facets of the difference body.
// Proves:   the bracket: lower ≤ depth ≤ upper.
// Cannot:   tell edges that are parallel up to 1e-6 and not clearly farther than a face: `lower` falls short by as much
//           of the size as they are apart.
// Cost:     fifty nanoseconds for the overlaps, as much for the place.
#pragma once

#include <clearance/convex/posed_pair.h>

namespace clearance::detail {

// The axes: 0 … 2 the normals of a's faces, 3 … 5 of b's, 6 + 3 i + k the product of a's edge i and b's edge k.
struct BoxOverlaps {
  static constexpr int kAxes = 15, kFaces = 6;

  // Of the depth, where the boxes share a point. Without an answer [0, ∞].
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  int least = 0;          // the axis with the least overlap; a face's where only roundings speak for edges
  double overlap[kAxes];  // below 0 where the axis separates; ∞ for products of parallel edges
  double error[kAxes];    // of each
  Vec3 between;           // from a's centre to b's

  bool has_answer() const { return upper < std::numeric_limits<double>::infinity(); }
};

// Both are boxes. There is no answer under matrices, nor for sizes whose squares overflow or vanish.
BoxOverlaps box_overlaps(const PosedPair& pair);
// Of unit length, from a to b.
Vec3 box_axis(const PosedPair& pair, const BoxOverlaps& overlaps, int axis);
// The corner of a box that is farthest along a direction of the world, as a number for Polytope::corner().
unsigned farthest_corner(const Mat3& turn, Vec3 direction);

struct BoxDepth {
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  Vec3 normal, point;  // from a to b, of unit length up to rounding; halfway between the deepest points
};

// The boxes share a point. `upper` is no less than the depth along the normal as it is. Of boxes turned by quarters the
// bracket is the exact depth, rounded.
BoxDepth box_depth(const PosedPair& pair);

}  // namespace clearance::detail
