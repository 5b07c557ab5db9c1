// Question: when does a moving body first reach a moving half-space, a floor or a wall, and during which times is it in
//           contact with it?
// Method:   the height of every vertex over the plane is one polynomial in time, linear in the vertex
//           (exact/time/height_form.h). Windows of time are left behind where all coefficients in Bernstein's basis are
//           surely above 0 for every piece of the body (lowest_pieces.h); the first crossing of their lower hull tells
//           until when others are. Where doubles cannot tell, the few vertices that are low get their exact roots.
// Proves:   as query.h; one span of a timeline, whose plane is the half-space's own, shows all of the time before
//           contact. Tangency of rounded bodies at one instant is shown, too: by the root of its function.
// Cost:     tens of microseconds; of meshes the logarithm of their size.
#pragma once

#include <clearance/motion/query.h>

namespace clearance::detail {

bool is_half_space(const Shape& shape);

// One of the shapes, or both, are half-spaces; the other arguments have been looked at (motion_input.h). `width` of the
// bracket, in time.
Result<FirstContact> half_space_first_contact(const Shape& a, const Motion& motion_a, const Shape& b,
                                              const Motion& motion_b, Interval interval, const MotionOptions& options,
                                              double width);
// Ends of intervals are the nearest doubles.
Result<Interference> half_space_interference(const Shape& a, const Motion& motion_a, const Shape& b,
                                             const Motion& motion_b, Interval interval, const MotionOptions& options);

}  // namespace clearance::detail
