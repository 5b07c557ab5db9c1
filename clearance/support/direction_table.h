// Question: where should a climb start when nothing is known but the direction?
// Method:   Chung §3.5: the sphere of directions in 8 × 16 regions, with the supporting vertex for each region's
//           centre. Rows are bands of latitude, columns sectors of longitude, 22.5° each, told apart by products and
//           comparisons alone: no division, no root, no libm, so that the region is the same on every machine.
#pragma once

#include <clearance/shape/polytope.h>

namespace clearance {

// Fills the table of Polytope::assemble.
void fill_direction_table(const Polytope& polytope, std::uint32_t* table);

// The region a direction lies in, row · kTableColumns + column; some region for zero, infinite and NaN components.
inline int direction_region(Vec3 direction) {
  // Squares of tan 22.5°, tan 45°, tan 67.5° separate the four bands of a hemisphere and the four sectors of a
  // quadrant.
  constexpr double kFirst = 0.17157287525380990, kLast = 5.8284271247461901;
  const double xx = direction.x * direction.x, yy = direction.y * direction.y, zz = direction.z * direction.z;
  const double rr = xx + yy;
  const int band = int{zz > kFirst * rr} + int{zz > rr} + int{zz > kLast * rr};
  const int sector = int{yy > kFirst * xx} + int{yy > xx} + int{yy > kLast * xx};
  const int row = (int{direction.z < 0} << 2) + band;
  const int quadrant = (int{direction.x < 0} << 1) + int{direction.y < 0};
  return row * Polytope::kTableColumns + (quadrant << 2) + sector;
}

// The entry for the region the direction lies in; any vertex for the zero direction. Directions are stretched by the
// polytope's own proportions, as the normals of an ellipsoid are when it becomes a sphere: so the regions of rods and
// plates hold equal shares of the vertices too.
inline int table_vertex(const Polytope& polytope, Vec3 direction) {
  const Vec3 e = polytope.proportions();
  return static_cast<int>(
      polytope.direction_table()[direction_region({e.x * direction.x, e.y * direction.y, e.z * direction.z})]);
}

}  // namespace clearance
