#include <clearance/exact/direction_sign.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

TEST(DirectionSign, ByHand) {
  const Pose a, b = translation({3, 0, 0});
  EXPECT_EQ(direction_sign({1, 0, 0}, {{{1, 5, 0}, a}, {{-1, 7, 0}, b}}), 1);    // 2 − 1
  EXPECT_EQ(direction_sign({1, -1, 0}, {{{1, 5, 0}, a}, {{-1, 7, 0}, b}}), -1);  // 1 − 2
  EXPECT_EQ(direction_sign({2, -1, 0}, {{{1, 5, 0}, a}, {{-1, 7, 0}, b}}), 0);
  EXPECT_EQ(direction_sign({0, 0, 0}, {{{1, 5, 0}, a}, {{-1, 7, 0}, b}}), 0);
}

TEST(DirectionSign, SeesOneUnitInTheLastPlace) {
  // (3,4)/5: the vertex (5,0,0) comes to (3,4,0) exactly, which no matrix of doubles can say.
  const Pose a, b = rotation({2, 0, 0, 1});
  const PosedVertex q{{5, 0, 0}, b};
  EXPECT_EQ(direction_sign({1, 0, 0}, {{{3, 0, 0}, a}, q}), 0);
  EXPECT_EQ(direction_sign({1, 0, 0}, {{{std::nextafter(3.0, 4.0), 0, 0}, a}, q}), -1);
  EXPECT_EQ(direction_sign({1, 0, 0}, {{{std::nextafter(3.0, 2.0), 0, 0}, a}, q}), 1);
  EXPECT_EQ(direction_filter({1, 0, 0}, {{{std::nextafter(3.0, 2.0), 0, 0}, a}, q}), 0);
  EXPECT_EQ(direction_filter({1, 0, 0}, {{{3 - 1e-9, 0, 0}, a}, q}), 1);
}

TEST(DirectionSign, OneBodyHasNoOffset) {
  // Within one body the far offset plays no part, so the filter knows at once.
  const Pose far = rotation({1, 0.2, 0.3, 0.4}, {1e12, -1e12, 1e12});
  EXPECT_EQ(direction_filter({1, 0, 0}, {{{0, 0, 0}, far}, {{1, 0, 0}, far}}), 1);
}

}  // namespace
}  // namespace clearance::detail
