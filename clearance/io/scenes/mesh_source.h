// Question: where do the meshes come from that a scene only names?
// Method:   whoever reads a scene says. The program takes files from the scene's folder; a checker without a disk takes
//           them from memory.
#pragma once

#include <clearance/base/result.h>
#include <clearance/io/meshes/mesh_file.h>

#include <functional>
#include <string>

namespace clearance {

// The mesh of that name; errors begin with it. Without triangles where only the hull of the points is wanted.
using MeshSource = std::function<Result<MeshData>(const std::string& name, FaceUse use)>;

// Mesh files, whose paths start from that folder unless they are absolute.
MeshSource mesh_files_in(const std::string& folder);

}  // namespace clearance
