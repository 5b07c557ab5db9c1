// Question: how do points and triangles become a Mesh, and what is it?
// Method:   indices and coordinates are checked, exact facts found (edges sorted, areas and volume by exact signs), the
//           tree built, the triangles put into its order. Nothing is repaired; orientation is turned only on request.
// Cost:     n log n; the tree and the sorting of edges share out their work among `threads`, with equal results for any
//           number.
#pragma once

#include <clearance/base/result.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/polytope.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance {

inline constexpr std::size_t kMaxMeshVertices = std::size_t{1} << 31;

enum class MeshKind : std::uint8_t {
  Automatic,  // solid when it is one
  Solid,      // refused, with the first edges at fault, when it is none
  Surface,    // the union of its triangles, closed or not
};

struct MeshOptions {
  MeshKind kind = MeshKind::Automatic;
  bool flip = false;  // turn every triangle around; a solid stays the same set, with the signs of its windings turned
  int threads = 1;    // 0: as many as the machine has
};

// Refused: no triangles, an index that is no vertex, coordinates that are not finite or beyond kMaxCoordinate, more
// than 2²⁹ triangles or 2³¹ vertices. Vertices that no triangle uses keep their numbers but are no part of the mesh.
Result<Mesh> make_mesh(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles,
                       const MeshOptions& options = {});

// The facts alone, without a tree. Trusts the indices and numbers that make_mesh looks at; no triangles are fine.
MeshFacts mesh_facts(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles, int threads = 1);

// The faces of a polytope fanned into triangles, counter-clockwise seen from outside, numbered by its caller's ids; a
// polygon gives its triangles once, a segment or a point one triangle with repeated vertices.
std::vector<MeshTriangle> boundary_triangles(const Polytope& polytope);
// The polytope as a mesh, a solid one if it has volume. Vertex numbers are positions in the polytope, not ids.
Mesh mesh_of(const Polytope& polytope);

}  // namespace clearance
