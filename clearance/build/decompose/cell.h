// Question: what is left of a solid in one convex cell, and what becomes of it when a plane cuts the cell?
// Method:   a cell is a convex polyhedron of exact faces; with it go the parts of the mesh's triangles that run through
//           its interior, and those that lie on its boundary with their back towards it. A cut clips all of them; where
//           it lies in a triangle, that triangle joins the boundary of the cell behind it.
// Proves:   both halves together hold everything the cell held. All decisions are signs of the arena.
#pragma once

#include <clearance/build/decompose/exact.h>
#include <clearance/shape/mesh.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance::detail {

inline constexpr std::uint32_t kNoTriangle = 0xffffffffu;

// A convex polygon in a plane. The edge from one corner to the next lies on another plane, or is part of an edge of its
// triangle: −1 − k, the one from its k-th vertex.
struct CutPolygon {
  struct Corner {
    std::uint32_t vertex;
    std::int32_t along;
    bool is_notch;  // of the edge: the solid is not convex there, and no cut has gone through it yet
  };
  std::uint32_t plane = 0;
  std::uint32_t triangle = kNoTriangle;  // position in the mesh; none for a face of a cell
  std::vector<Corner> corners;
};

struct Cell {
  std::vector<CutPolygon> faces;
  std::vector<CutPolygon> surface;   // of the mesh, through the interior
  std::vector<CutPolygon> boundary;  // of the mesh, on faces of the cell, which is behind them
};

// Sides of a polygon's corners: whether any is in front of the plane, or behind it.
struct Sides {
  bool front = false, back = false;
};
Sides sides_of(CutArena& arena, std::uint32_t plane, const CutPolygon& polygon);

// Whether a part of a triangle that lies in the plane looks the way of its normal.
bool looks_forward(const CutArena& arena, const Mesh& mesh, const CutPolygon& part, std::uint32_t plane);

struct CutCells {
  Cell front, back;
};
// The cell is taken apart; the plane must run through its interior.
CutCells cut(CutArena& arena, const Mesh& mesh, Cell cell, std::uint32_t plane);

// The box from `low` to `high`, which differ in every coordinate.
Cell box_cell(CutArena& arena, Vec3 low, Vec3 high);

// A point strictly inside the cell: a double one if rounding leaves it there.
ExactPosition inner_point(CutArena& arena, const Cell& cell);

// The corners of all faces, each vertex once.
std::vector<std::uint32_t> vertices_of(const Cell& cell);

}  // namespace clearance::detail
