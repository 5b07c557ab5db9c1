// Question: does the convex hull of a few exact vectors hold the origin; does its interior?
// Method:   signs of determinants over all subsets, as below. Complete: the answer is right either way.
// Cost:     a few microseconds for four vectors, some tens for six.
#pragma once

#include <clearance/exact/dyadic.h>

#include <span>

namespace clearance::detail {

bool hull_holds_origin(std::span<const DyadicVec> vectors);
bool interior_holds_origin(std::span<const DyadicVec> vectors);
// And all of a ball around it.
bool hull_holds_ball(std::span<const DyadicVec> vectors, const Dyadic& radius);

}  // namespace clearance::detail
