// Question: two boxes, and a face of one of them: how do it and the other's facing face look along its normal?
// Method:   in the axes of the face's box everything is sums of half sides times nine cosines: what convex_patch.h
// sees,
//           and what a support search finds, for a fraction of the work.
// Proves:   how far apart the boxes are along the normal, with the same bounds as there.
// Cost:     about a hundred flops.
#pragma once

#include <clearance/contact/convex_patch.h>

namespace clearance::detail {

// Both are boxes of ordinary size, under quaternions: rotations, which a matrix need not be.
bool are_plain_boxes(const PosedPair& pair);

struct BoxFaces {
  ContactFrame frame;
  // min n·m, off by less than 2·kDotError·reach().
  double apart = 0;
};
BoxFaces see_box_faces(const PosedPair& pair, bool face_is_of_a, std::uint32_t face, ManifoldScratch& scratch);

}  // namespace clearance::detail
