#include "crowd.h"

#include <algorithm>

namespace clearance::cli {
namespace {

template <class List>
std::vector<ScenePair> scene_pairs(const List& found) {
  std::vector<ScenePair> pairs;
  pairs.reserve(found.size());
  // Bodies were added in the order of the objects and none was removed: the index of an id is the object's.
  for (const auto& pair : found)
    pairs.push_back({std::min(pair.a.index, pair.b.index), std::max(pair.a.index, pair.b.index)});
  return pairs;
}

}  // namespace

Result<std::vector<ScenePair>> pairs_of_note(const Scene& scene, std::optional<double> within) {
  WorldOptions options;
  options.threads = 0;
  World world(options);
  for (const SceneObject& object : scene.objects)
    if (const Result<BodyId> added = world.add(object.shape, object.pose); !added)
      return added.error().within(object.name);
  if (within) {
    const Result<Proximities> near = world.within(*within);
    return near ? Result(scene_pairs(near->pairs)) : near.error().within(scene.name);
  }
  const Result<Collisions> met = world.collide();
  return met ? Result(scene_pairs(met->contacts)) : met.error().within(scene.name);
}

}  // namespace clearance::cli
