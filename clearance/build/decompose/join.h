// Question: which pieces of a decomposition can be one, when their hull may exceed the solid by a little?
// Method:   two whose boxes meet, those first whose hull has least room that neither has, as long as any hull is shown
//           to stay within the excess that is allowed.
// Proves:   what is covered stays covered, and the excess of every piece.
#pragma once

#include <clearance/build/convex_excess.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/polytope.h>

#include <cstdint>
#include <vector>

namespace clearance::detail {

struct CoarsePiece {
  Polytope hull;                     // of the rounded vertices, as long as pieces are joined
  std::vector<std::uint32_t> rough;  // vertices of the arena that doubles cannot hold, ascending
  double excess = 0;                 // at most
  double seen = 0;                   // some point of the hull is as far from the solid
};

// Whether a hull stays within the excess. To tell excesses that are hardly less from those that are more would take
// most of the time, and save few pieces: such hulls are not taken, nor those that take long to judge.
ExcessOptions options_to_decide(double max_excess, Deadline deadline);

// Once the deadline has struck, no more are joined.
std::vector<CoarsePiece> join_within(const Mesh& solid, std::vector<CoarsePiece> pieces, double max_excess,
                                     Deadline deadline);

// In doubles; 0 where there is none.
double rough_volume(const Polytope& polytope);
// Of both together.
Polytope joint_hull(const Polytope& a, const Polytope& b);

}  // namespace clearance::detail
