#include <clearance/world/world.h>

#include <clearance/proof/check_shapes.h>
#include <clearance/world/scenes_test.h>

#include <limits>

namespace clearance::detail {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::size_t contact_count(World& world) { return world.collide().value().contacts.size(); }

TEST(World, TwoCubesByHand) {
  World world;
  const BodyId left = world.add(box({1, 1, 1}), {}, {.name = "left"}).value();
  const BodyId right = world.add(box({1, 1, 1}), translation({2, 0, 0}), {.name = "right"}).value();
  EXPECT_EQ(world.size(), 2u);
  EXPECT_EQ(contact_count(world), 0u);

  world.move(right, translation({1, 0, 0})).expect();
  Collisions met = world.collide().value();
  ASSERT_EQ(met.contacts.size(), 1u);
  EXPECT_EQ(met.contacts[0].a, left);
  EXPECT_EQ(met.contacts[0].b, right);
  EXPECT_EQ(met.contacts[0].answer.status, Status::Touching);

  world.move(right, translation({0.5, 0.25, 0})).expect();
  met = world.collide().value();
  ASSERT_EQ(met.contacts.size(), 1u);
  EXPECT_EQ(met.contacts[0].answer.status, Status::Penetrating);
  EXPECT_TRUE(check_claim(claim_of(met.contacts[0].answer), *world.shape(left, 0), world.pose(left),
                          *world.shape(right, 0), world.pose(right)));

  world.remove(left).expect();
  EXPECT_EQ(contact_count(world), 0u);
  EXPECT_EQ(world.size(), 1u);
}

TEST(World, IdsStayValidAndStaleOnesAreKnown) {
  World world;
  const BodyId first = world.add(box({1, 1, 1})).value();
  const BodyId second = world.add(box({1, 1, 1}), translation({0.5, 0, 0})).value();
  world.remove(first).expect();
  const BodyId third = world.add(box({1, 1, 1}), translation({5, 0, 0})).value();
  EXPECT_EQ(third.index, first.index);  // the place is taken again, the id is not
  EXPECT_TRUE(world.contains(second) && world.contains(third) && !world.contains(first));
  EXPECT_EQ(world.remove(first).fault(), WorldFault::StaleBody);
  EXPECT_EQ(world.move(first, {}).fault(), WorldFault::StaleBody);
  EXPECT_EQ(world.set_padding(first, 1).fault(), WorldFault::StaleBody);
  EXPECT_EQ(world.attach(first, second).fault(), WorldFault::StaleBody);
  EXPECT_EQ(world.attach(second, first).fault(), WorldFault::StaleBody);
  EXPECT_EQ(world.move(BodyId{}, {}).fault(), WorldFault::UnknownBody);
  EXPECT_EQ(world.move({0, 77}, {}).fault(), WorldFault::UnknownBody);
  EXPECT_EQ(world.allow(second, {99, 0}).fault(), WorldFault::UnknownBody);
  EXPECT_EQ(contact_count(world), 0u);
}

// The cache of a pair must not outlive its bodies: the slot's next owner has other vertices.
TEST(World, AReusedSlotStartsWithAnEmptyCache) {
  World world;
  const BodyId rock = world.add(test_polytope(TestShape::Ellipsoid, 500, 1)).value();
  BodyId other = world.add(test_polytope(TestShape::Ellipsoid, 500, 2), translation({1.2, 0, 0})).value();
  for (int k = 0; k < 20; ++k) {
    const std::size_t met = contact_count(world);
    EXPECT_EQ(met == 1, bool(intersects(*world.shape(rock, 0), {}, *world.shape(other, 0), world.pose(other))));
    world.remove(other).expect();
    const Rounded next = k % 2 == 0 ? Rounded(box({1, 1, 1})) : test_polytope(TestShape::Ellipsoid, 500, 3);
    other = world.add(next, translation({1.2, 0, 0})).value();
  }
}

TEST(World, BadInputIsNamed) {
  World world;
  const BodyId arm = world.add(box({1, 1, 1}), {}, {.name = "arm"}).value();
  EXPECT_EQ(world.add(box({1, 1, 1}), {}, {.name = "arm"}).error().text(), "arm: another body has that name");
  EXPECT_FALSE(world.add(box({1, 1, 1}), {}, {.padding = -1}).ok());
  EXPECT_FALSE(world.add(box({1, 1, 1}), {}, {.padding = kNan}).ok());
  EXPECT_FALSE(world.add(std::span<const Part>{}).ok());
  EXPECT_EQ(world.set_padding(arm, kNan).fault(), WorldFault::BadPadding);
  EXPECT_EQ(world.set_padding(arm, std::numeric_limits<double>::infinity()).fault(), WorldFault::BadPadding);
  const Part far{box({1, 1, 1}), translation({9e299, 0, 0})};
  EXPECT_FALSE(world.add(std::span(&far, 1), translation({9e299, 0, 0})).ok());
  const BodyId reaching = world.add(std::span(&far, 1)).value();
  EXPECT_EQ(world.move(reaching, translation({9e299, 0, 0})).fault(), WorldFault::BadPose);
  EXPECT_EQ(world.pose(reaching), Pose{});
  EXPECT_FALSE(world.within(-1).ok());
  EXPECT_FALSE(world.within(kNan).ok());
  EXPECT_EQ(world.size(), 2u);
  // A name is free again once its body is gone.
  world.remove(arm).expect();
  EXPECT_FALSE(world.find("arm").has_value());
  EXPECT_TRUE(world.add(box({1, 1, 1}), {}, {.name = "arm"}).ok());
  EXPECT_TRUE(world.find("arm").has_value());
}

TEST(World, PaddingIsARadius) {
  World world;
  const BodyId a = world.add(box({1, 1, 1})).value();
  const BodyId b = world.add(box({1, 1, 1}), translation({2, 0, 0}), {.padding = 0.5}).value();
  EXPECT_EQ(contact_count(world), 0u);
  world.set_padding(a, 0.5).expect();
  const Collisions met = world.collide().value();
  ASSERT_EQ(met.contacts.size(), 1u);
  EXPECT_EQ(met.contacts[0].answer.status, Status::Touching);
  world.set_padding(b, 0.25).expect();
  EXPECT_EQ(contact_count(world), 0u);
  world.set_padding(b, 0.5).expect();  // anew from the shape's own radius, not on top of the last padding
  EXPECT_EQ(contact_count(world), 1u);
}

TEST(World, PartsStandAtTheirOffsets) {
  World world;
  const Part parts[] = {{box({1, 1, 1}), translation({-2, 0, 0})}, {box({1, 1, 1}), translation({2, 0, 0})}};
  const BodyId dumbbell = world.add(parts).value();
  const BodyId ball = world.add(rounded(box({0, 0, 0}), 0.75), translation({2, 1, 0})).value();
  Collisions met = world.collide().value();
  ASSERT_EQ(met.contacts.size(), 1u);
  EXPECT_EQ(met.contacts[0].part_a, 1u);
  // A quarter turn takes the parts to y = ∓2.
  world.move(dumbbell, rotation({1, 0, 0, 1})).expect();
  EXPECT_EQ(world.pose(dumbbell, 1).translation(), (Vec3{0, 2, 0}));
  EXPECT_EQ(contact_count(world), 0u);
  world.move(ball, translation({0.5, -2, 0})).expect();
  met = world.collide().value();
  ASSERT_EQ(met.contacts.size(), 1u);
  EXPECT_EQ(met.contacts[0].part_a, 0u);
}

TEST(World, PartsOfOneBodyAreNotTestedAgainstEachOther) {
  World world;
  const Part parts[] = {{box({1, 1, 1})}, {box({1, 1, 1}), translation({0.5, 0, 0})}};
  ASSERT_TRUE(world.add(parts).ok());
  EXPECT_EQ(contact_count(world), 0u);
  EXPECT_EQ(world.statistics().filtered, 1u);
}

TEST(World, StaticBodiesMeetMovingOnesOnly) {
  World world;
  ASSERT_TRUE(world.add(box({1, 1, 1}), {}, {.is_static = true}).ok());
  const BodyId wall = world.add(box({1, 1, 1}), translation({0.5, 0, 0}), {.is_static = true}).value();
  EXPECT_EQ(contact_count(world), 0u);
  ASSERT_TRUE(world.add(box({1, 1, 1}), translation({0.25, 0, 0})).ok());
  EXPECT_EQ(contact_count(world), 2u);
  world.move(wall, translation({5, 0, 0})).expect();
  EXPECT_EQ(contact_count(world), 1u);
}

TEST(World, GroupsFilter) {
  World world;
  const BodyId robot = world.add(box({1, 1, 1}), {}, {.groups = {1, 2}}).value();
  const BodyId sensor = world.add(box({1, 1, 1}), translation({0.5, 0, 0}), {.groups = {4, 4}}).value();
  EXPECT_EQ(contact_count(world), 0u);
  // Both must want it.
  world.set_groups(sensor, {2, 0xff}).expect();
  EXPECT_EQ(contact_count(world), 1u);
  world.set_groups(robot, {1, 4}).expect();
  EXPECT_EQ(contact_count(world), 0u);
}

TEST(World, AllowedPairsByName) {
  World world;
  world.allow("elbow", "forearm").expect();  // before there is either
  ASSERT_TRUE(world.add(box({1, 1, 1}), {}, {.name = "elbow"}).ok());
  ASSERT_TRUE(world.add(box({1, 1, 1}), translation({0.5, 0, 0}), {.name = "forearm"}).ok());
  ASSERT_TRUE(world.add(box({1, 1, 1}), translation({0.25, 0, 0}), {.name = "cup"}).ok());
  EXPECT_EQ(contact_count(world), 2u);
  world.allow_everything("cup").expect();
  EXPECT_EQ(contact_count(world), 0u);
  world.allow_everything("cup", false).expect();
  world.allow("forearm", "elbow", false).expect();
  EXPECT_EQ(contact_count(world), 3u);
}

TEST(World, AllowedPairsByIdEndWithTheirBodies) {
  World world;
  const BodyId a = world.add(box({1, 1, 1})).value();
  BodyId b = world.add(box({1, 1, 1})).value();
  world.allow(a, b).expect();
  EXPECT_EQ(contact_count(world), 0u);
  world.remove(b).expect();
  b = world.add(box({1, 1, 1})).value();
  EXPECT_EQ(contact_count(world), 1u);
}

TEST(World, AGripperCarriesAPart) {
  World world;
  const BodyId gripper = world.add(box({1, 1, 1}), {}, {.name = "gripper"}).value();
  const BodyId part = world.add(box({1, 1, 1}), translation({0.9, 0, 0}), {.name = "part"}).value();
  const BodyId wall = world.add(box({1, 1, 1}), translation({0, 2.5, 0}), {.is_static = true}).value();
  EXPECT_EQ(contact_count(world), 1u);
  world.attach(part, gripper).expect();
  EXPECT_EQ(contact_count(world), 0u);
  EXPECT_EQ(world.move(part, {}).fault(), WorldFault::Attached);
  EXPECT_EQ(world.attach(gripper, part).fault(), WorldFault::OwnHolder);
  EXPECT_EQ(world.attach(gripper, gripper).fault(), WorldFault::OwnHolder);
  EXPECT_EQ(world.attach(part, wall).fault(), WorldFault::Attached);
  // A quarter turn about z swings the part to y = 0.9 + 1 below the wall; one step on it meets it.
  world.move(gripper, rotation({1, 0, 0, 1}, {0, 0.5, 0})).expect();
  EXPECT_EQ(world.pose(part).translation(), (Vec3{0, 1.4, 0}));
  EXPECT_EQ(contact_count(world), 0u);
  world.move(gripper, rotation({1, 0, 0, 1}, {0, 1, 0})).expect();
  const Collisions met = world.collide().value();
  ASSERT_EQ(met.contacts.size(), 1u);
  EXPECT_EQ(met.contacts[0].a, part);
  EXPECT_EQ(met.contacts[0].b, wall);
  world.detach(part).expect();
  EXPECT_EQ(world.detach(part).fault(), WorldFault::NotAttached);
  EXPECT_EQ(contact_count(world), 2u);
  world.move(gripper, translation({9, 9, 9})).expect();
  EXPECT_EQ(world.pose(part).translation(), (Vec3{0, 1.9, 0}));
}

TEST(World, WhatAnythingHoldsIsLetGoWhenItIsRemoved) {
  World world;
  const BodyId hand = world.add(box({1, 1, 1})).value();
  const BodyId cup = world.add(box({1, 1, 1}), translation({1, 0, 0})).value();
  const BodyId spoon = world.add(box({1, 1, 1}), translation({2, 0, 0})).value();
  world.attach(cup, hand).expect();
  world.attach(spoon, cup).expect();
  world.move(hand, translation({0, 0, 5})).expect();
  EXPECT_EQ(world.pose(spoon).translation(), (Vec3{2, 0, 5}));
  world.remove(cup).expect();
  world.move(hand, {}).expect();
  EXPECT_EQ(world.pose(spoon).translation(), (Vec3{2, 0, 5}));
  world.move(spoon, {}).expect();
}

TEST(World, CopiesAreIndependent) {
  World world;
  const BodyId a = world.add(box({1, 1, 1}), {}, {.name = "a"}).value();
  const BodyId b = world.add(box({1, 1, 1}), translation({0.5, 0, 0})).value();
  EXPECT_EQ(contact_count(world), 1u);
  World copy = world;
  copy.move(b, translation({5, 0, 0})).expect();
  EXPECT_EQ(contact_count(copy), 0u);
  EXPECT_EQ(contact_count(world), 1u);
  world.remove(a).expect();
  EXPECT_TRUE(copy.find("a").has_value());
  // The shapes are shared: one block of vertices.
  EXPECT_EQ(copy.shape(b, 0)->core().x(), world.shape(b, 0)->core().x());
  copy = world;
  EXPECT_FALSE(copy.contains(a));
  const World taken = std::move(copy);
  EXPECT_TRUE(taken.contains(b));
}

}  // namespace
}  // namespace clearance::detail
