// Question: which scenes does the program bring along, to be looked at and tried?
// Method:   each is made when it is asked for; examples/ has most of them as files, which a test compares.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace clearance::cli {

struct BundledScene {
  std::string_view name, about;
  std::string (*text)();  // a scene file
};
std::span<const BundledScene> bundled_scenes();
const BundledScene* find_bundled_scene(std::string_view name);

std::string engine_scene();
std::string engine_clash_scene();
std::string late_valve_scene();
std::string gears_scene();
std::string slipping_gears_scene();
std::string key_scene();
std::string wrong_key_scene();
std::string coins_scene();
std::string thesis_shapes_scene();
std::string tumbling_scene();

}  // namespace clearance::cli
