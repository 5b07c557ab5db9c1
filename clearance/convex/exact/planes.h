// Question: how is an exact direction written down so that a checker can rebuild it from vertex numbers?
// Method:   CONTRACT §4. The vertices that a supporting plane touches span a point, a line or a plane of edge vectors:
//           two independent edges give the normal (face, edges), one gives `side`, none a vector or `points`.
#pragma once

#include <clearance/convex/exact/simplex.h>
#include <clearance/convex/exact/support.h>
#include <clearance/proof/certificate.h>

namespace clearance::detail {

// The largest double not above the distance that direction n proves, less `radius`; 0 when that is not positive.
double lower_distance_along(const ExactSupport& support, const DyadicVec& n, const Dyadic& radius = {});

// The smallest double that is enough to move b along direction d to end the penetration of bodies within r_a and r_b of
// the polytopes, radius being their sum.
double depth_along(const ExactSupport& support, const DyadicVec& d, const Dyadic& radius);

// The direction of the nearest point of a reduced simplex, exactly.
Plane plane_of_nearest(const ExactSupport& support, const ExactSimplex& simplex);

// The direction n of a plane that both bodies touch, with n·m ≥ 0 everywhere. `axis` is a vector of doubles that takes
// the place of a second edge where the contact determines fewer than two: n must then be a multiple of axis × the one
// edge, or of axis itself.
Plane plane_of_contact(const ExactSupport& support, const DyadicVec& n, Vec3 axis);

// The plane's direction in doubles, of unit length up to rounding; for display and response, not for deciding.
Vec3 unit_normal(const Plane& plane, const PosedPair& pair);

}  // namespace clearance::detail
