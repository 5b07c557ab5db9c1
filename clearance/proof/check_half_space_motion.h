// Question: is what a result says about a moving half-space and another moving body true?
// Method:   the height of every vertex over the half-space's plane is a polynomial in time over a positive one
//           (exact/time/height_form.h). A span whose plane is the half-space's own is held against every vertex at
//           every instant: by coefficients in Bernstein's basis in doubles with bounds, exactly where those do not
//           tell. Contact is a vertex at or below the plane, at `upper` or at the root of its own function. Under an
//           angular velocity all of that is to hold wherever the bodies may be, by paths nearby
//           (exact/time/height_blur.h), or however far a body has turned, by the circles on which its points go round.
//           Internal to proof/; sees no tree, no algorithm.
// Proves:   what it accepts. Of two half-spaces: the gap between planes that face each other throughout a span.
// Cost:     linear in the vertices: some nanoseconds each where doubles tell, else tens of microseconds;
//           under an angular velocity some milliseconds for each radian, and for each vertex that comes near.
#pragma once

#include <clearance/proof/check_moving_shapes.h>

namespace clearance::detail {

// One of the shapes, or both, are half-spaces.
CheckResult check_half_space_motion(const MotionClaim& claim, const ShapeInMotion& a, const ShapeInMotion& b,
                                    Interval interval, double margin);
CheckResult check_half_space_timeline(const Timeline& timeline, const ShapeInMotion& a, const ShapeInMotion& b,
                                      Interval interval, double margin);

}  // namespace clearance::detail
