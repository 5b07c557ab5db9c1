// Question: a walk in doubles left the distance d of two polytopes within rounding of a length r > 0, a sum of a few
//           doubles: is it longer, that, or shorter? Rounded bodies that touch, and a distance compared with itself.
// Method:   confirm, do not search again (as contact.h, where r is 0). Along an axis that both poses leave an axis of
//           the body, r and the gap are one sum of doubles, exactly. Elsewhere integers of fixed width
//           (exact/integer_pair.h): the walk's direction may prove that d is longer, its weights that it is shorter;
//           that it is exactly r, the vertex, edge or face of the differences that is nearest.
// Proves:   what it returns.
// Cannot:   tell from r what is off by 1e-32 of it and not along an axis, nor hold numbers too far apart in size:
//           NotAsked, and convex/exact/decision.h takes over.
// Cost:     some tens of nanoseconds along an axis, about a microsecond elsewhere.
#pragma once

#include <clearance/convex/nearest_simplex.h>
#include <clearance/convex/posed_pair.h>
#include <clearance/convex/radii.h>
#include <clearance/proof/certificate.h>

namespace clearance::detail {

struct Tangency {
  Status status = Status::NotAsked;  // Separated: d > r; Touching: d = r; Penetrating: 0 < d < r
  Vec3 direction;                    // from a to b; Separated: of any length, else of 1 up to rounding
  Plane plane;                       // Separated: what proves it where the direction, rounded, does not; else a Vector
  Bracket distance;                  // Separated: of d − r; the direction proves its lower end, the weights its upper
  Bracket depth;                     // Penetrating: of r − d, the other way round
  int tied_a = 0, tied_b = 0;        // Separated: how many vertices of each body lie on its closest feature
};

// `met` is where a walk ended; it is left with the weights of its nearest point, which the brackets are about.
Tangency decide_tangency(const PosedPair& pair, const Radii& r, PointSimplex& met);
// Of polytopes: a bracket of d itself, nearly as narrow as doubles can be. Separated where its lower end is above 0;
// else NotAsked, and the upper end is what `met` proves, or 0 where nothing is known.
Tangency decide_gap(const PosedPair& pair, PointSimplex& met);

}  // namespace clearance::detail
