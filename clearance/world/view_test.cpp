// Views: probes by many threads at once, over the bodies as they were.
#include <clearance/world/view.h>

#include <clearance/build/mesh.h>
#include <clearance/world/scenes_test.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace clearance::detail {
namespace {

const Rounded kProbe = box({1.5, 1.5, 1.5});

std::vector<BodyId> bodies_of(const Collisions& met) {
  std::vector<BodyId> ids;
  for (const Contact& contact : met) ids.push_back(contact.a);
  return ids;
}

World random_world(std::uint64_t seed, int count, const WorldOptions& options = {}) {
  Random random(seed);
  World world(options);
  for (int k = 0; k < count; ++k)
    if (k % 10 == 0)
      world.add(mesh_of(box({0.7, 0.5, 0.6})), random_pose(random, 6)).value();
    else
      world.add(random_shape(random), random_pose(random, 6)).value();
  world.add(half_space({0, 0, 1}, -5.5)).value();
  return world;
}

// Everything that a view can be asked, in a form that can be compared.
struct Answers {
  std::vector<ContactKey> met, at;
  std::vector<std::pair<std::uint32_t, double>> near, nearest, rays;
  std::vector<std::uint32_t> poses;
  double lower = 0, upper = 0;

  friend bool operator==(const Answers&, const Answers&) = default;
};

template <class Asked>
Answers ask(Asked& asked, std::uint64_t seed) {
  Random random(seed);
  const Pose pose = random_pose(random, 5);
  Answers answers;
  answers.met = keys_of(asked.collide(kProbe, pose).contacts);
  answers.at = keys_of(asked.at(random_vec(random, 5)).contacts);
  for (const Proximity& near : asked.within(1, kProbe, pose).value())
    answers.near.emplace_back(near.a.index, near.distance.upper);
  for (const Proximity& near : asked.nearest(kProbe, pose, 5))
    answers.nearest.emplace_back(near.a.index, near.distance.upper);
  for (const RayContact& ray : asked.cast(random_vec(random, 8), random_vec(random, 8)))
    answers.rays.emplace_back(ray.body.index, ray.hit.lower);
  std::vector<Pose> poses;
  for (int k = 0; k < 100; ++k) poses.push_back(random_pose(random, 6));
  std::vector<PoseAnswer> out(poses.size());
  EXPECT_EQ(asked.collide_poses(kProbe, poses, out), Ending::Complete);
  for (const PoseAnswer& answer : out) answers.poses.push_back(answer.is_free ? 0xffffffffu : answer.met.index);
  const Nearest pair = asked.distance();
  answers.lower = pair.lower(), answers.upper = pair.upper();
  return answers;
}

TEST(View, OfOneCubeByHand) {
  World world;
  const BodyId cube = world.add(box({1, 1, 1}), translation({3, 0, 0}), {.name = "cube", .user = 77}).value();
  const WorldView view = world.view();
  EXPECT_EQ(view.size(), 1u);
  EXPECT_EQ(view.bodies(), std::vector{cube});
  EXPECT_EQ(view.name(cube), "cube");
  EXPECT_EQ(view.find("cube"), cube);
  EXPECT_EQ(view.user(cube), 77u);
  EXPECT_EQ(view.pose(cube), translation({3, 0, 0}));
  EXPECT_TRUE(view.collide(box({1, 1, 1}), {}).is_free());
  EXPECT_EQ(bodies_of(view.collide(box({1, 1, 1}), translation({2, 0, 0}))), std::vector{cube});
  EXPECT_EQ(bodies_of(view.at({3, 0, 0.5})), std::vector{cube});
  const RayContacts hits = view.cast({0, 0, 0}, {5, 0, 0});
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_NEAR(hits[0].hit.lower, 0.5, 1e-9);
  const Nearest near = view.nearest(box({1, 1, 1}), {});
  ASSERT_EQ(near.size(), 1u);
  EXPECT_EQ(near[0].a, cube);
  EXPECT_NEAR(near.upper(), 2, 1e-8);
}

TEST(View, MadeByDefaultClaimsNothing) {
  const WorldView view;
  EXPECT_EQ(view.collide(kProbe, {}).ending, Ending::NotAsked);
  EXPECT_FALSE(view.collide(kProbe, {}).is_free());
  EXPECT_EQ(view.within(1, kProbe, {}).value().ending, Ending::NotAsked);
  EXPECT_EQ(view.nearest(kProbe, {}).ending, Ending::NotAsked);
  EXPECT_EQ(view.nearest(kProbe, {}).lower(), 0);
  EXPECT_EQ(view.at({}).ending, Ending::NotAsked);
  EXPECT_EQ(view.cast({}, {1, 0, 0}).ending, Ending::NotAsked);
  EXPECT_EQ(view.distance().ending, Ending::NotAsked);
  PoseAnswer out;
  out.is_free = true;
  EXPECT_EQ(view.collide_poses(kProbe, std::vector<Pose>(1), std::span(&out, 1)), Ending::NotAsked);
  EXPECT_FALSE(out.is_free);
  EXPECT_TRUE(view.bodies().empty());
}

TEST(View, AnswersLikeTheWorldForEveryBroadPhase) {
  for (const BroadRow& row : broad_methods()) {
    World world = random_world(3, 120, {.broad = row.id});
    const World plain = random_world(3, 120, {.broad = BroadMethod::BruteForce});
    World asked = plain;
    const WorldView view = world.view();
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Answers expected = ask(asked, seed);
      EXPECT_EQ(ask(view, seed), expected) << row.name;
      EXPECT_EQ(ask(world, seed), expected) << row.name << ", while there is a view";
    }
  }
}

