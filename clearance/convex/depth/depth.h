// Question: how deep do two convex bodies penetrate, and where, whatever they are?
// Method:   boxes by the overlaps along their axes (box_depth.h), everything else by expansion (expansion.h).
// Proves:   both ends of the bracket, and that the translation ends the penetration.
// Cost:     150 ns for boxes; expansion.h's elsewhere, and where a shell is wanted.
#pragma once

#include <clearance/convex/depth/expansion.h>

namespace clearance::detail {

// As in Penetration.
struct ConvexDepth {
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  Vec3 direction, translation;
  Vec3 point_a, point_b;  // in world coordinates
};

// `around`, `shell` and `width` as expand() takes them.
ConvexDepth find_depth(const PosedPair& pair, std::span<const VertexPair> around, Shell* shell,
                       const DepthWidth& width);

}  // namespace clearance::detail
