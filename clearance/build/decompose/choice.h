// Question: which plane should cut a cell next?
// Method:   a plane that has everything on one side costs nothing: it only peels off what is all solid or all empty.
//           Otherwise a plane of a triangle at a notch: one that goes through many notches and cuts few triangles,
//           along the axes if possible, for then boxes need no rounding. Where no notch is left, several convex
//           components are: any of their planes. Cells with thousands of triangles are halved across first.
#pragma once

#include <clearance/build/decompose/cell.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance::detail {

// The planes of the triangles in the cell, ascending.
std::vector<std::uint32_t> planes_in(const Cell& cell);
// On which sides of the plane the cell has triangles: both is a matter of a few tests.
Sides sides_of(CutArena& arena, const Cell& cell, std::uint32_t plane);
// For a cell with a surface that no plane has on one side.
std::uint32_t choose_plane(CutArena& arena, const Cell& cell);
// For pieces that shall be few rather than exact: of planes at notches and planes across, through the place where the
// hull exceeds most and through the middle, the one whose halves have the smallest hulls.
std::uint32_t choose_coarse_plane(CutArena& arena, const Cell& cell, Vec3 place);

}  // namespace clearance::detail
