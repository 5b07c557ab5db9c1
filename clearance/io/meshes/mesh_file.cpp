#include <clearance/io/meshes/mesh_file.h>

#include <clearance/io/file.h>
#include <clearance/io/meshes/mesh_builder.h>
#include <clearance/io/scanner.h>

namespace clearance {
using namespace detail;
namespace {

using Reader = Result<MeshData> (*)(std::string_view, FaceUse, MeshGroups*);

Reader reader_for(std::string_view path) {
  struct Ending {
    std::string_view ending;
    Reader reader;
  };
  static constexpr Ending kEndings[] = {
      {".obj", parse_obj}, {".stl", parse_stl}, {".ply", parse_ply}, {".off", parse_off}};
  for (const Ending& known : kEndings)
    if (path.size() > known.ending.size() && same_word(path.substr(path.size() - known.ending.size()), known.ending))
      return known.reader;
  return nullptr;
}

}  // namespace

bool has_mesh_ending(std::string_view path) { return reader_for(path) != nullptr; }

Result<MeshData> detail::read_mesh_file(const std::string& path, const std::string& shown, FaceUse use,
                                        MeshGroups* groups) {
  if (path.empty() || path.back() == '/') return Error{printable(shown), "not the name of a file"};
  const Reader reader = reader_for(path);
  if (!reader) return Error{printable(shown), "unknown ending: mesh files end in .obj, .stl, .ply or .off"};
  const Result<std::string> bytes = read_file(path);
  if (!bytes) return in_file(bytes.error(), shown);
  if (bytes->empty()) return Error{printable(shown), "the file is empty", ErrorCode::BadFile};
  Result<MeshData> mesh = reader(*bytes, use, groups);
  if (!mesh) return in_file(mesh.error(), shown);
  return mesh;
}

Result<MeshData> read_mesh(const std::string& path) {
  Result<MeshData> mesh = read_mesh_file(path, path, FaceUse::Triangulate);
  if (mesh && mesh->triangles.empty()) return Error{printable(path), "no triangles", ErrorCode::BadFile};
  return mesh;
}

Result<std::vector<Vec3>> read_points(const std::string& path) {
  Result<MeshData> mesh = read_mesh_file(path, path, FaceUse::CheckOnly);
  if (!mesh) return mesh.error();
  if (mesh->vertices.empty()) return Error{printable(path), "no vertices", ErrorCode::BadFile};
  return std::move(mesh).value().vertices;
}

}  // namespace clearance
