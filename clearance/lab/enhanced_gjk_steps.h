// Question: which steps do Cameron's and Rabbitz's descendants of Gilbert's walk share?
// Method:   supports by climbing over neighbours from the simplex's own vertices; the nearest face of the simplex, by
//           either sub-algorithm; the simplex of the last call; and what to do where a simplex holds the origin on its
//           boundary, as symmetric bodies make it.
// Proves:   what conclude.h does.
// Notation: m = q − p a difference of posed vertices, n a direction from a to b, c the simplex' point nearest to 0.
#pragma once

#include <clearance/lab/conclude.h>
#include <clearance/narrow/gilbert.h>
#include <clearance/narrow/nearest_simplex.h>
#include <clearance/narrow/pair_cache.h>

#include <limits>
#include <optional>

namespace clearance {

// Do the bodies have these vertices? A cache may come from another pair or another method.
bool is_pair_of(const PosedPair& pair, VertexPair at);
// Where the last searches ended, or {-1, -1}.
VertexPair recall_last(const PosedPair& pair, const PairCache* cache);
// The simplex of the last call, or, where there is none or a vertex of it does not exist, an empty one.
PointSimplex recall_simplex_checked(const PosedPair& pair, const PairCache* cache);
// Leaves evidence for the next call. A null cache is left alone.
void remember(const Evidence& evidence, PairCache* cache);

// Simplex and weights of the evidence.
void set_simplex(const PointSimplex& simplex, Evidence& evidence);

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

// A walk ended with the origin on a simplex of at most three pairs, within rounding. Penetrating if they and the
// supports along the directions that the simplex leaves open surround it. At most ten searches, counted as steps.
bool conclude_around(const PosedPair& pair, Evidence& evidence);

}  // namespace clearance
