// What is kept of pairs that stand as they stood: that it costs nothing, and that it is never what was true of
// something else, somewhere else or at another time.
#include <clearance/build/mesh.h>
#include <clearance/world/frame/rest_scenes_test.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// ---- What costs nothing ---------------------------------------------------------------------------------------------

TEST(Rest, AFrameInWhichNothingMovedIsTheOneBefore) {
  for (const int threads : {1, 3}) {
    Stack stack(4, {.threads = threads});
    const Collisions first = stack.world.collide().value();
    const std::size_t pairs = stack.world.statistics().tested;
    ASSERT_EQ(keys_of(first.contacts), stack.truth());
    for (int frame = 0; frame < 3; ++frame) {
      const Collisions again = stack.world.collide().value();
      EXPECT_EQ(again.ending, Ending::Complete);
      EXPECT_EQ(places(again.contacts), places(first.contacts));
      EXPECT_EQ(stack.world.statistics().tested, 0u);
      EXPECT_EQ(stack.world.statistics().kept, pairs);
      EXPECT_EQ(stack.world.statistics().contacts, first.contacts.size());
    }
  }
}

TEST(Rest, WhatMovedAlikeIsNotAskedAgain) {
  Stack stack(4);
  const Collisions first = stack.world.collide().value();
  stack.move_all({0.125, -2, 0});
  const Collisions moved = stack.world.collide().value();
  EXPECT_EQ(stack.world.statistics().tested, 0u);
  EXPECT_EQ(places(moved.contacts), places(first.contacts));
  EXPECT_EQ(keys_of(moved.contacts), stack.truth());
  expect_proved(stack.world, moved.contacts);
}

