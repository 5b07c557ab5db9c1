// A world written to a file, read and restored answers as the one it was taken of.
#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/build/primitives.h>
#include <clearance/io/scenes/world_file.h>
#include <clearance/world/world.h>

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

using Seen = std::vector<std::tuple<std::string, std::uint32_t, std::string, std::uint32_t, Status>>;

Seen contacts_of(World& world) {
  Seen seen;
  for (const Contact& contact : world.collide().value().contacts)
    seen.emplace_back(world.name(contact.a), contact.part_a, world.name(contact.b), contact.part_b,
                      contact.answer.status);
  return seen;
}

TEST(WorldFile, RestoredWorldsGiveTheSameAnswers) {
  Random random(31);
  const auto pose = [&] {
    return rotation({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)},
                    {random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)});
  };
  const std::vector<Shape> shapes = {box({1, 1, 1}), rounded(box({1, 0.5, 1}), 0.25), mesh_of(box({1, 1, 0.5})),
                                     make_parts({Rounded(box({1, 0.5, 1})), Rounded(box({0.5, 1, 0.5}))}).value()};
  std::size_t met = 0;
  for (int round = 0; round < 20; ++round) {
    World world;
    std::vector<BodyId> ids;
    for (int k = 0; k < 12; ++k) {
      BodyOptions options{.name = "body " + std::to_string(k), .user = random.bits()};
      options.is_static = random.below(4) == 0;
      if (random.below(3) == 0) options.padding = random.uniform(0, 0.5);
      if (random.below(3) == 0) options.groups = {1u << random.below(3), 7};
      const Shape& shape = shapes[random.below(4)];
      const std::vector<Part> parts = {{shape, pose()}, {shapes[random.below(4)], pose()}};
      ids.push_back(random.below(2) == 0 ? world.add(shape, pose(), options).value()
                                         : world.add(parts, pose(), options).value());
    }
    world.add(half_space({0, 0, 1}, -1), {.name = "floor"}).value();
    world.add(half_space({0, 1, 2}, -1.5), pose(), {.name = "wall"}).value();
    world.attach(ids[3], ids[7]).expect();
    world.allow("body 1", "body 2").expect();
    world.allow(ids[4], ids[5]).expect();

    const Result<std::string> text = world_text(world.snapshot());
    ASSERT_TRUE(text) << text.error().text();
    const Result<WorldSnapshot> read = parse_world(*text, "", "world.json");
    ASSERT_TRUE(read) << read.error().text();
    World again;
    ASSERT_TRUE(again.restore(*read));
    const Seen wanted = contacts_of(world);
    EXPECT_EQ(contacts_of(again), wanted);
    met += wanted.size();
    // What is held still moves with its holder.
    const Pose next = pose();
    world.move(ids[7], next).expect();
    again.move(*again.find("body 7"), next).expect();
    EXPECT_EQ(contacts_of(again), contacts_of(world));
  }
  EXPECT_GT(met, 100u);
}

// A floor that stands turned is the floor that it was turned into.
TEST(WorldFile, WallsUnderAPose) {
  World world, turned;
  world.add(half_space({1, 0, 0}, -1), {.name = "wall"}).value();
  turned.add(half_space({0, 0, 1}, -1), rotation({1, 0, 1, 0}), {.name = "wall"}).value();  // z becomes x
  Random random(7);
  int met = 0;
  for (World* one : {&world, &turned}) one->add(box({1, 1, 1}), {}, {.name = "box"}).value();
  for (int k = 0; k < 300; ++k) {
    const Pose pose = rotation({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 0.25},
                               {k % 3 == 0 ? -0.5 : random.uniform(-3, 1), 0, 0});
    for (World* one : {&world, &turned})
      one->move(*one->find("box"), k % 3 == 0 ? translation({-0.5, 0, 0}) : pose).expect();
    const Seen seen = contacts_of(world);
    ASSERT_EQ(contacts_of(turned), seen) << k;
    met += seen.empty() ? 0 : 1;
    const Vec3 from{2, 0.1, 0.2}, to{-4, random.uniform(-1, 1), 0};
    ASSERT_EQ(turned.cast(from, to).size(), world.cast(from, to).size());
    const Nearest near = world.distance(), far = turned.distance();
    ASSERT_LE(near.pairs[0].distance.lower, far.pairs[0].distance.upper);
    ASSERT_LE(far.pairs[0].distance.lower, near.pairs[0].distance.upper);
  }
  EXPECT_GT(met, 50);
}

}  // namespace
}  // namespace clearance
