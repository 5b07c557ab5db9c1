// Question: how deep are two boxes in each other, and where?
// Method:   the fifteen axes of a separating-axis test: the face normals of both and the products of their edges. The
//           least overlap along one of them is the depth, for these are all the facets of the difference body.
// Proves:   the bracket: lower ≤ depth ≤ upper.
// Cannot:   tell edges that are parallel up to 1e-6: lower is 0 there unless they are exactly so.
// Cost:     a hundred nanoseconds.
#pragma once

#include <clearance/convex/posed_pair.h>

namespace clearance::detail {

struct BoxDepth {
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  Vec3 normal, point;  // from a to b, of unit length; halfway between the deepest points
};

// Both are boxes with volume or without; they share a point.
BoxDepth box_depth(const PosedPair& pair);

}  // namespace clearance::detail
