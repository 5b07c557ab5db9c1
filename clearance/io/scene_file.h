// Question: which convex bodies stand where, and which pairs are asked about?
// Method:   the scene file of CONTRACT §2, read strictly: what is unknown, doubled, of the wrong type or not exactly a
//           convex body is refused in one line that names the place ("objects[3].shape.mesh: wheel.stl: …").
// Cannot:   take `convex_parts`, `csg` or non-convex meshes at this version: refused, and `hull` named.
//           Motions are checked for form and otherwise unused; poses are those at the start of `interval`.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/pose.h>
#include <clearance/shape/rounded.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clearance {

enum class ShapeKind : std::uint8_t { Hull, Box, Mesh, Rounded };
const char* to_string(ShapeKind kind);

struct SceneObject {
  std::string name;
  ShapeKind kind;
  std::vector<Vec3> points;  // the shape's own vertex list, `scale` applied: what certificates number
  Polytope polytope;         // their hull; ids are positions in `points`
  double radius;             // of a rounded shape, whose core the polytope is; 0 otherwise
  Pose pose;
  bool moves = false;                 // has a motion (which this version does not follow)
  std::vector<std::string> warnings;  // worth telling, in whole lines without the object's name

  Rounded body() const { return rounded(polytope, radius); }
};

struct ScenePair {
  std::uint32_t a, b;  // positions in Scene::objects

  friend bool operator==(const ScenePair&, const ScenePair&) = default;
};

struct Scene {
  // More pairs than this are not listed one by one unless the file does so.
  static constexpr std::uint64_t kMaxListed = 100'000;

  std::string name;  // of the file, as given
  std::vector<SceneObject> objects;
  std::vector<ScenePair> pairs;  // as the file lists them; every pair, in order, when it lists none
  bool is_crowd = false;         // it lists none, and there are more than kMaxListed: then `pairs` is empty
  std::optional<std::array<double, 2>> interval;

  // How many pairs are asked about.
  std::uint64_t pair_count() const { return is_crowd ? objects.size() * (objects.size() - 1) / 2 : pairs.size(); }
  // The object of that name, or -1.
  int find(std::string_view object) const;
};

// Errors begin with the path as given.
Result<Scene> read_scene(const std::string& path);
// `directory` is where mesh paths start from; `name` begins the errors' places.
Result<Scene> parse_scene(std::string_view text, const std::string& directory, const std::string& name);

// One object of a scene to be written: the hull of these points, or all within a radius of it.
struct SceneEntry {
  std::string name;
  std::span<const Vec3> points;
  Pose pose;
  double radius = 0;
};

// A scene file of hulls and rounded hulls. Numbers are written so that reading gives the same bits, poses in the form
// they came in.
std::string scene_text(std::span<const SceneEntry> entries);
// Writes beside the target and renames: a file is there whole or not at all. The value is the path.
Result<std::string> write_scene(const std::string& path, std::span<const SceneEntry> entries);

// A query that someone doubts, as a scene file ready to attach to a report: objects "a" and "b" with the bodies' own
// vertices, so that certificates over positions in that list, not the caller's ids, apply.
Result<std::string> dump_pair(const std::string& path, const Rounded& a, const Pose& pose_a, const Rounded& b,
                              const Pose& pose_b);

}  // namespace clearance
