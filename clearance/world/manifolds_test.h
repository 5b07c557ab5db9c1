// Towers and crowds whose manifolds are asked for, frame by frame.
#pragma once

#include <clearance/build/mesh.h>
#include <clearance/world/scenes_test.h>

#include <set>

namespace clearance::detail {

using Kind = ContactEvent::Kind;

inline WorldManifolds found_in(World& world, const ManifoldOptions& options = {}) {
  WorldManifolds found = world.manifolds(options).value();
  EXPECT_EQ(found.ending, Ending::Complete);
  return found;
}

inline bool are_of(const PairManifold& pair, BodyId a, BodyId b) { return pair.a == a && pair.b == b; }

inline const PairManifold* find(const WorldManifolds& found, BodyId a, BodyId b) {
  for (const PairManifold& pair : found)
    if (are_of(pair, a, b) || are_of(pair, b, a)) return &pair;
  return nullptr;
}

// Every point gets a value of its own.
inline void write_values(World& world, const WorldManifolds& found, double first) {
  for (const PairManifold& pair : found)
    for (ContactPoint& point : world.contact_points(pair)) point.user = {first++, 2, 3, 4};
}

inline std::set<double> values_of(std::span<const ContactPoint> points) {
  std::set<double> values;
  for (const ContactPoint& point : points) values.insert(point.user[0]);
  return values;
}

// A floor, and cubes with sides of 1 on it and on each other, each 1/64 within the other.
struct Tower {
  explicit Tower(int count, const WorldOptions& options = {}) : world(options) {
    floor = world.add(half_space({0, 0, 1}, 0), {.name = "floor"}).value();
    for (int k = 0; k < count; ++k) cubes.push_back(world.add(box({1, 1, 1}), at(k)).value());
  }
  static Pose at(int k, Vec3 shift = {}) { return translation(Vec3{0, 0, 0.5 + 0.984375 * k - 0.015625} + shift); }
  double height() const { return 0.984375 * static_cast<double>(cubes.size()); }
  void shift(int k, Vec3 by) { world.move(cubes[static_cast<std::size_t>(k)], at(k, by)).expect(); }

  World world;
  BodyId floor;
  std::vector<BodyId> cubes;
};

struct Crowd {
  explicit Crowd(const WorldOptions& options, std::uint64_t seed = 3) : world(options), random(seed) {
    world.add(half_space({0, 0.25, 1}, -3)).value();
    for (int k = 0; k < 60; ++k) {
      const bool is_mesh = k % 9 == 0;
      const Shape shape = is_mesh ? Shape(mesh_of(box({1, 1, 0.5}))) : Shape(random_shape(random));
      bodies.push_back(world.add(shape, random_pose(random, 3), {.padding = k % 5 == 0 ? 0.125 : 0.0}).value());
    }
  }
  void step() {
    for (const BodyId body : bodies) {
      if (random.below(3) == 0) continue;
      const Pose& at = world.pose(body);
      world.move(body, rotation(at.quaternion(), at.translation() + random_vec(random, 0.05))).expect();
    }
  }

  World world;
  Random random;
  std::vector<BodyId> bodies;
};

}  // namespace clearance::detail
