#include <clearance/motion/half_space/half_space_motion.h>
#include <clearance/motion/shapes/moving_shapes_test.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

const Shape kFloor = half_space({0, 0, 1}, 0);

void expect_proved(const MovingShapes& asked, const FirstContact& found, const std::string& what) {
  const CheckResult checked = asked.check(claim_of(found));
  EXPECT_TRUE(checked) << what << ": " << checked.reason;
}
void expect_contact(const MovingShapes& asked, double time, const std::string& what, double width = 1e-9) {
  const FirstContact found = asked.first();
  ASSERT_EQ(found.status, MotionStatus::Contact) << what;
  EXPECT_LE(found.lower, time * (1 + 1e-15)) << what;
  EXPECT_GE(found.upper, time * (1 - 1e-15)) << what;
  EXPECT_LE(found.upper - found.lower, width) << what;
  expect_proved(asked, found, what);
}

// ---- Solved by hand -------------------------------------------------------------------------------------------------

TEST(HalfSpaceMotion, ABoxFallsOnTheFloor) {
  const Motion falls = thrown({0, 0, 6}, {}, {0, 0, -9.81});
  const MovingShapes asked{kFloor, box({2, 2, 2}), {}, falls, {0, 2}};
  const double time = std::sqrt(2 * 5 / 9.81);
  expect_contact(asked, time, "box", 2e-9);
  expect_contact(asked.exchanged(), time, "floor second", 2e-9);
  const FirstContact found = asked.first();
  EXPECT_EQ(found.feature_a, Feature::Face);
  EXPECT_EQ(found.feature_b, Feature::Face);
  EXPECT_EQ(found.normal, (Vec3{0, 0, 1}));
  EXPECT_NEAR(found.point_b.z, 0, 1e-7);
  EXPECT_EQ(asked.exchanged().first().normal, (Vec3{0, 0, -1}));
}

TEST(HalfSpaceMotion, ATumblingRodReachesTheFloorWithItsEnd) {
  // Upright at the end of the turn, and 1 below its middle then: cos of the angle from upright is 1/√2 at contact.
  const Polytope rod = convex_hull(std::vector<Vec3>{{-1, 0, 0}, {1, 0, 0}}).value();
  const Motion turns = Motion::to(translation({0, 0, 0.5}), rotation({1, 0, 1, 0}, {0, 0, 0.5}), 1).value();
  // q = (1, 0, t, 0): the end that goes down is sin(2·atan(t)) = 2t/(1 + t²) below the middle; 0.5 at t = 2 − √3.
  expect_contact({kFloor, rod, {}, turns}, 2 - std::sqrt(3.0), "rod");
}

TEST(HalfSpaceMotion, AWallThatSwingsReachesAPoint) {
  const Shape wall = half_space({0, 3, 0}, 0);
  const Polytope point = convex_hull(std::vector<Vec3>{{1, 0.75, 0}}).value();
  // The normal goes from y to −x: at t its height over the wall is 0.75·(1 − t²) − 2t, over 1 + t².
  const Motion swings = Motion::to(Pose(), rotation({1, 0, 0, 1}, {}), 1).value();
  expect_contact({wall, point, swings, {}}, 1.0 / 3, "wall");
  expect_contact({point, wall, {}, swings}, 1.0 / 3, "wall second");
}

TEST(HalfSpaceMotion, RadiiAndMarginsCount) {
  const Polytope point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  const Motion sinks = line({0, 0, 4}, {0, 0, -4});
  for (const Vec3 n : {Vec3{0, 0, 1}, Vec3{0, 0, 1e-200}, Vec3{0, 0, 3e150}}) {
    const Shape floor = half_space(n, 0);
    expect_contact({floor, rounded(point, 1), {}, sinks}, 0.75, "ball");
    expect_contact({floor, rounded(point, 1), {}, sinks, kUnit, 1}, 0.5, "ball with a margin");
    expect_contact({floor, point, {}, sinks, kUnit, 0.5}, 0.875, "point with a margin");
  }
  // The length of this normal is √3.
  expect_contact({half_space({1, 1, 1}, 0), rounded(point, 0.5), {}, line({1, 1, 1}, {-1, -1, -1})},
                 1 - 0.5 / std::sqrt(3.0), "slanted");
}

