// Question: how far is an oriented box from a triangle, at least?
// Method:   from the middle of the box to the nearest point of the triangle, to the box's point nearest to that, and to
//           the triangle again: the direction between the last two, the normal of the triangle, and for overlap alone
//           the axes of the separating-axis test. Along each, the gap between the two.
// Proves:   the distance is no less, up to rounding: 2⁻⁴⁸ of the largest coordinate, which is about 1.
// Cost:     about a hundred nanoseconds.
#pragma once

#include <clearance/bvh/triangle_tree.h>

namespace clearance::detail {

enum class TriangleBoxWant : std::uint8_t {
  Overlap,   // only the sign matters
  Distance,  // the larger the better
};

// Below 0 where nothing tells them apart. The triangle may be flat.
double gap_of_triangle_and_box(const Vec3 (&t)[3], const TriangleTree::OrientedBox& box, TriangleBoxWant want);

}  // namespace clearance::detail
