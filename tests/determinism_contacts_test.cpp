// Contacts, estimates and gradients have the same bits as ever: alone, in threads that share the bodies (and make the
// faces of a mesh when first asked for), and in worlds with any number of threads.
#include <tests/answer_hash.h>
#include <tests/meshes.h>
#include <tests/pairs.h>

#include <gtest/gtest.h>

#include <thread>

namespace clearance {
using namespace detail;
namespace {

using test::expect_kept;
using test::Hash;

constexpr int kThreads = 4;

// Made anew for each call, so that nobody has asked for their faces.
std::vector<Shape> shapes() {
  return {test::star(3),
          test::sheet(),
          test::cross(),
          mesh_of(box({1, 1, 1})),
          Rounded(box({1, 0.5, 0.7})),
          Rounded(box({1, 1, 1})),
          rounded(box({0.5, 1, 0.25}), 0.125),
          Rounded(test_polytope(TestShape::Ellipsoid, 40, 2)),
          rounded(test_polytope(TestShape::Rod, 60, 1), 0.1),
          rounded(test::hull({{0, 0, 0}}), 0.5),
          half_space({0, 0, 1}, -0.25)};
}

// Pairs that move on for some frames, asked everything about where they meet.
std::uint64_t hash_of_contacts(const std::vector<Shape>& bodies) {
  Random random(23);
  Hash hash;
  for (int trial = 0; trial < (test::full_level() ? 2'000 : 300); ++trial) {
    const Shape &a = bodies[random.below(bodies.size())], &b = bodies[random.below(bodies.size())];
    const bool is_nice = trial % 3 == 0;
    Quat q_a = test::random_quaternion(random), q_b = test::random_quaternion(random);
    if (is_nice) q_a = {1, 0, 0, 0}, q_b = {1, 0, 0, trial % 2 == 0 ? 0.0 : 1.0};
    Vec3 t = test::random_in_box(random, 1);
    if (is_nice) t = {0.25 * std::round(4 * t.x), 0.25 * std::round(4 * t.y), 0.25 * std::round(4 * t.z)};
    const double margin = trial % 4 == 0 ? 0.125 : 0;
    PairContacts contacts;
    PairCache cache;
    for (int step = 0; step < 3; ++step) {
      const Pose pose_a = rotation(q_a), pose_b = rotation(q_b, t + (0.015625 * step) * Vec3{1, 1, 0});
      hash.add(manifold(a, pose_a, b, pose_b, {.margin = margin, .points_per_patch = 4}));
      hash.add(contacts.update(a, pose_a, b, pose_b, {.margin = margin}));
      const ContactEstimate estimate = estimate_contact(a, pose_a, b, pose_b, cache);
      hash.add_result(estimate.answer);
      hash.add(estimate.point), hash.add(estimate.normal), hash.add(estimate.lower), hash.add(estimate.upper);
      if (step > 0) continue;
      const DistanceGradient gradient = signed_distance_gradient(a, pose_a, b, pose_b, cache);
      hash.add_bracketed(gradient.distance), hash.add(gradient.uniqueness);
      for (const GradientCorner& corner : gradient.corners) hash.add(corner.normal), hash.add(corner.point_a);
    }
  }
  return hash.value();
}

TEST(DeterminismOfContacts, ThreadsThatShareBodiesGetTheSameBits) {
  const std::uint64_t alone = hash_of_contacts(shapes());
  const std::vector<Shape> shared = shapes();
  std::vector<std::uint64_t> together(kThreads);
  std::vector<std::thread> threads;
  for (std::uint64_t& hash : together) threads.emplace_back([&] { hash = hash_of_contacts(shared); });
  for (std::thread& thread : threads) thread.join();
  for (const std::uint64_t hash : together) EXPECT_EQ(hash, alone);
  expect_kept("contacts", alone);
}

// A heap that shakes: manifolds frame by frame, with what became of the points before.
std::uint64_t hash_of_heap(int threads) {
  World world({.threads = threads});
  Random random(29);
  const std::vector<Shape> bodies = shapes();
  std::vector<BodyId> ids;
  EXPECT_TRUE(world.add(half_space({0, 0, 1}, -2)).ok());
  for (int k = 0; k < 120; ++k)
    ids.push_back(world
                      .add(bodies[random.below(bodies.size() - 1)],
                           rotation(test::random_quaternion(random), test::random_in_box(random, 2)))
                      .value());
  Hash hash;
  for (int frame = 0; frame < 5; ++frame) {
    const WorldManifolds found = world.manifolds({.margin = 0.0625}).value();
    EXPECT_EQ(found.ending, Ending::Complete);
    for (const auto& list : {found.pairs(), found.ended()})
      for (const PairManifold& pair : list) {
        hash.add(std::uint64_t{pair.a.index}), hash.add(std::uint64_t{pair.b.index}), hash.add(pair.event);
        hash.add(pair.manifold());
      }
    for (const BodyId id : ids)
      if (random.below(3) != 0) {
        const Pose& at = world.pose(id);
        world.move(id, rotation(at.quaternion(), at.translation() + test::random_in_box(random, 0.05))).expect();
      }
  }
  return hash.value();
}

TEST(DeterminismOfContacts, WorldsGiveTheSameBitsForAnyNumberOfThreads) {
  const std::uint64_t one = hash_of_heap(1);
  EXPECT_EQ(hash_of_heap(2), one);
  EXPECT_EQ(hash_of_heap(4), one);
  expect_kept("manifolds", one);
}

}  // namespace
}  // namespace clearance