TEST(HalfSpaceMotion, ABodyOfPartsNamesTheOneThatMeets) {
  const Polytope high = convex_hull(std::vector<Vec3>{{0, 0, 1}, {0, 0, 2}}).value(),
                 low = convex_hull(std::vector<Vec3>{{3, 0, 0}, {4, 0, 1}}).value();
  const Shape parts = make_parts(std::vector<PartShape>{rounded(high, 0.25), low, mesh_of(box({1, 1, 0.5}))}).value();
  const MovingShapes asked{parts, kFloor, line({0, 0, 2}, {0, 0, -2}), {}};
  expect_contact(asked, 0.875, "parts");
  const FirstContact found = asked.first();
  EXPECT_EQ(found.part_a, 2u);
  EXPECT_NE(found.triangle_a, kNoIndex);
}

TEST(HalfSpaceMotion, HalfSpacesThatFaceEachOther) {
  const Shape ceiling = half_space({0, 0, -2}, -2);  // z ≥ 1
  const MovingShapes closing{kFloor, ceiling, {}, line({0, 0, 1}, {1, 0, -4})};
  expect_contact(closing, 0.5, "floor and ceiling");
  expect_contact(closing.exchanged(), 0.5, "ceiling and floor");
  const MovingShapes parting{kFloor, ceiling, {}, line({0, 0, 1}, {1, 0, 4})};
  EXPECT_EQ(parting.first().status, MotionStatus::Clear);
  expect_proved(parting, parting.first(), "parting");
  // They meet somewhere far away as soon as they are not parallel.
  const MovingShapes tilting{kFloor, ceiling, {}, Motion::to(Pose(), rotation({1, 0.125, 0, 0}, {}), 1).value()};
  const FirstContact tilted = tilting.first();
  ASSERT_EQ(tilted.status, MotionStatus::Contact);
  EXPECT_EQ(tilted.lower, 0);
  EXPECT_LE(tilted.upper, 1e-300);
  expect_proved(tilting, tilted, "tilting");
  EXPECT_EQ((MovingShapes{kFloor, kFloor, {}, line({0, 0, -9}, {0, 0, 1})}).first().status, MotionStatus::Already);
  // About their common normal nothing changes.
  const MovingShapes spinning{kFloor, ceiling, {}, Motion::to(Pose(), rotation({1, 0, 0, 1}, {0, 0, -0.5}), 1).value()};
  EXPECT_EQ(spinning.first().status, MotionStatus::Clear);
  expect_proved(spinning, spinning.first(), "spinning");
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(HalfSpaceMotion, OnTheFloorIsInContactAlready) {
  for (const Motion& motion : {line({0, 0, 1}, {1, 0, 0}), line({0, 0, 1}, {0, 0, 1}), line({0, 0, 0.5}, {0, 0, 2}),
                               thrown({0, 0, 1}, {}, {0, 0, 2})}) {
    const MovingShapes asked{kFloor, box({2, 2, 2}), {}, motion};
    const FirstContact found = asked.first();
    EXPECT_EQ(found.status, MotionStatus::Already);
    expect_proved(asked, found, "on the floor");
  }
}

TEST(HalfSpaceMotion, SlidingJustAboveTheFloorIsClear) {
  const MovingShapes asked{kFloor, box({2, 2, 2}), {}, line({0, 0, next_above(1.0)}, {4, 0, 0})};
  const FirstContact found = asked.first();
  EXPECT_EQ(found.status, MotionStatus::Clear);
  expect_proved(asked, found, "sliding");
  // One end of the rod is exactly at the floor throughout, turning about it.
  const Polytope rod = convex_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0.5}}).value();
  const Motion turns = Motion::to(Pose(), rotation({1, 0, 0, 1}, {}), 1).value();
  EXPECT_EQ((MovingShapes{kFloor, rod, {}, turns}).first().status, MotionStatus::Already);
}

