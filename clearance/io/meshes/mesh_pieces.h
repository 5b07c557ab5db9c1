// Question: which pieces does a mesh fall into: the objects that its file tells apart, or what hangs together?
// Method:   triangles keep their order in each piece, and vertices theirs, those that the piece's triangles use.
#pragma once

#include <clearance/io/meshes/mesh_builder.h>
#include <clearance/io/meshes/mesh_file.h>

#include <string>
#include <vector>

namespace clearance::detail {

struct MeshPiece {
  std::string name;  // of each piece another, not empty
  MeshData mesh;
};

// A piece for each object that has triangles, in the order of their first ones. An object without a name is called
// "default"; what is called like one before it, "NAME (2)".
std::vector<MeshPiece> pieces_by_object(const MeshData& mesh, const MeshGroups& groups);

// Triangles that share a vertex hang together. A component that faces inwards (a cavity) goes with the smallest, by the
// size of its box, of those outward ones whose boxes hold its own, if there is one. Names are numbers from 0, by first
// triangle.
std::vector<MeshPiece> pieces_by_component(const MeshData& mesh);

}  // namespace clearance::detail
