// Half-spaces and bodies under an angular velocity.
#include <clearance/motion/half_space/half_space_motion.h>
#include <clearance/motion/shapes/moving_shapes_test.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

const double kPi = std::acos(-1.0);
const Shape kFloor = half_space({0, 0, 1}, 0);
const Shape kCube = box({1, 1, 1});

Motion spinning(Vec3 place, Vec3 omega, Vec3 velocity = {}, Vec3 acceleration = {}, Vec3 center = {}) {
  return Motion::flight(translation(place), {velocity, acceleration, omega, center}).value();
}
Shape point_at(Vec3 v) { return convex_hull(std::vector<Vec3>{v}).value(); }

void expect_contact(const MovingShapes& asked, double time, const std::string& what) {
  for (const MovingShapes& each : {asked, asked.exchanged()}) {
    const FirstContact found = each.first();
    ASSERT_EQ(found.status, MotionStatus::Contact) << what;
    const double room = 1e-13 * (1 + std::fabs(time));
    EXPECT_LE(found.lower, time + room) << what;
    EXPECT_GE(found.upper, time - room) << what;
    EXPECT_LE(found.upper - found.lower, 1.0000001e-9 * (asked.interval.end - asked.interval.begin)) << what;
    EXPECT_LE(found.instants, 200) << what;
    const CheckResult checked = each.check(claim_of(found));
    EXPECT_TRUE(checked) << what << ": " << checked.reason;
    const Interference times = each.intervals();
    ASSERT_FALSE(times.intervals.empty()) << what;
    EXPECT_GE(times.intervals[0].begin.lower, found.lower) << what;
    EXPECT_LE(times.intervals[0].begin.upper, found.upper) << what;
  }
}
void expect_clear(const MovingShapes& asked, const std::string& what) {
  for (const MovingShapes& each : {asked, asked.exchanged()}) {
    const FirstContact found = each.first();
    EXPECT_TRUE(found.is_clear()) << what;
    const CheckResult checked = each.check(claim_of(found));
    EXPECT_TRUE(checked) << what << ": " << checked.reason;
    EXPECT_TRUE(each.intervals().is_clear()) << what;
    EXPECT_TRUE(
        separation_timeline(each.a, each.motion_a, each.b, each.motion_b, each.interval, {.margin = each.margin})
            .value()
            .has_value())
        << what;
  }
}

// ---- Solved by hand -------------------------------------------------------------------------------------------------

