#include "scene_to_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "output.h"
#include "progress.h"

namespace clearance::cli {
namespace {

std::optional<Error> nothing_to_check(const Scene& scene) {
  if (scene.pair_count() > 0) return std::nullopt;
  const std::string& first = scene.objects.front().name;
  if (scene.objects.size() == 1 && scene.is_folder)
    return Error{scene.name, (first == scene.name ? "" : first + " ") + "is the only part; a check needs two or more"};
  if (scene.objects.size() == 1)
    return Error{scene.name, fmt::format("objects: \"{}\" is the only object; a check needs two or more", first)};
  if (scene.is_folder) return Error{scene.name, "no pair is left to check: the rules allow them all to touch"};
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

// What stands beside a scene file is refused: it says itself what is in it.
std::optional<Error> misplaced_scene_file(const InputOptions& options) {
  const auto scene = std::find_if_not(options.paths.begin(), options.paths.end(), is_of_parts);
  if (scene == options.paths.end()) return std::nullopt;
  std::error_code unknown;
  if (options.paths.size() > 1 && !std::filesystem::exists(*scene, unknown)) return Error{*scene, "no such file"};
  if (options.paths.size() > 1)
    return Error{*scene,
                 "is neither a folder nor a file of parts (.obj, .stl, .ply, .off, .3mf, .gltf, .glb); a scene file is "
                 "given alone"};
  const PartOptions& parts = options.parts;
  for (const auto& [is_given, name] :
       {std::pair(parts.recursive, "recursive"), std::pair(parts.skip_bad, "skip-bad"),
        std::pair(parts.unit || !parts.units.empty(), "unit"), std::pair(parts.split != PartSplit::Files, "split"),
        std::pair(!parts.rules.empty(), "rules")})
    if (is_given)
      return Error{*scene, fmt::format("--{} is about folders and files of parts, and this is a scene file", name)};
  return std::nullopt;
}

Result<Input> read_parts_to_check(const InputOptions& options, std::vector<Error>& faults, PartsWatcher* watcher) {
  const Progress progress("reading " + one_line(options.paths.front()));
  Result<PartScene> parts = read_parts(options.paths, options.parts, faults, watcher);
  if (!parts) return parts.error();
  PartScene read = std::move(parts).value();
  return Input{std::move(read.scene), std::move(read.skipped), read.unit, std::move(read.remarks)};
}

Result<Input> read_scene_input(const InputOptions& options, bool only_to_view) {
  if (std::optional<Error> error = misplaced_scene_file(options)) return *error;
  const std::string& path = options.paths.front();
  const Progress progress("reading " + one_line(path));
  Result<Scene> scene = read_scene(path);
  if (!scene && only_to_view) {
    Result<Scene> in_motion = read_scene(path, SceneUse::InMotion);
    if (in_motion && in_motion->moves()) scene = std::move(in_motion);
  }
  if (!scene) return scene.error();
  return Input{std::move(scene).value(), {}, {}, {}};
}

Result<Input> read_any_input(const InputOptions& options, bool only_to_view, std::vector<Error>& faults,
                             PartsWatcher* watcher) {
  const bool is_parts = std::all_of(options.paths.begin(), options.paths.end(), is_of_parts);
  Result<Input> input =
      is_parts ? read_parts_to_check(options, faults, watcher) : read_scene_input(options, only_to_view);
  if (input && !only_to_view)
    if (const std::optional<Error> error = nothing_to_ask(input->scene)) input = *error;
  if (!input && (faults.empty() || faults.front().text() != input.error().text())) faults.push_back(input.error());
  return input;
}

std::string names_of(const std::vector<SkippedFile>& skipped) {
  std::string names;
  for (const SkippedFile& one : skipped) names += (names.empty() ? "" : ", ") + one.file;
  return names.empty() ? "none" : names;
}

const char* name_of(const std::optional<LengthUnit>& unit) { return unit ? to_string(*unit) : "no unit"; }

}  // namespace

std::optional<Error> nothing_to_ask(const Scene& scene) {
  for (std::optional<Error> error : {nothing_to_check(scene), padded_mesh(scene)})
    if (error) return error;
  return std::nullopt;
}

Result<Input> read_input(const InputOptions& options, std::vector<Error>& faults, PartsWatcher* watcher) {
  return read_any_input(options, false, faults, watcher);
}

Result<Input> read_input_to_view(const InputOptions& options, std::vector<Error>& faults) {
  return read_any_input(options, true, faults, nullptr);
}

// Lengths in another unit would fail, each by itself. A result that leaves out what is not bad would pass for one about
// all parts.
std::optional<Error> other_input(const Input& input, const ResultFile& result) {
  if (result.unit != input.unit)
    return Error{"unit", fmt::format("says {}, and the parts are read in {}; name them with the same --unit",
                                     name_of(result.unit), name_of(input.unit))};
  const std::string said = names_of(result.skipped), found = names_of(input.skipped);
  if (said == found) return std::nullopt;
  return Error{"skipped", fmt::format("says {}, and what is bad is {}", said, found)};
}

Result<Scene> read_scene_to_check(const std::string& path, SceneUse use) {
  const Progress progress("reading " + one_line(path));
  Result<Scene> scene = read_scene(path, use);
  if (scene)
    if (const std::optional<Error> error = nothing_to_ask(*scene)) return *error;
  return scene;
}

std::vector<std::string> warnings_of(const Scene& scene) {
  std::vector<std::string> warnings;
  std::set<const void*> told;
  for (const SceneObject& object : scene.objects)
    if (!object.warnings.empty() && told.insert(object.given.get()).second)
      warnings.push_back(object.name + ": " + fmt::format("{}", fmt::join(object.warnings, "; ")));
  return warnings;
}

std::vector<std::string> remarks_on_missing(const Input& input) {
  std::vector<std::string> remarks;
  remarks.reserve(input.skipped.size() + 1);
  for (const SkippedFile& skipped : input.skipped)
    remarks.push_back(fmt::format("{}: skipped: {}", skipped.file, skipped.error));
  if (const std::optional<std::string> remark = remark_on_motions(input.scene)) remarks.push_back(*remark);
  return remarks;
}

std::vector<std::string> remarks_on(const Input& input) {
  std::vector<std::string> remarks = remarks_on_missing(input);
  const std::vector<std::string> warnings = warnings_of(input.scene);
  remarks.insert(remarks.end(), warnings.begin(), warnings.end());
  remarks.insert(remarks.end(), input.remarks.begin(), input.remarks.end());
  return remarks;
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
