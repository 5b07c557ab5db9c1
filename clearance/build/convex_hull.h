// Question: what is the convex hull of these points, exactly?
// Method:   see convex_hull.cpp.
// Proves:   every facet plane has all points on one closed side, with exact signs; coplanar facets are merged.
#pragma once

#include <clearance/base/result.h>
#include <clearance/shape/polytope.h>

#include <span>

namespace clearance {

// Exact for every finite input: duplicates, collinear and coplanar points, any scale. Vertices keep the caller's index
// as their id (of equal points the lowest). Refused: no points, NaN, infinite or beyond kMaxCoordinate, more than 2³¹
// points.
Result<Polytope> convex_hull(std::span<const Vec3> points);

}  // namespace clearance
