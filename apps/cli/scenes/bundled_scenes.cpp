#include "bundled_scenes.h"

#include <algorithm>
#include <iterator>

namespace clearance::cli {
namespace {

constexpr BundledScene kScenes[] = {
    {"engine", "one cylinder of an engine through two turns of the crank; nothing touches", engine_scene},
    {"late_valve", "the same with an exhaust valve that closes too late: the piston hits it", late_valve_scene},
    {"engine_clash", "that engine at rest, at an instant of the clash", engine_clash_scene},
    {"gears", "a pinion and a wheel with involute teeth, through one turn of the pinion", gears_scene},
    {"slipping_gears", "the same with a wheel that slips halfway", slipping_gears_scene},
    {"key", "a key goes into a lock, turns and comes out again", key_scene},
    {"wrong_key", "a key without the notch that the lock's ward wants", wrong_key_scene},
    {"coins", "a stack of coins, and eight that are tossed onto a floor", coins_scene},
    {"thesis_shapes", "ellipsoid, rod and plate of 500 points each, Chung's test polytopes, passing each other",
     thesis_shapes_scene},
    {"tumbling", "500 such polytopes of 40 points tumble in a box", tumbling_scene},
};

}  // namespace

std::span<const BundledScene> bundled_scenes() { return kScenes; }

const BundledScene* find_bundled_scene(std::string_view name) {
  const auto found =
      std::find_if(std::begin(kScenes), std::end(kScenes), [&](const auto& s) { return s.name == name; });
  return found == std::end(kScenes) ? nullptr : found;
}

}  // namespace clearance::cli
