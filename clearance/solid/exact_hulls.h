// Question: how far apart are the hulls of two sets of exact points, compared with a length?
// Method:   Gilbert's walk as in convex/exact/decision.h, over points that need not be doubles: the common part of
//           triangles, for one, whose corners are fractions.
// Proves:   the sign, and a point of each hull at that distance.
// Cost:     linear in the points per step; for what doubles leave open.
#pragma once

#include <clearance/exact/dyadic.h>

#include <span>

namespace clearance::detail {

struct HullGap {
  int sign = 0;    // of (distance − length)
  DyadicVec on_b;  // over `weight`: the point of b's hull that is nearest to a's
  Dyadic weight;   // > 0
};

// The sets are not empty, length ≥ 0; everything times one and the same positive number.
HullGap compare_hulls(std::span<const DyadicVec> a, std::span<const DyadicVec> b, const Dyadic& length);

}  // namespace clearance::detail
