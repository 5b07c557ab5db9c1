// Question: which bodies stand where, and which pairs are asked about?
// Method:   the scene file of CONTRACT §2, read strictly: what is unknown, doubled, of the wrong type or not what it
//           must be is refused in one line that names the place ("objects[3].shape.mesh: wheel.stl: …"). A folder of
//           mesh files is a scene, too: an object a file, where the file has it.
// Cannot:   take `csg` at this version. Poses are those at the start of `interval`; moving_object.h follows motions.
#pragma once

#include <clearance/base/result.h>
#include <clearance/io/scenes/scene_motion.h>
#include <clearance/math/pose.h>
#include <clearance/shape/parts.h>
#include <clearance/world/body.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace clearance {

namespace detail {
class PairFilter;  // io/scenes/scene_pairs.h
}

enum class ShapeKind : std::uint8_t { Hull, Box, Mesh, Rounded, ConvexParts, HalfSpace };
const char* to_string(ShapeKind kind);

// One body of a shape as the scene gives it, `scale` applied: certificates number points and triangles by position
// here.
struct ScenePart {
  std::vector<Vec3> points;             // the shape's own vertex list
  std::vector<MeshTriangle> triangles;  // a mesh's own, in its order; of any other shape its hull's boundary
  double radius = 0;                    // of a rounded shape, whose core is the hull of the points; with the padding
};

struct SceneObject {
  std::string name;
  ShapeKind kind;  // as the scene has it
  // A Rounded for hull, box, rounded, and a mesh that exactly bounds a convex body and is not wanted as a surface; a
  // Mesh for any other; Parts (each of them a Rounded) for convex_parts. With the padding, but for a Mesh.
  Shape shape;
  // One, or as many as `shape` has parts, in their order. Objects made of the same file share it. A half-space has one
  // without points.
  std::shared_ptr<const std::vector<ScenePart>> given;
  Pose pose;                               // of the shape at the start of the interval; exactly, but see SceneUse
  std::vector<std::string> warnings = {};  // worth telling, in whole lines without the object's name
  Pose frame = pose;                       // the moving frame at that time: `pose` but for the offset
  std::optional<Pose> offset = {};         // of the shape in the moving frame, where the scene has one
  std::optional<SceneMotion> motion = {};  // of the frame
  // The object is all points within this of what the scene gives. A radius of `shape`, exactly; of a Mesh no query
  // knows it: answers about `shape` are then not about the object.
  double padding = 0;
  bool is_static = false;
  Groups groups = {};
  std::uint64_t user = 0;  // whatever the file says
  // Above 0: the shape is a hull in place of another body that is within it, and every point of the hull is no farther
  // than this from that body. Answers are about the hull. 0: the object is the shape. Nothing: nobody said.
  std::optional<double> excess = {};

  // Null when the shape is of another kind.
  const Rounded* convex() const { return std::get_if<Rounded>(&shape); }
  const Mesh* mesh() const { return std::get_if<Mesh>(&shape); }
  const Parts* parts() const { return std::get_if<Parts>(&shape); }
  const HalfSpace* half_space() const { return std::get_if<HalfSpace>(&shape); }
  bool is_padded_mesh() const { return mesh() && padding > 0; }

  // Of a convex object or a mesh; of several parts the first's.
  const std::vector<Vec3>& points() const { return given->front().points; }
  const std::vector<MeshTriangle>& triangles() const { return given->front().triangles; }
  double radius() const { return given->front().radius; }
  // Of a convex object; asking another is a caller bug. The core's ids are positions in points().
  const Rounded& body() const {
    CLEARANCE_ASSERT(convex() != nullptr);
    return *convex();
  }
  const Polytope& polytope() const { return body().core(); }
};

struct ScenePair {
  std::uint32_t a, b;  // positions in Scene::objects

  friend bool operator==(const ScenePair&, const ScenePair&) = default;
};

struct Scene {
  // More pairs than this are not listed one by one unless the file does so.
  static constexpr std::uint64_t kMaxListed = 100'000;

  std::string name;        // of the file, as given
  bool is_folder = false;  // of mesh files
  std::vector<SceneObject> objects;
  std::vector<ScenePair> pairs;  // as the file lists them; all that asks() says, in order, when it lists none
  bool lists_pairs = false;
  bool is_crowd = false;          // it lists none, and there are more than kMaxListed: then `pairs` is empty
  std::uint64_t crowd_pairs = 0;  // how many asks() says, where it lists none
  std::shared_ptr<const detail::PairFilter> filter = {};
  TimeInterval interval;

  // Whether some object has a motion: then answers about `pose` are about one instant.
  bool moves() const;
  // Whether two objects are a pair where the file lists none: groups, static objects, what is held or may touch.
  bool asks(std::uint32_t a, std::uint32_t b) const;
  // How many pairs are asked about.
  std::uint64_t pair_count() const { return is_crowd ? crowd_pairs : pairs.size(); }
  // The object of that name, or -1.
  int find(std::string_view object) const;
};

// What a scene is read for.
enum class SceneUse : std::uint8_t {
  AtStart,   // to look at the start of the interval: refused where an object's pose then is none of doubles
  InMotion,  // to follow the motions, which are exact all the same: such a pose is rounded, and nothing to ask about
};

// A scene file, or a folder. Errors begin with the path as given.
Result<Scene> read_scene(const std::string& path, SceneUse use = SceneUse::AtStart);
// All .obj, .stl, .ply and .off files (any case) in the folder itself whose names do not start with a dot, in ascending
// order of their names, which become the objects'; each is solid when it is one. Refused: a folder without any, and one
// with parts that would be left out (io/scenes/folder_parts.h).
Result<Scene> read_folder(const std::string& path);
// `directory` is where mesh paths start from; `name` begins the errors' places.
Result<Scene> parse_scene(std::string_view text, const std::string& directory, const std::string& name,
                          SceneUse use = SceneUse::AtStart);

// One object of a scene to be written: the hull of these points, or all within a radius of it; a mesh over them when
// there are triangles; several hulls, rounded perhaps, when there are parts; or a half-space.
struct SceneEntry {
  std::string name;
  std::span<const Vec3> points;
  Pose pose;
  double radius = 0;
  std::span<const MeshTriangle> triangles = {};
  bool is_solid = false;  // of a mesh
  std::span<const ScenePart> parts = {};
  const Pose* offset = nullptr;         // then `pose` is the moving frame's
  const SceneMotion* motion = nullptr;  // of that frame; keyframes stand instead of `pose`
  const HalfSpace* half_space = nullptr;
  double padding = 0;  // the radii of the entry and of its parts include it
  bool is_static = false;
  Groups groups = {};
  std::uint64_t user = 0;
  std::optional<double> excess = {};  // above 0, of a hull in place of another body
};
// What reads back as that object. It points into it.
SceneEntry entry_of(const SceneObject& object);

// Numbers are written so that reading gives the same bits, poses in the form they came in.
std::string scene_text(std::span<const SceneEntry> entries, const TimeInterval& interval = {});
// Writes beside the target and renames: a file is there whole or not at all. The value is the path.
Result<std::string> write_scene(const std::string& path, std::span<const SceneEntry> entries,
                                const TimeInterval& interval = {});

// A query that someone doubts, as a scene file ready to attach to a report: objects "a" and "b" with the bodies' own
// vertices, so that certificates over positions in that list, not the caller's ids, apply; triangles as the caller gave
// them. Refused: several parts of which one is a mesh.
Result<std::string> dump_pair(const std::string& path, const Shape& a, const Pose& pose_a, const Shape& b,
                              const Pose& pose_b);

}  // namespace clearance
