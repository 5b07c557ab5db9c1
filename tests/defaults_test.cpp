// What an answer claims that nobody filled in: nothing. Once a default status of Separated made a thousand colliding
// poses read as free, because a deadline had passed before they were asked about.
#include <clearance/clearance.h>
#include <clearance/proof/check_shapes.h>
#include <clearance/query/half_space.h>

#include <gtest/gtest.h>

#include <limits>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Defaults, AStatusOfZeroBitsIsNotAsked) {
  EXPECT_EQ(Status{}, Status::NotAsked);
  EXPECT_STREQ(to_string(Status{}), "not asked");
  EXPECT_EQ(PointLocation{}, PointLocation::NotAsked);
  EXPECT_STREQ(to_string(PointLocation{}), "not asked");
}

TEST(Defaults, AnIntersectionMayCollide) {
  EXPECT_EQ(Intersection().status, Status::NotAsked);
  EXPECT_TRUE(Intersection());
  EXPECT_TRUE(Intersection());
  EXPECT_TRUE(Contact().answer);
  EXPECT_TRUE(PoseAnswer().answer);
}

template <class Answer>
void expect_any_distance(const Answer& answer) {
  EXPECT_EQ(answer.status, Status::NotAsked);
  EXPECT_EQ(answer.lower, 0);
  EXPECT_EQ(answer.upper, kInfinity);
}

TEST(Defaults, BracketsHoldEverything) {
  expect_any_distance(Distance());
  expect_any_distance(Distance());
  expect_any_distance(Distance());
  expect_any_distance(Proximity().distance);
  expect_any_distance(Penetration());
  expect_any_distance(Penetration());
  EXPECT_EQ(SignedDistance().status, Status::NotAsked);
  EXPECT_EQ(SignedDistance().lower, -kInfinity);
  EXPECT_EQ(SignedDistance().upper, kInfinity);
  EXPECT_EQ(PointDistance().location, PointLocation::NotAsked);
  EXPECT_EQ(PointDistance().lower, -kInfinity);
  EXPECT_EQ(PointDistance().upper, kInfinity);
}

TEST(Defaults, ListsAreNotComplete) {
  EXPECT_FALSE(TriangleContacts().complete);
  EXPECT_EQ(Collisions().ending, Ending::NotAsked);
  EXPECT_EQ(Proximities().ending, Ending::NotAsked);
  EXPECT_EQ(RayContacts().ending, Ending::NotAsked);
  EXPECT_FALSE(PoseAnswer().is_free);
}

TEST(Defaults, AClaimOfNothingDoesNotHold) {
  const Polytope cube = box({1, 1, 1});
  const Pose away = translation({5, 0, 0});
  EXPECT_FALSE(check_claim(Claim(), cube, {}, cube, away));
  EXPECT_FALSE(check_claim(claim_of(Intersection()), cube, {}, cube, away));
  EXPECT_FALSE(check_claim(claim_of(Distance()), cube, {}, cube, away));
  EXPECT_FALSE(check_claim(claim_of(Penetration()), cube, {}, cube, away));
  EXPECT_FALSE(check_claim(Claim(), half_space({0, 0, 1}, 0), cube, translation({0, 0, 5})));
  EXPECT_FALSE(CheckResult());
}

// What a distance of bodies in contact and a depth of bodies apart are is part of the interface.
TEST(Defaults, CompletedAnswersSetTheirBrackets) {
  const Polytope cube = box({1, 1, 1});
  for (const double x : {0.5, 1.0, 3.0}) {
    const Pose there = translation({x, 0, 0});
    const Distance gap = distance(cube, {}, cube, there);
    const Penetration depth = penetration(cube, {}, cube, there);
    EXPECT_NE(gap.status, Status::NotAsked);
    EXPECT_EQ(gap.status, depth.status);
    EXPECT_LT(gap.upper, 2.1);
    EXPECT_EQ(gap.upper == 0, x <= 1);
    EXPECT_LT(depth.upper, 0.6);
    EXPECT_EQ(depth.upper == 0, x >= 1);
    const Rounded ball = rounded(cube, 0.125);
    const Distance rounded_gap = distance(ball, {}, ball, there);
    const Penetration rounded_depth = penetration(ball, {}, ball, there);
    EXPECT_LT(rounded_gap.upper, 2);
    EXPECT_EQ(rounded_gap.upper == 0, x < 3);
    EXPECT_LT(rounded_depth.upper, 1);
    EXPECT_EQ(rounded_depth.upper == 0, x == 3);
  }
}

}  // namespace
}  // namespace clearance
