#include <clearance/exact/plane_side_sign.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

TEST(PlaneSideSign, ByHand) {
  const Pose a, b = translation({0, 0, 1});
  const PosedTriangle up{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, a}, down{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, a};
  const PosedDifference rising{{{9, 9, 0}, a}, {{-4, 2, 0}, b}}, level{{{9, 9, 1}, a}, {{-4, 2, 0}, b}};
  EXPECT_EQ(plane_side_sign(up, rising), 1);
  EXPECT_EQ(plane_side_sign(down, rising), -1);
  EXPECT_EQ(plane_side_sign(up, level), 0);
}

TEST(PlaneSideSign, ATriangleOnALineHasNoSide) {
  const Pose a = rotation({0.3, 0.1, 0.7, -0.2}), b = translation({0, 0, 1});
  const PosedTriangle flat{{0, 0, 0}, {1, 2, 3}, {2, 4, 6}, a};
  EXPECT_EQ(plane_side_filter(flat, {{{9, 9, 0}, a}, {{-4, 2, 0}, b}}), 0);
  EXPECT_EQ(plane_side_sign(flat, {{{9, 9, 0}, a}, {{-4, 2, 0}, b}}), 0);
}

TEST(PlaneSideSign, SeesOneUnitInTheLastPlace) {
  // A face of a turned body, and vertices of another body turned alike: exactly in the plane, then just beside it.
  const Pose a = rotation({1, 2, 3, 4}, {0.5, 0.25, 0}), b = rotation({1, 2, 3, 4}, {0.5, 0.25, 0});
  const PosedTriangle face{{1, 1, 1}, {2, 1, 1}, {1, 3, 1}, a};
  const PosedVertex p{{1, 1, 1}, a};
  EXPECT_EQ(plane_side_sign(face, {p, {{7, -5, 1}, b}}), 0);
  EXPECT_EQ(plane_side_sign(face, {p, {{7, -5, std::nextafter(1.0, 2.0)}, b}}), 1);
  EXPECT_EQ(plane_side_sign(face, {p, {{7, -5, std::nextafter(1.0, 0.0)}, b}}), -1);
  EXPECT_EQ(plane_side_filter(face, {p, {{7, -5, std::nextafter(1.0, 0.0)}, b}}), 0);
}

}  // namespace
}  // namespace clearance::detail