// Whatever happens to the world, the view shows the bodies as they were.
TEST(View, KeepsTheBodiesAsTheyWere) {
  for (const BroadRow& row : broad_methods()) {
    World world = random_world(4, 60, {.broad = row.id});
    world.collide().value();
    const WorldView view = world.view();
    const Answers before = ask(view, 1);
    const std::vector<BodyId> ids = world.bodies();
    Random random(9);
    const auto still_the_same = [&](const char* after) {
      EXPECT_EQ(ask(view, 1), before) << row.name << " after " << after;
      EXPECT_EQ(view.size(), 61u);
    };
    for (const BodyId id : ids)
      if (!world.half_space(id)) world.move(id, random_pose(random, 6)).expect();
    still_the_same("moves");
    world.collide().value();
    still_the_same("a frame");
    const WorldView later = world.view();
    const Answers moved = ask(later, 1);
    EXPECT_NE(moved, before);
    for (const BodyId id : ids)
      if (!world.half_space(id)) world.set_padding(id, 0.1).expect();
    world.remove(ids[0]).expect();
    world.add(box({9, 9, 9})).value();
    world.collide().value();
    world.within(0.1).value();
    EXPECT_EQ(world.visit_contacts([](const Contact&) { return true; }), Ending::Complete);
    still_the_same("edits");
    EXPECT_EQ(ask(later, 1), moved);
    world = World();
    still_the_same("the world is gone");
    EXPECT_EQ(ask(later, 1), moved);
  }
}

// The next frame still knows who moved, though the world went on with a copy of its bodies.
TEST(View, FramesAreTheSameWithAndWithoutViews) {
  for (const BroadRow& row : broad_methods()) {
    World with = random_world(6, 80, {.broad = row.id, .closest_before_contact = true}), without = with;
    Random random(2);
    std::vector<WorldView> views;
    const std::vector<BodyId> ids = with.bodies();
    for (int frame = 0; frame < 12; ++frame) {
      views.push_back(with.view());
      if (frame % 3 == 2) views.clear();
      for (const BodyId id : ids) {
        if (with.half_space(id) || random.below(4) != 0) continue;
        const Pose pose = random_pose(random, 6);
        with.move(id, pose).expect();
        without.move(id, pose).expect();
      }
      if (frame % 2 == 0) views.push_back(with.view());
      const Collisions a = with.collide().value(), b = without.collide().value();
      EXPECT_EQ(keys_of(a.contacts), keys_of(b.contacts)) << row.name;
      EXPECT_EQ(with.statistics().kept, without.statistics().kept) << row.name;
      EXPECT_EQ(with.statistics().closest_points, without.statistics().closest_points) << row.name;
      EXPECT_EQ(with.within(0.3).value().size(), without.within(0.3).value().size());
    }
  }
}