TEST(HalfSpaceMotion, AGrazeOfOneInstantIsDecided) {
  // h = (1 − 3t)², zero at a third: no double.
  const Polytope point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  const Motion grazes = thrown({0, 0, 1}, {0, 0, -6}, {0, 0, 18});
  const MovingShapes asked{kFloor, point, {}, grazes};
  const FirstContact found = asked.first();
  ASSERT_EQ(found.status, MotionStatus::Contact);
  EXPECT_EQ(next_above(found.lower), found.upper);
  ASSERT_TRUE(found.root);
  expect_proved(asked, found, "a third");
  expect_proved(asked.exchanged(), asked.exchanged().first(), "a third, exchanged");
  // A ball grazes likewise, and that is shown as well.
  const MovingShapes ball{half_space({0, 0, 3}, -3), rounded(point, 0.5), {}, grazes, kUnit, 0.5};
  const FirstContact tangent = ball.first();
  ASSERT_EQ(tangent.status, MotionStatus::Contact);
  ASSERT_TRUE(tangent.root);
  expect_proved(ball, tangent, "a ball");
  // A hair higher there is no contact; a hair lower there is, for a time.
  const MovingShapes higher{kFloor, point, {}, thrown({0, 0, next_above(1.0)}, {0, 0, -6}, {0, 0, 18})};
  EXPECT_EQ(higher.first().status, MotionStatus::Clear);
  expect_proved(higher, higher.first(), "higher");
  const MovingShapes lower{kFloor, point, {}, thrown({0, 0, next_below(1.0)}, {0, 0, -6}, {0, 0, 18})};
  const FirstContact dips = lower.first();
  ASSERT_EQ(dips.status, MotionStatus::Contact);
  EXPECT_FALSE(dips.root);
  expect_proved(lower, dips, "lower");
  // At a half, which is a double.
  const MovingShapes half{kFloor, point, {}, thrown({0, 0, 1}, {0, 0, -4}, {0, 0, 8})};
  const FirstContact at_half = half.first();
  EXPECT_EQ(at_half.lower, 0.5);
  EXPECT_EQ(at_half.upper, 0.5);
  expect_proved(half, at_half, "a half");
}

TEST(HalfSpaceMotion, AtTheEndsOfTheInterval) {
  const MovingShapes to_a_touch{kFloor, box({2, 2, 2}), {}, line({0, 0, 3}, {0, 0, -2})};
  EXPECT_EQ(to_a_touch.first().lower, 1);
  expect_proved(to_a_touch, to_a_touch.first(), "to a touch");
  for (const double time : {0.5, 1.0, 1.5}) {
    MovingShapes instant = to_a_touch;
    instant.interval = {time, time};
    EXPECT_EQ(instant.first().status, time < 1 ? MotionStatus::Clear : MotionStatus::Already);
    expect_proved(instant, instant.first(), "one instant");
  }
}

TEST(HalfSpaceMotion, HugeTinyAndLongOnes) {
  const Polytope point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  const MovingShapes huge{half_space({0, 0, 1e300}, 0), point, {}, line({0, 0, 0x1p990}, {0, 0, -0x1p991})};
  EXPECT_NEAR(huge.first().lower, 0.5, 1e-9);
  EXPECT_EQ(huge.first({.width = 0}).lower, 0.5);
  expect_proved(huge, huge.first(), "huge");
  const MovingShapes tiny{half_space({0, 0, 5e-324}, 0), point, {}, line({0, 0, 1e-300}, {0, 0, -3e-300})};
  ASSERT_EQ(tiny.first().status, MotionStatus::Contact);
  expect_proved(tiny, tiny.first(), "tiny");
  const MovingShapes forever{kFloor, point, {}, line({0, 0, 1}, {0, 0, -1}), {0, 1e308}};
  const FirstContact soon = forever.first({.width = 0});
  EXPECT_EQ(soon.lower, 1);
  EXPECT_EQ(soon.upper, 1);
}

