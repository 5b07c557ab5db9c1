// Question: which convex pieces make a convex body together?
// Method:   two pieces without common interior make one only where a whole face of one is a whole face of the other;
//           their hull is their union exactly when it has their volume (exact sums of determinants). Pieces are joined
//           as long as any two can be.
// Proves:   the union stays the same.
#pragma once

#include <clearance/exact/dyadic.h>
#include <clearance/shape/polytope.h>

#include <vector>

namespace clearance::detail {

// Six times the volume.
Dyadic sixfold_volume(const Polytope& polytope);

// No two pieces have interior points in common.
std::vector<Polytope> merge_convex(std::vector<Polytope> pieces);

}  // namespace clearance::detail
