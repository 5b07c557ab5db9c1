// Question: which vertex, edge or face of a polytope is a place on, that should be on its border near a vertex?
// Method:   the distances of the place from the faces at that vertex, their edges and corners, in doubles, and if that
//           finds none within rounding from all; the lowest feature that is as near as the nearest within rounding.
// Cannot:   say that it is there: `away` says how far off the place is.
#pragma once

#include <clearance/contact/convex/convex_feature.h>
#include <clearance/math/pose.h>

namespace clearance::detail {

struct NearestFeature {
  BodyFeature feature;
  double away = 0;
};
NearestFeature nearest_feature(const Polytope& body, const Pose& pose, int vertex, Vec3 place);

}  // namespace clearance::detail
