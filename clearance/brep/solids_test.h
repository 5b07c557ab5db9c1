// Solids that the tests of B-reps share, beside those of build/solids_test.h (boxes, prisms, an L, a plate with a
// hole): grid cells, divided cubes, bodies of revolution whose quadrilaterals are planar exactly, stars, cavities.
#pragma once

#include <clearance/base/random.h>
#include <clearance/brep/make_brep.h>
#include <clearance/build/solids_test.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace clearance {

inline BRep brep_of(const Soup& soup) { return make_brep(soup.mesh()).value(); }

inline double few_bits(double value, int bits = 10) { return std::ldexp(std::round(std::ldexp(value, bits)), -bits); }

// --- grid cells

using Cell = std::array<int, 3>;

// Cubes of side 1, each with its lower corner given; squares that two of them share are no boundary. Where cells touch
// along an edge or at a vertex alone, so does the solid touch itself.
inline Soup voxel_soup(const std::set<Cell>& cells) {
  std::set<Cell> corners;
  std::vector<std::array<Cell, 4>> squares;
  for (const Cell& cell : cells)
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int up : {0, 1}) {
        Cell across = cell;
        across[axis] += up == 1 ? 1 : -1;
        if (cells.count(across) > 0) continue;
        std::array<Cell, 4> square;
        for (std::size_t k = 0; k < 4; ++k) {
          // Counter-clockwise seen from above the axis; the other way round below.
          const std::size_t corner = up == 1 ? k : 3 - k;
          square[k] = cell;
          square[k][axis] += up;
          square[k][(axis + 1) % 3] += corner == 1 || corner == 2 ? 1 : 0;
          square[k][(axis + 2) % 3] += corner >= 2 ? 1 : 0;
        }
        corners.insert(square.begin(), square.end());
        squares.push_back(square);
      }
  Soup soup;
  std::map<Cell, std::uint32_t> number;
  for (const Cell& c : corners) {
    number[c] = static_cast<std::uint32_t>(soup.vertices.size());
    soup.vertices.push_back({static_cast<double>(c[0]), static_cast<double>(c[1]), static_cast<double>(c[2])});
  }
  for (const auto& s : squares) {
    soup.triangles.push_back({number[s[0]], number[s[1]], number[s[2]]});
    soup.triangles.push_back({number[s[0]], number[s[2]], number[s[3]]});
  }
  return soup;
}

// Each cell of a grid of `size` cells a side with the given chance; at least one.
inline std::set<Cell> random_cells(detail::Random& random, int size, double chance) {
  std::set<Cell> cells;
  for (int x = 0; x < size; ++x)
    for (int y = 0; y < size; ++y)
      for (int z = 0; z < size; ++z)
        if (random.unit() < chance) cells.insert({x, y, z});
  if (cells.empty()) cells.insert({0, 0, 0});
  return cells;
}

// A cube of side k, every face in 2·k² triangles. Some vertices are not used.
inline Soup divided_cube_soup(int k) {
  std::set<Cell> cells;
  for (int x = 0; x < k; ++x)
    for (int y = 0; y < k; ++y)
      for (int z = 0; z < k; ++z)
        if (x == 0 || y == 0 || z == 0 || x == k - 1 || y == k - 1 || z == k - 1) cells.insert({x, y, z});
  Soup soup = voxel_soup(cells);
  // Without the walls of the hollow inside.
  std::erase_if(soup.triangles, [&](const MeshTriangle& t) {
    const auto is_side = [&](int axis, double at) {
      return std::all_of(t.begin(), t.end(), [&](std::uint32_t v) { return soup.vertices[v][axis] == at; });
    };
    bool outer = false;
    for (int axis = 0; axis < 3; ++axis) outer = outer || is_side(axis, 0) || is_side(axis, k);
    return !outer;
  });
  return soup;
}

// A plate of 4 × 4 cells, with vertices on it at which others may stand.
inline Soup plate_soup() {
  std::set<Cell> cells;
  for (int x = 0; x < 4; ++x)
    for (int y = 0; y < 4; ++y) cells.insert({x, y, 0});
  return voxel_soup(cells);
}

// A wedge that stands on it with an edge, a tetrahedron with a vertex: in the middle of the upper face.
inline Soup edge_on_plate_soup() {
  Soup soup = plate_soup();
  soup.add({{{2, 1, 1}, {2, 2, 1}, {1, 1, 2}, {1, 2, 2}, {3, 1, 2}, {3, 2, 2}},
            {{0, 4, 2}, {1, 3, 5}, {0, 1, 5}, {0, 5, 4}, {0, 2, 3}, {0, 3, 1}, {2, 4, 5}, {2, 5, 3}}});
  return soup;
}
inline Soup tip_on_plate_soup() {
  Soup soup = plate_soup();
  soup.add({{{2, 2, 1}, {1, 1, 2}, {3, 1, 2}, {2, 3, 2}}, {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}}});
  return soup;
}

