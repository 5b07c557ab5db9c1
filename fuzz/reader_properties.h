// Question: what must hold of a reader whatever bytes it is given?
// Method:   it answers or refuses in one line; what it answers is sound; what is written from it reads back the same.
//           The fuzzers abort on `false`, the replay test reports it.
#pragma once

#include <clearance/io/assemblies/gltf_file.h>
#include <clearance/io/assemblies/threemf_file.h>
#include <clearance/io/meshes/mesh_file.h>
#include <clearance/io/meshes/mesh_pieces.h>
#include <clearance/io/results/motion_result.h>
#include <clearance/io/scenes/moving_object.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/io/scenes/world_file.h>
#include <clearance/io/zip/inflate.h>
#include <clearance/io/zip/zip_writer.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace clearance::properties {

inline bool one_line(const Error& error) {
  const std::string text = error.text();
  return !error.fault.empty() && std::none_of(text.begin(), text.end(), [](char c) { return c >= 0 && c < 0x20; });
}

inline bool mesh_holds(const Result<MeshData>& mesh) {
  if (!mesh) return one_line(mesh.error());
  for (const Vec3 vertex : mesh->vertices)
    if (!is_coordinate(vertex)) return false;
  for (const auto& triangle : mesh->triangles)
    for (const std::uint32_t corner : triangle)
      if (corner >= mesh->vertices.size()) return false;
  return mesh->vertices.size() <= mesh->points_in_file;
}

// The objects that a file tells apart are the same triangles, each in one of them.
template <class Parse>
bool objects_hold(std::string_view bytes, Parse parse) {
  detail::MeshGroups groups;
  const Result<MeshData> mesh = parse(bytes, FaceUse::Triangulate, &groups);
  if (!mesh || groups.of_triangle.empty()) return mesh_holds(mesh);
  std::size_t triangles = 0;
  for (const detail::MeshPiece& piece : detail::pieces_by_object(*mesh, groups)) {
    if (piece.name.empty() || piece.mesh.triangles.empty() || !mesh_holds(piece.mesh)) return false;
    triangles += piece.mesh.triangles.size();
  }
  return triangles == mesh->triangles.size();
}

inline bool obj_holds(std::string_view bytes) {
  return mesh_holds(parse_obj(bytes)) && objects_hold(bytes, detail::parse_obj);
}
inline bool stl_holds(std::string_view bytes) {
  return mesh_holds(parse_stl(bytes)) && objects_hold(bytes, detail::parse_stl);
}
inline bool ply_holds(std::string_view bytes) { return mesh_holds(parse_ply(bytes)); }
inline bool off_holds(std::string_view bytes) { return mesh_holds(parse_off(bytes)); }

// Of a file with a scene graph: none of the files beside it are read.
inline bool bodies_hold(const Result<detail::FileBodies>& read) {
  if (!read) return one_line(read.error());
  std::set<std::string> names;
  for (const detail::FileBody& body : read->bodies)
    if (body.name.empty() || !names.insert(body.name).second || body.mesh->triangles.empty() ||
        !mesh_holds(*body.mesh) || !is_coordinate(body.pose.translation()))
      return false;
  return !read->bodies.empty() && read->unit;
}

// A package; what is none is taken for the model in one, which no check sum guards, and for compressed bytes.
inline bool threemf_holds(std::string_view bytes) {
  const std::string relationships =
      R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship )"
      R"(Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/m"/></Relationships>)";
  if (bytes.starts_with("PK")) return bodies_hold(detail::parse_3mf(bytes));
  const Result<std::string> package = detail::zip_archive({{"_rels/.rels", relationships}, {"m", std::string(bytes)}});
  const Result<std::string> unpacked = detail::inflate(bytes, 65536);
  if (unpacked ? unpacked->size() != 65536 : !one_line(unpacked.error())) return false;
  return package && bodies_hold(detail::parse_3mf(*package));
}

