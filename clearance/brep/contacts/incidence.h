// Question: which vertices, edges and faces of a solid belong together?
// Method:   the boundary of a face is its loops, that of an edge its two ends; the closure of an entity is itself and
//           its boundary. x is incident to y when one is in the closure of the other.
// Cost:     that of reading the loops of the faces named.
#pragma once

#include <clearance/brep/entity.h>

#include <cstdint>
#include <vector>

namespace clearance {

// 0 vertex, 1 edge, 2 face, 3 inside or outside; −1: nobody asked.
constexpr int dimension_of(EntityKind kind) {
  switch (kind) {
    case EntityKind::Vertex:
      return 0;
    case EntityKind::Edge:
      return 1;
    case EntityKind::Face:
      return 2;
    case EntityKind::Inside:
    case EntityKind::Outside:
      return 3;
    case EntityKind::NotAsked:
      break;
  }
  return -1;
}

// Ascending, each once.
std::vector<std::uint32_t> faces_of_edge(const BRep& brep, std::uint32_t edge);
std::vector<std::uint32_t> faces_of_vertex(const BRep& brep, std::uint32_t vertex);
std::vector<std::uint32_t> edges_of_face(const BRep& brep, std::uint32_t face);

// The entity and its boundary: faces first, then edges, then vertices. Empty for what is no part of the boundary.
std::vector<Entity> closure_of(const BRep& brep, Entity entity);
// True for x = y, too. Only for parts of the boundary; false for others.
bool is_in_closure(const BRep& brep, Entity x, Entity of);
// Whether the closures of two parts of the boundary share a point: the same, incident, or with a common vertex.
bool are_adjacent(const BRep& brep, Entity x, Entity y);

// Of length 1, rounded, pointing out of the solid, in its own frame.
Vec3 unit_normal_of_face(const BRep& brep, std::uint32_t face);

}  // namespace clearance
