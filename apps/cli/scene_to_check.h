// Question: is there something to check in a scene, and what of it is not looked at?
// Method:   a scene without a single pair is refused: "0 pairs, all clear" would pass for an answer.
#pragma once

#include <clearance/clearance.h>

#include <optional>
#include <string>
#include <vector>

namespace clearance::cli {

// The scene of that name, with a pair at least.
Result<Scene> read_scene_to_check(const std::string& path, SceneUse use = SceneUse::AtStart);

// What is worth telling about the objects; of those made of the same file about the first.
std::vector<std::string> warnings_of(const Scene& scene);

// One line about motions, which `check` does not follow; none when nothing moves.
std::optional<std::string> remark_on_motions(const Scene& scene);

}  // namespace clearance::cli
