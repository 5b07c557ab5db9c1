// Question: which triangles meet at an edge of a mesh, and in what order around it?
// Method:   the sides of all triangles sorted by their vertices; where more than two meet, by angle. The first of them
//           halves space, and within a half the sign of a volume compares two.
// Proves:   the order, by exact signs.
// Cost:     n log n.
// Notation: side 3t + i of triangle t (a position in the mesh) runs from its corner i to the next. An edge runs from
//           `low` to `high`; a side that runs with it rises, the others fall. Corners are the lowest vertex of equal
//           coordinates.
#pragma once

#include <clearance/shape/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

class EdgeFans {
 public:
  // Every triangle has area, and no two share more than common edges and vertices.
  explicit EdgeFans(const Mesh& mesh);

  std::size_t edge_count() const { return low_.size(); }
  std::uint32_t low(std::uint32_t edge) const { return low_[edge]; }
  std::uint32_t high(std::uint32_t edge) const { return high_[edge]; }
  // Counter-clockwise seen against the direction from low to high, from any of them on.
  std::span<const std::uint32_t> sides(std::uint32_t edge) const {
    return {side_.data() + offset_[edge], offset_[edge + 1] - offset_[edge]};
  }
  std::uint32_t edge_of(std::uint32_t side) const { return edge_[side]; }
  std::uint32_t corner(std::uint32_t side) const { return welded_[mesh_.triangle(side / 3)[side % 3]]; }
  bool rises(std::uint32_t side) const { return corner(side) == low_[edge_[side]]; }
  Vec3 point(std::uint32_t corner) const { return mesh_.vertex(corner); }
  // Of an edge that two share.
  std::uint32_t across(std::uint32_t side) const {
    const std::span<const std::uint32_t> two = sides(edge_[side]);
    return two[0] == side ? two[1] : two[0];
  }

  static std::uint32_t next(std::uint32_t side) { return side % 3 == 2 ? side - 2 : side + 1; }

 private:
  void sort_around(std::uint32_t edge);

  Mesh mesh_;
  std::vector<std::uint32_t> welded_;
  std::vector<std::uint32_t> low_, high_, offset_, side_, edge_;
};

}  // namespace clearance::detail
