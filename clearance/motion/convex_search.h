// Question: when do two moving convex bodies first meet, asked by searches over many of them?
// Method:   that of first_contact (query.h), whose arguments have been looked at, with a width of the bracket in time.
#pragma once

#include <clearance/motion/query.h>

namespace clearance::detail {

FirstContact first_contact_within(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                                  Interval interval, const MotionOptions& options, double width);

}  // namespace clearance::detail
