#include <clearance/exact/orientation_sign.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

TEST(OrientationSign, ByHand) {
  const Pose a = translation({1, 1, 1}), b = translation({1, 1, 1});
  const PosedVertex origin{{0, 0, 0}, a};
  const PosedDifference x{origin, {{1, 0, 0}, b}}, y{origin, {{0, 2, 0}, b}}, z{origin, {{0, 0, 3}, b}};
  EXPECT_EQ(orientation_sign(x, y, z), 1);
  EXPECT_EQ(orientation_sign(y, x, z), -1);
  EXPECT_EQ(orientation_sign(y, z, x), 1);
  EXPECT_EQ(orientation_sign(x, y, y), 0);
}

TEST(OrientationSign, SeesOneUnitInTheLastPlace) {
  const Pose a = rotation({1, 2, 3, 4}, {7, 8, 9}), b = rotation({1, 2, 3, 4}, {7, 8, 9});
  const auto m = [&](Vec3 p, Vec3 q) { return PosedDifference{{p, a}, {q, b}}; };
  const PosedDifference m0 = m({1, 0, 0}, {2, 1, 0}), m1 = m({0, 1, 0}, {3, 0, 0});
  EXPECT_EQ(orientation_sign(m0, m1, m({0, 0, 1}, {5, 5, 1})), 0);
  // (1,1,0) × (3,−1,0) points down.
  EXPECT_EQ(orientation_sign(m0, m1, m({0, 0, 1}, {5, 5, std::nextafter(1.0, 2.0)})), -1);
  EXPECT_EQ(orientation_sign(m0, m1, m({0, 0, 1}, {5, 5, std::nextafter(1.0, 0.0)})), 1);
  EXPECT_EQ(orientation_filter(m0, m1, m({0, 0, 1}, {5, 5, std::nextafter(1.0, 0.0)})), 0);
}

}  // namespace
}  // namespace clearance::detail
