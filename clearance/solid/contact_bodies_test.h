// Bodies whose statuses are known by counting: unions of unit cells, as closed surfaces.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/base/random.h>
#include <clearance/build/mesh.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace clearance::detail::solids {

using Cell = std::array<int, 3>;
using Cells = std::set<Cell>;

struct Soup {
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;

  std::uint32_t add(Vec3 v) {
    vertices.push_back(v);
    return static_cast<std::uint32_t>(vertices.size() - 1);
  }
  // Counter-clockwise seen from outside; the diagonal is one or the other.
  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d, bool diagonal = false) {
    if (diagonal) {
      triangles.push_back({b, c, d});
      triangles.push_back({b, d, a});
    } else {
      triangles.push_back({a, b, c});
      triangles.push_back({a, c, d});
    }
  }
  void append(const Soup& other) {
    const auto first = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const MeshTriangle& t : other.triangles) triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
  void move(Vec3 by) {
    for (Vec3& v : vertices) v = v + by;
  }
};

inline Soup box_soup(Vec3 low, Vec3 high) {
  Soup soup;
  for (int i = 0; i < 8; ++i) soup.add({i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  soup.quad(0, 2, 3, 1);
  soup.quad(4, 5, 7, 6);
  soup.quad(0, 1, 5, 4);
  soup.quad(2, 6, 7, 3);
  soup.quad(0, 4, 6, 2);
  soup.quad(1, 3, 7, 5);
  return soup;
}

inline Mesh solid(const Soup& soup) {
  return make_mesh(soup.vertices, soup.triangles, {MeshKind::Solid, false, 1}).value();
}
inline Mesh box_solid(Vec3 low, Vec3 high) { return solid(box_soup(low, high)); }

// The surface of a union of cells, with diagonals at random.
inline Soup cell_soup(const Cells& cells, Random& random) {
  Soup soup;
  std::map<Cell, std::uint32_t> numbers;
  const auto vertex = [&](Cell at) {
    const auto found = numbers.find(at);
    if (found != numbers.end()) return found->second;
    return numbers[at] = soup.add({static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2])});
  };
  for (const Cell& cell : cells) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const int side : {0, 1}) {
        Cell next = cell;
        next[axis] += side == 1 ? 1 : -1;
        if (cells.count(next) > 0) continue;
        const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        std::uint32_t corner[4];
        for (int k = 0; k < 4; ++k) {
          Cell at = cell;
          at[axis] += side;
          at[u] += k == 1 || k == 2;
          at[v] += k >= 2;
          corner[k] = vertex(at);
        }
        if (side == 0) std::swap(corner[1], corner[3]);
        soup.quad(corner[0], corner[1], corner[2], corner[3], random.below(2) == 1);
      }
    }
  }
  return soup;
}

// A connected union of `count` cells.
inline Cells random_cells(int count, Random& random) {
  Cells cells{{0, 0, 0}};
  while (static_cast<int>(cells.size()) < count) {
    auto it = cells.begin();
    std::advance(it, static_cast<long>(random.below(cells.size())));
    Cell next = *it;
    next[random.below(3)] += random.below(2) == 1 ? 1 : -1;
    cells.insert(next);
  }
  return cells;
}

// What counting cells says.
inline Status status_of(const Cells& a, const Cells& b) {
  Status status = Status::Separated;
  for (const Cell& p : a) {
    for (const Cell& q : b) {
      int far = 0;
      for (std::size_t i = 0; i < 3; ++i) far = std::max(far, std::abs(p[i] - q[i]));
      if (far == 0) return Status::Penetrating;
      if (far == 1) status = Status::Touching;
    }
  }
  return status;
}

inline Cells moved(const Cells& cells, Cell by) {
  Cells out;
  for (const Cell& c : cells) out.insert({c[0] + by[0], c[1] + by[1], c[2] + by[2]});
  return out;
}

}  // namespace clearance::detail::solids
