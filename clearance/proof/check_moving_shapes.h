// Question: is what a result says about two moving bodies of any kind true?
// Method:   as check_motion.h for convex ones. Of bodies of triangles or parts every span of the timeline has a cover:
//           its splits are done as it says, each of its planes is held against all points of its sets at every instant
//           of the span, and the vertices that it lists are outside the other body's solids when the span begins:
//           surfaces that share no point keep what is outside there. Contact is a point of both, with the bodies where
//           their motions have them. Half-spaces: check_half_space_motion.h. Sees no tree, no cache, no algorithm.
// Proves:   what it accepts.
#pragma once

#include <clearance/proof/check_motion.h>
#include <clearance/shape/parts.h>

namespace clearance {

struct ShapeInMotion {
  const Shape& shape;
  const Motion& motion;
};

CheckResult check_motion(const MotionClaim& claim, const ShapeInMotion& a, const ShapeInMotion& b, Interval interval,
                         double margin = 0);
// More than `margin` apart over all of the interval, and neither inside the other.
CheckResult check_timeline(const Timeline& timeline, const ShapeInMotion& a, const ShapeInMotion& b, Interval interval,
                           double margin = 0);

}  // namespace clearance
