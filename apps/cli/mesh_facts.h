// Question: what is this mesh: closed, oriented, convex; how large; what is wrong with it?
// Proves:   every yes and no (exact signs over the vertices as they are); the volume is rounded from its exact value.
// Cost:     n log n for the edges and the hull, some exact arithmetic per triangle.
#pragma once

#include <clearance/clearance.h>

#include <cstddef>
#include <optional>
#include <utility>

namespace clearance::cli {

struct MeshFacts {
  explicit MeshFacts(Polytope hull_of_used) : hull(std::move(hull_of_used)) {}

  std::size_t unused_vertices = 0;  // of no triangle: no part of the mesh
  std::size_t components = 0;       // triangles connected by shared vertices
  std::size_t edges = 0;
  std::size_t boundary_edges = 0;      // of an odd number of triangles
  std::size_t non_manifold_edges = 0;  // of more than two triangles
  std::size_t misoriented_edges = 0;   // not passed equally often in both directions (boundary edges aside)
  std::size_t zero_area_faces = 0;
  std::size_t duplicate_faces = 0;  // the same three vertices as an earlier face
  bool closed = false;              // no boundary edges
  bool oriented = false;            // no misoriented edges
  int volume_sign = 0;              // of a closed, oriented mesh: −1 is inside out
  std::optional<double> volume;     // the same, signed
  bool convex = false;              // the surface is exactly the boundary of its hull, passed once, outward
  Polytope hull;                    // of the vertices used
  double hull_volume = 0;
};

// Refused: meshes without triangles.
Result<MeshFacts> mesh_facts(const MeshData& mesh);

}  // namespace clearance::cli
