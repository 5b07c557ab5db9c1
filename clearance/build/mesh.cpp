#include <clearance/build/mesh.h>

#include <clearance/build/mesh_facts.h>
#include <clearance/bvh/triangle_tree.h>

#include <optional>
#include <string>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

std::optional<Error> fault_of(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles) {
  if (triangles.empty()) return Error{"triangles", "none given"};
  if (triangles.size() > TriangleTree::kMaxTriangles)
    return Error{"triangles", "more than 536870912", ErrorCode::TooMany};
  if (vertices.size() > kMaxMeshVertices) return Error{"vertices", "more than 2147483648", ErrorCode::TooMany};
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (is_coordinate(vertices[i])) continue;
    return Error{"vertices[" + std::to_string(i) + "]",
                 is_finite(vertices[i]) ? "coordinate beyond 1e300" : "not finite"};
  }
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (const std::uint32_t v : triangles[i]) {
      if (v < vertices.size()) continue;
      return Error{"triangles[" + std::to_string(i) + "]",
                   "names vertex " + std::to_string(v) + ", but there are " + std::to_string(vertices.size())};
    }
  }
  return std::nullopt;
}

std::vector<MeshTriangle> turned(std::span<const MeshTriangle> triangles) {
  std::vector<MeshTriangle> out(triangles.begin(), triangles.end());
  for (MeshTriangle& t : out) std::swap(t[1], t[2]);
  return out;
}

void add_tree(MeshParts& parts, std::span<const MeshTriangle> triangles, Workers& workers) {
  TriangleTree::Built built = TriangleTree::build(parts.vertices, triangles, workers);
  parts.tree = std::move(built.tree);
  parts.tree_bytes = parts.tree->memory_bytes();
  parts.ids = std::move(built.order);
  parts.triangles.reserve(triangles.size());
  for (const std::uint32_t id : parts.ids) parts.triangles.push_back(triangles[id]);
}

// number(v) is what to call the polytope's vertex v.
template <class Number>
std::vector<MeshTriangle> fanned(const Polytope& polytope, const Number& number) {
  std::vector<MeshTriangle> triangles;
  if (polytope.dimension() < 2) {
    const int last = polytope.vertex_count() - 1;
    triangles.push_back({number(0), number(last), number(last)});
  }
  for (int f = 0; f < polytope.face_count(); ++f) {
    const std::span<const std::uint32_t> face = polytope.face(f);
    const auto corner = [&](std::size_t i) { return number(static_cast<int>(face[i])); };
    for (std::size_t i = 2; i < face.size(); ++i) triangles.push_back({corner(0), corner(i - 1), corner(i)});
  }
  return triangles;
}

}  // namespace

Result<Mesh> make_mesh(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles,
                       const MeshOptions& options) {
  if (std::optional<Error> fault = fault_of(vertices, triangles)) return *fault;
  const std::vector<MeshTriangle> copy = options.flip ? turned(triangles) : std::vector<MeshTriangle>();
  if (options.flip) triangles = copy;
  Workers workers(options.threads);
  MeshStructure structure = mesh_structure(vertices, triangles, workers);
  if (options.kind == MeshKind::Solid && !structure.facts.is_solid())
    return Error{"", "no solid: " + why_not_solid(structure.facts), ErrorCode::NotSolid};

  MeshParts parts;
  parts.vertices.assign(vertices.begin(), vertices.end());
  parts.facts = std::move(structure.facts);
  parts.component_vertices = std::move(structure.component_vertices);
  parts.is_solid = options.kind != MeshKind::Surface && parts.facts.is_solid();
  add_tree(parts, triangles, workers);
  return Mesh::assemble(std::move(parts));
}

MeshFacts mesh_facts(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles, int threads) {
  Workers workers(threads);
  return mesh_structure(vertices, triangles, workers).facts;
}

std::vector<MeshTriangle> boundary_triangles(const Polytope& polytope) {
  return fanned(polytope, [&](int v) { return polytope.id(v); });
}

Mesh mesh_of(const Polytope& polytope) {
  std::vector<Vec3> vertices;
  vertices.reserve(static_cast<std::size_t>(polytope.vertex_count()));
  for (int v = 0; v < polytope.vertex_count(); ++v) vertices.push_back(polytope.vertex(v));
  return make_mesh(vertices, fanned(polytope, [](int v) { return static_cast<std::uint32_t>(v); })).value();
}

}  // namespace clearance
