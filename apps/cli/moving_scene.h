// Question: what moves in a scene, and is there something to ask about it?
// Method:   the scene and, for every object of a pair, its body and motion. What no query of motion answers is refused
//           by name; a scene without an interval, too.
#pragma once

#include <clearance/io/verify/moving_scene.h>

#include <string>

namespace clearance::cli {
using detail::MovingScene;

// Errors begin with the scene's name.
Result<MovingScene> moving_scene(Scene scene);
Result<MovingScene> read_scene_to_move(const std::string& path);

}  // namespace clearance::cli
