// Half-spaces in motion and bodies of many triangles, of many poses; intervals of contact solved by hand.
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/motion/half_space/half_space_motion.h>
#include <clearance/motion/moving_case_test.h>
#include <clearance/proof/check_moving_shapes.h>
#include <clearance/query/query.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

const Shape kFloor = half_space({0, 0, 1}, 0);

Interference times_of(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                      Interval interval = kUnit, const MotionOptions& options = {}) {
  return half_space_interference(a, motion_a, b, motion_b, interval, options).value();
}

// A square of edge 2 of 2·n² triangles, all in one plane.
Mesh sheet(std::uint32_t n) {
  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;
  for (std::uint32_t i = 0; i <= n; ++i)
    for (std::uint32_t k = 0; k <= n; ++k) points.push_back({2.0 * i / n - 1, 2.0 * k / n - 1, 0});
  const auto at = [&](std::uint32_t i, std::uint32_t k) { return i * (n + 1) + k; };
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t k = 0; k < n; ++k) {
      triangles.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
      triangles.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
    }
  return make_mesh(points, triangles).value();
}

// ---- Intervals solved by hand ---------------------------------------------------------------------------------------

TEST(HalfSpaceIntervals, InAndOutAndAGraze) {
  const Polytope point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  // h = (1 − 4t)(1 − 2t): below from a quarter to a half.
  const Interference dips = times_of(kFloor, {}, point, thrown({0, 0, 1}, {0, 0, -6}, {0, 0, 16}));
  ASSERT_EQ(dips.intervals.size(), 1u);
  EXPECT_EQ(dips.status, MotionStatus::Contact);
  EXPECT_EQ(dips.intervals[0].begin.lower, 0.25);
  EXPECT_EQ(dips.intervals[0].begin.upper, 0.25);
  EXPECT_EQ(dips.intervals[0].end.lower, 0.5);
  EXPECT_EQ(dips.intervals[0].end.upper, 0.5);
  EXPECT_FALSE(dips.intervals[0].graze);
  const Interference grazes = times_of(kFloor, {}, point, thrown({0, 0, 1}, {0, 0, -6}, {0, 0, 18}));
  ASSERT_EQ(grazes.intervals.size(), 1u);
  ASSERT_TRUE(grazes.intervals[0].graze);
  EXPECT_EQ(grazes.intervals[0].graze->kind, ContactRoot::Kind::VertexOfB);
  EXPECT_EQ(next_above(grazes.intervals[0].begin.lower), grazes.intervals[0].end.upper);
}

TEST(HalfSpaceIntervals, AtRestOnTheFloorForAWhile) {
  const Shape cube = box({2, 2, 2});
  const Motion visits = Motion::through({{0, translation({0, 0, 3})},
                                         {1, translation({0, 0, 1})},
                                         {2, translation({5, 0, 1})},
                                         {3, translation({5, 0, 3})},
                                         {4, translation({5, 0, 1})},
                                         {5, translation({5, 0, 4})}})
                            .value();
  const Interference times = times_of(cube, visits, kFloor, {}, {0, 5});
  ASSERT_EQ(times.intervals.size(), 2u);
  EXPECT_EQ(times.intervals[0].begin.upper, 1);
  EXPECT_EQ(times.intervals[0].end.lower, 2);
  EXPECT_EQ(times.intervals[1].begin.lower, 4);
  EXPECT_EQ(times.intervals[1].end.upper, 4);
  EXPECT_EQ(times_of(cube, visits, kFloor, {}, {1, 2}).status, MotionStatus::Already);
  EXPECT_EQ(times_of(cube, visits, kFloor, {}, {2.5, 3.5}).status, MotionStatus::Clear);
  const Interference few = times_of(cube, visits, kFloor, {}, {0, 5}, {.max_instants = 1});
  EXPECT_EQ(few.status, MotionStatus::Undecided);
  EXPECT_LT(few.decided_until, 1);
  EXPECT_TRUE(few.intervals.empty());
}

