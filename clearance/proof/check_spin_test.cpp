#include <clearance/base/random.h>
#include <clearance/exact/time/pose_path.h>
#include <clearance/proof/check_motion.h>
#include <clearance/proof/moving_bodies_test.h>
#include <clearance/proof/origin.h>
#include <clearance/proof/stretch.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

namespace clearance::detail {
namespace {

using namespace test;

PointsInMotion spinning(Vec3 place, Vec3 omega, Vec3 velocity = {}, double begin = 0) {
  return moving(Motion::flight(translation(place), {velocity, {}, omega, {}}, begin).value());
}

CheckResult check(const TimeSpan& span, const PointsInMotion& a, const PointsInMotion& b, Filter filter = Filter::On) {
  const PairInMotion pair(a, b, 0);
  const Interval interval{span.from, span.to};
  if (CheckResult moving = check_moving(pair, interval); !moving) return moving;
  return check_spans({{span}}, pair, {interval, interval}, filter);
}

// The same with doubles and without.
void expect_says(bool holds, const TimeSpan& span, const PointsInMotion& a, const PointsInMotion& b) {
  EXPECT_EQ(static_cast<bool>(check(span, a, b)), holds) << check(span, a, b).reason;
  EXPECT_EQ(static_cast<bool>(check(span, a, b, Filter::Off)), holds);
}

// ---- By hand --------------------------------------------------------------------------------------------------------

// The corners of the cube go round at a distance of √2 from the axis.
TEST(CheckSpin, PastAWall) {
  const PointsInMotion cube = spinning({}, {0, 0, 1});
  const double turn = 6.5;
  expect_says(true, along({1, 0, 0}, 0, turn), cube, at_rest({2.4142136, 0, 0}));
  expect_says(false, along({1, 0, 0}, 0, turn), cube, at_rest({2.4142135, 0, 0}));
  expect_says(true, along({1, 0, 0}, 0, 0.785), cube, at_rest({2.4142136, 0, 0}));
  // A corner gets there after an eighth of a turn.
  expect_says(true, along({1, 0, 0}, 0, 0.7), cube, at_rest({2.41, 0, 0}));
  expect_says(false, along({1, 0, 0}, 0, 0.8), cube, at_rest({2.41, 0, 0}));
}

TEST(CheckSpin, AboutACenterThatFlies) {
  // Its face x = 1 is the center's place: the other corners sweep a circle of radius √5 there.
  const Motion motion = Motion::flight({}, {{0, 1, 0}, {}, {0, 0, 1}, {1, 0, 0}}).value();
  expect_says(true, along({1, 0, 0}, 0, 7), moving(motion), at_rest({4.2361, 0, 0}));
  expect_says(false, along({1, 0, 0}, 0, 7), moving(motion), at_rest({4.236, 0, 0}));
}

TEST(CheckSpin, BothTurnAndNeedAnOffset) {
  const PointsInMotion a = spinning({}, {0, 0, 1}), b = spinning({2.5, 0, 0}, {0, 0, -1});
  TimeSpan span = along({1, 0, 0}, 0, 0.2);
  EXPECT_FALSE(check(span, a, b));
  span.offset = {1.25, 0};
  expect_says(true, span, a, b);
  span.offset = {1.1, 0};
  expect_says(false, span, a, b);
}

TEST(CheckSpin, BallsServeForManyTurns) {
  const PointsInMotion a = spinning({}, {0, 0, 1000}), b = spinning({9, 0, 0}, {3, 4, 2000}, {1, 0, 0});
  TimeSpan span = along({1, 0, 0}, 0, 100);
  span.offset = {4, 0.5};
  expect_says(true, span, a, b);
  span.offset = {1, 0};
  expect_says(false, span, a, b);
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

// Along the axis nothing is blurred: a gap of one unit in the last place is shown, and touching is not taken for one.
TEST(CheckSpin, SlidingAlongTheAxisIsExact) {
  const PointsInMotion cube = spinning({}, {0, 0, 3}, {}, -5);
  expect_says(true, along({0, 0, 1}, 0, 1), cube, at_rest({0, 0, std::nextafter(2.0, 3.0)}));
  expect_says(false, along({0, 0, 1}, 0, 1), cube, at_rest({0, 0, 2}));
}

TEST(CheckSpin, PlanesMustBeVectorsOfWhatDoesNotSpin) {
  const PointsInMotion cube = spinning({}, {0, 0, 1}), other = at_rest({5, 0, 0});
  TimeSpan span = along({1, 0, 0}, 0, 1);
  span.plane.kind = Plane::Kind::Points;
  EXPECT_TRUE(check(span, spinning({4.9, 0, 0}, {0, 0, 1}), at_rest({7.3, 0, 0})).is_refuted());
  TimeSpan framed = along({1, 0, 0}, 0, 0.001);
  framed.frame = TimeSpan::Frame::A;
  EXPECT_TRUE(check(framed, cube, at_rest({2.01, 0, 0})).is_refuted());
  framed.frame = TimeSpan::Frame::B;
  EXPECT_TRUE(check(framed, cube, other));
}

TEST(CheckSpin, TooFarATurnIsRefused) {
  const TimeSpan span = along({1, 0, 0}, 0, 1);
  EXPECT_TRUE(check(span, spinning({}, {0, 0, 1e300}), at_rest({2.4, 0, 0})).is_refuted());
  EXPECT_TRUE(check(span, spinning({}, {0, 0, 1e300}), at_rest({9, 0, 0})));  // a ball needs no turn
}

// ---- Contact --------------------------------------------------------------------------------------------------------

TEST(CheckSpin, ABallInAHull) {
  const auto v = [](double x, double y, double z) { return exact(Vec3{x, y, z}); };
  const std::vector<DyadicVec> octahedron{v(1, 0, 0), v(-1, 0, 0), v(0, 1, 0), v(0, -1, 0), v(0, 0, 1), v(0, 0, -1)};
  EXPECT_TRUE(hull_holds_ball(octahedron, 0.57));  // 1/√3
  EXPECT_FALSE(hull_holds_ball(octahedron, 0.58));
  EXPECT_FALSE(hull_holds_ball(std::span(octahedron).first(5), 1e-30));  // the origin is on its boundary
  EXPECT_FALSE(hull_holds_ball(std::span(octahedron).first(4), 1e-30));  // flat
  EXPECT_FALSE(hull_holds_ball({}, 1e-30));
  const std::vector<DyadicVec> beyond{v(1, 0, 0), v(2, 1, 0), v(2, -1, 1), v(2, 0, -1)};
  EXPECT_FALSE(hull_holds_ball(beyond, 1e-30));
}

// A corner that has turned into a wall: contact is shown where it is deep, and not where it is a touch.
TEST(CheckSpin, ContactHoldsThroughout) {
  const PointsInMotion cube = spinning({}, {0, 0, 1}), wall = at_rest({2.3, 0, 0});
  MotionClaim claim;
  claim.status = MotionStatus::Contact;
  claim.lower = 0.1, claim.upper = 0.75;
  claim.timeline.spans = {along({1, 0, 0}, 0, 0.1)};
  claim.contact.kind = Certificate::Kind::Simplex;
  // The edge of corners 1 and 5, at x = 1.41…; the wall's face x = 1.3 has the corners 0, 2, 4, 6.
  Simplex& simplex = claim.contact.simplex;
  simplex.count = 6;
  const std::uint32_t of_a[] = {1, 1, 5, 5, 0, 2}, of_b[] = {4, 6, 0, 2, 3, 1};
  for (int k = 0; k < 6; ++k) simplex.a[k] = of_a[k], simplex.b[k] = of_b[k];
  const CheckResult result = check_motion(claim, cube, wall, {0, 1});
  EXPECT_TRUE(result) << result.reason;
  claim.upper = 0.2;  // before it gets there
  EXPECT_TRUE(check_motion(claim, cube, wall, {0, 1}).is_refuted());
  ContactRoot root;
  root.after = 0.2, root.before = 0.75;
  claim.root = root, claim.upper = 0.75;
  EXPECT_TRUE(check_motion(claim, cube, wall, {0, 1}).is_refuted());
}

// ---- Against samples ------------------------------------------------------------------------------------------------

// What is accepted, by doubles or exact numbers, holds at exact instants; and doubles accept what exact numbers do, but
// for thin gaps.
TEST(CheckSpin, NeverAgainstAnInstant) {
  const char* const level = std::getenv("CLEARANCE_TEST_LEVEL");
  const int rounds = level != nullptr && std::string(level) == "full" ? 3000 : 150;
  Random random(7);
  const auto vector = [&](double size) {
    const double x = random.uniform(-size, size), y = random.uniform(-size, size), z = random.uniform(-size, size);
    return Vec3{x, y, z};
  };
  int accepted = 0, by_doubles = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto motion = [&](Vec3 place) {
      const double kind = random.unit();
      Motion made = kind < 0.7
                        ? Motion::flight(translation(place), {vector(0.3), vector(0.3), vector(2), vector(0.5)}).value()
                        : Motion::to(translation(place), rotation({2, 0.3, -0.4, 1}, place + vector(1)), 2).value();
      return random.below(3) == 0 ? made.with_offset(rotation({1, 0.25, 0.5, -1}, vector(0.5))) : made;
    };
    const PointsInMotion a = moving(motion({})), b = moving(motion({random.uniform(3, 5), 0, 0}));
    TimeSpan span = along({1, random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2)}, 0, random.uniform(0.05, 1));
    span.offset = {random.uniform(1.2, 3), random.uniform(-0.2, 0.2)};
    const PairInMotion pair(a, b, 0);
    const bool by_filter = filter_accepts(span, pair, {span.from, span.to}),
               holds = static_cast<bool>(check(span, a, b));
    EXPECT_TRUE(!by_filter || check(span, a, b, Filter::Off));
    accepted += holds ? 1 : 0, by_doubles += by_filter ? 1 : 0;
    bool is_free = true;
    for (int k = 0; k <= 40; ++k) {
      const double time = span.to * k / 40.0, height = span.offset->start + span.offset->rate * time;
      const Pose at_a = a.motion.at(time).value(), at_b = b.motion.at(time).value();
      for (const Vec3 v : kCube)
        is_free = is_free && dot(span.plane.normal, apply(at_a, v)) < height + 1e-12 &&
                  dot(span.plane.normal, apply(at_b, v)) > height - 1e-12;
    }
    EXPECT_TRUE(is_free || !holds);
  }
  EXPECT_GT(accepted, rounds / 20);
  EXPECT_GE(by_doubles * 10, accepted * 9);
}

}  // namespace
}  // namespace clearance::detail