TEST(HalfSpaceMotion, RefusalsAndBudgets) {
  const Shape cube = box({2, 2, 2});
  const Motion falls = thrown({0, 0, 6}, {}, {0, 0, -9.81});
  EXPECT_FALSE(first_contact(kFloor, {}, cube, falls, {}, {}));
  EXPECT_FALSE(first_contact(kFloor, {}, cube, falls, {0, kInfinity}, {}));
  EXPECT_FALSE(first_contact(kFloor, {}, cube, falls, {-1, 1}, {}));
  EXPECT_FALSE(first_contact(kFloor, {}, cube, falls, kUnit, {.margin = -1}));
  const Motion spins = Motion::flight(Pose(), {{}, {}, {0, 0, 0x1p21}, {}}).value();
  EXPECT_FALSE(first_contact(kFloor, spins, cube, falls, kUnit, {}));
  for (const int instants : {0, 1, 2}) {
    const MovingShapes asked{kFloor, cube, {}, falls, {0, 2}};
    const FirstContact found = asked.first({.max_instants = instants});
    EXPECT_EQ(found.status, MotionStatus::Undecided) << instants;
    EXPECT_LE(found.lower, std::sqrt(10 / 9.81));
    expect_proved(asked, found, "out of instants");
  }
  const Deadline past(std::chrono::steady_clock::now() - std::chrono::seconds(1));
  EXPECT_EQ(first_contact(kFloor, {}, cube, falls, {0, 2}, {.deadline = past})->status, MotionStatus::Undecided);
}

// ---- Invariance, and against the exact reference --------------------------------------------------------------------

// All that is below x = 0, as far as bodies of this test go.
const Polytope& slab() {
  static const Polytope made = convex_hull(std::vector<Vec3>{{0, -64, -64},
                                                             {0, -64, 64},
                                                             {0, 64, -64},
                                                             {0, 64, 64},
                                                             {-128, -64, -64},
                                                             {-128, -64, 64},
                                                             {-128, 64, -64},
                                                             {-128, 64, 64}})
                                   .value();
  return made;
}
const Shape kWall = half_space({1, 0, 0}, 0);

void expect_same(const MovingShapes& asked, const ContactTime& truth, const std::string& what) {
  const FirstContact found = asked.first();
  ASSERT_EQ(found.status, truth.status) << what << ": " << found.lower << " " << truth.lower;
  expect_proved(asked, found, what);
  EXPECT_EQ(clear_throughout(asked.a, asked.motion_a, asked.b, asked.motion_b, asked.interval, {.margin = asked.margin})
                ->status,
            truth.status)
      << what;
  if (found.status != MotionStatus::Contact) return;
  EXPECT_LE(found.lower, truth.upper) << what;
  EXPECT_GE(found.upper, truth.lower) << what;
  EXPECT_LE(found.upper - found.lower, 1e-9) << what;
  FirstContact nearest = asked.first({.width = 0});
  EXPECT_LE(nearest.upper, next_above(nearest.lower)) << what;
  expect_proved(asked, nearest, what + ", width 0");
}

