// Triangles as tessellations of cables have them: needles in bundles, each nearly as long as the whole.
#pragma once

#include <clearance/bvh/triangle_tree.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace clearance::detail {

struct Needles {
  std::vector<Vec3> vertices;
  std::vector<TriangleTree::Triangle> triangles;
};

// Along the given unit vector, of length 1 about the origin: so many lines around it, on each a fan of needles from one
// end to points further and further along, and back.
inline Needles cable(Vec3 along, double radius, std::uint32_t lines, std::uint32_t fan) {
  const Vec3 away = std::fabs(along.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  Vec3 u = cross(along, away);
  u = u / norm(u);
  const Vec3 v = cross(along, u);
  Needles made;
  const auto on = [&](double line, double at) {
    const double angle = 6.283185307179586 * line / lines;
    return at * along + radius * (std::cos(angle) * u + std::sin(angle) * v);
  };
  for (std::uint32_t line = 0; line < lines; ++line)
    for (std::uint32_t k = 0; k < fan; ++k) {
      const auto first = static_cast<std::uint32_t>(made.vertices.size());
      const double here = 0.5 * k / fan, next = 0.5 * (k + 1) / fan, sign = line % 2 == 0 ? 1 : -1;
      made.vertices.push_back(on(line, -0.5 * sign));
      made.vertices.push_back(on(line + 0.01, here * sign));
      made.vertices.push_back(on(line + 0.01, next * sign));
      made.triangles.push_back({first, first + 1, first + 2});
    }
  return made;
}

}  // namespace clearance::detail
