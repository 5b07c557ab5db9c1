#include <clearance/exact/distance_compare.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

TEST(DistanceCompare, ByHand) {
  const Pose a, b = translation({3, 4, 0});
  const PosedDifference five{{{}, a}, {{}, b}}, six{{{0, -2, 0}, a}, {{-3, 0, 0}, b}};
  EXPECT_EQ(distance_compare_sign(five, six), -1);
  EXPECT_EQ(distance_compare_sign(six, five), 1);
  EXPECT_EQ(distance_compare_sign(five, five), 0);
  EXPECT_EQ(distance_compare_sign(five, 5.0), 0);
  EXPECT_EQ(distance_compare_sign(five, std::nextafter(5.0, 6.0)), -1);
  EXPECT_EQ(distance_compare_sign(five, std::nextafter(5.0, 4.0)), 1);
  EXPECT_EQ(distance_compare_sign(five, 0.0), 1);
  EXPECT_EQ(distance_compare_sign({{{}, a}, {{}, a}}, 0.0), 0);
}

TEST(DistanceCompare, DenominatorsCount) {
  // Vertices of bodies turned by quaternions of different length: the vectors are equally long, their numerators not.
  const Pose a, b = rotation({2, 1, 0, 0}), c = rotation({30, 0, 10, 0});
  const PosedDifference turned{{{}, a}, {{0, 3, 4}, b}}, other{{{}, a}, {{4, 0, 3}, c}},
      inner{{{1, 1, 1}, c}, {{4, 5, 1}, c}};
  EXPECT_EQ(distance_compare_sign(turned, 5.0), 0);
  EXPECT_EQ(distance_compare_sign(turned, other), 0);
  EXPECT_EQ(distance_compare_sign(inner, other), 0);
  EXPECT_EQ(distance_compare_sign(turned, std::nextafter(5.0, 6.0)), -1);
}

TEST(DistanceCompare, NeitherUnderflowsNorOverflows) {
  const Pose a, far = translation({1e300, 0, 0}), farther = translation({std::nextafter(1e300, 0), 1e200, 0});
  EXPECT_EQ(distance_compare_sign({{{}, a}, {{}, far}}, {{{}, a}, {{}, farther}}), 1);
  const Pose close = translation({1e-310, 0, 0});
  EXPECT_EQ(distance_compare_sign({{{}, a}, {{}, close}}, 1e-310), 0);
  EXPECT_EQ(distance_compare_sign({{{}, a}, {{}, close}}, std::nextafter(1e-310, 0)), 1);
}

}  // namespace
}  // namespace clearance::detail
