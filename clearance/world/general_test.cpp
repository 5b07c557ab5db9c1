// Worlds of meshes and shapes of parts, beside convex bodies.
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/query/query.h>
#include <clearance/world/presets.h>
#include <clearance/world/scenes_test.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace clearance::detail {
namespace {

// A ball whose vertices are in and out by chance: a solid that is not convex.
Mesh star(std::uint64_t seed, double size) {
  Random random(seed);
  const Polytope ball = test_polytope(TestShape::Ellipsoid, 60, seed);
  std::vector<Vec3> vertices;
  for (int v = 0; v < ball.vertex_count(); ++v) vertices.push_back(size * random.uniform(0.5, 1.2) * ball.vertex(v));
  std::vector<MeshTriangle> triangles;
  for (int f = 0; f < ball.face_count(); ++f)
    for (std::size_t k = 2; k < ball.face(f).size(); ++k)
      triangles.push_back({ball.face(f)[0], ball.face(f)[k - 1], ball.face(f)[k]});
  return make_mesh(vertices, triangles, {.kind = MeshKind::Solid}).value();
}

Mesh open_sheet() {
  return make_mesh(std::vector<Vec3>{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0.5}, {-1, 1, 0}},
                   std::vector<MeshTriangle>{{0, 1, 2}, {0, 2, 3}})
      .value();
}

Parts cross_of_boxes() { return make_parts({Rounded(box({1, 0.2, 0.2})), Rounded(box({0.2, 1, 0.2}))}).value(); }

Shape any_shape(Random& random) {
  switch (random.below(6)) {
    case 0:
      return star(random.below(3) + 1, 0.6);
    case 1:
      return mesh_of(box({0.7, 0.5, 0.6}));
    case 2:
      return open_sheet();
    case 3:
      return cross_of_boxes();
    default:
      return random_shape(random);
  }
}

// Every pair of parts of different bodies, by the public queries.
std::vector<ContactKey> loops(const World& world, const std::vector<BodyId>& bodies) {
  std::vector<ContactKey> keys;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j)
      for (std::uint32_t k = 0; k < world.part_count(bodies[i]); ++k)
        for (std::uint32_t l = 0; l < world.part_count(bodies[j]); ++l) {
          const Status status = intersects(*world.any_shape(bodies[i], k), world.pose(bodies[i], k),
                                           *world.any_shape(bodies[j], l), world.pose(bodies[j], l))
                                    .status;
          if (status != Status::Separated) keys.push_back(key_of(bodies[i], k, bodies[j], l, status));
        }
  std::sort(keys.begin(), keys.end());
  return keys;
}

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(GeneralWorld, ACubeOfTrianglesByHand) {
  World world(vcollide());
  const Mesh cube = mesh_of(box({1, 1, 1}));
  const BodyId mesh = world.add(cube, {}, {.name = "mesh"}).value();
  const BodyId hull = world.add(box({1, 1, 1}), translation({1, 0, 0}), {.name = "hull"}).value();
  Collisions met = world.collide().value();
  ASSERT_EQ(met.contacts.size(), 1u);
  EXPECT_EQ(met.contacts[0].answer.status, Status::Touching);

  world.move(hull, translation({0.25, 0, 0})).expect();
  met = world.collide().value();
  ASSERT_EQ(met.contacts.size(), 1u);
  EXPECT_EQ(met.contacts[0].a, mesh);
  EXPECT_EQ(met.contacts[0].b, hull);
  EXPECT_EQ(met.contacts[0].answer.status, Status::Penetrating);
  EXPECT_EQ(met.contacts[0].answer.certificate.kind, Certificate::Kind::Interior);

  world.move(hull, translation({3, 0, 0})).expect();
  EXPECT_TRUE(world.collide().value().contacts.empty());
  const std::vector<Proximity> near = world.within(2).value().pairs;
  ASSERT_EQ(near.size(), 1u);
  EXPECT_NEAR(near[0].distance.upper, 2, 1e-9);
  EXPECT_TRUE(world.within(std::nextafter(2, 0)).value().pairs.empty());

  EXPECT_EQ(world.at({0, 0, 0}).contacts.size(), 1u);
  EXPECT_EQ(world.at({0, 0, 0}).contacts[0].a, mesh);
  EXPECT_EQ(world.at({0.5, 0.5, 0.5}).contacts.size(), 1u);
  EXPECT_TRUE(world.at({0.75, 0.5, 0.5}).contacts.empty());
  const RayContacts hits = world.cast({-3, 0.125, 0.25}, {5, 0.125, 0.25});
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0].body, mesh);
  EXPECT_NEAR(hits[0].hit.upper, 2.5 / 8, 1e-9);
  EXPECT_NEAR(hits[0].hit.normal.x, -1, 1e-9);
  EXPECT_EQ(hits[1].body, hull);

  EXPECT_EQ(world.shape(mesh, 0), nullptr);
  const std::optional<Shape> kept = world.any_shape(mesh, 0);
  ASSERT_TRUE(kept && std::holds_alternative<Mesh>(*kept));
  EXPECT_EQ(std::get<Mesh>(*kept).identity(), cube.identity());
  EXPECT_TRUE(std::holds_alternative<Rounded>(*world.any_shape(hull, 0)));
}

