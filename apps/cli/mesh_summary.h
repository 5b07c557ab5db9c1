// Question: what is this mesh: closed, oriented, solid, convex; how large; what is wrong with it?
// Proves:   every yes and no (exact signs over the vertices as they are); volumes are rounded.
// Cost:     a hull, linear facts, the search for self-intersections only where asked for.
#pragma once

#include <clearance/clearance.h>

#include <cstddef>
#include <string>
#include <utility>

namespace clearance::cli {

struct MeshSummary {
  explicit MeshSummary(Polytope hull_of_used) : hull(std::move(hull_of_used)) {}

  MeshFacts facts;
  std::string why_not_convex;       // empty when it is
  std::size_t unused_vertices = 0;  // of no triangle: no part of the mesh
  Polytope hull;                    // of the vertices used
  double hull_volume = 0;

  bool is_convex() const { return why_not_convex.empty(); }
};

// Refused: meshes without triangles.
Result<MeshSummary> summarise(const MeshData& mesh);

}  // namespace clearance::cli
