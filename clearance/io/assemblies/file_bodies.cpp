#include <clearance/io/assemblies/file_bodies.h>

#include <clearance/io/assemblies/gltf_file.h>
#include <clearance/io/assemblies/threemf_file.h>
#include <clearance/io/file.h>
#include <clearance/io/meshes/mesh_pieces.h>
#include <clearance/io/scanner.h>

#include <map>
#include <utility>

namespace clearance::detail {
namespace {

using SharedPieces = std::vector<std::pair<std::string, std::shared_ptr<const MeshData>>>;

SharedPieces shared(std::vector<MeshPiece> pieces) {
  SharedPieces out;
  out.reserve(pieces.size());
  for (MeshPiece& piece : pieces)
    out.emplace_back(std::move(piece.name), std::make_shared<const MeshData>(std::move(piece.mesh)));
  return out;
}

// What hangs together in each body; one that is in one piece keeps its name.
FileBodies by_component(const FileBodies& whole) {
  FileBodies out;
  out.unit = whole.unit;
  std::map<const MeshData*, SharedPieces> known;
  for (const FileBody& body : whole.bodies) {
    const auto [pieces, is_new] = known.emplace(body.mesh.get(), SharedPieces{});
    if (is_new) pieces->second = shared(pieces_by_component(*body.mesh));
    if (pieces->second.size() < 2) out.bodies.push_back(body);
    if (pieces->second.size() < 2) continue;
    for (const auto& [name, mesh] : pieces->second)
      out.bodies.push_back({(body.name.empty() ? "" : body.name + "/") + name, mesh, body.pose});
  }
  return out;
}

Result<FileBodies> read_mesh_bodies(const std::string& path, const std::string& shown, PartSplit split) {
  MeshGroups groups;
  Result<MeshData> read =
      read_mesh_file(path, shown, FaceUse::Triangulate, split == PartSplit::Objects ? &groups : nullptr);
  if (!read) return read.error();
  MeshData mesh = std::move(read).value();
  if (mesh.triangles.empty()) return Error{printable(shown), "no triangles", ErrorCode::BadFile};
  FileBodies out;
  if (groups.of_triangle.empty())
    out.bodies.push_back({"", std::make_shared<const MeshData>(std::move(mesh)), {}});
  else
    for (auto& [name, piece] : shared(pieces_by_object(mesh, groups))) out.bodies.push_back({name, piece, {}});
  return out;
}

enum class Assembly : std::uint8_t { None, ThreeMf, Gltf, Glb };

Assembly assembly_of(std::string_view path) {
  constexpr std::pair<std::string_view, Assembly> kEndings[] = {
      {".3mf", Assembly::ThreeMf}, {".gltf", Assembly::Gltf}, {".glb", Assembly::Glb}};
  for (const auto& [ending, kind] : kEndings)
    if (path.size() > ending.size() && same_word(path.substr(path.size() - ending.size()), ending)) return kind;
  return Assembly::None;
}

Result<FileBodies> read_assembly(const std::string& path, const std::string& shown, Assembly kind) {
  const Result<std::string> bytes = read_file(path);
  if (!bytes) return in_file(bytes.error(), shown);
  if (bytes->empty()) return Error{printable(shown), "the file is empty", ErrorCode::BadFile};
  Result<FileBodies> bodies = kind == Assembly::ThreeMf ? parse_3mf(*bytes)
                              : kind == Assembly::Gltf  ? parse_gltf(*bytes, folder_of(path))
                                                        : parse_glb(*bytes, folder_of(path));
  return bodies ? std::move(bodies) : in_file(bodies.error(), shown);
}

}  // namespace

bool has_assembly_ending(std::string_view path) { return assembly_of(path) != Assembly::None; }

bool has_part_ending(std::string_view path) { return has_mesh_ending(path) || has_assembly_ending(path); }

Result<FileBodies> read_bodies(const std::string& path, const std::string& shown, PartSplit split) {
  const Assembly kind = assembly_of(path);
  Result<FileBodies> whole =
      kind == Assembly::None ? read_mesh_bodies(path, shown, split) : read_assembly(path, shown, kind);
  if (!whole || split != PartSplit::Components) return whole;
  return by_component(*whole);
}

}  // namespace clearance::detail
