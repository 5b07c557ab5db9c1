// Question: when does a body first reach a half-space, and during which times is it in contact with it, where either of
//           them has an angular velocity: what tumbles and falls on a floor, a door that swings?
// Method:   windows of time are left behind by the heights at both ends (half_space_spin_heights.h). Contact is a
//           vertex that is surely below the plane. Where doubles cannot tell, instants are decided exactly, throughout
//           what is known of the places (exact/time/height_blur.h), and spans by the checker itself.
// Proves:   as query.h; all spans have the half-space's own plane.
// Cannot:   decide grazes, touches without depth and gaps below what is known of the places, some 2⁻⁹⁰ of the bodies:
//           they stay open.
// Cost:     a few microseconds; exact instants some tens of them each, spans a millisecond and more.
#pragma once

#include <clearance/motion/patience.h>
#include <clearance/motion/query.h>

namespace clearance::detail {

// As half_space_motion.h; neither half-space turns about its own normal (without_idle_spin).
FirstContact half_space_spin_contact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                     Interval interval, double margin, double width, MotionPatience& patience);
Interference half_space_spin_interference(const Shape& a, const Motion& motion_a, const Shape& b,
                                          const Motion& motion_b, Interval interval, const MotionOptions& options);

}  // namespace clearance::detail
