// Question: does a triangle meet a cell, a part of a prism below a body's face, and how far down?
// Method:   boxes, the triangle's plane, and what is left of it within ten sides that hold the cell.
// Proves:   that it does not, and that no point as near to the cell as `slack` is on it either: coordinates are
//           known to within that, and every decision leaves several times as much room.
// Notation: s: how far down a prism, 0 at the face, 1 at the core. t: a triangle.
#pragma once

#include <clearance/build/excess/core.h>
#include <clearance/build/nearest_on_triangle.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace clearance::detail {

struct TriangleCorners {
  Vec3 a, b, c;
  Vec3 operator[](int i) const { return i == 0 ? a : i == 1 ? b : c; }
};

inline double distance_to(Vec3 p, const TriangleCorners& t) { return norm(nearest_on_triangle(p, t.a, t.b, t.c) - p); }

// What lies between two s of a prism: the hull of its corners there.
struct ExcessCell {
  ExcessPrism prism;
  double top = 0, bottom = 1;  // s
  int cuts = 0;
  bool is_solid_above = false, is_solid_below = false;
  bool may_end = true;                   // above its bottom: not tried in vain since it was cut along
  std::vector<std::uint32_t> triangles;  // all that meet the cell
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::uint32_t near = kNone;  // one next to the middle of the cell that this is a part of
  double bound = std::numeric_limits<double>::infinity();
  double last_met = 0;  // about the s at which they end

  bool operator<(const ExcessCell& other) const { return bound < other.bound; }

  Vec3 corner(int i, double s) const { return (1 - s) * prism.a[i] + s * prism.core[i]; }
  TriangleCorners at(double s) const { return {corner(0, s), corner(1, s), corner(2, s)}; }
};

struct CellOutline {
  Vec3 corner[6];  // three above, three below
  Vec3 low, high, center;
  double radius = 0;

  explicit CellOutline(const ExcessCell& cell);
};

// Half-spaces that hold a cell. Three around, above and below; before both ends of the longest edge, since corners may
// be sharp; three straight down from the edges, since prisms may be flat.
struct CellSides {
  static constexpr int kCount = 10;
  Vec3 normal[kCount];
  double offset[kCount];  // normal·p of all points of the cell, at most

  CellSides(const ExcessCell& cell, const CellOutline& outline);
};

// Their boxes, or all corners of the cell and the triangle's plane.
bool are_surely_apart(const CellOutline& outline, const TriangleCorners& t, double slack);

// What is left of a triangle within the sides of a cell: nothing only where they do not meet.
struct TrianglePart {
  static constexpr int kMost = 3 + CellSides::kCount;  // each side adds one corner
  Vec3 point[kMost];
  int count = 0;
};
TrianglePart part_within(const CellSides& sides, const TriangleCorners& t, double slack);

// About the largest s at which the part is in the cell.
double end_of_part(const ExcessCell& cell, const TrianglePart& part);

}  // namespace clearance::detail