TEST(Rest, OneMoverLeavesTheOthersWhereTheyAre) {
  Stack stack(10);
  const Collisions first = stack.world.collide().value();
  stack.world.move(stack.bodies[555], translation({5.25, 5, 5})).expect();
  const Collisions moved = stack.world.collide().value();
  EXPECT_LE(stack.world.statistics().tested, 30u);
  EXPECT_EQ(stack.world.statistics().tested + stack.world.statistics().kept, 10'476u - 9);  // nine boxes were left
  const std::vector<const Contact*> before = places(first.contacts);
  std::size_t stayed = 0;
  for (const Contact* contact : places(moved.contacts))
    stayed += std::find(before.begin(), before.end(), contact) != before.end() ? 1 : 0;
  EXPECT_GT(stayed, moved.contacts.size() / 2);
}

TEST(Rest, AMoveToWhereItStandsIsNone) {
  Stack stack(3);
  const std::vector<ContactKey> before = keys_of(stack.world.collide().value().contacts);
  stack.move_all({});
  stack.world.move(stack.bodies[0], translation({-0.0, 0, -0.0})).expect();
  EXPECT_EQ(keys_of(stack.world.collide().value().contacts), before);
  EXPECT_EQ(stack.world.statistics().tested, 0u);
  EXPECT_EQ(stack.world.statistics().boxes_made, 0u);
  EXPECT_TRUE(std::signbit(stack.world.pose(stack.bodies[0]).translation().x));
}

// Many pairs of a stack are the same question.
TEST(Rest, PairsPlacedAlikeAreAskedOnce) {
  std::vector<Contact> of_one;
  for (const int threads : {1, 3}) {
    Stack stack(5, {.threads = threads});
    // A layer of padded ones, and a few that are turned.
    for (std::size_t k = 50; k < 75; ++k) stack.world.set_padding(stack.bodies[k], 0.125).expect();
    for (std::size_t k = 80; k < stack.bodies.size(); k += 20) {
      const Vec3 there = stack.world.pose(stack.bodies[k]).translation();
      stack.world.move(stack.bodies[k], rotation({1, 0, 0, 0.125}, there)).expect();
    }
    const Collisions met = stack.world.collide().value();
    EXPECT_GT(2 * stack.world.statistics().alike, stack.world.statistics().tested);
    EXPECT_EQ(keys_of(met.contacts), stack.truth());
    expect_proved(stack.world, met.contacts);
    if (threads == 1) {
      of_one = met.contacts;
      continue;
    }
    ASSERT_EQ(met.contacts.size(), of_one.size());
    for (std::size_t k = 0; k < of_one.size(); ++k) {
      EXPECT_EQ(met.contacts[k].answer.decided_by, of_one[k].answer.decided_by);
      EXPECT_EQ(met.contacts[k].answer.certificate.plane.normal, of_one[k].answer.certificate.plane.normal);
    }
  }
}

// Half-spaces have no pose to tell them apart by.
TEST(Rest, WallsAreNotAlike) {
  World world;
  ASSERT_TRUE(world.add(half_space({0, 0, 1}, -0.5)).ok());
  ASSERT_TRUE(world.add(half_space({1, 0, 0}, -0.25)).ok());
  ASSERT_TRUE(world.add(half_space({0, 1, 0}, -0.75)).ok());
  ASSERT_TRUE(world.add(cube()).ok());
  const Collisions met = world.collide().value();
  ASSERT_EQ(met.contacts.size(), 2u);
  EXPECT_EQ(met.contacts[0].answer.status, Status::Touching);
  EXPECT_EQ(met.contacts[1].answer.status, Status::Penetrating);
}

// ---- What is not kept -----------------------------------------------------------------------------------------------

TEST(Rest, AnotherBodyInItsPlace) {
  World world;
  ASSERT_TRUE(world.add(cube()).ok());
  BodyId b = world.add(cube(), translation({1, 0, 0})).value();
  EXPECT_EQ(only_status(world), Status::Touching);
  world.remove(b).expect();
  EXPECT_EQ(only_status(world), Status::Separated);
  const Rounded shapes[] = {cube(), box({1.5, 1, 1}), box({0.5, 1, 1}), cube()};
  const Status statuses[] = {Status::Touching, Status::Penetrating, Status::Separated, Status::Touching};
  for (int k = 0; k < 4; ++k) {  // the same slot, without a frame between
    if (k > 0) world.remove(b).expect();
    const std::uint32_t slot = b.index;
    b = world.add(shapes[k], translation({1, 0, 0})).value();
    EXPECT_EQ(b.index, slot);
    EXPECT_EQ(only_status(world), statuses[k]);
    const Collisions met = world.collide().value();
    if (!met.contacts.empty()) {
      EXPECT_EQ(met.contacts[0].b, b);
    }
  }
}

TEST(Rest, AnotherHalfSpaceInItsPlace) {
  World world;
  ASSERT_TRUE(world.add(cube()).ok());
  BodyId floor = world.add(half_space({0, 0, 1}, -0.5)).value();
  EXPECT_EQ(only_status(world), Status::Touching);
  for (const double offset : {-0.25, -0.75, -0.5}) {
    world.remove(floor).expect();
    floor = world.add(half_space({0, 0, 1}, offset)).value();
    EXPECT_EQ(only_status(world), offset > -0.5   ? Status::Penetrating
                                  : offset < -0.5 ? Status::Separated
                                                  : Status::Touching);
  }
  world.remove(floor).expect();
  EXPECT_EQ(only_status(world), Status::Separated);
}

TEST(Rest, AnotherPadding) {
  World world;
  const BodyId a = world.add(cube()).value(), b = world.add(cube(), translation({1, 0, 0})).value();
  EXPECT_EQ(only_status(world), Status::Touching);
  world.set_padding(b, 0.25).expect();
  EXPECT_EQ(only_status(world), Status::Penetrating);
  world.move(a, translation({-0.25, 0, 0})).expect();
  EXPECT_EQ(only_status(world), Status::Touching);
  world.set_padding(b, 0).expect();
  EXPECT_EQ(only_status(world), Status::Separated);
  // Both padded and moved alike: they stand otherwise all the same.
  for (const BodyId id : {a, b}) {
    world.set_padding(id, 0.25).expect();
    world.move(id, translation(world.pose(id).translation() + Vec3{0, 0, 1})).expect();
  }
  EXPECT_EQ(only_status(world), Status::Penetrating);
}

TEST(Rest, OtherFilters) {
  World world;
  const BodyId a = world.add(cube(), {}, {.name = "a"}).value();
  const BodyId b = world.add(cube(), translation({1, 0, 0}), {.name = "b"}).value();
  const auto expect_both = [&](bool meets) {
    for (int frame = 0; frame < 2; ++frame)
      EXPECT_EQ(only_status(world), meets ? Status::Touching : Status::Separated) << frame;
  };
  expect_both(true);
  world.allow("a", "b").expect();
  expect_both(false);
  world.allow("a", "b", false).expect();
  expect_both(true);
  world.allow(a, b).expect();
  expect_both(false);
  world.allow(a, b, false).expect();
  expect_both(true);
  world.remove(a).expect();
  EXPECT_EQ(only_status(world), Status::Separated);
  world.allow_everything("b").expect();
  ASSERT_TRUE(world.add(cube()).ok());
  expect_both(false);
  world.allow_everything("b", false).expect();
  expect_both(true);
}

TEST(Rest, GroupsAndHolding) {
  World world;
  const BodyId a = world.add(cube()).value(), b = world.add(cube(), translation({1, 0, 0})).value();
  EXPECT_EQ(only_status(world), Status::Touching);
  world.set_groups(a, {.member_of = 2, .meets = 4}).expect();
  EXPECT_EQ(only_status(world), Status::Separated);
  world.set_groups(a, {}).expect();
  EXPECT_EQ(only_status(world), Status::Touching);
  world.attach(b, a).expect();
  EXPECT_EQ(only_status(world), Status::Separated);
  world.move(a, translation({0.1, 0, 0})).expect();  // b follows, rounded: 1.1 − 0.1 is not 1
  EXPECT_EQ(only_status(world), Status::Separated);
  world.detach(b).expect();
  const Status fresh = intersects(cube(), world.pose(a), cube(), world.pose(b)).status;
  EXPECT_EQ(only_status(world), fresh);
}

// Where it stood in the last frame is what counts, not where a question in between has seen it.
TEST(Rest, AwayAndBack) {
  World world;
  ASSERT_TRUE(world.add(cube()).ok());
  const BodyId b = world.add(cube(), translation({1, 0, 0})).value();
  EXPECT_EQ(only_status(world), Status::Touching);
  const auto away = [&](double x) { world.move(b, translation({x, 0, 0})).expect(); };
  const std::vector<void (*)(World&)> questions = {
      [](World&) {},
      [](World& w) { static_cast<void>(w.cast({-9, 0, 0}, {9, 0, 0})); },
      [](World& w) { w.visit_contacts([](const Contact&) { return true; }); },
      [](World& w) { static_cast<void>(w.within(0.5)); },
      [](World& w) { w = World(w); },
  };
  for (const auto ask : questions)
    for (const double x : {0.5, 7.0}) {
      away(x);
      ask(world);
      away(1);
      EXPECT_EQ(only_status(world), Status::Touching);
      EXPECT_EQ(world.statistics().tested, 0u);
      away(x);
      ask(world);
      EXPECT_EQ(only_status(world), x < 1 ? Status::Penetrating : Status::Separated);
      away(1);
      ask(world);
      EXPECT_EQ(only_status(world), Status::Touching);
    }
}

// Two cubes at 3 and 4 touch. Moved by a tenth each they are a hair apart, since 3.1 and 4.1 are rounded differently.
TEST(Rest, TheSameTenthMovesThemApart) {
  World world;
  const BodyId a = world.add(cube(), translation({3, 0, 0})).value();
  const BodyId b = world.add(cube(), translation({4, 0, 0})).value();
  EXPECT_EQ(only_status(world), Status::Touching);
  double x = 3, y = 4;
  int changes = 0;
  for (int frame = 0; frame < 50; ++frame) {
    world.move(a, translation({x += 0.1, 0, 0})).expect();
    world.move(b, translation({y += 0.1, 0, 0})).expect();
    const Status truth = intersects(cube(), world.pose(a), cube(), world.pose(b)).status;
    ASSERT_EQ(only_status(world), truth) << frame;
    changes += truth != Status::Touching ? 1 : 0;
  }
  EXPECT_GT(changes, 10);
}

// A point inside two solids is a point of the world: it does not move with them.
TEST(Rest, AnInteriorPointStaysBehind) {
  World world;
  const Shape solid = mesh_of(box({1, 1, 1}));
  const BodyId a = world.add(solid).value(), b = world.add(solid, translation({0.5, 0, 0})).value();
  const auto point_of = [](const Collisions& met) {
    EXPECT_EQ(met.contacts.at(0).answer.certificate.kind, Certificate::Kind::Interior);
    return met.contacts.at(0).answer.certificate.mesh.point.x[0];
  };
  EXPECT_LT(point_of(world.collide().value()), 1);
  EXPECT_LT(point_of(world.collide().value()), 1);
  EXPECT_EQ(world.statistics().tested, 0u);
  world.move(a, translation({8, 0, 0})).expect();
  world.move(b, translation({8.5, 0, 0})).expect();
  EXPECT_GT(point_of(world.collide().value()), 8 - 0.5);
}

TEST(Rest, NewsIsToldOnce) {
  World world({.closest_before_contact = true});
  ASSERT_TRUE(world.add(cube()).ok());
  const BodyId b = world.add(cube(), translation({3, 0, 0})).value();
  EXPECT_EQ(only_status(world), Status::Separated);
  world.move(b, translation({1, 0, 0})).expect();
  const Collisions news = world.collide().value();
  EXPECT_NE(news.contacts.at(0).before, nullptr);
  for (int frame = 0; frame < 3; ++frame) {
    EXPECT_EQ(world.collide().value().contacts.at(0).before, nullptr) << frame;
    EXPECT_EQ(world.statistics().tested, 0u);
  }
  EXPECT_NE(news.contacts.at(0).before, nullptr);  // that frame still says so
}

}  // namespace
}  // namespace clearance::detail
