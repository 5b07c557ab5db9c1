#include <clearance/motion/shapes/moving_shapes_test.h>

namespace clearance::detail {
namespace {

const double kPi = std::acos(-1.0);

Motion spinning(Vec3 place, Vec3 omega, Vec3 velocity = {}, Vec3 center = {}, double begin = 0) {
  return Motion::flight(translation(place), {velocity, {}, omega, center}, begin).value();
}

const Mesh kCube = mesh_of(box({1, 1, 1}));

TEST(SpinShapes, ACornerMeetsAWall) {
  const MovingShapes asked{kCube, kCube, spinning({}, {0, 0, 1}), Motion::rest(translation({1.1, 0, 0})), {0, 2}};
  const FirstContact found = asked.first();
  EXPECT_EQ(found.status, MotionStatus::Contact);
  const double time = kPi / 4 - std::acos(0.6 / std::sqrt(0.5));
  EXPECT_NEAR(found.upper, time, 2e-9);
  EXPECT_LE(found.upper - found.lower, 2e-9);
  EXPECT_TRUE(asked.check(asked.claim(found))) << asked.check(asked.claim(found)).reason;
}

TEST(SpinShapes, ManyTurnsBesideAWall) {
  const MovingShapes far{kCube, kCube, spinning({}, {0, 0, 1000}), Motion::rest(translation({1.8, 0, 0})), {0, 1}};
  EXPECT_TRUE(far.first().is_clear());
  EXPECT_TRUE(far.check(far.claim(far.first()))) << far.check(far.claim(far.first())).reason;
  const MovingShapes near{kCube, kCube, spinning({}, {0, 0, 7}), Motion::rest(translation({1.25, 0, 0})), {0, 1}};
  EXPECT_TRUE(near.first().is_clear());
  EXPECT_TRUE(near.check(near.claim(near.first()))) << near.check(near.claim(near.first())).reason;
}

TEST(SpinShapes, InsideASolid) {
  const Mesh small = mesh_of(box({0.25, 0.25, 0.25}));
  for (const double begin : {0.0, 0.5}) {
    const MovingShapes inside{small, kCube, spinning({}, {1, 2, 3}), Motion::rest({}), {begin, 1}};
    EXPECT_EQ(inside.first().status, MotionStatus::Already);
    EXPECT_FALSE(inside.check(inside.claim(inside.first())).is_refuted());
  }
  // A blade whose far end is in the solid from the beginning, and never leaves it.
  const MovingShapes outside{small, kCube, spinning({2, 0, 0}, {1, 2, 3}), Motion::rest({}), {0.5, 1}};
  EXPECT_TRUE(outside.first().is_clear());
  EXPECT_TRUE(outside.check(outside.claim(outside.first()))) << outside.check(outside.claim(outside.first())).reason;
}

TEST(SpinShapes, IntervalsOfABlade) {
  const Mesh blade = mesh_of(box({2, 0.02, 0.2})), peg = mesh_of(box({0.1, 0.1, 0.1}));
  const MovingShapes asked{
      blade, peg, spinning({}, {0, 0, 2 * kPi}), Motion::rest(translation({0.9, 0, 0})), {0.1, 1.1}};
  const Interference found = asked.intervals();
  const Interference convex =
      interference(box({2, 0.02, 0.2}), asked.motion_a, box({0.1, 0.1, 0.1}), asked.motion_b, asked.interval).value();
  ASSERT_EQ(found.status, MotionStatus::Contact);
  ASSERT_EQ(found.intervals.size(), convex.intervals.size());
  for (std::size_t k = 0; k < found.intervals.size(); ++k) {
    EXPECT_NEAR(found.intervals[k].begin.upper, convex.intervals[k].begin.upper, 2e-9);
    EXPECT_NEAR(found.intervals[k].end.lower, convex.intervals[k].end.lower, 2e-9);
  }
}

// Convex bodies given as meshes get the same answers, with offsets, margins and centers; their proofs hold.
TEST(SpinShapes, TheSameAsConvexBodies) {
  Random random(31);
  const auto vector = [&](double size) {
    const double x = random.uniform(-size, size), y = random.uniform(-size, size), z = random.uniform(-size, size);
    return Vec3{x, y, z};
  };
  const int rounds = is_full_level() ? 300 : 25;
  int contacts = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto hull = [&] {
      std::vector<Vec3> points(6 + random.below(10));
      for (Vec3& p : points) p = vector(1);
      return convex_hull(points).value();
    };
    const Polytope a = hull(), b = hull();
    const Vec3 away = vector(1) * 4;
    Motion motion_a = spinning({}, vector(4), vector(0.5), vector(0.5));
    if (random.below(2) == 0) motion_a = motion_a.with_offset(rotation({1, 0.5, 0, -0.25}, vector(0.5)));
    const Motion motion_b = spinning(away, vector(2), away * -0.8);
    const double margin = random.below(3) == 0 ? 0.125 : 0;
    const MovingShapes asked{mesh_of(a), mesh_of(b), motion_a, motion_b, {0, 1}, margin};
    const FirstContact found = asked.first(),
                       convex = first_contact(a, motion_a, b, motion_b, {0, 1}, {.margin = margin}).value();
    EXPECT_EQ(found.status, convex.status) << round;
    const CheckResult checked = asked.check(asked.claim(found));
    EXPECT_FALSE(checked.is_refuted()) << checked.reason;
    if (found.status != MotionStatus::Contact) continue;
    ++contacts;
    EXPECT_LE(found.lower, convex.upper) << round;
    EXPECT_LE(convex.lower, found.upper) << round;
    // Forged: shown at a time before.
    FirstContact early = found;
    early.upper = found.lower * 0.5, early.lower = early.upper * 0.5;
    EXPECT_FALSE(static_cast<bool>(asked.check(asked.claim(early))));
  }
  EXPECT_GT(contacts, rounds / 5);
}

// Planes between triangles gave each body the room that its box would need, not the triangle: right answers, refuted.
TEST(SpinShapes, PlanesBetweenTrianglesLeaveEachTheRoomItNeeds) {
  Random random(3);
  const auto vector = [&](double size) {
    const double x = random.uniform(-size, size), y = random.uniform(-size, size), z = random.uniform(-size, size);
    return Vec3{x, y, z};
  };
  const auto hull = [&] {
    std::vector<Vec3> points(12);
    for (Vec3& p : points) p = vector(1);
    return mesh_of(convex_hull(points).value());
  };
  const auto turn = [&] {
    const double w = random.uniform(0.1, 1);
    const Vec3 v = vector(1);
    return rotation({w, v.x, v.y, v.z});
  };
  int clear = 0;
  for (int round = 0; round < 150; ++round) {
    const Mesh a = hull(), b = hull();
    const Pose from = turn(), to = turn();
    const Vec3 place = vector(3), omega = vector(4), acceleration = vector(1), velocity = vector(1);
    const MovingShapes asked{a, b, Motion::to(from, to, 1).value(),
                             Motion::flight(translation(place), {velocity, acceleration, omega, {}}).value()};
    const FirstContact found = asked.first();
    if (!found.is_clear()) continue;
    ++clear;
    const CheckResult checked = asked.check(asked.claim(found));
    EXPECT_FALSE(checked.is_refuted()) << round << ": " << checked.reason;
  }
  EXPECT_GT(clear, 100);
}

}  // namespace
}  // namespace clearance::detail
