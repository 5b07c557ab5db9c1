// Question: during which times are two convex bodies in contact, where an angular velocity leaves no contact functions?
// Method:   from first contact to first contact. While in contact, they stay so for as long as no two points can come
//           apart by the depth that is proved now: conservative advancement on the depth. Where that is next to nothing,
//           an instant at which they are apart ends the interval.
// Proves:   every instant of an interval, and its ends within the width asked for.
// Cannot:   decide contact that ends, or interrupts, with less depth than roundings leave: open from there on.
// Cost:     a depth of a few microseconds a step, some hundred steps an interval.
#pragma once

#include <clearance/motion/query.h>

namespace clearance::detail {

// What is asked has been looked at.
Interference spin_interference(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                               Interval interval, const MotionOptions& options);

}  // namespace clearance::detail
