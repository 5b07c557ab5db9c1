// Question: how far is any point of a hull from a solid, at most?
// Method:   branch and bound: the hull's box is halved, the most promising box first; all points of a box with centre c
//           and half diagonal r are within d(c) + r, d(c) being the distance of c to some triangles nearby. Boxes
//           outside the hull, and boxes that no triangle comes near and whose centre is inside, count for nothing.
// Proves:   the bound: rounding is added, and the distance to some point of the solid is no less than the distance to
//           the nearest.
// Cost:     at most `budget` boxes.
#pragma once

#include <clearance/shape/mesh.h>
#include <clearance/shape/polytope.h>

#include <cstddef>

namespace clearance::detail {

struct ExcessOptions {
  double enough = 0;  // stop once the bound is at most this
  double hopeless;    // stop once the excess is seen to be more than this; the bound is still one
  std::size_t budget = std::size_t{1} << 14;
};
struct Excess {
  double bound = 0;
  Vec3 place;  // about where it is
};
Excess excess_of(const Mesh& solid, const Polytope& hull, const ExcessOptions& options);

}  // namespace clearance::detail
