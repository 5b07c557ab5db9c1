// Method:   edges by sorting; areas and sides by exact signs; volumes as exact sums of determinants.
//           Convex: a closed, oriented mesh whose triangles all lie in supporting planes of its hull, facing outward,
//           covers the hull's boundary a whole number of times; that number is the ratio of the volumes.
// Notation: 6V = Σ det(v0, v1, v2) over the triangles.
#include "mesh_facts.h"

#include <clearance/exact/dyadic.h>
#include <clearance/exact/orient3d.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace clearance::cli {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

struct DirectedEdge {
  std::uint32_t low, high;
  int direction;  // +1 from low to high

  bool same_edge(const DirectedEdge& other) const { return low == other.low && high == other.high; }
};

std::vector<DirectedEdge> sorted_edges(const std::vector<Triangle>& triangles) {
  std::vector<DirectedEdge> edges;
  edges.reserve(3 * triangles.size());
  for (const Triangle& t : triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t from = t[i], to = t[(i + 1) % 3];
      // A face that names a vertex twice runs along its one edge and back: nothing to count.
      if (from != to) edges.push_back({std::min(from, to), std::max(from, to), from < to ? 1 : -1});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const DirectedEdge& e, const DirectedEdge& f) {
    return std::pair(e.low, e.high) < std::pair(f.low, f.high);
  });
  return edges;
}

void count_edges(const std::vector<Triangle>& triangles, MeshFacts& facts) {
  const std::vector<DirectedEdge> edges = sorted_edges(triangles);
  for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
    int balance = 0;
    for (last = first; last < edges.size() && edges[last].same_edge(edges[first]); ++last)
      balance += edges[last].direction;
    const std::size_t uses = last - first;
    ++facts.edges;
    if (uses % 2 == 1) ++facts.boundary_edges;
    if (uses % 2 == 0 && balance != 0) ++facts.misoriented_edges;
    if (uses > 2) ++facts.non_manifold_edges;
  }
  facts.closed = facts.boundary_edges == 0;
  facts.oriented = facts.misoriented_edges == 0;
}

void count_faces(const MeshData& mesh, MeshFacts& facts) {
  std::vector<Triangle> sorted = mesh.triangles;
  for (Triangle& t : sorted) std::sort(t.begin(), t.end());
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 1; i < sorted.size(); ++i) facts.duplicate_faces += sorted[i] == sorted[i - 1] ? 1 : 0;
  for (const Triangle& t : mesh.triangles)
    facts.zero_area_faces += collinear(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]) ? 1 : 0;
}

// Union-find over the vertices; the value is how many sets hold a triangle.
std::size_t count_components(const MeshData& mesh, const std::vector<char>& used) {
  std::vector<std::uint32_t> parent(mesh.vertices.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const Triangle& t : mesh.triangles) {
    parent[root(t[1])] = root(t[0]);
    parent[root(t[2])] = root(t[0]);
  }
  std::size_t count = 0;
  for (std::uint32_t v = 0; v < parent.size(); ++v) count += used[v] != 0 && parent[v] == v ? 1 : 0;
  return count;
}

Dyadic determinant(Vec3 a, Vec3 b, Vec3 c) { return dot(exact(a), cross(exact(b), exact(c))); }

Dyadic six_volumes(const MeshData& mesh) {
  Dyadic sum;
  for (const Triangle& t : mesh.triangles)
    sum = sum + determinant(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]);
  return sum;
}

Dyadic six_volumes(const Polytope& hull) {
  Dyadic sum;
  if (hull.dimension() < 3) return sum;
  for (int f = 0; f < hull.face_count(); ++f) {
    const std::span<const std::uint32_t> face = hull.face(f);
    const auto corner = [&](std::size_t i) { return hull.vertex(static_cast<int>(face[i])); };
    for (std::size_t i = 2; i < face.size(); ++i) sum = sum + determinant(corner(0), corner(i - 1), corner(i));
  }
  return sum;
}

// The hull's vertex farthest along n in doubles, climbing from v.
int climb(const Polytope& hull, Vec3 n, int v) {
  for (int best = v;; v = best) {
    for (const std::uint32_t w : hull.neighbours(v))
      if (dot(n, hull.vertex(static_cast<int>(w))) > dot(n, hull.vertex(best))) best = static_cast<int>(w);
    if (best == v) return v;
  }
}

// Does the plane of a triangle of non-zero area support the hull, with the hull on its inner side? `hint` is where the
// last search ended.
bool supports(const Polytope& hull, Vec3 a, Vec3 b, Vec3 c, int& hint) {
  hint = climb(hull, cross(b - a, c - a), hint);
  const auto side = [&](int v) { return orient3d_sign(a, b, c, hull.vertex(v)); };
  // On a hull no vertex is beyond the plane when one lies in it and none of its neighbours is beyond.
  const int at_hint = side(hint);
  if (at_hint > 0) return false;
  if (at_hint == 0) {
    const auto neighbours = hull.neighbours(hint);
    return std::all_of(neighbours.begin(), neighbours.end(),
                       [&](std::uint32_t w) { return side(static_cast<int>(w)) <= 0; });
  }
  // Rounding ended the climb too early: look at them all.
  for (int v = 0; v < hull.vertex_count(); ++v)
    if (side(v) > 0) return false;
  return true;
}

bool faces_support_hull(const MeshData& mesh, const Polytope& hull) {
  int hint = 0;
  return std::all_of(mesh.triangles.begin(), mesh.triangles.end(), [&](const Triangle& t) {
    const Vec3 a = mesh.vertices[t[0]], b = mesh.vertices[t[1]], c = mesh.vertices[t[2]];
    return collinear(a, b, c) || supports(hull, a, b, c, hint);
  });
}

}  // namespace

Result<MeshFacts> mesh_facts(const MeshData& mesh) {
  std::vector<char> used(mesh.vertices.size(), 0);
  for (const Triangle& t : mesh.triangles)
    for (const std::uint32_t v : t) used[v] = 1;
  std::vector<Vec3> points;
  for (std::size_t v = 0; v < used.size(); ++v)
    if (used[v] != 0) points.push_back(mesh.vertices[v]);
  if (points.empty()) return Error{"", "no triangles"};
  Result<Polytope> hull = convex_hull(points);
  if (!hull) return hull.error();

  MeshFacts facts(std::move(hull).value());
  facts.unused_vertices = mesh.vertices.size() - points.size();
  facts.components = count_components(mesh, used);
  count_edges(mesh.triangles, facts);
  count_faces(mesh, facts);
  const Dyadic hull_volume = six_volumes(facts.hull);
  facts.hull_volume = hull_volume.to_double() / 6;
  if (facts.closed && facts.oriented) {
    const Dyadic volume = six_volumes(mesh);
    facts.volume_sign = volume.sign();
    facts.volume = volume.to_double() / 6;
    facts.convex =
        facts.hull.dimension() == 3 && compare(volume, hull_volume) == 0 && faces_support_hull(mesh, facts.hull);
  }
  return facts;
}

}  // namespace clearance::cli
