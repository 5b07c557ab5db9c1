// Question: will two convex bodies that translate collide, when each shape has been prepared once?
// Method:   Algorithm 1 of Joseph and Plantinga 1987, §2: nearest points of the prisms of the coarsest levels of both
//           hierarchies (support/hierarchy.h), then of finer and finer ones, until they are one point or the levels are
//           the bodies. Gilbert's walk in four dimensions. A level is a prism again: a vertex goes at both ends at
//           once, where the paper's text takes an independent set off one end, which leaves no prism; degrees are the
//           body's and one. The copies of a vertex are extreme together, so a search in a body's level serves its
//           prism, and since a velocity only shears that, one hierarchy per shape serves all motions.
// Proves:   Collide by five pairs of vertices around the origin of space and time, Clear by a direction, exactly.
// Cannot:   tell where bodies only touch, and where they pass within roundings: Unresolved, for prism_trees.h to say.
//           Distances in space and time have no common unit: only whether they are 0 means anything.
// Cost:     O(log² n) vertices looked at, given the hierarchies. Paths of one piece.
#pragma once

#include <clearance/lab/spacetime/straight_motion.h>
#include <clearance/support/hierarchy.h>

namespace clearance::lab {

struct ConvexPrism {
  const Polytope& body;  // of three dimensions
  const Hierarchy& hierarchy;
  const StraightPiece& piece;  // of equal time for both
};

enum class PrismVerdict : std::uint8_t { Unresolved, Collide, Clear };

struct PrismWalk {
  PrismVerdict verdict = PrismVerdict::Unresolved;
  int level_a = 0, level_b = 0;  // at which it ended; 1: the bodies themselves
  int steps = 0, visited = 0;    // support searches in pairs of levels, and vertices looked at
  // Clear: with τ the share of the time that is over, and a at rest, normal·(x − p) > −lean·τ for all points x of b and
  // p of a.
  Vec3 normal;
  double lean = 0;
};

// Unresolved where the pieces are not of the same time.
PrismWalk will_collide(const ConvexPrism& a, const ConvexPrism& b, int max_steps = 1000);

}  // namespace clearance::lab