// The lowest corner of a square that turns is √½·cos(45° − φ) below its middle, φ up to a right angle.
TEST(HalfSpaceSpin, ATumblingBoxReachesTheFloor) {
  // Without falling: at a height of 0.6 where the cosine is 0.6/√½.
  const double time = kPi / 4 - std::acos(0.6 / std::sqrt(0.5));
  expect_contact({kFloor, kCube, {}, spinning({0, 0, 0.6}, {0, 1, 0})}, time, "turns");
  // Falls at a speed of 1 from 2, twice as fast round: 2 − t = √½·cos(2t − 45° − k·90°); by halving.
  const auto height = [](double t) {
    double lowest = 10;
    for (int k = 0; k < 4; ++k)
      lowest = std::min(lowest, 2 - t - std::sqrt(0.5) * std::cos(2 * t + kPi / 4 + k * kPi / 2));
    return lowest;
  };
  double low = 0, high = 2;
  for (double t = 0; t < 2; t += 1e-4)
    if (height(t) < 0) {
      high = t, low = t - 1e-4;
      break;
    }
  for (int k = 0; k < 60; ++k) (height((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
  expect_contact({kFloor, kCube, {}, spinning({0, 0, 2}, {0, 2, 0}, {0, 0, -1}), {0, 2}}, high, "falls");
}

TEST(HalfSpaceSpin, ACircleBesideAWall) {
  const double reach = std::sqrt(0.5);
  for (const double speed : {1.0, 30.0}) {
    const Motion beyond = spinning({0, 0, reach + 1e-6}, {0, speed, 0}),
                 within = spinning({0, 0, reach - 1e-6}, {0, speed, 0});
    expect_clear({kFloor, kCube, {}, beyond, {0, 7}}, "beyond");
    EXPECT_EQ((MovingShapes{kFloor, kCube, {}, within, {0, 7}}).first().status, MotionStatus::Contact);
  }
}

// A door about the z axis, its normal y at first: at t the point (1, 0.5, 0) is 0.5·cos t − sin t above it.
TEST(HalfSpaceSpin, ADoorThatSwings) {
  const Shape door = half_space({0, 3, 0}, 0), point = point_at({1, 0.5, 0});
  expect_contact({door, point, spinning({}, {0, 0, 1}), {}}, std::atan(0.5), "door");
  // Its hinge moves along, so that nothing changes but in the world.
  expect_contact({door, point, spinning({5, 0, 0}, {0, 0, 1}, {2, 3, 4}), line({5, 0, 0}, {2, 3, 4})}, std::atan(0.5),
                 "both move");
  // About (1, 0, 0) of its own: at a distance of 0.5, until the plane has turned by a right angle and less.
  const MovingShapes turns{door, point_at({3, 1, 0}), spinning({}, {0, 0, 1}, {}, {}, {1, 0, 0}), {}};
  expect_contact(turns, std::atan(0.5), "about a hinge");
  const MovingShapes leaves{door, point_at({-3, 1, 0}), spinning({}, {0, 0, 1}, {}, {}, {1, 0, 0}), {}, {0, 2}};
  expect_clear(leaves, "leaves");
}

TEST(HalfSpaceSpin, RadiiMarginsAndOffsets) {
  const Polytope origin = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  // A ball of radius 0.25 goes round at a distance of 1 about a point at a height of 0.75: sin t = 0.5.
  const Motion round = spinning({1, 0, 0.75}, {0, 1, 0}, {}, {}, {-1, 0, 0});
  expect_contact({kFloor, rounded(origin, 0.25), {}, round, {0, 2}}, kPi / 6, "ball");
  expect_contact({kFloor, origin, {}, round, {0, 2}, 0.25}, kPi / 6, "margin");
  expect_contact({half_space({0, 0, 1e-200}, 0), origin, {}, round, {0, 2}, 0.25}, kPi / 6, "a short normal");
  expect_contact({half_space({0, 0, 3e150}, 0), origin, {}, round, {0, 2}, 0.25}, kPi / 6, "a long normal");
  // The same by an offset.
  const Motion held = spinning({0, 0, 0.75}, {0, 1, 0}).with_offset(translation({1, 0, 0}));
  expect_contact({kFloor, rounded(origin, 0.25), {}, held, {0, 2}}, kPi / 6, "held");
  // Of the floor: it stands 1 below what it turns about, and is tangent to a cylinder.
  const Motion drum = spinning({}, {0, 1, 0}).with_offset(translation({0, 0, -1}));
  expect_clear({kFloor, point_at({0, 0, 0.001}), drum, {}, {0, 7}}, "inside");
  // The normal is (sin t, 0, cos t) and the plane n·x = −1: −2·sin t = −1.
  expect_contact({kFloor, point_at({-2, 0, 0}), drum, {}, {0, 7}}, kPi / 6, "drum");
}

TEST(HalfSpaceSpin, BothSpin) {
  // Alike: as if neither did; the body comes nearer along the normal that turns, about the common axis.
  const Shape point = point_at({0, 0.5, 0});
  const MovingShapes alike{half_space({0, 1, 0}, 0), point, spinning({}, {0, 0, 3}), spinning({}, {0, 0, 3})};
  expect_clear(alike, "alike");
  // At different speeds: 2 radians faster than the door, the point (1, 0, 0.…) on a circle reaches it at a right angle.
  const MovingShapes faster{half_space({0, 1, 0}, 0), point_at({0, 1, 0}), spinning({}, {0, 0, 1}),
                            spinning({}, {0, 0, 3})};
  expect_contact(faster, kPi / 4, "faster");
}

TEST(HalfSpaceSpin, IntervalsOfARod) {
  // The ends of a rod of length 2 are below where |cos 2πt| > 0.5, at a height of 0.5; upright at first.
  const Polytope rod = convex_hull(std::vector<Vec3>{{0, 0, -1}, {0, 0, 1}}).value();
  const MovingShapes asked{kFloor, rod, {}, spinning({0, 0, 0.5}, {0, 2 * kPi, 0}), {0, 1}};
  const Interference found = asked.intervals();
  EXPECT_EQ(found.status, MotionStatus::Already);
  ASSERT_EQ(found.intervals.size(), 3u);
  const double begins[] = {0, 1.0 / 3, 5.0 / 6}, ends[] = {1.0 / 6, 2.0 / 3, 1};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(found.intervals[k].begin.upper, begins[k], 2e-9);
    EXPECT_NEAR(found.intervals[k].end.lower, ends[k], 2e-9);
    EXPECT_LE(found.intervals[k].begin.upper - found.intervals[k].begin.lower, 1.0001e-9);
    EXPECT_LE(found.intervals[k].end.upper - found.intervals[k].end.lower, 1.0001e-9);
  }
  EXPECT_EQ(asked.exchanged().intervals().intervals.size(), 3u);
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(HalfSpaceSpin, StartsOnTheFloor) {
  const MovingShapes flat{kFloor, kCube, {}, spinning({0, 0, 0.5}, {0, 0, 3})};
  EXPECT_EQ(flat.first().status, MotionStatus::Already);
  EXPECT_TRUE(flat.check(claim_of(flat.first()))) << flat.check(claim_of(flat.first())).reason;
  // About the normal all heights are exact.
  MovingShapes later = flat;
  later.interval = {0.5, 1};
  EXPECT_EQ(later.first().status, MotionStatus::Already);
  EXPECT_TRUE(later.check(claim_of(later.first())));
  // On an edge that it turns about: never called clear, nor anything else that is not so.
  const MovingShapes rolls{kFloor, kCube, {}, spinning({0, 0, 0.5}, {0, 1, 0}, {}, {}, {0.5, 0, -0.5}), {0.25, 0.5}};
  EXPECT_NE(rolls.first().status, MotionStatus::Clear);
  EXPECT_FALSE(rolls.check(claim_of(rolls.first())).is_refuted());
}

TEST(HalfSpaceSpin, AHairAboveTheFloorIsClear) {
  const double hair = std::nextafter(0.5, 1.0);
  for (const Interval interval : {kUnit, Interval{0.25, 1}})
    expect_clear({kFloor, kCube, {}, spinning({0, 0, hair}, {0, 0, 3}), interval}, "body");
  // The floor itself turns about its normal: that is not turning.
  expect_clear({kFloor, kCube, spinning({}, {0, 0, 5}, {}, {}, {1, 2, 3}), Motion::rest(translation({0, 0, hair}))},
               "floor");
  const MovingShapes on{kFloor, kCube, spinning({}, {0, 0, 5}), Motion::rest(translation({0, 0, 0.5}))};
  EXPECT_EQ(on.first().status, MotionStatus::Already);
}

TEST(HalfSpaceSpin, ATangentCircleIsNotGuessed) {
  // The circle of a point at (1, 0, 0) about the origin touches the plane z = −1 at one instant.
  const MovingShapes asked{half_space({0, 0, 1}, -1), point_at({1, 0, 0}), {}, spinning({}, {0, 1, 0}), {0, 3}};
  const FirstContact found = asked.first();
  EXPECT_EQ(found.status, MotionStatus::Undecided);
  EXPECT_NEAR(found.lower, kPi / 2, 1e-5);
  EXPECT_LE(found.lower, kPi / 2);
  EXPECT_TRUE(asked.check(claim_of(found))) << asked.check(claim_of(found)).reason;
  EXPECT_EQ(asked.intervals().status, MotionStatus::Undecided);
}

TEST(HalfSpaceSpin, LandsFlat) {
  expect_contact({kFloor, kCube, {}, spinning({0, 0, 1.5}, {0, 0, 5}, {0, 0, -2})}, 0.5, "flat");
}

TEST(HalfSpaceSpin, NearestDoubles) {
  const MovingShapes asked{kFloor, kCube, {}, spinning({0, 0, 0.6}, {0, 1, 0})};
  const FirstContact found = asked.first({.width = 0});
  ASSERT_EQ(found.status, MotionStatus::Contact);
  EXPECT_EQ(std::nextafter(found.lower, 1.0), found.upper);
  EXPECT_TRUE(asked.check(claim_of(found))) << asked.check(claim_of(found)).reason;
}

TEST(HalfSpaceSpin, FastAndForLong) {
  for (const double speed : {1e3, 1e6}) {
    expect_clear({kFloor, kCube, {}, spinning({0, 0, 0.75}, {0, speed, 0})}, "beside");
    const MovingShapes nears{kFloor, kCube, {}, spinning({0, 0, 3}, {0, speed, 0}, {0, 0, -2.5})};
    const FirstContact found = nears.first();
    ASSERT_EQ(found.status, MotionStatus::Contact) << speed;
    EXPECT_NEAR(found.upper, (3 - std::sqrt(0.5)) / 2.5, 10 / speed);
    EXPECT_FALSE(nears.check(claim_of(found)).is_refuted()) << nears.check(claim_of(found)).reason;
    EXPECT_TRUE(nears.check(claim_of(found))) << nears.check(claim_of(found)).reason;
  }
}

TEST(HalfSpaceSpin, TwoHalfSpaces) {
  const Shape ceiling = half_space({0, 0, -2}, -2);  // z ≥ 1
  // About the common normal nothing turns.
  expect_clear({kFloor, ceiling, spinning({}, {0, 0, 2}), spinning({}, {0, 0, -1}, {0, 0, 1})}, "facing");
  expect_contact({kFloor, ceiling, spinning({}, {0, 0, 2}), spinning({}, {0, 0, -1}, {0, 0, -2})}, 0.5, "closing");
  for (const Motion& tilts : {spinning({}, {1, 0, 0}), spinning({}, {1, 1, 1})}) {
    const MovingShapes asked{kFloor, ceiling, {}, tilts};
    const FirstContact found = asked.first();
    ASSERT_EQ(found.status, MotionStatus::Contact);
    EXPECT_EQ(found.lower, 0);
    EXPECT_LE(found.upper, 1e-9);
    EXPECT_TRUE(asked.check(claim_of(found))) << asked.check(claim_of(found)).reason;
    MovingShapes later = asked;
    later.interval = {0.5, 1};
    EXPECT_EQ(later.first().status, MotionStatus::Already);
    EXPECT_TRUE(later.check(claim_of(later.first())));
    EXPECT_EQ(later.intervals().status, MotionStatus::Undecided);
  }
  // Alike: nobody can tell.
  const MovingShapes alike{kFloor, ceiling, spinning({}, {1, 0, 0}), spinning({}, {1, 0, 0}), {0.5, 1}};
  EXPECT_EQ(alike.first().status, MotionStatus::Undecided);
  EXPECT_FALSE(alike.check(claim_of(alike.first())).is_refuted());
}

TEST(HalfSpaceSpin, BudgetsAndDeadlines) {
  const MovingShapes asked{kFloor, kCube, {}, spinning({0, 0, 2}, {1, 2, 0}, {0, 0, -1}), {0, 2}};
  for (int most = 0; most < 40; ++most) {
    const FirstContact found = asked.first({.max_instants = most});
    EXPECT_NE(found.status, MotionStatus::Clear);
    EXPECT_LE(found.instants, most);
    EXPECT_TRUE(asked.check(claim_of(found))) << asked.check(claim_of(found)).reason;
    const Interference times = asked.intervals({.max_instants = most});
    EXPECT_NE(times.status, MotionStatus::Clear);
  }
  const FirstContact late = asked.first({.deadline = Deadline(std::chrono::steady_clock::now())});
  EXPECT_EQ(late.status, MotionStatus::Undecided);
  EXPECT_EQ(late.lower, 0);
}

// ---- Other shapes, other frames -------------------------------------------------------------------------------------

TEST(HalfSpaceSpin, MeshesAndPartsAreAsTheirHulls) {
  const Polytope cube = box({1, 1, 1});
  const Motion falls = spinning({0, 0, 2}, {1, 2, 0.5}, {0.5, 0, -1});
  const FirstContact hull = MovingShapes{kFloor, cube, {}, falls, {0, 2}}.first();
  ASSERT_EQ(hull.status, MotionStatus::Contact);
  const Shape parts = make_parts(std::vector<PartShape>{box({0.1, 0.1, 0.1}), mesh_of(cube)}).value();
  for (const Shape& shape : {Shape(mesh_of(cube)), parts}) {
    const MovingShapes asked{kFloor, shape, {}, falls, {0, 2}};
    const FirstContact found = asked.first();
    EXPECT_EQ(found.status, MotionStatus::Contact);
    EXPECT_NEAR(found.lower, hull.lower, 2e-9);
    EXPECT_TRUE(asked.check(claim_of(found))) << asked.check(claim_of(found)).reason;
    EXPECT_NE(found.triangle_b, kNoIndex);
  }
}

TEST(HalfSpaceSpin, FramesThatTurnedBefore) {
  // The floor turns until 1 and stays: far from a rod that spins at first, then within its reach, or not.
  const Polytope rod = convex_hull(std::vector<Vec3>{{-1, 0, 0}, {1, 0, 0}}).value();
  const Motion tips =
      Motion::to(rotation({1, 0, 0, 0}, {0, 0, -0.5}), rotation({1, 0, 1, 0}, {-0.75, 0, 0}), 1).value();
  const MovingShapes asked{kFloor, rod, tips, spinning({}, {0, 0, 20}), {0, 3}};
  const FirstContact found = asked.first();
  EXPECT_EQ(found.status, MotionStatus::Contact);
  EXPECT_TRUE(asked.check(claim_of(found))) << asked.check(claim_of(found)).reason;
  const Motion away =
      Motion::to(rotation({1, 0, 0, 0}, {0, 0, -0.5}), rotation({1, 0, 1, 0}, {-1.25, 0, 0}), 1).value();
  for (const Interval interval : {Interval{1, 30}, Interval{0.99, 30}}) {
    expect_clear({kFloor, rod,
                  Motion::to(rotation({1, 0, 1, 0}, {-1.5, 0, 0}), rotation({1, 0, 1, 0}, {-1.25, 0, 0}), 1).value(),
                  spinning({}, {0, 0, 20}), interval},
                 "away");
    const FirstContact stays = MovingShapes{kFloor, rod, away, spinning({}, {0, 0, 20}), interval}.first();
    EXPECT_TRUE(stays.is_clear());
  }
  // As a matrix, which is not quite rigid: up to what it stretches.
  const Pose slack = Pose::from_matrix({{{1.00002, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0.5}).value();
  const Motion turns = Motion::flight(slack, {{}, {}, {0, 1, 0}, {}}).value();
  expect_contact({kFloor, rod, {}, turns}, std::asin(0.5 / 1.00002), "a matrix");
  // The same of the floor: the normal is (1, 0, 1)/√2 but for the stretch, and goes round.
  const Motion floor_turns =
      Motion::flight(Pose::from_matrix({{{1.00002, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {}).value(), {{}, {}, {0, 1, 0}, {}})
          .value();
  const double tilt = std::atan(1 / 1.00002);  // from z
  expect_contact({half_space({1, 0, 1}, 0), point_at({0, 0, 1}), floor_turns, {}}, kPi / 2 - tilt,
                 "a floor by a matrix");
}

// ---- Against sampling and keyframes ---------------------------------------------------------------------------------

TEST(HalfSpaceSpin, Sampling) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto vector = [&](double size) { return Vec3{size * any(random), size * any(random), size * any(random)}; };
  int contacts = 0, clears = 0;
  for (int k = 0; k < 60; ++k) {
    const Vec3 n = vector(1);
    const Motion of_body = spinning(n / norm(n) * 1.5 + vector(0.5), vector(4), vector(1), vector(1), vector(0.5));
    const Motion of_space =
        k % 3 == 0   ? Motion()
        : k % 3 == 1 ? spinning({}, vector(2), vector(0.5), {}, vector(0.5))
                     : Motion::to(Pose(), rotation({1, 0.3 * any(random), 0.2, 0.1}, vector(0.5)), 1).value();
    const HalfSpace space = half_space(n, 0);
    const Polytope body = box({0.5, 1, 0.75});
    const MovingShapes asked{space, body, of_space, of_body, kUnit, k % 2 == 0 ? 0 : 0.125};
    const FirstContact found = asked.first();
    ASSERT_NE(found.status, MotionStatus::Undecided) << k;
    const CheckResult checked = asked.check(claim_of(found));
    EXPECT_TRUE(checked) << k << ": " << checked.reason;
    (found.is_clear() ? clears : contacts)++;
    const Interference times = asked.intervals();
    ASSERT_NE(times.status, MotionStatus::Undecided) << k;
    for (int i = 0; i <= 500; ++i) {
      const double time = i / 500.0;
      const Pose pose_space = of_space.at(time).value(), pose_body = of_body.at(time).value();
      const Vec3 normal = pose_space.rotation() * n;
      double height = 10;
      for (int v = 0; v < body.vertex_count(); ++v)
        height =
            std::min(height, dot(normal, apply(pose_body, body.vertex(v)) - pose_space.translation()) / norm(normal));
      height -= asked.margin;
      const bool is_in = std::any_of(times.intervals.begin(), times.intervals.end(), [&](const ContactInterval& x) {
        return x.begin.lower <= time && time <= x.end.upper;
      });
      if (height > 1e-7) {
        EXPECT_FALSE(is_in) << k << " " << time;
      }
      if (height < -1e-7) {
        EXPECT_TRUE(is_in) << k << " " << time;
        EXPECT_FALSE(found.is_clear() || time < found.lower) << k << " " << time;
      }
    }
  }
  EXPECT_GT(contacts, 10);
  EXPECT_GT(clears, 5);
}

// Keyframes nearby, as many as make turns of 1/32 between two of them: points are off by less than 0.005Θ³ of their
// distance from the center, and this goes round the frame's origin on a chord: Θ²/8 of its own distance.
TEST(HalfSpaceSpin, AgreesWithKeyframesNearby) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto vector = [&](double size) { return Vec3{size * any(random), size * any(random), size * any(random)}; };
  const int rounds = is_full_level() ? 1000 : 40, count = 256;
  for (int k = 0; k < rounds; ++k) {
    const Motion spins = spinning(Vec3{0, 0, 1.2} + vector(0.3), vector(4), vector(1), {}, vector(0.5));
    std::vector<Keyframe> frames;
    for (int i = 0; i <= count; ++i) frames.push_back({1.0 * i / count, spins.at(1.0 * i / count).value()});
    for (std::size_t i = 1; i < frames.size(); ++i) {
      const Quat p = frames[i - 1].pose.quaternion(), q = frames[i].pose.quaternion();
      if (p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z < 0)
        frames[i].pose = Pose::from_quaternion({-q.w, -q.x, -q.y, -q.z}, frames[i].pose.translation()).value();
    }
    const Motion near = Motion::through(frames).value();
    const double theta = 8.0 / count, off = 0.005 * theta * theta * theta * 3 + theta * theta / 8 * 1.5;
    const Shape body = k % 2 == 0 ? Shape(box({0.5, 1, 0.75})) : Shape(mesh_of(box({0.5, 1, 0.75})));
    const auto first = [&](const Motion& motion, double margin) {
      const FirstContact found = MovingShapes{kFloor, body, {}, motion, kUnit, margin}.first();
      EXPECT_NE(found.status, MotionStatus::Undecided);
      return found.is_clear() ? kInfinity : found.upper;
    };
    const double exact = first(spins, off);
    EXPECT_LE(first(near, 2 * off), exact + 1e-9) << k;
    EXPECT_LE(exact, first(near, 0) + 1e-9) << k;
  }
}

// ---- Forged claims --------------------------------------------------------------------------------------------------

TEST(HalfSpaceSpin, ForgedClaimsAreRefused) {
  const MovingShapes asked{kFloor, kCube, {}, spinning({0, 0, 0.6}, {0, 1, 0})};
  const FirstContact found = asked.first();
  const auto refuses = [&](const char* what, auto&& change) {
    MotionClaim claim = claim_of(found);
    change(claim);
    EXPECT_FALSE(check_motion(claim, {asked.a, asked.motion_a}, {asked.b, asked.motion_b}, asked.interval, 0)) << what;
  };
  refuses("later", [](MotionClaim& c) { c.lower = c.timeline.spans.back().to = c.upper; });
  refuses("sooner", [](MotionClaim& c) { c.upper = c.lower = c.timeline.spans.back().to = 0.01; });
  refuses("clear", [](MotionClaim& c) {
    c.status = MotionStatus::Clear, c.timeline.spans.back().to = 1;
    c.lower = c.upper = std::numeric_limits<double>::infinity();
  });
  refuses("another vertex", [](MotionClaim& c) { c.contact.simplex.b[0] ^= 7; });
  refuses("another plane", [](MotionClaim& c) { c.timeline.spans[0].plane.flip = true; });
  refuses("a root", [&](MotionClaim& c) {
    c.root =
        ContactRoot{ContactRoot::Kind::VertexOfB, {0, 0, 0}, {c.contact.simplex.b[0], 0, 0}, found.lower, found.upper};
  });
  // By one part in a billion.
  const MovingShapes near{kFloor, kCube, {}, spinning({0, 0, std::sqrt(0.5) + 1e-9}, {0, 1, 0}), {0, 2}};
  const FirstContact clear = near.first();
  ASSERT_TRUE(clear.is_clear());
  EXPECT_TRUE(near.check(claim_of(clear))) << near.check(claim_of(clear)).reason;
  MovingShapes lower = near;
  lower.motion_b = spinning({0, 0, std::sqrt(0.5) - 1e-9}, {0, 1, 0});
  EXPECT_TRUE(lower.check(claim_of(clear)).is_refuted());
  // Circles far from the floor: many turns in one span.
  const MovingShapes far{kFloor, kCube, {}, spinning({0, 0, 0.8}, {0, 1e5, 0})};
  EXPECT_EQ(far.first().timeline.spans.size(), 1u);
  MovingShapes nearer = far;
  nearer.motion_b = spinning({0, 0, 0.7}, {0, 1e5, 0});
  EXPECT_TRUE(nearer.check(claim_of(far.first())).is_refuted());
}

}  // namespace
}  // namespace clearance::detail
