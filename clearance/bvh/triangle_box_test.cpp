#include <clearance/bvh/triangle_box.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

using Box = TriangleTree::OrientedBox;
constexpr Mat3 kUpright = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr TriangleBoxWant kWants[] = {TriangleBoxWant::Overlap, TriangleBoxWant::Distance};

Vec3 point_of(const Box& box, double x, double y, double z) {
  return box.center + x * box.half.x * box.axes.row[0] + y * box.half.y * box.axes.row[1] +
         z * box.half.z * box.axes.row[2];
}

Vec3 any_point(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

Box any_box(Random& random, double size) {
  const Vec3 x = any_point(random, 1), y = cross(x, any_point(random, 1)), u = x / norm(x), w = y / norm(y);
  return {any_point(random, 1),
          {size * random.uniform(0, 1), size * random.uniform(0, 1), size * random.uniform(0, 1)},
          {{u, w, cross(u, w)}}};
}

TEST(TriangleBox, KnowsHowFarAFaceAnEdgeAndACornerAre) {
  const Vec3 t[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  for (const TriangleBoxWant want : kWants) {
    EXPECT_NEAR(gap_of_triangle_and_box(t, {{1, 1, 3}, {1, 1, 1}, kUpright}, want), 2, 1e-14);
    EXPECT_NEAR(gap_of_triangle_and_box(t, {{1, 1, -3}, {1, 1, 1}, kUpright}, want), 2, 1e-14);
    EXPECT_NEAR(gap_of_triangle_and_box(t, {{1, -5, 4}, {1, 1, 1}, kUpright}, want), 5, 1e-14);
    EXPECT_NEAR(gap_of_triangle_and_box(t, {{-3, -3, 2}, {1, 1, 1}, kUpright}, want), 3, 1e-14);
    EXPECT_LE(gap_of_triangle_and_box(t, {{1, 1, 0.5}, {1, 1, 1}, kUpright}, want), 0);
  }
}

TEST(TriangleBox, TakesTrianglesWithoutArea) {
  const Box box = {{0, 0, 3}, {1, 1, 1}, kUpright};
  const Vec3 point[3] = {}, segment[3] = {{-4, 0, 0}, {4, 0, 0}, {0, 0, 0}};
  for (const TriangleBoxWant want : kWants) {
    EXPECT_NEAR(gap_of_triangle_and_box(point, box, want), 2, 1e-14);
    EXPECT_NEAR(gap_of_triangle_and_box(segment, box, want), 2, 1e-14);
  }
}

// Normals of tiny triangles underflow, and must not prove anything then.
TEST(TriangleBox, ProvesNothingByUnderflow) {
  for (const double size : {1e-60, 1e-100, 1e-150, 1e-160, 1e-300}) {
    const Vec3 t[3] = {{0, 0, 0}, {size, 0, 0}, {0, size, 0}};
    for (const TriangleBoxWant want : kWants)
      EXPECT_LE(gap_of_triangle_and_box(t, {{0, 0, 0.5}, {1, 1, 1}, kUpright}, want), 1e-14);
  }
}

TEST(TriangleBox, IsNoFartherThanAnyTwoPoints) {
  Random random(1);
  int apart = 0;
  for (int round = 0; round < 2000; ++round) {
    const Box box = any_box(random, 0.5);
    const Vec3 t[3] = {any_point(random, 1), any_point(random, 1), any_point(random, 1)};
    double least = kInfiniteEnd;
    for (int i = 0; i < 200; ++i) {
      double u = random.uniform(0, 1), v = random.uniform(0, 1);
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Vec3 p = t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
      const Vec3 q = point_of(box, random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
      least = std::min(least, norm(p - q));
    }
    for (const TriangleBoxWant want : kWants) EXPECT_LE(gap_of_triangle_and_box(t, box, want), least + 1e-14);
    apart += gap_of_triangle_and_box(t, box, TriangleBoxWant::Overlap) > 0;
  }
  EXPECT_GT(apart, 500);
}

// What it is for: a box that is tiny beside the triangle is as far as its middle, within its own size.
TEST(TriangleBox, IsTightForTinyBoxes) {
  Random random(2);
  for (int round = 0; round < 1000; ++round) {
    const Box box = any_box(random, 1e-6);
    const Vec3 t[3] = {any_point(random, 1), any_point(random, 1), any_point(random, 1)};
    const double gap = gap_of_triangle_and_box(t, box, TriangleBoxWant::Distance);
    const double middle = gap_of_triangle_and_box(t, {box.center, {}, box.axes}, TriangleBoxWant::Distance);
    EXPECT_GE(gap, middle - 2e-6);
    double least = kInfiniteEnd;
    for (int i = 0; i <= 40; ++i)
      for (int k = 0; i + k <= 40; ++k)
        least = std::min(least, norm(t[0] + 0.025 * i * (t[1] - t[0]) + 0.025 * k * (t[2] - t[0]) - box.center));
    EXPECT_GE(middle, least - 0.1);
  }
}

}  // namespace
}  // namespace clearance::detail