// --- bodies of revolution

// Counter-clockwise around the origin, of radius near 1, from `first` steps beyond the x axis on.
inline Loop round_polygon(int sides, double first = 0) {
  Loop polygon;
  for (int j = 0; j < sides; ++j) {
    const double angle = 2 * 3.14159265358979323846 * (j + first) / sides;
    polygon.push_back({few_bits(std::cos(angle)), few_bits(std::sin(angle))});
  }
  return polygon;
}

// A profile of points (radius, height), the solid to its left, turned around the z axis: the ring at a point is the
// polygon times its radius, one vertex where that is 0. Quadrilaterals are trapezoids, so planar exactly as long as the
// products are exact. An open profile starts and ends on the axis; a closed one stays off it.
inline Soup turned_soup(const Loop& profile, const Loop& polygon, bool closed) {
  Soup soup;
  const auto n = static_cast<std::uint32_t>(polygon.size());
  std::vector<std::uint32_t> first;
  for (const auto& [radius, height] : profile) {
    first.push_back(static_cast<std::uint32_t>(soup.vertices.size()));
    for (std::uint32_t j = 0; j < (radius == 0 ? 1 : n); ++j)
      soup.vertices.push_back({radius * polygon[j][0], radius * polygon[j][1], height});
  }
  const auto at = [&](std::size_t i, std::uint32_t j) { return first[i] + (profile[i][0] == 0 ? 0 : j % n); };
  for (std::size_t i = 0; i + (closed ? 0 : 1) < profile.size(); ++i) {
    const std::size_t above = (i + 1) % profile.size();
    for (std::uint32_t j = 0; j < n; ++j) {
      const MeshTriangle lower{at(i, j), at(i, j + 1), at(above, j + 1)},
          upper{at(i, j), at(above, j + 1), at(above, j)};
      if (lower[0] != lower[1]) soup.triangles.push_back(lower);
      if (upper[1] != upper[2]) soup.triangles.push_back(upper);
    }
  }
  return soup;
}

// `sides` meridians and `bands` bands of latitude: sides × bands faces, the first and the last band of triangles.
inline Soup sphere_soup(int sides, int bands) {
  Loop profile{{0, -1}};
  for (int i = 1; i < bands; ++i) {
    const double angle = 3.14159265358979323846 * i / bands;
    profile.push_back({few_bits(std::sin(angle)), few_bits(-std::cos(angle))});
  }
  profile.push_back({0, 1});
  return turned_soup(profile, round_polygon(sides), false);
}

// Radius 1, its tube half as thick: sides × bands faces. The tube has no side that is level, all around one face.
inline Soup torus_soup(int sides, int bands) {
  Loop profile = round_polygon(bands, bands % 4 == 2 ? 0.5 : 0);
  for (auto& [radius, height] : profile) radius = 1 + radius / 2, height /= 2;
  return turned_soup(profile, round_polygon(sides), true);
}

// Radius 1 at height 0, its apex at height 1; the base is in triangles around its middle, which is no vertex of the
// solid.
inline Soup cone_soup(int sides) { return turned_soup({{0, 0}, {1, 0}, {0, 1}}, round_polygon(sides), false); }

// --- others

// A prism of height 1 over a star: `points` tips at radius 2, between them corners at radius near 1.
inline Soup star_soup(int points) {
  const Loop around = round_polygon(2 * points);
  Loop polygon;
  std::vector<MeshTriangle> flat;
  const auto n = static_cast<std::uint32_t>(2 * points);
  for (std::uint32_t j = 0; j < n; ++j) {
    const double radius = j % 2 == 0 ? 2 : 1;
    polygon.push_back({radius * around[j][0], radius * around[j][1]});
  }
  for (std::uint32_t j = 0; j < n; j += 2) flat.push_back({(j + n - 1) % n, j, j + 1});
  for (std::uint32_t j = 3; j < n; j += 2) flat.push_back({1, j - 2, j});
  std::erase_if(flat, [](const MeshTriangle& t) { return t[0] == t[1]; });
  return prism_over(polygon, flat, 1);
}

// A box from 0 to 4 with a cavity from 1 to 3.
inline Soup cavity_soup() {
  Soup soup = box_soup({0, 0, 0}, {4, 4, 4});
  soup.add(box_soup({1, 1, 1}, {3, 3, 3}), true);
  return soup;
}

// The same triangles, in another order.
inline Soup shuffled(Soup soup, detail::Random& random) {
  for (std::size_t i = soup.triangles.size(); i > 1; --i)
    std::swap(soup.triangles[i - 1], soup.triangles[random.below(i)]);
  return soup;
}

}  // namespace clearance
