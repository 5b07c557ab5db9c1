#include <clearance/build/merge_faces.h>

#include <clearance/exact/orient3d.h>

namespace clearance::detail {
namespace {

std::size_t side_of(const HullTriangle& triangle, std::uint32_t neighbour) {
  return triangle.neighbour[0] == neighbour ? 0 : triangle.neighbour[1] == neighbour ? 1 : 2;
}

// Per half-edge 3·triangle + side: whether the triangles on both sides are coplanar.
std::vector<std::uint8_t> flat_edges(std::span<const Vec3> points, const std::vector<HullTriangle>& triangles) {
  std::vector<std::uint8_t> flat(3 * triangles.size());
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    const HullTriangle& triangle = triangles[t];
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t beyond = triangle.neighbour[i];
      if (beyond < t) continue;
      const std::size_t j = side_of(triangles[beyond], t);
      const std::uint32_t apex = triangles[beyond].vertex[(j + 2) % 3];
      const auto& [a, b, c] = triangle.vertex;
      flat[3 * t + i] = flat[3 * beyond + j] = orient3d_sign(points[a], points[b], points[c], points[apex]) == 0;
    }
  }
  return flat;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> merge_faces(std::span<const Vec3> points,
                                                    const std::vector<HullTriangle>& triangles) {
  std::vector<std::uint8_t> done = flat_edges(points, triangles);
  const std::vector<std::uint8_t> flat = done;
  std::vector<std::uint32_t> degree(points.size(), 0);
  for (std::size_t e = 0; e < flat.size(); ++e)
    if (!flat[e]) ++degree[triangles[e / 3].vertex[e % 3]];

  std::vector<std::vector<std::uint32_t>> faces;
  std::vector<std::uint32_t> loop;
  for (std::size_t start = 0; start < flat.size(); ++start) {
    if (done[start]) continue;
    loop.clear();
    std::size_t edge = start;
    do {
      done[edge] = 1;
      const std::uint32_t origin = triangles[edge / 3].vertex[edge % 3];
      if (degree[origin] >= 3) loop.push_back(origin);
      // The next edge around the face: turn about the head of this one across what is flat.
      std::size_t triangle = edge / 3, side = (edge % 3 + 1) % 3;
      while (flat[3 * triangle + side]) {
        const std::uint32_t beyond = triangles[triangle].neighbour[side];
        side = (side_of(triangles[beyond], static_cast<std::uint32_t>(triangle)) + 1) % 3;
        triangle = beyond;
      }
      edge = 3 * triangle + side;
    } while (edge != start);
    faces.push_back(loop);
  }
  return faces;
}

}  // namespace clearance::detail
