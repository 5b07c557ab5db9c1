// Question: which edges of an object of a scene does a person see?
// Method:   those of a convex body; of a mesh those that do not lie within a face, that is between two triangles that
//           are exactly in one plane, on either side of the edge (shape/mesh_faces.h).
#pragma once

#include <clearance/io/scenes/scene_file.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clearance::detail {

using PartEdge = std::array<std::uint32_t, 2>;  // positions in ScenePart::points, rising

// Of part k, each once, in ascending order of a mesh. Vertices of a mesh with equal coordinates are one here, the first
// of them. A half-space and a point have none.
std::vector<PartEdge> edges_of(const SceneObject& object, std::size_t part);

}  // namespace clearance::detail
