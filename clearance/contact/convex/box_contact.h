// Question: two boxes, and a face of one of them: which points do it and the other's facing face share, and is no other
//           normal much better?
// Method:   that of convex_patch.h and convex_depth.h, in the axes of the face's box: there its face is a rectangle and
//           the other box nine cosines and sums of half sides, and to cut is to compare.
// Proves:   the same, within the same bounds.
// Cost:     a third of theirs: boxes are what is stacked.
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

// Corners of both faces in the axes of the face's box, for what follows.
struct BoxCorners {
  double x[4], y[4], z[4];  // of the facing face, counter-clockwise, from the middle of the rectangle
  double half_x = 0, half_y = 0;
  Vec3 apex;  // how the other box's centre lies to this one's, as b lies to a
  bool face_is_of_a = true;
};

// The points within the margin are appended; `shared` is of all of them.
BoxContact box_contact(const PosedPair& pair, const Radii& radii, bool face_is_of_a, std::uint32_t face, double margin,
                       std::vector<ContactPoint>& points, BoxCorners& corners);

// is_as_deep() of convex_depth.h.
bool is_as_deep(const PosedPair& pair, double depth, double height, const BoxCorners& corners);

}  // namespace clearance::detail
