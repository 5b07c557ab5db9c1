#include <clearance/brep/entity.h>

namespace clearance {

const char* to_string(EntityKind kind) {
  switch (kind) {
    case EntityKind::NotAsked:
      return "not asked";
    case EntityKind::Outside:
      return "outside";
    case EntityKind::Inside:
      return "inside";
    case EntityKind::Face:
      return "face";
    case EntityKind::Edge:
      return "edge";
    case EntityKind::Vertex:
      return "vertex";
  }
  return "";
}

std::string name_of(const BRep& brep, Entity entity) {
  std::string kind = to_string(entity.kind);
  switch (entity.kind) {
    case EntityKind::Vertex:
      return kind + " " + std::to_string(brep.vertex_id(entity.index));
    case EntityKind::Edge: {
      const auto [low, high] = brep.edge_id(entity.index);
      return kind + " " + std::to_string(low) + "-" + std::to_string(high);
    }
    case EntityKind::Face:
      return kind + " " + std::to_string(brep.face_id(entity.index));
    default:
      return kind;
  }
}

}  // namespace clearance