void expect_right_at_wall(const MovingCase& asked, const std::string& what) {
  MovingCase with_slab = asked;
  with_slab.a = slab();
  const ContactTime truth = with_slab.reference();
  const MovingShapes plain{kWall, asked.b, asked.motion_a, asked.motion_b, asked.interval, asked.margin};
  expect_same(plain, truth, what);
  expect_same(plain.exchanged(), truth, what + ", exchanged");
  if (asked.b.radius() == 0) {
    MovingShapes as_mesh = plain;
    as_mesh.b = mesh_of(asked.b.core());
    expect_same(as_mesh, truth, what + ", a mesh");
  }
  MovingShapes of_parts = plain;
  of_parts.b = make_parts(std::vector<PartShape>{asked.b, asked.b}).value();
  expect_same(of_parts, truth, what + ", of parts");
  // The first half of the time, and the second.
  const double middle = 0.375;
  const FirstContact whole = plain.first();
  MovingShapes before = plain, rest = plain;
  before.interval.end = rest.interval.begin = middle;
  if (whole.status == MotionStatus::Contact && whole.lower > middle) {
    EXPECT_EQ(before.first().status, MotionStatus::Clear) << what;
  }
  if (whole.status == MotionStatus::Clear) {
    EXPECT_EQ(rest.first().status, MotionStatus::Clear) << what;
  }
  if (whole.status == MotionStatus::Contact && whole.upper <= middle) {
    const FirstContact again = before.first();
    ASSERT_EQ(again.status, MotionStatus::Contact) << what;
    EXPECT_TRUE(again.lower <= whole.upper && whole.lower <= again.upper) << what;
  }
}

void expect_same_intervals(const MovingCase& asked, const std::string& what) {
  MovingCase with_slab = asked;
  with_slab.a = slab();
  const Interference truth = with_slab.ask_intervals();
  const MovingShapes plain{kWall, asked.b, asked.motion_a, asked.motion_b, asked.interval, asked.margin};
  for (const MovingShapes& form : {plain, plain.exchanged()}) {
    const Interference found =
        half_space_interference(form.a, form.motion_a, form.b, form.motion_b, form.interval, {.margin = form.margin})
            .value();
    ASSERT_EQ(found.status, truth.status) << what;
    ASSERT_EQ(found.decided_until, truth.decided_until) << what;
    ASSERT_EQ(found.intervals.size(), truth.intervals.size()) << what;
    for (std::size_t k = 0; k < found.intervals.size(); ++k) {
      const ContactInterval &x = found.intervals[k], &y = truth.intervals[k];
      EXPECT_EQ(x.begin.lower, y.begin.lower) << what;
      EXPECT_EQ(x.begin.upper, y.begin.upper) << what;
      EXPECT_EQ(x.end.lower, y.end.lower) << what;
      EXPECT_EQ(x.end.upper, y.end.upper) << what;
    }
  }
}

TEST(HalfSpaceMotion, IntervalsAgreeWithASlabThatIsLarge) {
  RandomMotions motions(20261119, {RandomMotions::Numbers::Doubles, RandomMotions::Numbers::Eighths,
                                   RandomMotions::Numbers::Fine, RandomMotions::Numbers::Quarters});
  const int count = is_full_level() ? 3000 : 60;
  for (int k = 0; k < count; ++k) expect_same_intervals(motions.next(6), "motion " + std::to_string(k));
  for (int k = 0; k < count / 2; ++k)
    expect_same_intervals(motions.next_rounded(4), "rounded motion " + std::to_string(k));
}

TEST(HalfSpaceMotion, AgreesWithASlabThatIsLarge) {
  RandomMotions motions(20261118, {RandomMotions::Numbers::Doubles, RandomMotions::Numbers::Eighths,
                                   RandomMotions::Numbers::Fine, RandomMotions::Numbers::Quarters});
  const int count = is_full_level() ? 20000 : 600;
  for (int k = 0; k < count; ++k) expect_right_at_wall(motions.next(9), "motion " + std::to_string(k));
  for (int k = 0; k < count / 2; ++k)
    expect_right_at_wall(motions.next_rounded(6), "rounded motion " + std::to_string(k));
}

}  // namespace
}  // namespace clearance::detail
