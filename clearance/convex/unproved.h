// What the proof costs: the boolean query with the same steps, unfiltered signs and no certificate. For measurement
// (`clearance bench proof`); its answers may be wrong, which is the point of not using it.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/math/pose.h>
#include <clearance/proof/certificate.h>
#include <clearance/shape/polytope.h>

namespace clearance::detail {

Status intersects_unproved(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                           ConvexCache& cache);

}  // namespace clearance::detail