// A bound is known by the address of its mesh. That of a removed body outlived its mesh, and the next mesh that was
// made where the dead one had been got a box that was too small: it met nothing.
TEST(GeneralWorld, AMeshWhereADeadOneWasHasItsOwnBox) {
  for (int round = 0; round < 20; ++round) {
    World world;
    std::vector<BodyId> small;
    for (int k = 0; k < 8; ++k) small.push_back(world.add(star(1, 0.01)).value());
    for (const BodyId id : small) world.remove(id).expect();
    const BodyId large = world.add(star(1, 1)).value();
    const BodyId other = world.add(star(2, 1), translation({0.7, 0, 0})).value();
    ASSERT_EQ(world.collide().value().contacts.size(), 1u) << round;
    world.remove(large).expect();
    world.remove(other).expect();
  }
}

TEST(GeneralWorld, AFloorUnderMeshesAndParts) {
  World world;
  const BodyId floor = world.add(half_space({0, 0, 1}, 0)).value();
  const BodyId mesh = world.add(mesh_of(box({1, 1, 1})), translation({0, 0, 0.5})).value();
  const BodyId cross = world.add(cross_of_boxes(), translation({5, 0, 0})).value();
  const BodyId sheet = world.add(open_sheet(), translation({-5, 0, -0.25})).value();
  const Collisions met = world.collide().value();
  ASSERT_EQ(met.contacts.size(), 3u);
  for (const Contact& c : met.contacts) {
    EXPECT_EQ(c.a, floor);
    EXPECT_EQ(c.answer.status, c.b == mesh    ? Status::Touching
                               : c.b == cross ? Status::Penetrating
                                              : Status::Intersecting);
  }
  world.move(mesh, translation({0, 0, 1})).expect();
  world.move(cross, translation({5, 0, 1})).expect();
  world.move(sheet, translation({-5, 0, 1})).expect();
  EXPECT_TRUE(world.collide().value().contacts.empty());
  const std::vector<Proximity> near = world.within(0.75).value().pairs;
  ASSERT_EQ(near.size(), 1u);
  EXPECT_EQ(near[0].b, mesh);
  EXPECT_NEAR(near[0].distance.upper, 0.5, 1e-12);
}

// The inner part of a shape of parts is told, beside the part of the body.
TEST(GeneralWorld, InnerPartsAreTold) {
  World world;
  world.add(cross_of_boxes()).value();
  world.add(box({0.1, 0.1, 0.1}), translation({0, 0.45, 0})).value();
  const Collisions met = world.collide().value();
  ASSERT_EQ(met.contacts.size(), 1u);
  EXPECT_EQ(met.contacts[0].part_a, 0u);
  EXPECT_EQ(met.contacts[0].answer.part_a, 1u);
}

// ---- Against loops --------------------------------------------------------------------------------------------------

TEST(GeneralWorld, FramesAgreeWithLoopsForEveryBroadPhase) {
  for (const BroadRow& row : broad_methods()) {
    SCOPED_TRACE(row.name);
    Random random(3);
    World world({.broad = row.id, .threads = 2, .closest_before_contact = true});
    std::vector<BodyId> bodies;
    for (int k = 0; k < 26; ++k) {  // several chunks of pairs for the threads
      if (k % 5 == 0) {
        const Part parts[] = {{any_shape(random), translation({0.2, 0, 0})},
                              {any_shape(random), translation({-0.4, 0, 0})}};
        bodies.push_back(world.add(parts, random_pose(random, 0.8)).value());
      } else {
        bodies.push_back(world.add(any_shape(random), random_pose(random, 0.8)).value());
      }
    }
    for (int frame = 0; frame < 4; ++frame) {
      EXPECT_EQ(keys_of(world.collide().value().contacts), loops(world, bodies));
      if (frame == 2) world = World(world);
      for (const BodyId body : bodies)
        if (random.below(3) != 0) {
          const Pose& at = world.pose(body);
          world.move(body, rotation(at.quaternion(), at.translation() + random_vec(random, 0.1))).expect();
        }
      world.remove(bodies[0]).expect();
      bodies.erase(bodies.begin());
      bodies.push_back(world.add(any_shape(random), random_pose(random, 0.8)).value());
    }
    std::vector<ContactKey> visited;
    EXPECT_EQ(world.visit_contacts([&](const Contact& c) {
      visited.push_back(key_of(c.a, c.part_a, c.b, c.part_b, c.answer.status));
      return true;
    }),
              Ending::Complete);
    std::sort(visited.begin(), visited.end());
    EXPECT_EQ(visited, loops(world, bodies));
  }
}

