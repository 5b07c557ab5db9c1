// Question: two boxes, and a face of one of them: which points do it and the other's facing face share?
// Method:   that of convex_patch.h, in the axes of the face's box: there its face is a rectangle and the other box nine
//           cosines and sums of half sides, and to cut is to compare.
// Proves:   the same, within the same bounds.
// Cost:     a third of its: boxes are what is stacked.
#pragma once

#include <clearance/contact/convex/convex_patch.h>

namespace clearance::detail {

// Both are boxes of ordinary size, under quaternions: rotations, which a matrix need not be.
bool are_plain_boxes(const PosedPair& pair);

struct BoxContact {
  Vec3 normal;
  double apart = 0;  // of the cores along the normal: min n·m, off by less than 2·kDotError·reach()
  SharedPoints shared;
};

// The points within the margin are appended; `shared` is of all of them.
BoxContact box_contact(const PosedPair& pair, const Radii& radii, bool face_is_of_a, std::uint32_t face, double margin,
                       std::vector<ContactPoint>& points);

}  // namespace clearance::detail
