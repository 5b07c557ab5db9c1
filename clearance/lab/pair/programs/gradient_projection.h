// Question: how far apart are two bodies, given as half-spaces?
// Method:   Rosen's gradient projection as Bobrow 1989 applies it (Jiménez, Thomas, Torras §3.2): minimise |p − q|²/2;
//           each point goes where the other one pulls it, as far as the walls it touches allow, up to the next wall;
//           Kuhn–Tucker multipliers say which walls hold it. The cure for the zig-zag (their Fig. 16): a point that is
//           held goes along its walls with the other one.
// Proves:   separation by the direction between the nearest points; penetration once the points meet.
// Cannot:   call touching; get on with stacked plates 10⁵ times as wide as thick.
// Cost:     O(n + m) a step; a step for every face that a point crosses, at most max_steps.
// Notation: s_p, s_q the search directions, λ the multipliers, d = q − p.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>

namespace clearance {

struct GradientProjectionOptions {
  int max_steps = 1000;
  bool cure = true;       // Fig. 16; false: a point that is held stays where it is
  bool conjugate = true;  // the best of this step's direction and the last one's, as far as the walls allow
};

// evidence.steps counts the steps of the points, and the final support search. The points start where the centres'
// segment leaves the bodies, or near the cached simplex.
Evidence gradient_projection(const PosedPair& pair, ConvexCache* cache, const GradientProjectionOptions& options = {},
                             Trace* trace = nullptr);

}  // namespace clearance
