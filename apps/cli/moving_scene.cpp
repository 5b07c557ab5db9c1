#include "moving_scene.h"

#include <fmt/format.h>

#include <utility>

#include "scene_to_check.h"

namespace clearance::cli {
using namespace detail;
namespace {

std::optional<Error> nothing_to_follow(const Scene& scene) {
  if (!scene.interval)
    return Error{scene.name, R"(has no "interval": a motion is followed from one time to another, "interval": [0, 1])"};
  if (scene.is_crowd)
    return Error{scene.name, fmt::format("{} pairs are more than are followed one by one, {}; \"pairs\" lists those "
                                         "wanted",
                                         scene.pair_count(), Scene::kMaxListed)};
  return std::nullopt;
}

}  // namespace

Result<MovingScene> moving_scene(Scene scene) {
  if (const std::optional<Error> error = nothing_to_follow(scene)) return *error;
  MovingScene moving{std::move(scene), {}, {}};
  if (const auto& interval = moving.scene.interval) moving.interval = {(*interval)[0], (*interval)[1]};
  for (const ScenePair& pair : moving.scene.pairs)
    if (const std::optional<Error> error = follow_objects(moving, pair)) return *error;
  return moving;
}

Result<MovingScene> read_scene_to_move(const std::string& path) {
  Result<Scene> scene = read_scene_to_check(path, SceneUse::InMotion);
  return scene ? moving_scene(std::move(scene).value()) : scene.error();
}

}  // namespace clearance::cli
