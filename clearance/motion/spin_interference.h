// Question: during which times are two bodies in contact, where an angular velocity leaves no contact functions?
// Method:   from first contact to first contact. While two convex bodies or elements are in contact, they stay so until
//           two points can have come apart by the depth that is proved now: conservative advancement on the depth.
//           Where that is next to nothing, an instant just behind is looked at: the bodies are apart, and the interval
//           has ended; or others are in contact, so deep that they have been since.
// Proves:   every instant of an interval, and its ends within the width asked for.
// Cannot:   decide contact that ends, or changes from one pair of elements to another or to a body inside a solid, with
//           less depth than the width asked for: open from there on.
// Cost:     a depth of a few microseconds a step, some hundred steps an interval.
#pragma once

#include <clearance/motion/patience.h>
#include <clearance/motion/query.h>
#include <clearance/motion/shapes/shape_window.h>

namespace clearance::detail {

// What is asked has been looked at.
Interference spin_interference(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                               Interval interval, const MotionOptions& options);
Interference spin_interference(const ShapeQuestion& question, const MotionOptions& options, MotionPatience& patience);

}  // namespace clearance::detail
