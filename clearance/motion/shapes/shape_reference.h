// Question: when do two moving bodies of triangles or parts first meet, and when at all, found in the plainest way?
// Method:   contact functions of all pairs of elements (reference.h), one after the other, without trees, windows of
//           time or boxes; and what lies inside a solid while no elements meet.
// Proves:   the times, exactly, for motions that are rational.
// Cost:     quadratic in the elements, some tenths of a millisecond a pair: what the search is compared with. Out of
//           instants it knows nothing of the bodies.
#pragma once

#include <clearance/motion/features/contact_times.h>
#include <clearance/motion/patience.h>
#include <clearance/motion/shapes/shape_search.h>

#include <cstddef>
#include <vector>

namespace clearance::detail {

// Of elements alone. Out of patience nothing is known.
ShapeSearch::Outcome first_contact_of_elements(const ShapeQuestion& question, const MotionOptions& options,
                                               MotionPatience& patience, ElementContact& first);

// With what lies inside a solid.
Interference interference_of_elements(const ShapeQuestion& question, MotionPatience& patience);

// Of the elements alone that doubles cannot show to be apart in a short time, the interval of the question; with what
// lies inside a solid. If more than `most` pairs of elements are left, nothing is asked.
struct NearContacts {
  std::vector<ContactSpan> spans;
  bool is_decided = false, are_too_many = false;
};
NearContacts contacts_of_near_elements(const ShapeQuestion& question, std::size_t most, MotionPatience& patience);

}  // namespace clearance::detail
