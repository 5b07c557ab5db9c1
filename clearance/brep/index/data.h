// Question: what is an index made of, inside?
// Method:   nodes with rounded planes for the way down, exact planes beside them for where those cannot tell.
#pragma once

#include <clearance/brep/index/plane.h>

#include <vector>

namespace clearance::detail {

struct BRepIndexData {
  BRep brep;
  std::vector<BRepIndexNode> nodes;
  std::vector<Entity> leaves;  // outside, inside, the faces, the edges, the vertices
  std::vector<IndexPlane> planes;
  BRepIndexFacts facts;
};

// The position of an entity among the leaves.
inline std::uint32_t leaf_of(const BRep& brep, Entity entity) {
  const auto faces = static_cast<std::uint32_t>(brep.face_count()),
             edges = static_cast<std::uint32_t>(brep.edge_count());
  switch (entity.kind) {
    case EntityKind::Face:
      return 2 + entity.index;
    case EntityKind::Edge:
      return 2 + faces + entity.index;
    case EntityKind::Vertex:
      return 2 + faces + edges + entity.index;
    default:
      return entity.kind == EntityKind::Inside ? 1 : 0;
  }
}

// The leaf that a child stands for (index.h).
inline std::size_t leaf_at(std::int32_t child) { return static_cast<std::uint32_t>(~child); }

// Leaves out nodes with one leaf on all three sides, from the bottom up, and planes that no node has.
void reduce(BRepIndexData& data);
// All but nodes_unreduced and faces_divided.
void measure(BRepIndexData& data);

}  // namespace clearance::detail
