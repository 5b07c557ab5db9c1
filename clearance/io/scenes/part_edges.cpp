#include <clearance/io/scenes/part_edges.h>

#include <clearance/shape/mesh_faces.h>

#include <algorithm>

namespace clearance::detail {
namespace {

std::vector<PartEdge> edges_of_body(const Polytope& body) {
  std::vector<PartEdge> edges;
  edges.reserve(static_cast<std::size_t>(body.edge_count()));
  for (int v = 0; v < body.vertex_count(); ++v)
    for (const std::uint32_t w : body.neighbours(v))
      if (static_cast<std::uint32_t>(v) < w) edges.push_back({body.id(v), body.id(static_cast<int>(w))});
  return edges;
}

std::vector<PartEdge> edges_of_mesh(const Mesh& mesh) {
  const detail::MeshFaces& faces = mesh.faces();
  std::vector<PartEdge> edges;
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = faces.vertex[mesh.triangle(t)[k]], w = faces.vertex[mesh.triangle(t)[(k + 1) % 3]];
      if (!faces.sides[t][k].is_flat() && v != w) edges.push_back({std::min(v, w), std::max(v, w)});
    }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace

std::vector<PartEdge> edges_of(const SceneObject& object, std::size_t part) {
  if (const Parts* parts = object.parts()) return edges_of_body(std::get<Rounded>((*parts)[part]).core());
  if (const Rounded* body = object.convex()) return edges_of_body(body->core());
  return object.mesh() ? edges_of_mesh(*object.mesh()) : std::vector<PartEdge>();
}

}  // namespace clearance::detail
