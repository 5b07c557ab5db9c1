// Question: which point of a simplex is nearest to the origin, the way the paper finds it?
// Method:   Johnson's sub-algorithm (Chung §5.2): Δ of all subsets by the recursion (5.3)–(5.5), the subset that meets
//           (5.6), or, where rounding leaves none, the back-up rule (5.7): the subset with positive Δ whose affine hull
//           is nearest.
// Proves:   nothing.
// Cost:     all 15 subsets of a tetrahedron: about 400 flops; nearest_simplex.h needs a fifth of that.
#pragma once

#include <clearance/convex/nearest_simplex.h>

namespace clearance {

// As nearest_point(): reduces the simplex to the face nearest to the origin; false, leaving all four vertices with
// their weights, when the origin is inside a tetrahedron. `used_backup` tells whether (5.7) had to choose.
bool nearest_point_johnson(PointSimplex& simplex, bool* used_backup = nullptr);

}  // namespace clearance
