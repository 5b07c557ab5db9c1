// Question: does a timeline show that two moving convex bodies share no point at any instant?
// Method:   every inequality is a polynomial in time, over a positive one, and is decided for the whole span at once,
//           exactly, by the signs of its coefficients in Bernstein's basis and, where those do not tell, by its roots.
//           Sees points, radii, motions and the timeline; knows no algorithm.
// Proves:   what it accepts.
//           Under an angular velocity positions are not rational: there an inequality holds with room for a bound on
//           how far the body is from a path that is, or for a ball around the body (exact/time/pose_path.h). Planes are
//           vectors then, of the world or of a body without spin.
// Cost:     linear in the points for every span and every piece of a motion: a nanosecond or two for each where doubles
//           with bounds tell, microseconds where exact numbers must.
#pragma once

#include <clearance/math/motion.h>
#include <clearance/proof/check.h>
#include <clearance/proof/timeline.h>

#include <span>

namespace clearance {

// All points within `radius` of the convex hull of `points`, moved.
struct PointsInMotion {
  std::span<const Vec3> points;
  Motion motion;
  double radius = 0;
};

// Over all of the interval, more than `margin` apart; of that, a span with an offset gives either body one half,
// exactly. Refused, too: an interval that begins before a motion does.
CheckResult check_timeline(const Timeline& timeline, const PointsInMotion& a, const PointsInMotion& b,
                           Interval interval, double margin = 0);

}  // namespace clearance
