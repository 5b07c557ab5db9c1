// Notation: 6V = Σ det(v0, v1, v2) over the triangles of a closed surface, an exact sum.
#include "mesh_summary.h"

#include <clearance/exact/dyadic.h>

#include <numeric>
#include <span>
#include <vector>

namespace clearance::cli {
namespace {

// The mesh without the vertices that no triangle uses.
MeshData without_unused(const MeshData& mesh) {
  constexpr std::uint32_t kUnused = 0xffffffffu;
  std::vector<std::uint32_t> number(mesh.vertices.size(), kUnused);
  for (const MeshTriangle& t : mesh.triangles)
    for (const std::uint32_t v : t) number[v] = 0;
  MeshData used;
  for (std::size_t v = 0; v < number.size(); ++v) {
    if (number[v] == kUnused) continue;
    number[v] = static_cast<std::uint32_t>(used.vertices.size());
    used.vertices.push_back(mesh.vertices[v]);
  }
  for (const MeshTriangle& t : mesh.triangles) used.triangles.push_back({number[t[0]], number[t[1]], number[t[2]]});
  return used;
}

// Union-find over the vertices of a mesh that uses them all.
std::size_t count_components(const MeshData& mesh) {
  std::vector<std::uint32_t> parent(mesh.vertices.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const MeshTriangle& t : mesh.triangles) {
    parent[root(t[1])] = root(t[0]);
    parent[root(t[2])] = root(t[0]);
  }
  std::size_t count = 0;
  for (std::uint32_t v = 0; v < parent.size(); ++v) count += parent[v] == v ? 1 : 0;
  return count;
}

Dyadic determinant(Vec3 a, Vec3 b, Vec3 c) { return dot(exact(a), cross(exact(b), exact(c))); }

Dyadic six_volumes(const MeshData& mesh) {
  Dyadic sum;
  for (const MeshTriangle& t : mesh.triangles)
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

}  // namespace

Result<MeshSummary> summarise(const MeshData& mesh) {
  if (mesh.triangles.empty()) return Error{"", "no triangles"};
  const MeshData used = without_unused(mesh);
  Result<Polytope> hull = convex_hull(used.vertices);
  if (!hull) return hull.error();

  MeshSummary summary(std::move(hull).value());
  summary.facts = mesh_defects(used.vertices, used.triangles);
  summary.unused_vertices = mesh.vertices.size() - used.vertices.size();
  summary.components = count_components(used);
  summary.hull_volume = six_volumes(summary.hull).to_double() / 6;
  if (summary.facts.closed) {
    const Dyadic volume = six_volumes(used);
    summary.volume_sign = volume.sign();
    summary.volume = volume.to_double() / 6;
  }
  return summary;
}

}  // namespace clearance::cli
