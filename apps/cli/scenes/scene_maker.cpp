#include "scene_maker.h"

#include <cmath>

namespace clearance::cli {

Pose turned(Vec3 axis, double angle, Vec3 at) {
  constexpr double kSteps = 1e7;
  const double w = std::cos(angle / 2), s = std::sin(angle / 2);
  const auto rounded = [](double value) { return rounded_at(value, kSteps); };
  return rotation({rounded(w), rounded(s * axis.x), rounded(s * axis.y), rounded(s * axis.z)},
                  {rounded(at.x), rounded(at.y), rounded(at.z)});
}

SceneMotion* SceneMaker::add(std::string name, Solid solid, const Pose& pose) {
  bodies_.push_back({std::move(name), std::move(solid), pose, {}});
  return &bodies_.back().motion;
}

SceneMotion* SceneMaker::add(std::string name, std::vector<Vec3> points, const Pose& pose) {
  return add(std::move(name), Solid{std::move(points), {}}, pose);
}

void SceneMaker::add_fixed(std::string name, Solid solid) {
  bodies_.push_back({std::move(name), std::move(solid), {}, {}, true});
}

void SceneMaker::add_fixed(std::string name, const HalfSpace& half_space) {
  bodies_.push_back({std::move(name), {}, {}, half_space, true});
}

std::string SceneMaker::text(const TimeInterval& interval) const {
  std::vector<SceneEntry> entries;
  for (const Body& body : bodies_) {
    SceneEntry entry{body.name, body.solid.points, body.pose};
    entry.triangles = body.solid.triangles;
    entry.is_solid = !body.solid.triangles.empty();
    entry.half_space = body.half_space ? &*body.half_space : nullptr;
    entry.is_static = body.is_fixed;
    entry.groups = body.groups;
    if (body.moves()) entry.motion = &body.motion;
    entries.push_back(entry);
  }
  return scene_text(entries, interval);
}

}  // namespace clearance::cli
