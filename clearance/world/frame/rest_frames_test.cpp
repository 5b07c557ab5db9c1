// What is kept between frames of different kinds: the first contact only, limits, other questions, copies.
#include <clearance/world/frame/rest_scenes_test.h>

#include <memory>

namespace clearance::detail {
namespace {

TEST(Rest, OtherQuestionsAboutTheSameFrame) {
  Stack stack(3);
  World& world = stack.world;
  const std::vector<ContactKey> truth = stack.truth();
  EXPECT_EQ(keys_of(world.collide().value().contacts), truth);
  for (int round = 0; round < 2; ++round) {
    const Collisions first = world.collide({.first_only = true}).value();
    EXPECT_EQ(first.ending, Ending::FirstFound);
    ASSERT_EQ(first.contacts.size(), 1u);
    EXPECT_EQ(world.within(0).value().pairs.size(), truth.size());
    EXPECT_EQ(world.within(0.5).value().pairs.size(), truth.size());
    EXPECT_FALSE(world.collide({.max_pairs = truth.size() - 1}).ok());
    EXPECT_TRUE(world.collide({.max_pairs = truth.size()}).ok());
    const Collisions late = world.collide({.limits = {{}, std::chrono::steady_clock::time_point::min()}}).value();
    EXPECT_EQ(late.ending, Ending::TimedOut);
    EXPECT_TRUE(late.contacts.empty());
    EXPECT_FALSE(late.is_free());
    std::size_t visits = 0;
    world.visit_contacts([&](const Contact&) {
      EXPECT_FALSE(world.collide().ok());
      const World copy = world;
      World other = copy;
      EXPECT_EQ(keys_of(other.collide().value().contacts), truth);
      return ++visits < 3;
    });
    EXPECT_EQ(keys_of(world.collide().value().contacts), truth);
  }
}

// Moved, and asked for the first only: what comes after it was not asked about, and is not what it was.
TEST(Rest, WhatTheFirstHidIsAskedLater) {
  Stack stack(3);
  ASSERT_TRUE(stack.world.collide().ok());
  for (int round = 0; round < 4; ++round) {
    // The first two stay: theirs is the first contact.
    for (std::size_t k = 2; k < stack.bodies.size(); k += 1 + k % 3) {
      const Vec3 at = stack.world.pose(stack.bodies[k]).translation();
      stack.world.move(stack.bodies[k], translation(at + Vec3{0, 0, round % 2 == 0 ? 0.5 : -0.5})).expect();
    }
    EXPECT_EQ(stack.world.collide({.first_only = true}).value().ending, Ending::FirstFound);
    if (round % 2 == 0) {
      EXPECT_EQ(stack.world.collide({.first_only = true}).value().ending, Ending::FirstFound);
    }
    const Collisions all = stack.world.collide().value();
    ASSERT_EQ(keys_of(all.contacts), stack.truth());
    expect_proved(stack.world, all.contacts);
  }
}

TEST(Rest, TheFirstOfWhatIsKept) {
  Stack stack(5);
  const BodyId far = stack.world.add(cube(), translation({90, 0, 0})).value();
  const Collisions all = stack.world.collide().value();
  stack.world.move(far, translation({91, 0, 0})).expect();
  const Collisions first = stack.world.collide({.first_only = true}).value();
  EXPECT_EQ(first.ending, Ending::FirstFound);
  ASSERT_EQ(first.contacts.size(), 1u);
  EXPECT_EQ(first.contacts[0].b, all.contacts[0].b);
  EXPECT_EQ(stack.world.statistics().tested, 0u);
  // And the others are known still.
  EXPECT_EQ(places(stack.world.collide().value().contacts), places(all.contacts));
  EXPECT_EQ(stack.world.statistics().tested, 0u);
}

TEST(Rest, CopiesAreIndependentAndListsOutliveWorlds) {
  auto stack = std::make_unique<Stack>(3);
  const std::vector<ContactKey> truth = stack->truth();
  Collisions met = stack->world.collide().value();
  World copy = stack->world;
  stack->move_all({0.5, 0, 0});
  stack->world.move(stack->bodies[4], translation({50, 0, 0})).expect();
  EXPECT_EQ(keys_of(stack->world.collide().value().contacts), stack->truth());
  const Collisions of_copy = copy.collide().value();
  EXPECT_EQ(copy.statistics().tested, 0u);
  EXPECT_EQ(keys_of(of_copy.contacts), truth);
  stack.reset();
  EXPECT_EQ(keys_of(met.contacts), truth);
  met = {};
  copy = World();
  EXPECT_EQ(keys_of(of_copy.contacts), truth);
}

}  // namespace
}  // namespace clearance::detail
