// Method:   what of reading a scene needs files: the text, and the meshes that it names.
#include <clearance/io/file.h>
#include <clearance/io/scenes/mesh_source.h>
#include <clearance/io/scenes/scene_file.h>

#include <filesystem>
#include <system_error>

namespace clearance {
using namespace detail;

Result<Scene> parse_scene(std::string_view text, const std::string& directory, const std::string& name, SceneUse use) {
  return parse_scene(text, mesh_files_in(directory), name, use);
}

Result<Scene> read_scene(const std::string& path, SceneUse use) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) return read_folder(path);
  const Result<std::string> text = read_file_or_input(path);
  if (!text) return in_file(text.error(), path);
  return parse_scene(*text, folder_of(path), path, use);
}

}  // namespace clearance
