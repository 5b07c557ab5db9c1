#include <clearance/exact/edge_cross_sign.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

TEST(EdgeCrossSign, ByHand) {
  const Pose a, b = rotation({1, 0, 0, 1}, {0, 0, 5});  // a quarter turn about z: x becomes y
  const PosedEdge along_x{{0, 0, 0}, {2, 0, 0}, a}, along_y{{0, 0, 0}, {3, 0, 0}, b};
  const PosedDifference up{{{0, 0, 0}, a}, {{1, 1, 0}, b}};
  EXPECT_EQ(edge_cross_sign(along_x, along_y, up), 1);
  EXPECT_EQ(edge_cross_sign(along_y, along_x, up), -1);
  EXPECT_EQ(edge_cross_sign(along_x, along_y, {{{0, 0, 5}, a}, {{1, 1, 0}, b}}), 0);
}

TEST(EdgeCrossSign, ParallelEdgesHaveNoNormal) {
  const Pose a = rotation({1, 2, 3, 4}), b = rotation({2, 4, 6, 8}, {1, 2, 3});  // one rotation, two lengths
  const PosedEdge ea{{0, 0, 0}, {1, 2, 3}, a}, eb{{1, 0, 0}, {-1, -4, -6}, b};
  EXPECT_EQ(edge_cross_filter(ea, eb, {{{0, 1, 0}, a}, {{1, 1, 0}, b}}), 0);
  EXPECT_EQ(edge_cross_sign(ea, eb, {{{0, 1, 0}, a}, {{1, 1, 0}, b}}), 0);
}

TEST(EdgeCrossSign, SeesOneUnitInTheLastPlace) {
  const Pose a = rotation({1, 2, 3, 4}), b = rotation({1, 2, 3, 4});
  const PosedEdge ea{{0, 0, 0}, {1, 0, 0}, a}, eb{{0, 0, 1}, {0, 1, 1}, b};
  EXPECT_EQ(edge_cross_sign(ea, eb, {{{5, 6, 1}, a}, {{-2, 1, 1}, b}}), 0);
  EXPECT_EQ(edge_cross_sign(ea, eb, {{{5, 6, 1}, a}, {{-2, 1, std::nextafter(1.0, 2.0)}, b}}), 1);
  EXPECT_EQ(edge_cross_sign(ea, eb, {{{5, 6, std::nextafter(1.0, 2.0)}, a}, {{-2, 1, 1}, b}}), -1);
}

}  // namespace
}  // namespace clearance::detail
