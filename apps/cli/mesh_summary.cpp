#include "mesh_summary.h"

#include <vector>

namespace clearance::cli {
using namespace detail;
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

}  // namespace

Result<MeshSummary> summarise(const MeshData& mesh) {
  if (mesh.triangles.empty()) return Error{"", "no triangles"};
  const MeshData used = without_unused(mesh);
  Result<Polytope> hull = convex_hull(used.vertices);
  if (!hull) return hull.error();

  MeshSummary summary(std::move(hull).value());
  summary.facts = mesh_facts(mesh.vertices, mesh.triangles);
  summary.unused_vertices = mesh.vertices.size() - used.vertices.size();
  if (summary.hull.dimension() == 3)
    summary.hull_volume = mesh_facts(used.vertices, boundary_triangles(summary.hull)).volume;
  summary.why_not_convex = summary.facts.is_solid() ? why_not_convex(summary.hull, used.vertices, used.triangles)
                                                    : why_not_solid(summary.facts);
  if (!summary.facts.is_solid()) return summary;
  summary.excess.emplace(ConvexExcess{0, 0, summary.hull.center()});
  if (summary.is_convex()) return summary;
  const Result<Mesh> solid = make_mesh(used.vertices, used.triangles, {.threads = 0});
  if (!solid) return solid.error();
  summary.excess = excess_of(*solid, summary.hull);
  return summary;
}

}  // namespace clearance::cli
