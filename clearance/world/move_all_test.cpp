// Many bodies moved in one call: as if one after the other, or none of them.
#include <clearance/world/scenes_test.h>

#include <limits>
#include <numeric>

namespace clearance::detail {
namespace {

// Bodies of every kind, in an order in which neighbours differ.
struct Mixed {
  explicit Mixed(const WorldOptions& options, int count) : world(options) {
    Random random(7);
    floor = world.add(half_space({0, 0, 1}, -50)).value();
    for (int k = 0; k < count; ++k) {
      const Pose pose = random_pose(random, 6);
      if (k % 50 == 10) {
        const Part parts[] = {{box({1, 1, 1}), {}}, {box({0.5, 0.5, 2}), translation({0, 0, 1})}};
        bodies.push_back(world.add(parts, pose).value());
      } else {
        bodies.push_back(world.add(shape, pose).value());
      }
      if (k % 50 == 20) {
        held.push_back(world.add(shape, random_pose(random, 6)).value());
        world.attach(held.back(), bodies.back()).expect();
      }
    }
  }

  Polytope shape = test_polytope(TestShape::Ellipsoid, 20, 1);
  World world;
  BodyId floor;
  std::vector<BodyId> bodies, held;
};

std::vector<Pose> poses_of(const Mixed& scene) {
  std::vector<Pose> poses;
  for (const BodyId id : scene.world.bodies()) poses.push_back(scene.world.pose(id));
  return poses;
}

std::vector<Pose> some_poses(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Pose> poses;
  for (std::size_t k = 0; k < count; ++k) poses.push_back(random_pose(random, 6));
  return poses;
}

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(MoveAll, TwoBoxesMeet) {
  World world;
  const BodyId ids[] = {world.add(box({1, 1, 1})).value(), world.add(box({1, 1, 1}), translation({5, 0, 0})).value()};
  EXPECT_TRUE(world.collide().value().is_free());
  const Pose poses[] = {translation({2, 0, 0}), translation({2.5, 0, 0})};
  const DoneAll done = world.move(ids, poses);
  EXPECT_TRUE(done);
  EXPECT_EQ(done.index(), 0u);
  EXPECT_EQ(world.pose(ids[1]), poses[1]);
  EXPECT_EQ(world.collide().value().size(), 1u);
}

TEST(MoveAll, NothingIsDone) {
  World world;
  world.add(box({1, 1, 1})).value();
  EXPECT_TRUE(world.move(std::span<const BodyId>(), std::span<const Pose>()));
}

// ---- Refusals: nothing is changed -----------------------------------------------------------------------------------

TEST(MoveAll, ARefusalNamesTheFirstAndChangesNothing) {
  for (const int threads : {1, 3}) {
    Mixed scene({.threads = threads}, 5000);
    const BodyId gone = scene.bodies[777];
    scene.world.remove(gone).expect();
    scene.bodies.erase(scene.bodies.begin() + 777);
    const std::vector<Pose> before = poses_of(scene), poses = some_poses(scene.bodies.size(), 3);
    const auto refused = [&](std::vector<BodyId> ids, WorldFault fault, std::size_t index) {
      const DoneAll done = scene.world.move(ids, poses);
      EXPECT_EQ(done.fault(), fault);
      EXPECT_EQ(done.index(), index);
      EXPECT_EQ(poses_of(scene), before);
    };
    const auto with = [&](std::size_t at, BodyId id) {
      std::vector<BodyId> ids = scene.bodies;
      ids[at] = id;
      return ids;
    };
    refused(with(4321, gone), WorldFault::StaleBody, 4321);
    refused(with(0, BodyId{}), WorldFault::UnknownBody, 0);
    refused(with(4998, BodyId{77'777, 0}), WorldFault::UnknownBody, 4998);
    refused(with(2000, scene.floor), WorldFault::IsHalfSpace, 2000);
    refused(with(3000, scene.held[5]), WorldFault::Attached, 3000);
    std::vector<BodyId> several = with(4000, gone);
    several[1500] = scene.held[0], several[1501] = BodyId{};
    refused(several, WorldFault::Attached, 1500);
  }
}

TEST(MoveAll, SpansOfDifferentLengths) {
  World world;
  const BodyId ids[] = {world.add(box({1, 1, 1})).value(), world.add(box({1, 1, 1})).value()};
  const Pose poses[] = {translation({2, 0, 0}), translation({2, 0, 0}), translation({2, 0, 0})};
  const DoneAll done = world.move(ids, poses);
  EXPECT_EQ(done.fault(), WorldFault::UnequalSpans);
  EXPECT_EQ(done.index(), 2u);
  EXPECT_EQ(world.pose(ids[0]), Pose{});
  EXPECT_EQ(world.move(std::span(ids, 1), std::span(poses, 0)).fault(), WorldFault::UnequalSpans);
}

// The pose is in range, that of a part is not; a pose that is none cannot be made.
TEST(MoveAll, PosesOutOfRange) {
  EXPECT_FALSE(Pose::from_quaternion({}, {std::numeric_limits<double>::quiet_NaN(), 0, 0}).ok());
  World world;
  const Part far[] = {{box({1, 1, 1}), {}}, {box({1, 1, 1}), translation({0.9e300, 0, 0})}};
  const BodyId ids[] = {world.add(box({1, 1, 1})).value(), world.add(far).value()};
  const Pose poses[] = {translation({2, 0, 0}), translation({0.5e300, 0, 0})};
  const DoneAll done = world.move(ids, poses);
  EXPECT_EQ(done.fault(), WorldFault::BadPose);
  EXPECT_EQ(done.index(), 1u);
  EXPECT_EQ(world.pose(ids[0]), Pose{});
}

TEST(MoveAll, IsRefusedFromWithinAVisitor) {
  World world;
  const BodyId ids[] = {world.add(box({1, 1, 1})).value(), world.add(box({1, 1, 1})).value()};
  const Pose poses[] = {translation({2, 0, 0}), translation({4, 0, 0})};
  int visits = 0;
  EXPECT_EQ(world.visit_contacts([&](const Contact&) {
    ++visits;
    EXPECT_EQ(world.move(ids, poses).fault(), WorldFault::BeingVisited);
    return true;
  }),
            Ending::Complete);
  EXPECT_EQ(visits, 1);
  EXPECT_EQ(world.pose(ids[0]), Pose{});
}

TEST(MoveAll, AViewStillShowsThemWhereTheyWere) {
  Mixed scene({.threads = 2}, 3000);
  const WorldView view = scene.world.view();
  const Pose before = scene.world.pose(scene.bodies[17]);
  const std::vector<Pose> poses = some_poses(scene.bodies.size(), 4);
  scene.world.move(scene.bodies, poses).expect();
  EXPECT_EQ(view.pose(scene.bodies[17]), before);
  EXPECT_EQ(scene.world.pose(scene.bodies[17]), poses[17]);
}

// ---- Against one after the other ------------------------------------------------------------------------------------

// In any order, with bodies that come several times: the last pose counts, and a body that comes back to where it was
// has not moved.
TEST(MoveAll, IsAsIfOneAfterTheOther) {
  for (const int threads : {1, 2, 8}) {
    SCOPED_TRACE(threads);
    Mixed at_once({.threads = threads}, 5000), one_by_one({.threads = 1}, 5000);
    Random random(11);
    for (int frame = 0; frame < 4; ++frame) {
      std::vector<BodyId> ids = at_once.bodies;
      if (frame > 0)
        for (std::size_t k = ids.size(); k-- > 1;) std::swap(ids[k], ids[random.below(k + 1)]);
      if (frame > 1)
        for (std::size_t k = 0; k < 500; ++k) ids[random.below(ids.size())] = ids[random.below(ids.size())];
      const std::vector<Pose> poses = some_poses(ids.size(), 20 + static_cast<std::uint64_t>(frame));
      at_once.world.move(ids, poses).expect();
      for (std::size_t k = 0; k < ids.size(); ++k) one_by_one.world.move(ids[k], poses[k]).expect();
      ASSERT_EQ(poses_of(at_once), poses_of(one_by_one));
      EXPECT_EQ(keys_of(at_once.world.collide().value().contacts),
                keys_of(one_by_one.world.collide().value().contacts));
    }
  }
}

TEST(MoveAll, AwayAndBackInOneCallIsNoMove) {
  World world({.threads = 2});
  const BodyId a = world.add(box({1, 1, 1})).value();
  world.add(box({1, 1, 1}), translation({0.5, 0, 0})).value();
  EXPECT_EQ(world.collide().value().size(), 1u);
  const BodyId ids[] = {a, a};
  const Pose poses[] = {rotation({1, 1, 0, 0}), Pose{}};
  world.move(ids, poses).expect();
  EXPECT_EQ(world.collide().value().size(), 1u);
  EXPECT_EQ(world.statistics().boxes_made, 0u);
  EXPECT_EQ(world.statistics().tested, 0u);
}

TEST(MoveAll, WhatIsHeldMovesToo) {
  Mixed scene({.threads = 2}, 2000);
  const std::vector<Pose> poses = some_poses(scene.bodies.size(), 5);
  Mixed other({}, 2000);
  scene.world.move(scene.bodies, poses).expect();
  const BodyId holder = *other.world.holder(other.held[3]);
  const auto at =
      static_cast<std::size_t>(std::find(other.bodies.begin(), other.bodies.end(), holder) - other.bodies.begin());
  other.world.move(holder, poses[at]).expect();
  EXPECT_EQ(scene.world.pose(scene.held[3]), other.world.pose(other.held[3]));
}

}  // namespace
}  // namespace clearance::detail