TEST(HalfSpaceIntervals, HalfSpacesAreApartWhileTheyFaceEachOther) {
  const Shape ceiling = half_space({0, 0, -1}, -1);
  // Tilted, upright for a while, and tilted the other way at one instant only.
  const Motion tilts = Motion::through({{0, rotation({1, 0.5, 0, 0}, {})},
                                        {1, Pose()},
                                        {2, Pose()},
                                        {3, rotation({1, 0.5, 0, 0}, {})},
                                        {5, rotation({1, -0.5, 0, 0}, {})}})
                           .value();
  const Interference times = times_of(kFloor, {}, ceiling, tilts, {0, 5});
  ASSERT_EQ(times.intervals.size(), 3u);
  EXPECT_EQ(times.status, MotionStatus::Already);
  EXPECT_EQ(times.intervals[0].begin.lower, 0);
  EXPECT_EQ(times.intervals[0].end.lower, next_below(1.0));
  EXPECT_EQ(times.intervals[0].end.upper, 1);
  EXPECT_EQ(times.intervals[1].begin.lower, 2);
  EXPECT_EQ(times.intervals[1].begin.upper, next_above(2.0));
  EXPECT_EQ(times.intervals[1].end.upper, 4);
  EXPECT_EQ(times.intervals[2].begin.lower, 4);
  EXPECT_EQ(times.intervals[2].end.upper, 5);
  EXPECT_EQ(times_of(kFloor, {}, ceiling, tilts, {1, 2}).status, MotionStatus::Clear);
  EXPECT_EQ(times_of(kFloor, {}, ceiling, tilts, {4, 4}).status, MotionStatus::Clear);
  EXPECT_EQ(times_of(kFloor, {}, ceiling, tilts, {4, 4.5}).status, MotionStatus::Contact);
  EXPECT_EQ(times_of(kFloor, {}, kFloor, tilts, {0, 5}).status, MotionStatus::Already);
}

// ---- Many triangles -------------------------------------------------------------------------------------------------

