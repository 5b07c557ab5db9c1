// Question: down to which of its vertices does a solid's interior reach? Internal to proof/.
// Method:   a vertex is a corner when, for some plane and some line in it through the vertex, the edges of that plane's
//           triangles that arrive at the vertex along the line are not as many as those that leave it.
// Proves:   for any half-space, the solid has interior points strictly in it just when it has a corner strictly in it.
//           The winding number is 0 far away, so it is 0 all over an open half-space U just when it jumps nowhere
//           there, that is when in every plane P the triangles, counted with their orientation, add up to nothing
//           within U. That sum f is a function on P that vanishes far away. P ∩ U is connected and without end, so f is
//           0 there just when it is constant, just when its border, the sum of the directed edges, is nothing there.
//           Edges on different lines cannot cancel each other; and on one line L the same reason once more says that
//           they add up to nothing within U just when their ends there do.
// Cost:     one sort of the vertices; a few products in big numbers for every triangle at the vertex asked for.
#pragma once

#include <clearance/exact/dyadic.h>
#include <clearance/shape/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

class SolidCorners {
 public:
  // All indices are points. They must outlive this.
  SolidCorners(std::span<const Vec3> points, std::span<const MeshTriangle> triangles);

  // Points with equal coordinates count as one.
  bool is_corner(std::uint32_t point) const;

 private:
  // A triangle's corner.
  struct Use {
    std::uint32_t place, triangle, corner;
  };

  std::span<const Vec3> points_;
  std::span<const MeshTriangle> triangles_;
  std::vector<std::uint32_t> place_;  // of each point: the same number for equal coordinates
  std::vector<Use> uses_;             // ascending by place
};

}  // namespace clearance::detail
