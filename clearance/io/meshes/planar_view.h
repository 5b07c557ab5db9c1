// Question: which way does an outline turn, seen along a coordinate axis?
// Method:   exact signs; points are numbers of vertices.
#pragma once

#include <clearance/exact/orient3d.h>
#include <clearance/math/vec3.h>

#include <cstdint>
#include <span>

namespace clearance::detail {

struct PlanarView {
  std::span<const Vec3> vertices;
  int axis = 0;
  int turn_sign = 0;  // ±1 makes the turns of a simple outline mostly positive; 0: the outline has no area

  double x(std::uint32_t v) const { return vertices[v][(axis + 1) % 3]; }
  double y(std::uint32_t v) const { return vertices[v][(axis + 2) % 3]; }

  // +1: c lies to the left of the line from a to b, on the inner side where that is an edge; 0: on it.
  int turn(Vec3 a, Vec3 b, Vec3 c) const { return turn_sign * orient2d_sign(a, b, c, axis); }
  int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return a == b || b == c || a == c ? 0 : turn(vertices[a], vertices[b], vertices[c]);
  }

  // By x, then by y.
  bool before(std::uint32_t a, std::uint32_t b) const { return x(a) != x(b) ? x(a) < x(b) : y(a) < y(b); }
  bool same_place(std::uint32_t a, std::uint32_t b) const { return x(a) == x(b) && y(a) == y(b); }

  // The segments share a point that is an end of neither.
  bool cross_properly(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const {
    return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
  }
};

}  // namespace clearance::detail
