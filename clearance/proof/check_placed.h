// Question: does a certificate show how two convex bodies stand to each other at exact places? Internal to proof/.
// Method:   as pieces.h; the places are those of poses, or where motions have the bodies at an instant.
// Proves:   what it accepts.
// Notation: radius = r_a + r_b, and a margin if there is one; K = all q − p of the cores. The bodies share a point iff
//           the origin is within the radius of K, and with a radius above 0 penetrate iff it is nearer than that.
#pragma once

#include <clearance/proof/pieces.h>

namespace clearance::detail {

// Sign of (gap along n/|n| between the points, b having been moved) − length, for a length of any sign.
int compare_gap(const NumberedPoints& points, const DyadicVec& n, const Dyadic& length, const DyadicVec& moved = {});

// Separated, touching or penetrating.
CheckResult check_placed(Status status, const Certificate& certificate, const NumberedPoints& points,
                         const Dyadic& radius);
// No more than that they share a point: any simplex that holds the origin, a touch, or core points no farther apart
// than the radius.
CheckResult check_contact(const Certificate& certificate, const NumberedPoints& points, const Dyadic& radius);
// The same wherever the bodies are, both together no farther away from their places than `blur`, which is above 0.
CheckResult check_contact_throughout(const Certificate& certificate, const NumberedPoints& points, const Dyadic& radius,
                                     const Dyadic& blur);

}  // namespace clearance::detail
