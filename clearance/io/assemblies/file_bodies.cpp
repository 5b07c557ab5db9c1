#include <clearance/io/assemblies/file_bodies.h>

#include <clearance/io/file.h>
#include <clearance/io/meshes/mesh_pieces.h>

#include <utility>

namespace clearance::detail {
namespace {

void add_pieces(std::vector<MeshPiece> pieces, const std::string& prefix, const Pose& pose, FileBodies& out) {
  for (MeshPiece& piece : pieces)
    out.bodies.push_back({prefix + piece.name, std::make_shared<const MeshData>(std::move(piece.mesh)), pose});
}

// What hangs together in each body; one that is in one piece keeps its name.
FileBodies by_component(const FileBodies& whole) {
  FileBodies out;
  out.unit = whole.unit;
  for (const FileBody& body : whole.bodies) {
    std::vector<MeshPiece> pieces = pieces_by_component(*body.mesh);
    if (pieces.size() < 2)
      out.bodies.push_back(body);
    else
      add_pieces(std::move(pieces), body.name.empty() ? "" : body.name + "/", body.pose, out);
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
    add_pieces(pieces_by_object(mesh, groups), "", {}, out);
  return out;
}

}  // namespace

bool has_assembly_ending(std::string_view /*path*/) { return false; }

bool has_part_ending(std::string_view path) { return has_mesh_ending(path) || has_assembly_ending(path); }

Result<FileBodies> read_bodies(const std::string& path, const std::string& shown, PartSplit split) {
  Result<FileBodies> whole = read_mesh_bodies(path, shown, split);
  if (!whole || split != PartSplit::Components) return whole;
  return by_component(*whole);
}

}  // namespace clearance::detail
