// Question: when does a point that moves on a straight line meet a triangle, and an edge an edge?
// Method:   both are m₁u + m₂w + dτ = q with vectors that do not depend on time: the meeting is where a line in the
//           direction of the relative velocity passes a triangle, or the parallelogram of two edges. Cramer's rule:
//           four determinants, whose signs tell all; in doubles with bounds, else exactly.
// Proves:   that there is no meeting in time, or the meeting. Nothing where the determinant D is 0: such features are
//           partly parallel, and others meet where they do.
// Notation: D, U, W, T the determinants: u = U/D, w = W/D, τ = T/D.
#pragma once

#include <clearance/exact/approx.h>

#include <optional>

namespace clearance::lab {

enum class Crossed : std::uint8_t { Triangle, Parallelogram };

// In common units, whatever they are.
template <class Vec>
struct Crossing {
  Vec m1, m2, d, q;
};

// The determinants, the first above 0: it lies in the figure, and 0 ≤ T.
struct CrossingAt {
  Dyadic determinant, u, w, time;
};

// False where doubles show that there is none before `most`, that one included.
bool may_cross(const Crossing<ApproxVec>& crossing, Crossed crossed, double most);
std::optional<CrossingAt> cross_exactly(const Crossing<DyadicVec>& crossing, Crossed crossed, const Dyadic& most);

}  // namespace clearance::lab
