// Question: what moves in a scene, and is there something to ask about it?
// Method:   the scene and, for every object of a pair, its body and motion. What no query of motion answers is refused
//           by name; a scene without an interval, too.
#pragma once

#include <clearance/clearance.h>
#include <clearance/io/scenes/moving_object.h>

#include <map>
#include <optional>
#include <string>

namespace clearance::cli {

struct MovingScene {
  Scene scene;
  Interval interval;
  std::map<std::uint32_t, MovingObject> objects;  // by their numbers in the scene; those of the pairs that are followed

  const MovingObject& object(std::uint32_t number) const { return objects.at(number); }
};

// Errors begin with the scene's name.
Result<MovingScene> read_scene_to_move(const std::string& path);
// Those of the pair, where they were not followed yet: a result may speak of more pairs than the scene asks about.
std::optional<Error> follow_objects(MovingScene& moving, ScenePair pair);

}  // namespace clearance::cli
