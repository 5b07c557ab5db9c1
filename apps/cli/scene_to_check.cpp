#include "scene_to_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "output.h"
#include "progress.h"

namespace clearance::cli {
namespace {

std::optional<Error> nothing_to_check(const Scene& scene) {
  if (scene.pair_count() > 0) return std::nullopt;
  const std::string& first = scene.objects.front().name;
  if (scene.objects.size() == 1 && scene.is_folder)
    return Error{scene.name, fmt::format("{} is the only part; a check needs two or more", first)};
  if (scene.objects.size() == 1)
    return Error{scene.name, fmt::format("objects: \"{}\" is the only object; a check needs two or more", first)};
  if (!scene.lists_pairs)
    return Error{
        scene.name,
        "no pair is left to check: groups, \"static\", \"allowed\" and \"held\" exclude them all; \"pairs\" lists "
        "those wanted all the same"};
  return Error{scene.name, "pairs: the list is empty, so there is nothing to check; leave it out to check every pair"};
}

// A question about the mesh alone would be answered, and wrongly.
std::optional<Error> padded_mesh(const Scene& scene) {
  const auto padded = std::find_if(scene.objects.begin(), scene.objects.end(),
                                   [](const SceneObject& object) { return object.is_padded_mesh(); });
  if (padded == scene.objects.end()) return std::nullopt;
  return Error{scene.name, fmt::format("\"{}\": a mesh with a padding: the library's worlds take it, this program does "
                                       "not yet; leave the padding out, or give the body as convex_parts",
                                       padded->name)};
}

}  // namespace

Result<Scene> read_scene_to_check(const std::string& path, SceneUse use) {
  const Progress progress("reading " + one_line(path));
  Result<Scene> scene = read_scene(path, use);
  if (scene)
    for (const std::optional<Error>& error : {nothing_to_check(*scene), padded_mesh(*scene)})
      if (error) return *error;
  return scene;
}

std::vector<std::string> warnings_of(const Scene& scene) {
  std::vector<std::string> warnings;
  std::set<const void*> told;
  for (const SceneObject& object : scene.objects)
    if (!object.warnings.empty() && told.insert(object.given.get()).second)
      for (const std::string& warning : object.warnings) warnings.push_back(object.name + ": " + warning);
  return warnings;
}

std::optional<std::string> remark_on_motions(const Scene& scene) {
  const auto moves = [](const SceneObject& object) { return object.motion.has_value(); };
  const auto first = std::find_if(scene.objects.begin(), scene.objects.end(), moves);
  if (first == scene.objects.end()) return std::nullopt;
  const auto others = std::count_if(first + 1, scene.objects.end(), moves);
  const std::string who = others == 0 ? first->name : fmt::format("{} and {} more", first->name, others);
  const std::string when =
      scene.interval ? fmt::format("the start of the interval, t = {},", (*scene.interval)[0]) : "the poses as given";
  return fmt::format("{}: only {} {} looked at; what happens during the motion of {} was not", scene.name, when,
                     scene.interval ? "was" : "were", who);
}

}  // namespace clearance::cli
