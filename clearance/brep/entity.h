// Question: what is a point on, or in?
// Method:   one name for vertices, edges and faces of a BRep, its inside and its outside.
#pragma once

#include <clearance/shape/brep.h>

#include <cstdint>
#include <string>

namespace clearance {

// NotAsked: of an answer that nobody filled in.
enum class EntityKind : std::uint8_t { NotAsked, Outside, Inside, Face, Edge, Vertex };
const char* to_string(EntityKind kind);

struct Entity {
  EntityKind kind = EntityKind::NotAsked;
  std::uint32_t index = 0xffffffffu;  // position in the BRep, of a face, an edge or a vertex

  bool is_on_boundary() const { return kind >= EntityKind::Face; }
  friend bool operator==(const Entity&, const Entity&) = default;
};

// By lasting ids: "vertex 5", "edge 3-7", "face 12", "inside", "outside".
std::string name_of(const BRep& brep, Entity entity);

}  // namespace clearance
