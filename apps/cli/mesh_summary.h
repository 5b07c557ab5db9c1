// Question: what is this mesh: closed, oriented, convex; how large; what is wrong with it?
// Proves:   every yes and no (exact signs over the vertices as they are); volumes are rounded from their exact values.
// Cost:     n log n for the edges and the hull, some exact arithmetic per triangle.
#pragma once

#include <clearance/clearance.h>
#include <clearance/io/convex_mesh.h>

#include <cstddef>
#include <optional>
#include <utility>

namespace clearance::cli {

struct MeshSummary {
  explicit MeshSummary(Polytope hull_of_used) : hull(std::move(hull_of_used)) {}

  MeshDefects facts;                  // of the vertices used and the triangles
  std::size_t unused_vertices = 0;  // of no triangle: no part of the mesh
  std::size_t components = 0;       // triangles connected by shared vertices
  int volume_sign = 0;              // of a closed mesh: −1 is inside out
  std::optional<double> volume;     // the same, signed
  Polytope hull;                    // of the vertices used
  double hull_volume = 0;
};

// Refused: meshes without triangles.
Result<MeshSummary> summarise(const MeshData& mesh);

}  // namespace clearance::cli
