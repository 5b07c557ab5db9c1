// Question: when do two moving bodies of triangles or parts first meet, and when at all, found in the plainest way?
// Method:   contact functions of all pairs of elements (reference.h), one after the other, without trees, windows of
//           time or boxes; and what lies inside a solid while no elements meet.
// Proves:   the times, exactly, for motions that are rational.
// Cost:     quadratic in the elements, some tenths of a millisecond a pair: what the search is compared with. Out of
//           instants it knows nothing of the bodies.
#pragma once

#include <clearance/motion/contact_times.h>
#include <clearance/motion/patience.h>
#include <clearance/motion/shape_search.h>

#include <optional>
#include <vector>

namespace clearance::detail {

// Of elements alone. Out of patience nothing is known.
ShapeSearch::Outcome first_contact_of_elements(const ShapeQuestion& question, const MotionOptions& options,
                                               MotionPatience& patience, ElementContact& first);

// With what lies inside a solid.
Interference interference_of_elements(const ShapeQuestion& question, MotionPatience& patience);

// The exact spans of two elements. Nothing where patience is out.
std::optional<std::vector<ContactSpan>> contact_spans_of_pair(const ShapeQuestion& question, const Piece& a,
                                                              const Piece& b, Interval interval,
                                                              MotionPatience& patience);

}  // namespace clearance::detail
