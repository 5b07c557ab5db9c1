// Question: when do two translating bodies first meet, asked as motion/ asks it, answered by prisms in space and time?
// Method:   first_collision.h with all pairs of faces, or prism_trees.h; the first meeting becomes a bracket of the two
//           doubles next to its time and the contract's certificate: the contact function of the vertex and triangle,
//           or of the two edges, that meet then, has no other root there; contact at the beginning by a simplex, two
//           triangles or a vertex inside.
// Proves:   what check_motion.h accepts of the claim; the time without contact is shown as of any method, on demand.
// Cannot:   take bodies that turn or are accelerated, radii, a margin, half-spaces, surfaces; trees: flat bodies.
#pragma once

#include <clearance/motion/query.h>

namespace clearance::lab {

// The bracket is as narrow as doubles allow whatever options.width says, and no limits are kept. Refused besides: what
// motion/ refuses, a margin above 0, and what straight_motion.h and polyhedron_of.h refuse. `prisms` asks all pairs of
// faces, `prism_trees` few.
Result<FirstContact> first_contact_by_prisms(const Shape& a, const Motion& motion_a, const Shape& b,
                                             const Motion& motion_b, Interval interval, const MotionOptions& options);
Result<FirstContact> first_contact_by_prism_trees(const Shape& a, const Motion& motion_a, const Shape& b,
                                                  const Motion& motion_b, Interval interval,
                                                  const MotionOptions& options);

}  // namespace clearance::lab
