// Question: on which side of a face's plane, as a direction, does the vector between two posed vertices point?
// Method:   sign of ((b − a) × (c − a))·m for three vertices of one body: bounded doubles, then exact numbers.
// Cost:     some ten nanoseconds where the filter settles it, a few microseconds otherwise.
#pragma once

#include <clearance/exact/posed.h>

namespace clearance::detail {

// Three vertices of one body: counter-clockwise seen from where their normal points.
struct PosedTriangle {
  Vec3 a, b, c;
  const Pose& pose;
};

// −1/+1, or 0 for "do not know".
int plane_side_filter(const PosedTriangle& face, const PosedDifference& m);
// 0 when m is parallel to the plane, or the three vertices are on a line.
int plane_side_exact(const PosedTriangle& face, const PosedDifference& m);
int plane_side_sign(const PosedTriangle& face, const PosedDifference& m);

}  // namespace clearance::detail
