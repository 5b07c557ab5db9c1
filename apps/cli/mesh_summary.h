// Question: what is this mesh: closed, oriented, solid, convex; how large; what is wrong with it?
// Proves:   every yes and no (exact signs over the vertices as they are); volumes are rounded.
// Cost:     a hull, linear facts, the search for what a hull exceeds a solid by (build/convex_excess.h); that for
//           self-intersections only where asked for.
#pragma once

#include <clearance/clearance.h>

#include <cstddef>
#include <optional>
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
  std::optional<ConvexExcess> excess;  // of the hull, where the mesh is a solid: 0, 0 when it is convex

  bool is_convex() const { return why_not_convex.empty(); }
};

// Refused: meshes without triangles.
Result<MeshSummary> summarise(const MeshData& mesh);

}  // namespace clearance::cli
