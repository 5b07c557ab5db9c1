// Question: which cells for boxes of about one size?
// Method:   rows as wide as costs least by a small model of the search, cells a fraction of a box along them. An axis
//           along which boxes reach further than they are spread is one cell. Where all that makes far more cells
//           than boxes, the grid is folded: cells a period apart share their place.
// Proves:   cell numbers are monotone in the coordinate, and no box of the level reaches around a period.
#pragma once

#include <cstdint>

namespace clearance::detail {

// What is known of boxes of about one size, in keys (overlap_runs.h); the fourth entries mean nothing.
struct SizeClass {
  float longest[4], least[4], most[4];  // sides, low corners
  std::uint32_t count;
};

// Cell number along an axis: clamp((x − origin) · inverse, least, most), truncated, by the mask.
struct GridAxis {
  float origin, inverse, least, most;
  std::int32_t mask;     // period − 1 when folded, all ones when not
  std::uint32_t stride;  // in cells
  float longest;         // at least the longest side of a box
};

struct GridLevel {
  GridAxis axis[3];
  int role[3];  // which axis numbers cells within a row, rows within a layer, layers
  std::uint32_t row_length, cells;
  // Where it lies among all levels.
  std::uint32_t first_cell, first_block, begin, end;  // the last two are positions
};

// So few are fastest tested each against each, a register at a time: they get one cell.
inline constexpr std::uint32_t kFewBoxes = 64;

// For boxes that lie as densely as if `crowding` times as many were spread evenly over the same space. Fills in all but
// the last row of the level.
void lay_grid(const SizeClass& boxes, double crowding, GridLevel& level);

}  // namespace clearance::detail
