// Solids that the tests of decompositions share: prisms over polygons, boxes, several of them in one mesh.
#pragma once

#include <clearance/build/mesh.h>
#include <clearance/math/vec3.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace clearance {

struct Soup {
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;

  void add(const Soup& other, bool inside_out = false) {
    const auto base = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
    for (MeshTriangle t : other.triangles) {
      if (inside_out) std::swap(t[1], t[2]);
      triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
    }
  }
  Mesh mesh() const { return make_mesh(vertices, triangles).value(); }
};

using Loop = std::vector<std::array<double, 2>>;

// Along z over a polygon, counter-clockwise; `flat` are its triangles, counter-clockwise, too.
inline Soup prism_over(const Loop& polygon, const std::vector<MeshTriangle>& flat, double height) {
  Soup soup;
  const auto n = static_cast<std::uint32_t>(polygon.size());
  for (const double z : {0.0, height})
    for (const auto& p : polygon) soup.vertices.push_back({p[0], p[1], z});
  for (const MeshTriangle& t : flat) {
    soup.triangles.push_back({t[0], t[2], t[1]});
    soup.triangles.push_back({t[0] + n, t[1] + n, t[2] + n});
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t j = (i + 1) % n;
    soup.triangles.push_back({i, j, j + n});
    soup.triangles.push_back({i, j + n, i + n});
  }
  return soup;
}

inline Soup box_soup(Vec3 low, Vec3 high) {
  Soup soup = prism_over({{low.x, low.y}, {high.x, low.y}, {high.x, high.y}, {low.x, high.y}}, {{0, 1, 2}, {0, 2, 3}},
                         high.z - low.z);
  for (std::size_t k = 0; k < 8; ++k) soup.vertices[k].z = k < 4 ? low.z : high.z;
  return soup;
}

// 3 × 3 × 1 without its upper right 2 × 2.
inline Soup corner_soup() {
  return prism_over({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {3, 4, 5}}, 1);
}

// A slot between x = 1 and x = 2, open upwards.
inline Soup fork_soup() {
  return prism_over({{0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}},
                    {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {0, 4, 5}, {0, 5, 7}, {5, 6, 7}}, 1);
}

// Steps of 1 × 1, rising to the left; the polygon is star-shaped about the origin.
inline Soup stairs_soup(int steps, double width) {
  Loop polygon{{0, 0}, {static_cast<double>(steps), 0}};
  for (int i = 0; i < steps; ++i)
    for (const double x : {0.0, 1.0}) polygon.push_back({steps - i - x, i + 1.0});
  std::vector<MeshTriangle> flat;
  for (std::uint32_t i = 1; i + 1 < polygon.size(); ++i) flat.push_back({0, i, i + 1});
  return prism_over(polygon, flat, width);
}

// 3 × 3 × 1 with a square hole of 1 × 1 through it.
inline Soup frame_soup() {
  const Loop outer{{0, 0}, {3, 0}, {3, 3}, {0, 3}}, inner{{1, 1}, {2, 1}, {2, 2}, {1, 2}};
  Soup soup;
  for (const double z : {0.0, 1.0})
    for (const Loop* loop : {&outer, &inner})
      for (const auto& p : *loop) soup.vertices.push_back({p[0], p[1], z});
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t j = (i + 1) % 4;
    for (const MeshTriangle& t : {MeshTriangle{i, j, j + 4}, MeshTriangle{i, j + 4, i + 4}}) {
      soup.triangles.push_back({t[0], t[2], t[1]});
      soup.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
    }
    soup.triangles.push_back({i, j, j + 8});
    soup.triangles.push_back({i, j + 8, i + 8});
    soup.triangles.push_back({i + 4, j + 12, j + 4});
    soup.triangles.push_back({i + 4, i + 12, j + 12});
  }
  return soup;
}

}  // namespace clearance