TEST(View, IsForManyThreadsWhileTheWorldGoesOn) {
  for (const BroadMethod method : {BroadMethod::Automatic, BroadMethod::Grid, BroadMethod::BoxTree,
                                   BroadMethod::SpacePartition, BroadMethod::CoherentHash, BroadMethod::SpatialHash}) {
    World world = random_world(7, 60, {.broad = method});
    std::vector<BodyId> ids = world.bodies();
    Random random(3);
    for (int frame = 0; frame < 4; ++frame) {
      WorldView view = world.view();
      const Answers expected = ask(view, 5);
      std::atomic<int> wrong{0};
      std::vector<std::thread> threads;
      for (int t = 0; t < 4; ++t)
        threads.emplace_back([&wrong, &expected, &view, copy = view, t] {
          for (int k = 0; k < 3; ++k)
            if (ask(t % 2 == 0 ? copy : view, 5) != expected) ++wrong;
        });
      for (const BodyId id : ids)
        if (!world.half_space(id)) world.move(id, random_pose(random, 6)).expect();
      world.collide().value();
      for (std::thread& thread : threads) thread.join();
      EXPECT_EQ(wrong, 0);
    }
  }
}

// Views that die on other threads give the bodies back to the world, which then edits them in place.
TEST(View, MayDieOnAnotherThread) {
  World world = random_world(8, 40);
  const BodyId first = world.bodies()[0];
  for (int k = 0; k < 50; ++k) {
    std::thread thread([view = world.view()]() mutable {
      EXPECT_EQ(view.size(), 41u);
      view = WorldView();
    });
    world.move(first, translation({0.1 * k, 0, 0})).expect();
    thread.join();
    world.move(first, translation({0, 0.1 * k, 0})).expect();
    EXPECT_EQ(world.pose(first), translation({0, 0.1 * k, 0}));
  }
}

// ---- Filters --------------------------------------------------------------------------------------------------------

TEST(View, FiltersByGroupsAndByPredicate) {
  World world;
  const BodyId one = world.add(box({1, 1, 1}), {}, {.groups = {.member_of = 1}}).value();
  const BodyId two = world.add(box({1, 1, 1}), {}, {.groups = {.member_of = 2}}).value();
  const BodyId shy = world.add(box({1, 1, 1}), {}, {.groups = {.member_of = 2, .meets = 8}}).value();
  const BodyId none = world.add(box({1, 1, 1}), {}, {.groups = {.member_of = 0, .meets = 0}}).value();
  const BodyId floor = world.add(half_space({0, 0, 1}, 0.25), {.groups = {.member_of = 4}}).value();
  const WorldView view = world.view();
  const auto met = [&](const ProbeFilter& filter) { return bodies_of(view.collide(kProbe, {}, {}, filter)); };
  EXPECT_EQ(met({}), (std::vector{one, two, shy, none, floor}));
  EXPECT_EQ(met({.groups = Groups{}}), (std::vector{one, two, floor}));
  EXPECT_EQ(met({.groups = Groups{.meets = 2}}), std::vector{two});
  EXPECT_EQ(met({.groups = Groups{.member_of = 8, .meets = 6}}), (std::vector{two, shy, floor}));
  const auto not_two = [&](BodyId id) { return id != two; };
  EXPECT_EQ(met({.predicate = not_two}), (std::vector{one, shy, none, floor}));
  const ProbeFilter both{.groups = Groups{.meets = 3}, .predicate = not_two};
  EXPECT_EQ(met(both), std::vector{one});
  // All the other questions.
  EXPECT_EQ(bodies_of(view.at({}, {}, both)), std::vector{one});
  EXPECT_EQ(view.within(1, kProbe, {}, {}, both).value().size(), 1u);
  EXPECT_EQ(view.nearest(kProbe, {}, 9, {}, both).size(), 1u);
  EXPECT_EQ(view.cast({-9, 0, 0}, {9, 0, 0}, false, {}, both).size(), 1u);
  EXPECT_EQ(world.cast({-9, 0, 0}, {9, 0, 0}, false, {}, both).size(), 1u);
  std::vector<PoseAnswer> out(1);
  EXPECT_EQ(view.collide_poses(kProbe, std::vector<Pose>(1), out, {}, both), Ending::Complete);
  EXPECT_EQ(out[0].met, one);
  const auto nobody = [](BodyId) { return false; };
  EXPECT_TRUE(view.collide(kProbe, {}, {}, {.predicate = nobody}).is_free());
  EXPECT_EQ(view.nearest(kProbe, {}, 1, {}, {.predicate = nobody}).lower(), std::numeric_limits<double>::infinity());
}

