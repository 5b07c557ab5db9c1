#include <clearance/math/mat3.h>
#include <clearance/math/vec3.h>

#include <gtest/gtest.h>

#include <limits>

namespace clearance {
namespace {

TEST(Vec3, ByHand) {
  const Vec3 a{1, 2, 3}, b{-2, 0, 5};
  EXPECT_EQ(a + b, (Vec3{-1, 2, 8}));
  EXPECT_EQ(a - b, (Vec3{3, 2, -2}));
  EXPECT_EQ(2 * a, (Vec3{2, 4, 6}));
  EXPECT_EQ(a / 2, (Vec3{0.5, 1, 1.5}));
  EXPECT_EQ(dot(a, b), 13);
  EXPECT_EQ(cross(a, b), (Vec3{10, -11, 4}));
  EXPECT_EQ(norm({3, 0, -4}), 5);
  EXPECT_EQ(norm_one({3, 0, -4}), 7);
  EXPECT_EQ(norm_max({3, 0, -4}), 4);
  EXPECT_EQ(a[0] + 10 * a[1] + 100 * a[2], 321);
}

TEST(Vec3, CoordinatesAreFiniteAndAtMost1e300) {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is_coordinate({1e300, -1e300, 0}));
  EXPECT_FALSE(is_coordinate({0, 1.0000001e300, 0}));
  EXPECT_FALSE(is_coordinate({0, 0, infinity}));
  for (const Vec3 v : {Vec3{nan, 0, 0}, Vec3{0, nan, 0}, Vec3{0, 0, nan}, Vec3{nan, nan, nan}})
    EXPECT_FALSE(is_coordinate(v));
}

TEST(Mat3, ByHand) {
  const Mat3 m{{{1, 2, 3}, {0, 1, 4}, {5, 6, 0}}};
  EXPECT_EQ(m * Vec3({1, 1, 1}), (Vec3{6, 5, 11}));
  EXPECT_EQ(transpose_times(m, {1, 1, 1}), transpose(m) * Vec3({1, 1, 1}));
  EXPECT_EQ(determinant(m), 1);
  EXPECT_EQ(transpose(transpose(m)), m);
}

}  // namespace
}  // namespace clearance