TEST(HalfSpaceBodies, ALargeMeshIsItsHull) {
  const Polytope hull = test_polytope(TestShape::Ellipsoid, is_full_level() ? 100'000 : 5000, 7);
  const Shape convex = hull, mesh = mesh_of(hull);
  const Motion tumbles = Motion::through({{0, translation({0, 0, 3})},
                                          {0.5, rotation({1, 0.5, -0.25, 0.75}, {1, 0, 2})},
                                          {1, rotation({0.25, 1, 0.5, 0.5}, {0, 0, 0})}})
                             .value();
  const Motion swings = Motion::to(Pose(), rotation({1, 0.125, 0, 0}, {0, 0, 0.25}), 1).value();
  for (const auto& [of_floor, of_body] :
       {std::pair{Motion(), tumbles}, {swings, tumbles}, {swings, Motion::rest(translation({0, 0, 1.25}))}}) {
    const FirstContact of_hull = first_contact(kFloor, of_floor, convex, of_body, kUnit).value();
    const FirstContact found = first_contact(kFloor, of_floor, mesh, of_body, kUnit).value();
    ASSERT_EQ(found.status, of_hull.status);
    EXPECT_LE(found.instants, 40);
    if (found.status == MotionStatus::Contact) {
      EXPECT_LE(found.lower, of_hull.upper);
      EXPECT_LE(of_hull.lower, found.upper);
    }
    const CheckResult checked = check_motion(claim_of(found), {kFloor, of_floor}, {mesh, of_body}, kUnit);
    EXPECT_TRUE(checked) << checked.reason;
  }
}

TEST(HalfSpaceBodies, ASheetThatFallsFlatAndSlides) {
  const Shape flat = sheet(is_full_level() ? 300 : 50);
  for (const Motion& motion : {line({0, 0, 1}, {0.25, 0, -2}), line({0, 0, 0}, {1, 0, 0}),
                               line({0, 0, 1e-18}, {1, 0, 0}), thrown({0, 0, 1}, {0, 0, -6}, {0, 0, 18})}) {
    for (const Pose& pose : {Pose(), rotation({1, 0, 0, 0.3}, {})}) {
      const Motion turned =
          Motion::flight(moved_to(pose, motion.start().translation()).value(), motion.flight()).value();
      const FirstContact found = first_contact(kFloor, {}, flat, turned, kUnit).value();
      const CheckResult checked = check_motion(claim_of(found), {kFloor, Motion()}, {flat, turned}, kUnit);
      EXPECT_TRUE(checked) << checked.reason;
      const Interference times = times_of(kFloor, {}, flat, turned);
      EXPECT_EQ(times.status, found.status);
    }
  }
}

// ---- Many poses -----------------------------------------------------------------------------------------------------

TEST(HalfSpaceBodies, ManyKeyframes) {
  const Shape cube = box({2, 2, 2});
  std::vector<Keyframe> frames;
  for (int k = 0; k <= 7200; ++k) {
    const double angle = 0.05 * k;
    frames.push_back({0.001 * k, rotation({std::cos(angle / 2), std::sin(angle / 2), 0, 0},
                                          {0, 0, 2 + (k == 7000 ? -1.5 : std::sin(0.01 * k) * 0.1)})});
  }
  const Motion motion = Motion::through(frames).value();
  const FirstContact found = first_contact(kFloor, {}, cube, motion, {0, 7.2}).value();
  ASSERT_EQ(found.status, MotionStatus::Contact);
  EXPECT_GT(found.lower, 6.999);
  EXPECT_LT(found.upper, 7.0);
  EXPECT_LE(found.instants, 100);
  const CheckResult checked = check_motion(claim_of(found), {kFloor, Motion()}, {cube, motion}, {0, 7.2});
  EXPECT_TRUE(checked) << checked.reason;
  const Interference times = times_of(kFloor, {}, cube, motion, {0, 7.2});
  ASSERT_EQ(times.intervals.size(), 1u);
  // At keyframes the bodies stand at poses of doubles: what a query at rest says is what the intervals say.
  for (const Keyframe& frame : frames)
    EXPECT_EQ(intersects(kFloor, Pose(), cube, frame.pose).status != Status::Separated,
              are_in_contact(times, frame.time));
}

// ---- Regressions ----------------------------------------------------------------------------------------------------

// The plane was left at the frame's own origin, and the ball around a body at that of its frame.
TEST(HalfSpaceBodies, AnOffsetMovesThePlaneAndTheBody) {
  const Shape cube = box({1, 1, 1});
  const Pose raised = translation({0, 0, 1});
  const auto lands = [&](const Motion& floor, const Motion& body, double time) {
    const FirstContact found = first_contact(kFloor, floor, cube, body, {0, 10}).value();
    ASSERT_EQ(found.status, MotionStatus::Contact);
    EXPECT_NEAR(found.upper, time, 2e-8);
    const CheckResult checked = check_motion(claim_of(found), {kFloor, floor}, {cube, body}, {0, 10});
    EXPECT_TRUE(checked) << checked.reason;
    const Interference times = times_of(kFloor, floor, cube, body, {0, 10});
    ASSERT_EQ(times.intervals.size(), 1u);
    EXPECT_NEAR(times.intervals[0].begin.upper, time, 2e-8);
  };
  const Motion falls = line({0, 0, 5}, {0, 0, -1});
  lands(Motion::rest(Pose()).with_offset(raised), falls, 3.5);
  lands({}, falls.with_offset(translation({0, 0, -3})), 1.5);
  // By a half turn of the frame the offset is upside down; so is the floor, unless it is upside down in the frame.
  const Pose over = rotation({0, 1, 0, 0}, {0, 0, -1});
  lands(Motion::rest(rotation({0, 1, 0, 0}, {})).with_offset(over), falls, 3.5);
  // Rises on a frame that tilts: the offset goes round a quarter of a circle.
  const Motion tilts = Motion::to(Pose(), rotation({1, 1, 0, 0}, {}), 1).value();
  const Polytope point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  const FirstContact found =
      first_contact(kFloor, {}, point, tilts.with_offset(translation({0, -1, 0.75})), {0, 1}).value();
  // The height is (0.75·(1 − t²) − 2t)/(1 + t²).
  EXPECT_NEAR(found.upper, 1.0 / 3, 1e-8);
  // The same motion of the floor alone, which stands at a distance of 1 from what it turns about.
  const Motion swings = tilts.with_offset(translation({0, 0, -1}));
  const FirstContact swung =
      first_contact(kFloor, swings, convex_hull(std::vector<Vec3>{{0, 1, 0.5}}).value(), {}, {0, 1}).value();
  // n = (0, −2t, 1 − t²)/(1 + t²), the plane n·x = −1: n·(0, 1, 0.5) + 1 is 0 where 1.5 − 2t + 0.5·t² is: at 1.
  EXPECT_EQ(swung.status, MotionStatus::Contact);
  EXPECT_NEAR(swung.upper, 1, 1e-8);
}

}  // namespace
}  // namespace clearance::detail
