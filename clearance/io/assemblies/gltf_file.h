// Question: which bodies does a glTF 2.0 file hold (.gltf, .glb), and where?
// Method:   the nodes of its scene, each mesh under a node a body, called by the node's name; its triangles, strips and
//           fans. Lengths are in metres.
// Cannot:   take compressed or quantized meshes, skins, morph targets in use, instances of an extension. Animations,
//           points and lines are passed over.
// Cost:     linear in the file; triangles beyond what its size can account for are refused.
#pragma once

#include <clearance/io/assemblies/file_bodies.h>

#include <optional>
#include <string>
#include <string_view>

namespace clearance::detail {

// `folder` is where files beside it are, empty or ending with a slash; none are read where it is nothing.
Result<FileBodies> parse_gltf(std::string_view bytes, const std::optional<std::string>& folder);
Result<FileBodies> parse_glb(std::string_view bytes, const std::optional<std::string>& folder);

}  // namespace clearance::detail
