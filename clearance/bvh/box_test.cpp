#include <clearance/bvh/box.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance {
namespace {

constexpr Box kUnitBox{{0, 0, 0}, {1, 1, 1}};

Box shifted(const Box& box, Vec3 by) { return {box.low + by, box.high + by}; }

TEST(Box, OverlapIsClosed) {
  EXPECT_TRUE(overlap(kUnitBox, kUnitBox));
  for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    const double beyond = std::nextafter(1, 2);
    EXPECT_TRUE(overlap(kUnitBox, shifted(kUnitBox, axis)));  // a common face
    EXPECT_TRUE(overlap(shifted(kUnitBox, axis), kUnitBox));
    EXPECT_FALSE(overlap(kUnitBox, shifted(kUnitBox, beyond * axis)));
    EXPECT_FALSE(overlap(shifted(kUnitBox, beyond * axis), kUnitBox));
    EXPECT_FALSE(overlap(kUnitBox, shifted(kUnitBox, -beyond * axis)));
  }
  EXPECT_TRUE(overlap(kUnitBox, shifted(kUnitBox, {1, 1, 1})));  // a common corner
  EXPECT_TRUE(overlap(kUnitBox, {{0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}}));
}

TEST(Box, InfiniteEndsAreBoxes) {
  const Box half{{-kInfiniteEnd, -kInfiniteEnd, -kInfiniteEnd}, {kInfiniteEnd, kInfiniteEnd, 0}};
  EXPECT_TRUE(is_box(half));
  EXPECT_TRUE(overlap(half, kUnitBox));
  EXPECT_FALSE(overlap(half, shifted(kUnitBox, {0, 0, 0x1p-1074})));
  EXPECT_TRUE(contains(half, shifted(kUnitBox, {0, 0, -1})));
  EXPECT_FALSE(contains(half, kUnitBox));
}

TEST(Box, WhatIsNone) {
  EXPECT_FALSE(is_box(kNoBox));
  EXPECT_FALSE(is_box({{0, 0, 0}, {1, -1, 1}}));
  EXPECT_FALSE(is_box({{0, 0, 0}, {1, std::nan(""), 1}}));
  EXPECT_FALSE(is_box({{std::nan(""), 0, 0}, {1, 1, 1}}));
  EXPECT_TRUE(is_box({{2, 2, 2}, {2, 2, 2}}));
  EXPECT_FALSE(overlap(kNoBox, kUnitBox));
  EXPECT_FALSE(overlap(kNoBox, kNoBox));
}

TEST(Box, UnitedHoldsBothAndNoMore) {
  const Box other{{-1, 0.5, 2}, {0, 0.75, 3}};
  EXPECT_EQ(united(kUnitBox, other), (Box{{-1, 0, 0}, {1, 1, 3}}));
  EXPECT_EQ(united(other, kUnitBox), united(kUnitBox, other));
  EXPECT_EQ(united(kUnitBox, kNoBox), kUnitBox);
  EXPECT_EQ(united(kNoBox, kUnitBox), kUnitBox);
  EXPECT_TRUE(contains(united(kUnitBox, other), kUnitBox));
  EXPECT_TRUE(contains(united(kUnitBox, other), other));
  EXPECT_TRUE(contains(kUnitBox, kUnitBox));
  EXPECT_FALSE(contains(kUnitBox, {{0, 0, 0}, {1, 1, std::nextafter(1, 2)}}));
}

TEST(Box, GrownRoundsOutward) {
  EXPECT_EQ(grown(kUnitBox, 0), kUnitBox);
  // 1 + 2⁻⁶⁰ is no double: the end lies above, not on 1.
  const Box little = grown(kUnitBox, 0x1p-60);
  EXPECT_GT(little.high.x, 1);
  EXPECT_LT(little.low.x, -0x1p-61);
  const Box more = grown(kUnitBox, 2);
  EXPECT_LE(more.low.y, -2);
  EXPECT_GE(more.high.z, 3);
  EXPECT_NEAR(more.high.z, 3, 1e-15);
  EXPECT_EQ(grown(kUnitBox, kInfiniteEnd).high.x, kInfiniteEnd);
}

TEST(Box, NeighboursOfADouble) {
  EXPECT_EQ(next_above(1), 1 + 0x1p-52);
  EXPECT_EQ(next_below(1), 1 - 0x1p-53);
  EXPECT_EQ(next_above(0), 0x1p-1074);
  EXPECT_EQ(next_below(0), -0x1p-1074);
  EXPECT_EQ(next_above(kInfiniteEnd), kInfiniteEnd);
}

}  // namespace
}  // namespace clearance
