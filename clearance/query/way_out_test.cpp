#include <clearance/convex/way_out.h>

#include <clearance/build/primitives.h>
#include <clearance/convex/bodies_test.h>
#include <clearance/exact/dyadic.h>
#include <clearance/query/ends_penetration.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

Dyadic square(const Dyadic& x) { return x * x; }

TEST(WayOut, LengthsByHand) {
  EXPECT_EQ(length_above({0, -2.5, 0}), 2.5);
  EXPECT_EQ(length_above({}), 0);
  EXPECT_GE(length_above({3, 4, 0}), 5);
  EXPECT_LE(length_above({3, 4, 0}), 5 * (1 + 0x1p-50));
  EXPECT_EQ(length_above({0x1p-1074, 0x1p-1074, 0}), 0x2p-1074);  // √2 of the smallest double
  EXPECT_GE(length_above({1e300, 1e300, 1e300}), 1.7320508e300);
}

// Any direction and length: far enough along the direction, and no longer than it says. All exact.
TEST(WayOut, ReachesThePlaneAndIsNoLongerThanItSays) {
  Random random(7117);
  for (int round = 0; round < 3000; ++round) {
    Vec3 d = random_vector(random, 1);
    if (round % 3 == 0) d.z = 0;
    if (round % 7 == 0) d.x = 1e-200;
    if (norm(d) < 1e-3) continue;
    d = d / norm(d);
    const double length = std::ldexp(random.uniform(0.5, 1), static_cast<int>(random.below(2000)) - 1074);
    const Way way = way_along(d, length);
    const Dyadic reached = dot(exact(d), exact(way.translation));
    EXPECT_GE(compare(square(reached), square(Dyadic(length)) * dot(exact(d), exact(d))), 0) << length;
    EXPECT_LE(compare(dot(exact(way.translation), exact(way.translation)), square(Dyadic(way.upper))), 0) << length;
    EXPECT_LE(way.upper, length * (1 + 0x1p-48) + 4 * 0x1p-1074) << length;
  }
}

TEST(WayOut, AlongAnAxisNothingIsLost) {
  for (const double length : {0.1, 1e300, 0x1p-1074}) {
    const Way way = way_along({0, -1, 0}, length);
    EXPECT_EQ(way.translation, (Vec3{0, -length, 0}));
    EXPECT_EQ(way.upper, length);
  }
}

// pose.t + t is rounded in doubles; here nothing is.
TEST(WayOut, MovedPosesLieExactlyWhereTheTranslationLeads) {
  Random random(7118);
  for (int round = 0; round < 1000; ++round) {
    const Pose a = random_pose(random, random_vector(random, 10)), b = random_pose(random, random_vector(random, 10));
    const Vec3 t = random_vector(random, std::ldexp(1.0, static_cast<int>(random.below(60)) - 30));
    const std::optional<MovedPair> moved = moved_by(a, b, t);
    ASSERT_TRUE(moved);
    EXPECT_EQ(moved->off, 0);
    const DyadicVec wanted = exact(b.translation()) - exact(a.translation()) + exact(t);
    EXPECT_TRUE(is_zero(exact(moved->b.translation()) - exact(moved->a.translation()) - wanted));
    EXPECT_EQ(moved->a.quaternion(), a.quaternion());
    EXPECT_EQ(moved->b.quaternion(), b.quaternion());
  }
}

TEST(WayOut, WhatTakesThreeDoublesSaysHowFarItIsOff) {
  const std::optional<MovedPair> moved =
      moved_by(translation({-0x1p-60, 0, 0}), translation({1, 0, 0}), {0x1p-120, 0, 0});
  ASSERT_TRUE(moved);
  EXPECT_GE(moved->off, 0x1p-120);
  const std::optional<MovedPair> far =
      moved_by(translation({-1, 0, 0}), translation({0x1p100, 0, 0}), {0x1p-100, 0, 0});
  ASSERT_TRUE(far);
  EXPECT_GE(far->off, 0x1p-100);
  EXPECT_LE(far->off, 0x1.1p-100);
  EXPECT_FALSE(moved_by(translation({-1e300, 0, 0}), translation({1e300, 0, 0}), {0, 0, 0}));
}

// A tenth is no double: the box's pose, moved and rounded, would touch where it still penetrates by 2⁻⁵⁷, or the other
// way round.
TEST(EndsPenetration, IsExactWhereTheMovedPoseIsNot) {
  const Shape cube = Rounded(box({1, 1, 1}));
  const Pose at = translation({0.1, 0, 0}), rest;
  const double gap = 1 - 0.1;  // rounded: 0.1 + 0.9 is above 1 by 2⁻⁵⁶·0.4 or so, as exact sums of doubles
  const int sign = (Dyadic(0.1) + Dyadic(gap) - Dyadic(1.0)).sign();
  ASSERT_NE(sign, 0);
  EXPECT_EQ(0.1 + gap, 1);
  EXPECT_EQ(ends_penetration(cube, rest, cube, at, {gap, 0, 0}), sign > 0);
  EXPECT_EQ(ends_penetration(cube, rest, cube, at, {std::nextafter(gap, 1), 0, 0}), true);
  EXPECT_EQ(ends_penetration(cube, rest, cube, at, {std::nextafter(gap, 0), 0, 0}), false);
  EXPECT_EQ(ends_penetration(cube, rest, cube, at, {-1.1, 0, 0}),
            (Dyadic(0.1) - Dyadic(1.1) + Dyadic(1.0)).sign() <= 0);
}

}  // namespace
}  // namespace clearance::detail
