#include <clearance/io/scenes/mesh_source.h>

#include <clearance/io/meshes/mesh_builder.h>

namespace clearance::detail {

MeshSource mesh_files_in(const std::string& folder) {
  const bool is_complete = folder.empty() || folder.back() == '/';
  return [start = is_complete ? folder : folder + "/"](const std::string& path, FaceUse use) {
    const bool is_absolute = !path.empty() && path[0] == '/';
    return read_mesh_file(is_absolute ? path : start + path, path, use);
  };
}

}  // namespace clearance::detail