inline bool gltf_holds(std::string_view bytes) { return bodies_hold(detail::parse_gltf(bytes, {})); }
inline bool glb_holds(std::string_view bytes) { return bodies_hold(detail::parse_glb(bytes, {})); }

inline bool same_bodies(const SceneObject& a, const SceneObject& b) {
  if (a.given->size() != b.given->size()) return false;
  for (std::size_t k = 0; k < a.given->size(); ++k) {
    const ScenePart &of_a = (*a.given)[k], &of_b = (*b.given)[k];
    if (of_a.points != of_b.points || of_a.radius != of_b.radius) return false;
  }
  if (a.half_space())
    return a.half_space()->normal() == b.half_space()->normal() && a.half_space()->offset() == b.half_space()->offset();
  if (a.mesh()) return a.triangles() == b.triangles() && a.mesh()->is_solid() == b.mesh()->is_solid();
  return !a.convex() || a.polytope().vertex_count() == b.polytope().vertex_count();
}

// The same bytes as a world: what is written from it is the same text for ever.
inline bool world_holds(std::string_view bytes) {
  const Result<WorldSnapshot> world = parse_world(bytes, "no such folder", "world");
  if (!world) return one_line(world.error());
  const Result<std::string> text = world_text(*world);
  if (!text) return false;
  const Result<WorldSnapshot> again = parse_world(*text, "", "again");
  if (!again) return false;
  const Result<std::string> text_again = world_text(*again);
  return text_again && *text_again == *text;
}

// What moves can be followed or is refused, whatever else the file says.
inline bool motions_hold(std::string_view bytes) {
  const Result<Scene> scene = parse_scene(bytes, "no such folder", "scene", SceneUse::InMotion);
  if (!scene) return one_line(scene.error());
  if (!scene->interval) return true;
  for (const SceneObject& object : scene->objects)
    if (const Result<MovingObject> moving = moving_object(object, {(*scene->interval)[0], (*scene->interval)[1]}))
      if (object.convex() && (moving->points.size() != object.points().size() || !is_coordinate(moving->points[0])))
        return false;
  return true;
}

inline bool scene_holds(std::string_view bytes) {
  if (!world_holds(bytes) || !motions_hold(bytes)) return false;
  const Result<Scene> scene = parse_scene(bytes, "no such folder", "scene");
  if (!scene) return one_line(scene.error());
  std::vector<SceneEntry> entries;
  for (const SceneObject& object : scene->objects) entries.push_back(entry_of(object));
  const std::string text = scene_text(entries, scene->interval);
  const Result<Scene> again = parse_scene(text, "", "again");
  if (!again || again->objects.size() != scene->objects.size()) return false;
  std::vector<SceneEntry> entries_again;
  for (const SceneObject& object : again->objects) entries_again.push_back(entry_of(object));
  if (scene_text(entries_again, again->interval) != text) return false;  // motions and offsets included
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const SceneObject &was = scene->objects[i], &is = again->objects[i];
    if (is.name != was.name || !(is.pose == was.pose) || is.shape.index() != was.shape.index()) return false;
    if (!same_bodies(is, was)) return false;
  }
  return true;
}

inline std::string text_of(const AnyResult& result) {
  return std::visit([](const auto& one) { return result_text(one, true); }, result);
}

inline bool result_holds(std::string_view bytes) {
  const Result<AnyResult> result = parse_any_result(bytes, "result");
  if (!result) return one_line(result.error());
  const std::string text = text_of(*result);
  const Result<AnyResult> again = parse_any_result(text, "again");
  return again && text_of(*again) == text;
}

using Property = bool (*)(std::string_view);
struct Reader {
  const char* name;
  Property holds;
};
inline constexpr Reader kReaders[] = {{"obj", obj_holds}, {"stl", stl_holds},     {"ply", ply_holds},
                                      {"off", off_holds}, {"3mf", threemf_holds}, {"gltf", gltf_holds},
                                      {"glb", glb_holds}, {"scene", scene_holds}, {"result", result_holds}};

}  // namespace clearance::properties