TEST(GeneralWorld, ProbesAgreeWithLoops) {
  Random random(4);
  World world;
  std::vector<BodyId> bodies;
  for (int k = 0; k < 14; ++k) bodies.push_back(world.add(any_shape(random), random_pose(random, 1.5)).value());
  std::vector<Pose> poses;
  for (int k = 0; k < 20; ++k) poses.push_back(random_pose(random, 1.5));
  for (int trial = 0; trial < 6; ++trial) {
    const Shape probe = any_shape(random);
    std::vector<PoseAnswer> answers(poses.size());
    EXPECT_EQ(world.collide_poses(probe, poses, answers), Ending::Complete);
    for (std::size_t p = 0; p < poses.size(); ++p) {
      std::vector<std::pair<std::uint32_t, Status>> expected, found, near_expected, near_found;
      for (const BodyId body : bodies) {
        const Status status = intersects(*world.any_shape(body, 0), world.pose(body), probe, poses[p]).status;
        if (status != Status::Separated) expected.emplace_back(body.index, status);
        if (compare_distance(*world.any_shape(body, 0), world.pose(body), probe, poses[p], 0.25) <= 0)
          near_expected.emplace_back(body.index, status);
      }
      for (const Contact& c : world.collide(probe, poses[p]).contacts) found.emplace_back(c.a.index, c.answer.status);
      EXPECT_EQ(found, expected);
      for (const Proximity& n : world.within(0.25, probe, poses[p]).value().pairs)
        near_found.emplace_back(n.a.index, n.distance.status);
      EXPECT_EQ(near_found, near_expected);
      EXPECT_EQ(answers[p].is_free, expected.empty());
      if (!expected.empty()) {
        EXPECT_EQ(answers[p].met.index, expected[0].first);
      }
    }
  }
}

TEST(GeneralWorld, DistancesAgreeWithLoops) {
  Random random(5);
  World world;
  std::vector<BodyId> bodies;
  for (int k = 0; k < 12; ++k) {
    const Pose pose = random_pose(random, 2);
    bodies.push_back(world.add(any_shape(random), pose).value());
  }
  const std::vector<Proximity> pairs = world.within(0.5).value().pairs;
  std::size_t expected = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j)
      expected += compare_distance(*world.any_shape(bodies[i], 0), world.pose(bodies[i]),
                                   *world.any_shape(bodies[j], 0), world.pose(bodies[j]), 0.5) <= 0;
  EXPECT_EQ(pairs.size(), expected);
  EXPECT_GT(expected, 5u);
}

// ---- Regressions ----------------------------------------------------------------------------------------------------

// A removed mesh left the table of its reach behind, under its address. The next mesh at that address got a box of the
// old one's size and met nothing.
TEST(GeneralWorld, AMeshAtTheAddressOfARemovedOne) {
  int reused = 0;
  for (std::uint64_t round = 0; round < 50; ++round) {
    World world;
    std::optional<Mesh> mesh = star(round + 1, 0.01);
    const void* address = mesh->identity();
    const BodyId small = world.add(*mesh).value();
    const BodyId cube = world.add(box({1, 1, 1}), translation({50, 0, 0})).value();
    EXPECT_TRUE(world.collide().value().is_free());
    world.remove(small).expect();
    world.remove(cube).expect();  // its place is taken first
    mesh.reset();
    const Mesh large = star(round + 1, 10);
    if (large.identity() == address) ++reused;
    ASSERT_TRUE(world.add(large).ok());
    ASSERT_TRUE(world.add(box({1, 1, 1}), translation({2, 0, 0})).ok());
    EXPECT_EQ(world.collide().value().contacts.size(), 1u);
  }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which keep addresses from coming back
  EXPECT_GT(reused, 0) << "the allocator no longer shows what this is about";
#endif
}

}  // namespace
}  // namespace clearance::detail
