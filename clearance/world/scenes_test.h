// Bodies for the world's tests, and the frame as plain loops over all parts would see it.
#pragma once

#include <clearance/base/random.h>
#include <clearance/build/primitives.h>
#include <clearance/query/half_space.h>
#include <clearance/world/world.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance::detail {

inline Quat random_quat(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1)};
}
inline Vec3 random_vec(Random& random, double half) {
  return {random.uniform(-half, half), random.uniform(-half, half), random.uniform(-half, half)};
}
inline Pose random_pose(Random& random, double half) {
  const Quat q = random_quat(random);
  return rotation(q, random_vec(random, half));
}

inline Rounded random_shape(Random& random) {
  switch (random.below(4)) {
    case 0:
      return box({random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)});
    case 1:
      return test_polytope(TestShape::Rod, 20, random.bits());
    case 2:
      return rounded(box({random.uniform(0.1, 0.8), 0.1, 0.1}), random.uniform(0.05, 0.3));
    default:
      return test_polytope(TestShape::Ellipsoid, 60, random.bits());
  }
}

// One part of one body, as the test knows it.
struct KnownPart {
  BodyId body;
  std::uint32_t part;
  Rounded shape;
  Pose pose;
};

inline std::vector<KnownPart> known_parts(const World& world, const std::vector<BodyId>& bodies) {
  std::vector<KnownPart> parts;
  for (const BodyId body : bodies)
    for (std::uint32_t k = 0; k < world.part_count(body); ++k)
      if (const Rounded* shape = world.shape(body, k)) parts.push_back({body, k, *shape, world.pose(body, k)});
  return parts;
}

// A contact in a form that can be sorted and compared, whichever body is named first.
struct ContactKey {
  std::uint32_t body_a, part_a, body_b, part_b;
  Status status;

  friend auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

inline ContactKey key_of(BodyId a, std::uint32_t part_a, BodyId b, std::uint32_t part_b, Status status) {
  if (std::pair(b.index, part_b) < std::pair(a.index, part_a)) return {b.index, part_b, a.index, part_a, status};
  return {a.index, part_a, b.index, part_b, status};
}

inline std::vector<ContactKey> keys_of(const ContactList& contacts) {
  std::vector<ContactKey> keys;
  keys.reserve(contacts.size());
  for (const Contact& c : contacts) keys.push_back(key_of(c.a, c.part_a, c.b, c.part_b, c.answer.status));
  std::sort(keys.begin(), keys.end());
  return keys;
}

// Every pair of parts of different bodies that `asked` does not exclude, by the public query.
template <class Asked>
std::vector<ContactKey> contacts_by_loops(const World& world, const std::vector<BodyId>& bodies, const Asked& asked) {
  std::vector<ContactKey> keys;
  const std::vector<KnownPart> parts = known_parts(world, bodies);
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      const KnownPart &a = parts[i], &b = parts[j];
      if (a.body == b.body || !asked(a.body, b.body)) continue;
      const Intersection met = intersects(a.shape, a.pose, b.shape, b.pose);
      if (met) keys.push_back(key_of(a.body, a.part, b.body, b.part, met.status));
    }
  std::sort(keys.begin(), keys.end());
  return keys;
}
inline std::vector<ContactKey> contacts_by_loops(const World& world, const std::vector<BodyId>& bodies) {
  return contacts_by_loops(world, bodies, [](BodyId, BodyId) { return true; });
}

}  // namespace clearance::detail
