// Question: does the common normal of two edges point along the vector between two posed vertices or against it?
// Method:   sign of ((a1 − a0) × (b1 − b0))·m, the edges on different bodies: bounded doubles, then exact numbers.
// Cost:     some ten nanoseconds where the filter settles it, a few microseconds otherwise.
#pragma once

#include <clearance/exact/posed.h>

namespace clearance::detail {

struct PosedEdge {
  Vec3 v0, v1;
  const Pose& pose;
};

// −1/+1, or 0 for "do not know".
int edge_cross_filter(const PosedEdge& a, const PosedEdge& b, const PosedDifference& m);
// 0 when the three vectors lie in one plane, so also when the edges are parallel.
int edge_cross_exact(const PosedEdge& a, const PosedEdge& b, const PosedDifference& m);
int edge_cross_sign(const PosedEdge& a, const PosedEdge& b, const PosedDifference& m);

}  // namespace clearance::detail
