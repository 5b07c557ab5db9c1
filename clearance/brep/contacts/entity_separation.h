// Question: how near do vertices, edges and faces of one solid come to each other that are not incident? (Vaněček 1990,
//           §4: at least α = 100ε, or clusters of contacts fuse.)
// Method:   vertices against edges and faces, edges against edges, in a tree of boxes; nearest points in doubles, then
//           how far both sides stay apart along directions that these suggest.
// Proves:   both ends of every bracket: below, a direction along which all corners of one are that far from all of the
//           other; above, two points of them. All roundings are in there.
// Cost:     n log n for solids whose entities are near few others: a second for some hundred thousand.
//
// That is all: where two faces, or an edge and a face, share no point, they are nearest at a vertex of one or between
// two edges. Two vertices at the ends of one edge are not incident to each other, so its length counts; nor are a
// vertex and the opposite edge of a narrow face. Edges with a common vertex are incident, whatever their angle.
#pragma once

#include <clearance/base/result.h>
#include <clearance/brep/entity.h>

#include <cstddef>
#include <limits>
#include <vector>

namespace clearance {

// How far two entities of one solid are apart, bracketed.
struct EntityPair {
  Entity first, second;  // the first of lower or equal dimension
  double lower = 0, upper = std::numeric_limits<double>::infinity();
};

struct EntitySeparation {
  EntityPair nearest;            // NotAsked entities: nobody asked
  double required = 0;           // α
  std::vector<EntityPair> near;  // those not proved to be α apart, nearest first, at most as many as were asked for
  std::size_t near_count = 0;    // all of them

  bool is_proved() const { return nearest.first.is_on_boundary() && nearest.lower >= required; }
  bool is_violated() const { return nearest.upper < required; }
};

inline constexpr double kSeparationInTolerances = 100;  // α/ε, the paper's

// Refused: α negative or not finite.
Result<EntitySeparation> entity_separation(const BRep& brep, double required = 0, std::size_t most = 16);

// Refuses a solid for a tolerance ε: with the nearest entities that are less than 100ε apart, named by their ids.
Result<EntitySeparation> check_separation(const BRep& brep, double tolerance);

}  // namespace clearance
