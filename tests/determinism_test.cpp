// The same inputs give the same bits: twice in a row, in threads that share the bodies, and on every machine.
#include <clearance/lab/all_algorithms.h>
#include <clearance/query/query.h>
#include <tests/answer_hash.h>
#include <tests/meshes.h>
#include <tests/pairs.h>

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

namespace clearance {
using namespace detail;
namespace {

using test::expect_kept;
using test::Hash;
using test::number;
using test::Pair;
using test::Placement;

constexpr int kThreads = 4;

int pair_count() { return test::full_level() ? 20'000 : 2'000; }

std::vector<Pair> workload() {
  test::PairSource source(1);
  std::vector<Pair> pairs;
  for (int i = 0; i < pair_count(); ++i)
    pairs.push_back(source.next(static_cast<Placement>(i % static_cast<int>(Placement::Count))));
  return pairs;
}

void add_queries(Hash& hash, const Pair& pair, ConvexCache& cache) {
  const auto& [a, pose_a, b, pose_b] = pair;
  hash.add_result(intersects(a, pose_a, b, pose_b));
  hash.add_result(intersects(a, pose_a, b, pose_b, cache));
  const Distance gap = distance(a, pose_a, b, pose_b, cache);
  hash.add_bracketed(gap), hash.add(gap.witness.a), hash.add(gap.witness.b);
  hash.add(gap.feature_a), hash.add(gap.feature_b);
  PenetrationOptions options;
  options.want_shell = true;
  const Penetration depth = penetration(a, pose_a, b, pose_b, cache, options);
  hash.add_bracketed(depth), hash.add(depth.direction), hash.add(depth.shell);
  const SignedDistance both = signed_distance(a, pose_a, b, pose_b);
  hash.add_bracketed(both), hash.add(both.normal);
}

// Everything that can be asked about the pairs, with caches and without, as one number.
std::uint64_t hash_of(const std::vector<Pair>& pairs) {
  Hash hash;
  for (const Pair& pair : pairs) {
    ConvexCache cache;
    add_queries(hash, pair, cache);
    add_queries(hash, pair, cache);  // warm
    const PosedPair posed(pair.a, pair.pose_a, pair.b, pair.pose_b);
    ConvexCache kept;
    for (const AlgorithmRow& row : all_algorithms()) {
      hash.add(row.run(posed, nullptr, nullptr));
      hash.add(row.run(posed, &kept, nullptr));  // after the other methods
    }
  }
  return hash.value();
}

TEST(Determinism, HashesTellResultsApart) {
  const Polytope cube = box({1, 1, 1});
  const auto hash_at = [&](double x) {
    Hash hash;
    ConvexCache cache;
    add_queries(hash, {cube, {}, cube, translation({x, 0, 0})}, cache);
    return hash.value();
  };
  EXPECT_EQ(hash_at(2), hash_at(2));
  EXPECT_NE(hash_at(2), hash_at(std::nextafter(2, 3)));
  EXPECT_NE(hash_at(0.5), hash_at(std::nextafter(0.5, 1)));
}

TEST(Determinism, TheSamePairsAreMadeAndAnsweredTwice) { EXPECT_EQ(hash_of(workload()), hash_of(workload())); }

TEST(Determinism, ThreadsThatShareBodiesGetTheSameBits) {
  const std::vector<Pair> pairs = workload();
  const std::uint64_t alone = hash_of(pairs);
  std::vector<std::uint64_t> together(kThreads);
  std::vector<std::thread> threads;
  for (std::uint64_t& hash : together) threads.emplace_back([&] { hash = hash_of(pairs); });
  for (std::thread& thread : threads) thread.join();
  for (const std::uint64_t hash : together) EXPECT_EQ(hash, alone);
  expect_kept("convex-pairs", alone);
}

void add_contact(Hash& hash, const Contact& contact) {
  hash.add(std::uint64_t{contact.a.index}), hash.add(std::uint64_t{contact.b.index});
  hash.add(std::uint64_t{contact.part_a}), hash.add(std::uint64_t{contact.part_b});
  hash.add(number(contact.answer.part_a)), hash.add(number(contact.answer.part_b));
  hash.add_result(contact.answer);
  if (contact.before) hash.add_bracketed(*contact.before);
}

// A crowd that moves, comes and goes, asked everything a world can be asked, frame by frame, as one number.
std::uint64_t hash_of_world(BroadMethod broad, int threads) {
  World world({.broad = broad, .threads = threads, .closest_before_contact = true});
  Random random(11);
  const auto anywhere = [&] {
    const Vec3 t = test::random_in_box(random, 5);
    return rotation(test::random_quaternion(random), t);
  };
  const Polytope shapes[] = {box({1, 0.5, 0.7}), test_polytope(TestShape::Rod, 60, 1),
                             test_polytope(TestShape::Ellipsoid, 200, 2)};
  const Shape general[] = {test::star(3), test::sheet(), test::cross(), mesh_of(shapes[2])};
  const auto shape = [&]() -> Shape {
    if (random.below(6) == 0) return general[random.below(4)];
    const Polytope& core = shapes[random.below(3)];
    return random.below(3) == 0 ? rounded(core, 0.1) : Rounded(core);
  };
  std::vector<BodyId> bodies;
  EXPECT_TRUE(world.add(half_space({0, 0, 1}, -4)).ok());
  const auto add_one = [&] {
    const Pose pose = anywhere();
    return world.add(shape(), pose).value();
  };
  for (int k = 0; k < 400; ++k) bodies.push_back(add_one());
  std::vector<Pose> poses;
  for (int k = 0; k < 200; ++k) poses.push_back(anywhere());
  std::vector<PoseAnswer> answers(poses.size());

  Hash hash;
  for (int frame = 0; frame < 8; ++frame) {
    for (const Contact& contact : world.collide().value().contacts) add_contact(hash, contact);
    for (const Proximity& near : world.within(0.2).value().pairs) {
      hash.add_bracketed(near.distance);
      hash.add(number(near.distance.triangle_a)), hash.add(number(near.distance.triangle_b));
    }
    for (const Shape& probe : {Shape(shapes[0]), general[frame % 2]}) {
      EXPECT_EQ(world.collide_poses(probe, poses, answers), Ending::Complete);
      for (const PoseAnswer& answer : answers)
        hash.add(std::uint64_t{answer.met.index}), hash.add_result(answer.answer);
    }
    for (int ray = 0; ray < 20; ++ray) {
      const Vec3 from = test::random_in_box(random, 5), to = test::random_in_box(random, 5);
      for (const RayContact& hit : world.cast(from, to)) hash.add(hit.hit.lower), hash.add(hit.hit.upper);
    }
    for (BodyId& body : bodies) {
      const Pose& at = world.pose(body);
      if (random.below(20) == 0) {
        world.remove(body).expect();
        body = add_one();
      } else if (frame % 2 == 0 || random.below(10) == 0) {
        world.move(body, rotation(at.quaternion(), at.translation() + test::random_in_box(random, 0.1))).expect();
      }
    }
  }
  return hash.value();
}

// Meshes, parts and convex bodies against each other, cold and warm.
std::uint64_t hash_of_shapes(const std::vector<Shape>& shapes) {
  Random random(17);
  Hash hash;
  for (int trial = 0; trial < (test::full_level() ? 2'000 : 200); ++trial) {
    const Shape &a = shapes[random.below(shapes.size())], &b = shapes[random.below(shapes.size())];
    const Quat q_a = test::random_quaternion(random), q_b = test::random_quaternion(random);
    PairCache cache;
    for (int step = 0; step < 3; ++step) {
      const Pose pose_a = rotation(q_a), pose_b = rotation(q_b, test::random_in_box(random, 1.5));
      hash.add_result(intersects(a, pose_a, b, pose_b));
      hash.add_result(intersects(a, pose_a, b, pose_b, cache));
      const Distance gap = distance(a, pose_a, b, pose_b, cache);
      hash.add_bracketed(gap), hash.add(number(gap.triangle_a)), hash.add(number(gap.triangle_b));
      if (trial % 10 == 0) hash.add_bracketed(penetration(a, pose_a, b, pose_b));
    }
  }
  return hash.value();
}

TEST(Determinism, ThreadsThatShareMeshesGetTheSameBits) {
  const std::vector<Shape> shapes = {test::star(3),
                                     test::star(4, 200),
                                     test::sheet(),
                                     test::cross(),
                                     mesh_of(box({1, 1, 1})),
                                     Rounded(box({1, 0.5, 0.7})),
                                     rounded(test_polytope(TestShape::Rod, 60, 1), 0.1)};
  const std::uint64_t alone = hash_of_shapes(shapes);
  std::vector<std::uint64_t> together(kThreads);
  std::vector<std::thread> threads;
  for (std::uint64_t& hash : together) threads.emplace_back([&] { hash = hash_of_shapes(shapes); });
  for (std::thread& thread : threads) thread.join();
  for (const std::uint64_t hash : together) EXPECT_EQ(hash, alone);
  expect_kept("any-shapes", alone);
}

TEST(Determinism, WorldsGiveTheSameBitsForAnyNumberOfThreads) {
  for (const BroadRow& row : broad_methods()) {
    const std::uint64_t one = hash_of_world(row.id, 1);
    EXPECT_EQ(hash_of_world(row.id, 2), one) << row.name;
    EXPECT_EQ(hash_of_world(row.id, 4), one) << row.name;
    EXPECT_EQ(hash_of_world(BroadMethod::BruteForce, 1), one) << row.name;
    if (row.id == BroadMethod::Automatic) expect_kept("worlds", one);
  }
}

}  // namespace
}  // namespace clearance
