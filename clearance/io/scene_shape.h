// Question: which convex body does the "shape" of a scene's object stand for?
#pragma once

#include <clearance/io/json.h>
#include <clearance/io/scene_file.h>

#include <map>
#include <string>
#include <tuple>

namespace clearance {

struct SceneShape {
  ShapeKind kind;
  std::vector<Vec3> points;
  Polytope polytope;
  double radius = 0;
  std::vector<std::string> warnings = {};
};

// Remembers what it has read from files, so that a part used a hundred times is read once.
class ShapeReader {
 public:
  explicit ShapeReader(std::string directory) : directory_(std::move(directory)) {}

  Result<SceneShape> read(const Json& json, const std::string& place);

 private:
  Result<SceneShape> read_hull(const Json& json, const std::string& place, double scale);
  Result<SceneShape> read_box(const Json& json, const std::string& place, double scale) const;
  Result<SceneShape> read_mesh(const Json& json, const std::string& place, double scale);
  Result<SceneShape> read_rounded(const Json& json, const std::string& place, double scale);
  Result<SceneShape> from_file(ShapeKind kind, const std::string& path, double scale) const;
  Result<SceneShape> cached_file(ShapeKind kind, const std::string& path, const std::string& place, double scale);

  std::string directory_;
  std::map<std::tuple<ShapeKind, std::string, double>, SceneShape> from_files_;
};

}  // namespace clearance
