// Question: does a direction separate two moving bodies from where a search has got to until a time, although doubles
//           cannot tell?
// Method:   the plane is put down as a span, and the checker of timelines looks at it, in exact numbers.
// Proves:   what it adds.
#pragma once

#include <clearance/motion/advancement.h>

namespace clearance::detail {

// Where it does, the search's timeline grows by the span, and its reached() is `to`.
bool extend_along(const MotionQuestion& question, Advancement& search, Vec3 n, double to);

// The pair of vertices that is lowest along n, where the pair is.
VertexPair lowest_along(const MovingPair& pair, Vec3 n);

// Without what is there by rounding alone: the normal that people meant, if a component of it was 0.
Vec3 snapped(Vec3 n);

}  // namespace clearance::detail
