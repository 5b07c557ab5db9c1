// Question: which point of a simplex of up to four differences is nearest to the origin, exactly?
// Method:   Johnson's sub-algorithm (Chung §5.2, eq. 5.3–5.6) over exact numbers: the subset whose Δ are all positive
//           and whose outside Δ are not is found without a back-up rule, since no sign is rounded: doubles with bounds
//           tell most of them, exact numbers the rest.
#pragma once

#include <clearance/convex/posed_pair.h>
#include <clearance/exact/dyadic.h>

namespace clearance::detail {

// Vertex pairs with their exact differences, times the pair's positive scale.
struct ExactSimplex {
  int count = 0;
  VertexPair pair[4];
  DyadicVec m[4];
  Dyadic weight[4];   // Δᵢ > 0 after reduce_to_nearest
  DyadicVec nearest;  // Σ Δᵢ mᵢ, so the nearest point is this over Σ Δᵢ

  Dyadic total_weight() const;
};

// Keeps the vertices whose open face holds the point nearest to the origin; fills weight and nearest.
void reduce_to_nearest(ExactSimplex& simplex);

}  // namespace clearance::detail
