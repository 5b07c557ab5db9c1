// Question: which body does the "shape" of a scene's object stand for?
#pragma once

#include <clearance/build/mesh.h>
#include <clearance/io/json.h>
#include <clearance/io/meshes/mesh_file.h>
#include <clearance/io/scenes/mesh_source.h>
#include <clearance/io/scenes/scene_file.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace clearance::detail {

struct SceneShape {
  ShapeKind kind;
  Shape shape;
  std::shared_ptr<const std::vector<ScenePart>> given;
  std::vector<std::string> warnings = {};
  std::optional<double> excess = {};  // SceneObject::excess, where the file tells of a hull in place of something
};

// What may stand at a place of a scene.
enum class ShapeUse : std::uint8_t {
  Any,
  Core,  // of a rounded shape: a convex body without a radius
  Part,  // of several: a convex body
};

// Remembers the bodies of meshes that have names, so that a part used a hundred times is read once.
class ShapeReader {
 public:
  // A mesh that exactly bounds a convex body becomes that body, or stays the mesh it is.
  enum class ConvexMeshes : std::uint8_t { AsBodies, AsMeshes };

  // Without a source no mesh has a name.
  explicit ShapeReader(MeshSource meshes, ConvexMeshes convex_meshes = ConvexMeshes::AsBodies)
      : meshes_(std::move(meshes)), convex_meshes_(convex_meshes) {}

  Result<SceneShape> read(const Json& json, const std::string& place) { return read(json, place, ShapeUse::Any); }
  // The body of such a mesh, with its warnings.
  Result<SceneShape> from_mesh(const MeshData& mesh, double scale) const {
    return from_mesh({ShapeKind::Mesh, ShapeUse::Any, MeshKind::Automatic}, mesh, scale);
  }

 private:
  // How points and triangles are meant.
  struct Meaning {
    ShapeKind kind;
    ShapeUse use;
    MeshKind solid;
    std::optional<double> hull_within = {};  // of a mesh: its hull is taken, unless that exceeds it by more

    friend auto operator<=>(const Meaning&, const Meaning&) = default;
  };

  Result<SceneShape> read(const Json& json, const std::string& place, ShapeUse use);
  Result<SceneShape> read_hull(const Json& json, const std::string& place, ShapeUse use, double scale);
  Result<SceneShape> read_box(const Json& json, const std::string& place, double scale) const;
  Result<SceneShape> read_mesh(const Json& json, const std::string& place, const Meaning& meaning, double scale);
  Result<SceneShape> read_rounded(const Json& json, const std::string& place, double scale);
  Result<SceneShape> read_parts(const Json& json, const std::string& place, double scale);
  Result<SceneShape> read_mixed(const Json& json, const std::string& place);
  Result<SceneShape> body_of(const Meaning& meaning, std::vector<Vec3> points, std::vector<MeshTriangle> triangles,
                             double scale) const;
  static Result<SceneShape> hull_in_place(const Mesh& mesh, double within, std::vector<Vec3> points,
                                          std::vector<std::string> warnings);
  Result<SceneShape> from_mesh(const Meaning& meaning, MeshData mesh, double scale) const;
  Result<SceneShape> from_source(const Meaning& meaning, const std::string& name, double scale) const;
  Result<SceneShape> cached_mesh(const Meaning& meaning, const std::string& name, const std::string& place,
                                 double scale);

  MeshSource meshes_;
  ConvexMeshes convex_meshes_;
  std::map<std::tuple<Meaning, std::string, double>, SceneShape> named_;
};

}  // namespace clearance::detail
