// Question: which steps do Cameron's and Rabbitz's descendants of Gilbert's walk share?
// Method:   supports by climbing over neighbours from the simplex's own vertices; the nearest face of the simplex, by
//           either sub-algorithm.
// Proves:   what conclude.h does.
// Notation: m = q − p a difference of posed vertices, n a direction from a to b, c the simplex' point nearest to 0.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/nearest_simplex.h>
#include <clearance/lab/pair/conclude.h>
#include <clearance/lab/pair/gilbert.h>

#include <limits>
#include <optional>

namespace clearance {

// A walk towards the origin, between two steps.
struct SimplexWalk {
  PointSimplex simplex;
  double nearest = std::numeric_limits<double>::infinity();  // |c| of the step before
  int visited = 0;                                           // vertices whose neighbours the climbs looked at
};

// One step: the simplex reduced to its face nearest to the origin, and the support found by climbing along its
// direction, counted and traced. Nothing where the walk ends: the simplex holds the origin, and the evidence says so if
// it is proved, or it came no nearer.
std::optional<SupportPair> step_to_nearest(const PosedPair& pair, SubAlgorithm sub_algorithm, SimplexWalk& walk,
                                           Evidence& evidence, Trace* trace);

}  // namespace clearance
