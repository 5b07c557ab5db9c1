// Getters, user data, iteration; a world as plain data and back.
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/world/scenes_test.h>

#include <algorithm>

namespace clearance::detail {
namespace {

TEST(Getters, TellAllThatWasSet) {
  World world;
  const Groups groups{.member_of = 4, .meets = 6};
  const Part parts[] = {{box({1, 1, 1}), {}}, {rounded(box({0, 0, 0}), 0.5), translation({2, 0, 0})}};
  const BodyId a = world
                       .add(parts, translation({1, 2, 3}),
                            {.name = "a", .is_static = true, .padding = 0.25, .groups = groups, .user = 12})
                       .value();
  const BodyId b = world.add(mesh_of(box({1, 1, 1})), translation({9, 0, 0})).value();
  const BodyId floor = world.add(half_space({0, 0, 1}, -5), {.name = "floor"}).value();
  EXPECT_EQ(world.bodies(), (std::vector{a, b, floor}));
  EXPECT_EQ(world.padding(a), 0.25);
  EXPECT_EQ(world.groups(a).member_of, 4u);
  EXPECT_EQ(world.groups(a).meets, 6u);
  EXPECT_TRUE(world.is_static(a) && !world.is_static(b) && world.is_static(floor));
  EXPECT_EQ(world.user(a), 12u);
  EXPECT_EQ(world.user(b), 0u);
  world.set_user(b, 99).expect();
  EXPECT_EQ(world.user(b), 99u);
  EXPECT_EQ(world.options(a).name, "a");
  EXPECT_EQ(world.offset(a, 1), translation({2, 0, 0}));
  const Shape padded = world.any_shape(a, 1).value(), own = world.unpadded_shape(a, 1).value();
  EXPECT_EQ(std::get_if<Rounded>(&padded)->radius(), 0.75);
  EXPECT_EQ(std::get_if<Rounded>(&own)->radius(), 0.5);
  EXPECT_TRUE(std::holds_alternative<Mesh>(*world.unpadded_shape(b, 0)));
  EXPECT_FALSE(world.unpadded_shape(floor, 0) || world.unpadded_shape(a, 2));
  EXPECT_TRUE(world.half_space(floor) && !world.half_space(a));
  EXPECT_EQ(world.half_space(floor)->offset(), -5);
  EXPECT_FALSE(world.holder(b).has_value());
  world.attach(b, a).expect();
  EXPECT_EQ(world.holder(b), a);
  EXPECT_EQ(world.held(a), std::vector{b});
  world.allow("a", "later").expect();
  EXPECT_TRUE(world.is_allowed("later", "a") && !world.is_allowed("a", "floor"));
  world.allow_everything("floor").expect();
  EXPECT_TRUE(world.is_allowed_everything("floor") && !world.is_allowed_everything("nobody"));
  EXPECT_TRUE(world.is_allowed(b, floor));
  world.allow(b, floor, false).expect();
  EXPECT_FALSE(world.is_allowed(b, floor));
  world.set_groups(a, {}).expect();
  EXPECT_EQ(world.groups(a).member_of, 1u);
  world.set_padding(a, 0.5).expect();
  EXPECT_EQ(world.padding(a), 0.5);
  // The list does not change under a loop that removes.
  for (const BodyId id : world.bodies()) world.remove(id).expect();
  EXPECT_EQ(world.size(), 0u);
  EXPECT_EQ(world.set_user(b, 1).fault(), WorldFault::StaleBody);
}

TEST(Getters, FaultsHaveAValueAndAMessage) {
  World world;
  world.add(box({1, 1, 1}), {}, {.name = "a"}).value();
  EXPECT_EQ(world.add(box({1, 1, 1}), {}, {.name = "a"}).fault(), WorldFault::NameTaken);
  EXPECT_EQ(world.add(std::span<const Part>{}).fault(), WorldFault::NoParts);
  EXPECT_EQ(world.add(box({1, 1, 1}), {}, {.padding = -1}).fault(), WorldFault::BadPadding);
  EXPECT_EQ(world.add(half_space({0, 0, 1}, 0), {.name = "f", .padding = 1}).fault(), WorldFault::NoPadding);
  EXPECT_EQ(world.add(half_space({0, 0, 1}, 0), {.name = "f", .padding = 1}).error().text(),
            "f: a half-space takes no padding: move its offset");
  const Part far{box({1, 1, 1}), translation({9e299, 0, 0})};
  EXPECT_EQ(world.add(std::span(&far, 1), translation({9e299, 0, 0})).fault(), WorldFault::BadPose);
  world.add(box({1, 1, 1})).value();
  world.visit_contacts([&](const Contact&) {
    EXPECT_EQ(world.add(box({1, 1, 1})).fault(), WorldFault::BeingVisited);
    EXPECT_EQ(world.allow("a", "b").fault(), WorldFault::BeingVisited);
    EXPECT_EQ(world.allow_everything("a").fault(), WorldFault::BeingVisited);
    EXPECT_EQ(world.set_user({}, 1).fault(), WorldFault::BeingVisited);
    EXPECT_EQ(world.restore({}).fault(), WorldFault::BeingVisited);
    return true;
  });
  for (int fault = 0; fault <= static_cast<int>(WorldFault::BadSnapshot); ++fault)
    EXPECT_STRNE(to_string(static_cast<WorldFault>(fault)), "unknown fault");
}

// ---- Snapshots ------------------------------------------------------------------------------------------------------

World lively(std::uint64_t seed) {
  Random random(seed);
  World world;
  std::vector<BodyId> ids;
  for (int k = 0; k < 40; ++k) {
    BodyOptions options;
    if (k % 2 == 0) options.name = "body " + std::to_string(k);
    options.is_static = k % 5 == 0;
    options.padding = 0.05 * (k % 4);
    options.groups = {.member_of = 1u << (k % 3), .meets = k % 7 == 0 ? 3u : 7u};
    options.user = random.bits();
    const Part parts[] = {{random_shape(random), random_pose(random, 0.3)},
                          {mesh_of(box({0.5, 0.5, 0.5})), random_pose(random, 0.3)},
                          {make_parts({Rounded(box({1, 0.2, 0.2})), Rounded(box({0.2, 1, 0.2}))}).value(), {}}};
    ids.push_back(world.add(std::span(parts).first(1 + random.below(3)), random_pose(random, 3), options).value());
  }
  world.add(half_space({0.1, 0, 1}, -2), {.name = "floor"}).value();
  // Gaps among the ids, and bodies in places that others left.
  for (const std::size_t k : {3u, 8u, 20u}) world.remove(ids[k]).expect();
  ids[3] = world.add(box({1, 1, 1}), random_pose(random, 3), {.name = "late"}).value();
  world.attach(ids[1], ids[2]).expect();
  world.attach(ids[2], ids[4]).expect();
  world.attach(ids[6], ids[4]).expect();
  for (int k = 0; k < 7; ++k) world.move(ids[4], random_pose(random, 3)).expect();  // rounded on the way
  world.allow("body 0", "body 2").expect();
  world.allow("body 0", "somebody").expect();
  world.allow_everything("body 10").expect();
  world.allow(ids[11], ids[12]).expect();
  world.allow(ids[0], ids[2], false).expect();
  return world;
}

// The contacts of a world, its bodies by their position in the snapshot.
std::vector<ContactKey> frame_of(World& world, const std::vector<BodyId>& ids) {
  std::vector<ContactKey> keys;
  for (Contact contact : world.collide().value()) {
    for (BodyId* id : {&contact.a, &contact.b})
      *id = {static_cast<std::uint32_t>(std::find(ids.begin(), ids.end(), *id) - ids.begin()), 0};
    keys.push_back(key_of(contact.a, contact.part_a, contact.b, contact.part_b, contact.answer.status));
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

TEST(Snapshot, ARestoredWorldAnswersAlike) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    World world = lively(seed), other({.broad = BroadMethod::SweepAndPrune});
    other.add(box({5, 5, 5}), {}, {.name = "body 0"}).value();  // goes
    const WorldSnapshot taken = world.snapshot();
    const std::vector<BodyId> ids = world.bodies();
    const std::vector<BodyId> restored = other.restore(taken).value();
    ASSERT_EQ(restored.size(), ids.size());
    EXPECT_EQ(other.size(), ids.size());
    const std::vector<ContactKey> frame = frame_of(world, ids);
    EXPECT_FALSE(frame.empty());
    EXPECT_EQ(frame_of(other, restored), frame);
    for (std::size_t k = 0; k < ids.size(); ++k) {
      EXPECT_EQ(taken.bodies[k].id, ids[k]);
      EXPECT_EQ(other.user(restored[k]), world.user(ids[k]));
      EXPECT_EQ(other.name(restored[k]), world.name(ids[k]));
      EXPECT_EQ(other.pose(restored[k]), world.pose(ids[k]));
    }
    // What is held moves alike, to the last bit.
    Random random(seed);
    const Pose pose = random_pose(random, 3);
    const auto hand = static_cast<std::size_t>(std::find(ids.begin(), ids.end(), *world.find("body 4")) - ids.begin());
    world.move(ids[hand], pose).expect();
    other.move(restored[hand], pose).expect();
    for (std::size_t k = 0; k < ids.size(); ++k)
      for (std::uint32_t part = 0; part < world.part_count(ids[k]); ++part)
        EXPECT_EQ(other.pose(restored[k], part), world.pose(ids[k], part));
    EXPECT_EQ(frame_of(other, restored), frame_of(world, ids));
    // Names allow later bodies, too.
    for (World* one : {&world, &other}) {
      const BodyId late = one->add(box({9, 9, 9}), {}, {.name = "somebody"}).value();
      EXPECT_TRUE(one->is_allowed(late, *one->find("body 0")));
    }
    // Once more: the same data again.
    const WorldSnapshot again = other.snapshot();
    EXPECT_EQ(again.allowed_names, taken.allowed_names);
    EXPECT_EQ(again.allowed_everything, taken.allowed_everything);
    EXPECT_EQ(again.allowed_bodies, taken.allowed_bodies);
    EXPECT_EQ(again.attachments.size(), 3u);
  }
}

TEST(Snapshot, WhatIsWrongWithItIsNamedAndNothingChanges) {
  World world = lively(1);
  const WorldSnapshot good = world.snapshot();
  const std::vector<BodyId> ids = world.bodies();
  const auto refused = [&](const WorldSnapshot& bad, WorldFault fault, const char* place) {
    const auto made = world.restore(bad);
    EXPECT_EQ(made.fault(), fault);
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().place.substr(0, std::string(place).size()), place) << made.error().text();
    EXPECT_EQ(world.bodies(), ids);
  };
  WorldSnapshot bad = good;
  bad.bodies[2].parts.clear();
  refused(bad, WorldFault::BadSnapshot, "bodies[2]");
  bad = good;
  bad.bodies[2].half_space = half_space({0, 0, 1}, 0);
  refused(bad, WorldFault::BadSnapshot, "bodies[2]");
  bad = good;
  bad.bodies[3].options.name = bad.bodies[0].options.name;
  refused(bad, WorldFault::NameTaken, "bodies[3]: body 0");
  bad = good;
  bad.bodies[3].options.padding = -1;
  refused(bad, WorldFault::BadPadding, "bodies[3]");
  bad = good;
  bad.attachments[0].held = 1000;
  refused(bad, WorldFault::BadSnapshot, "attachments[0]");
  bad = good;
  bad.attachments[1].held = bad.attachments[1].holder;
  refused(bad, WorldFault::OwnHolder, "attachments[1]");
  bad = good;
  bad.allowed_bodies[0].b = 1000;
  refused(bad, WorldFault::BadSnapshot, "allowed_bodies[0]");
  EXPECT_TRUE(world.restore({}).ok());
  EXPECT_EQ(world.size(), 0u);
}

// Views and copies of the world do not notice.
TEST(Snapshot, RestoringLeavesViewsAlone) {
  World world = lively(2);
  const WorldView view = world.view();
  const std::size_t size = world.size();
  world.restore({}).value();
  EXPECT_EQ(view.size(), size);
  EXPECT_FALSE(view.distance().is_free());
  EXPECT_TRUE(world.collide().value().is_free());
}

}  // namespace
}  // namespace clearance::detail
