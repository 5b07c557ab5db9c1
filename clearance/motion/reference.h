// Question: when do two moving convex bodies first share a point, found in the plainest way?
// Method:   trajectory parameterisation (Jiménez, Thomas, Torras §3.1; Joseph and Plantinga §4 for turning bodies):
//           bodies that are apart first meet where a vertex of one meets a face of the other or two edges meet, so the
//           first time of all those pairs is the time.
// Proves:   the time, exactly, for motions that are rational: at rest, in flight without angular velocity, from pose to
//           pose.
// Cost:     quadratic in the features, big numbers throughout: what the fast methods are compared with.
#pragma once

#include <clearance/math/motion.h>
#include <clearance/proof/contact_time.h>
#include <clearance/shape/polytope.h>

namespace clearance::detail {

// Refused: angular velocity, an interval that is none or begins before a motion does.
Result<ContactTime> first_contact_of_features(const Polytope& a, const Motion& motion_a, const Polytope& b,
                                              const Motion& motion_b, Interval interval);

}  // namespace clearance::detail
