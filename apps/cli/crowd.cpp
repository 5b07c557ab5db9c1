#include "crowd.h"

#include <algorithm>

namespace clearance::cli {
namespace {

// A world of all objects with an end. Which pairs it leaves out the scene would, too, and maybe more.
class Crowd {
 public:
  Fault add(const Scene& scene) {
    for (std::uint32_t k = 0; k < scene.objects.size(); ++k) {
      const SceneObject& object = scene.objects[k];
      if (object.half_space()) continue;
      BodyOptions options;
      options.is_static = object.is_static;
      options.groups = object.groups;
      if (const Result<BodyId> added = world.add(object.shape, object.pose, options); !added)
        return added.error().within(object.name);
      objects_.push_back(k);
    }
    return std::nullopt;
  }

  template <class List>
  void collect(const List& found, const Scene& scene, std::vector<ScenePair>& out) const {
    for (const auto& pair : found) {
      // Bodies were added in the order of the objects and none was removed.
      const auto [a, b] = std::minmax(objects_[pair.a.index], objects_[pair.b.index]);
      if (scene.asks(a, b)) out.push_back({a, b});
    }
  }

  World world{[] {
    WorldOptions options;
    options.threads = 0;
    return options;
  }()};

 private:
  std::vector<std::uint32_t> objects_;  // of each body
};

bool is_of_note(const SceneObject& a, const SceneObject& b, std::optional<double> within) {
  if (within) return compare_distance(a.shape, a.pose, b.shape, b.pose, *within) <= 0;
  return intersects(a.shape, a.pose, b.shape, b.pose).status != Status::Separated;
}

// A half-space has no box: it is held against everything.
void collect_half_spaces(const Scene& scene, std::optional<double> within, std::vector<ScenePair>& out) {
  const auto count = static_cast<std::uint32_t>(scene.objects.size());
  for (std::uint32_t a = 0; a < count; ++a) {
    if (!scene.objects[a].half_space()) continue;
    for (std::uint32_t b = 0; b < count; ++b) {
      const bool comes_later = scene.objects[b].half_space() && b <= a;
      if (!comes_later && scene.asks(a, b) && is_of_note(scene.objects[a], scene.objects[b], within))
        out.push_back({std::min(a, b), std::max(a, b)});
    }
  }
}

}  // namespace

Result<std::vector<ScenePair>> pairs_of_note(const Scene& scene, std::optional<double> within) {
  Crowd crowd;
  if (const Fault fault = crowd.add(scene)) return *fault;
  std::vector<ScenePair> pairs;
  if (within) {
    const Result<Proximities> near = crowd.world.within(*within);
    if (!near) return near.error().within(scene.name);
    crowd.collect(near->pairs, scene, pairs);
  } else {
    const Result<Collisions> met = crowd.world.collide();
    if (!met) return met.error().within(scene.name);
    crowd.collect(met->contacts, scene, pairs);
  }
  collect_half_spaces(scene, within, pairs);
  std::sort(pairs.begin(), pairs.end(),
            [](const ScenePair& p, const ScenePair& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); });
  return pairs;
}

}  // namespace clearance::cli