// A predicate that edits, copies or does away with the world that is being asked.
TEST(View, PredicatesMayDoAnythingToTheWorld) {
  auto world = std::make_unique<World>(random_world(11, 50));
  const std::vector<BodyId> ids = world->bodies();
  int calls = 0;
  const auto edit = [&](BodyId id) {
    if (++calls == 1) {
      EXPECT_TRUE(world->move(id, translation({99, 0, 0})) || world->half_space(id));
      EXPECT_TRUE(world->remove(ids[1]));
      const World copy = *world;
      EXPECT_TRUE(world->collide().ok());
      EXPECT_TRUE(world->cast({-9, 0, 0}, {9, 0, 0}).ending == Ending::Complete);
      world.reset();
    }
    return true;
  };
  const auto everything = keys_of(world->collide(box({9, 9, 9}), {}).contacts);
  EXPECT_GT(everything.size(), 10u);
  EXPECT_EQ(keys_of(world->collide(box({9, 9, 9}), {}, {}, {.predicate = edit}).contacts), everything);
  EXPECT_GT(calls, 0);
  EXPECT_EQ(world, nullptr);
}

// ---- Within a visitor, and limits -----------------------------------------------------------------------------------

TEST(View, MayBeTakenWithinAVisitorAndOutliveIt) {
  World world = random_world(12, 60);
  const Answers expected = ask(world, 2);
  std::optional<WorldView> kept;
  std::thread thread;
  int visits = 0;
  world.visit_contacts([&](const Contact&) {
    if (++visits == 1) {
      kept = world.view();
      thread = std::thread([view = *kept, &expected] { EXPECT_EQ(ask(view, 2), expected); });
      EXPECT_EQ(ask(world, 2), expected);
    }
    return true;
  });
  ASSERT_GT(visits, 1);
  for (const BodyId id : world.bodies())
    if (!world.half_space(id)) world.move(id, translation({50, 0, 0})).expect();
  world.collide().value();
  thread.join();
  EXPECT_EQ(ask(*kept, 2), expected);
}

TEST(View, LimitsEndEveryQuestion) {
  World world = random_world(13, 60);
  const WorldView view = world.view();
  const Limits late{.deadline = std::chrono::steady_clock::time_point::min()};
  std::stop_source source;
  source.request_stop();
  const Limits stopped{.stop = source.get_token()};
  for (const auto& [limits, ending] : {std::pair(late, Ending::TimedOut), std::pair(stopped, Ending::Stopped)}) {
    EXPECT_EQ(view.collide(kProbe, {}, {.limits = limits}).ending, ending);
    EXPECT_EQ(view.within(1, kProbe, {}, {.limits = limits}).value().ending, ending);
    EXPECT_EQ(view.at({}, limits).ending, ending);
    EXPECT_EQ(view.cast({-9, 0, 0}, {9, 0, 0}, false, limits).ending, ending);
    const Nearest near = view.nearest(kProbe, {}, 3, limits);
    EXPECT_EQ(near.ending, ending);
    EXPECT_EQ(near.lower(), 0);
    EXPECT_EQ(view.distance(9, limits).ending, ending);
    EXPECT_EQ(view.distance(9, limits).lower(), 0);
    std::vector<PoseAnswer> out(3);
    for (PoseAnswer& answer : out) answer.is_free = true;
    EXPECT_EQ(view.collide_poses(kProbe, std::vector<Pose>(3), out, limits), ending);
    for (const PoseAnswer& answer : out) EXPECT_FALSE(answer.is_free);
    EXPECT_EQ(world.nearest(kProbe, {}, 3, limits).ending, ending);
    EXPECT_EQ(world.distance(9, limits).ending, ending);
  }
  EXPECT_FALSE(view.within(-1, kProbe, {}).ok());
}

}  // namespace
}  // namespace clearance::detail
