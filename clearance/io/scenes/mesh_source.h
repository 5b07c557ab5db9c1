// Question: where do the meshes come from that a scene only names?
// Method:   whoever reads a scene says. The program takes files from the scene's folder; a checker without a disk takes
//           them from memory.
#pragma once

#include <clearance/io/meshes/mesh_file.h>
#include <clearance/io/scenes/scene_file.h>

#include <functional>
#include <string>
#include <string_view>

namespace clearance::detail {

// The mesh of that name; errors begin with it. Without triangles where only the hull of the points is wanted.
using MeshSource = std::function<Result<MeshData>(const std::string& name, FaceUse use)>;

// Mesh files, whose paths start from that folder unless they are absolute.
MeshSource mesh_files_in(const std::string& folder);

// As parse_scene of scene_file.h, but meshes that the scene names come from there, and no file is looked at.
Result<Scene> parse_scene(std::string_view text, const MeshSource& meshes, const std::string& name,
                          SceneUse use = SceneUse::AtStart);

}  // namespace clearance::detail
