#include <clearance/lab/pair/johnson.h>

#include <clearance/convex/bodies_test.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace clearance::detail {
namespace {

PointSimplex simplex_of(const std::vector<Vec3>& points) {
  PointSimplex simplex;
  for (const Vec3& m : points) {
    const int k = simplex.count;
    simplex.add({k, k}, m);
  }
  return simplex;
}

// The point is a convex combination of what was kept.
void expect_consistent(const PointSimplex& simplex) {
  Vec3 sum;
  double total = 0, size = 0;
  for (int k = 0; k < simplex.count; ++k) {
    EXPECT_GT(simplex.weight[k], 0);
    sum = sum + simplex.weight[k] * simplex.m[k];
    total += simplex.weight[k];
    size = std::max(size, norm(simplex.m[k]));
  }
  EXPECT_NEAR(total, 1, 8 * kUnit);
  EXPECT_LE(norm(sum - simplex.point()), 8 * kUnit * size);
}

TEST(Johnson, HandSolved) {
  bool backup = true;
  PointSimplex edge = simplex_of({{-1, 1, 0}, {3, 1, 0}});
  EXPECT_TRUE(nearest_point_johnson(edge, &backup));
  EXPECT_FALSE(backup);
  EXPECT_EQ(edge.count, 2);
  EXPECT_EQ(edge.weight[0], 0.75);  // Δ₀ = m₁·(m₁ − m₀) = 12, Δ₁ = m₀·(m₀ − m₁) = 4
  EXPECT_EQ(edge.weight[1], 0.25);
  EXPECT_EQ(edge.point(), (Vec3{0, 1, 0}));

  PointSimplex face = simplex_of({{-1, -1, 2}, {3, -1, 2}, {-1, 3, 2}});
  EXPECT_TRUE(nearest_point_johnson(face));
  EXPECT_EQ(face.count, 3);
  EXPECT_EQ(face.point(), (Vec3{0, 0, 2}));
  EXPECT_EQ(face.weight[0], 0.5);

  PointSimplex inside = simplex_of({{-1, -1, -1}, {3, -1, -1}, {-1, 3, -1}, {-1, -1, 3}});
  EXPECT_FALSE(nearest_point_johnson(inside));
  EXPECT_EQ(inside.count, 4);
  expect_consistent(inside);

  PointSimplex corner = simplex_of({{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}});
  EXPECT_TRUE(nearest_point_johnson(corner));
  EXPECT_EQ(corner.count, 1);
  EXPECT_EQ(corner.point(), (Vec3{1, 1, 1}));
}

// (5.6) asks for Δ_j ≤ 0 outside and Δ_i > 0 inside. A vertex with Δ = 0 is left out.
TEST(Johnson, DegenerateVerticesAreLeftOut) {
  PointSimplex doubled = simplex_of({{1, 0, 0}, {1, 0, 0}});
  EXPECT_TRUE(nearest_point_johnson(doubled));
  EXPECT_EQ(doubled.count, 1);
  PointSimplex collinear = simplex_of({{1, -1, 0}, {1, 1, 0}, {1, 3, 0}});
  EXPECT_TRUE(nearest_point_johnson(collinear));
  EXPECT_EQ(collinear.point(), (Vec3{1, 0, 0}));
  PointSimplex square = simplex_of({{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}});
  EXPECT_TRUE(nearest_point_johnson(square));
  EXPECT_EQ(square.point(), (Vec3{1, 0, 0}));
}

// Nearly dependent simplices are where rounding leaves (5.6) without a subset. The back-up (5.7) then chooses; its Δ
// are rounding noise there, so all that can be asked is a point of the simplex.
TEST(Johnson, TheBackUpChoosesOnNearlyDegenerateSimplices) {
  Random random(31);
  int backups = 0;
  for (int round = 0; round < 20000; ++round) {
    // A sliver: the third and fourth vertex are within a few units in the last place of the line through the others.
    const Vec3 a = random_vector(random), b = random_vector(random);
    const auto near_line = [&] {
      const double t = random.uniform(-1, 2);
      return a + t * (b - a) + random_vector(random, 1e-15);
    };
    PointSimplex simplex = simplex_of({a, b, near_line(), near_line()});
    bool backup = false;
    nearest_point_johnson(simplex, &backup);
    if (!backup) continue;
    ++backups;
    expect_consistent(simplex);
  }
  EXPECT_GT(backups, 20);
}

TEST(Johnson, NanThroughoutStillKeepsAVertex) {
  const double nan = std::nan("");
  PointSimplex simplex = simplex_of({{nan, 0, 0}, {0, nan, 0}, {0, 0, nan}});
  bool backup = false;
  EXPECT_TRUE(nearest_point_johnson(simplex, &backup));
  EXPECT_TRUE(backup);
  EXPECT_GE(simplex.count, 1);
}

TEST(Johnson, ScalingByAPowerOfTwoChangesNothingElse) {
  Random random(32);
  for (int round = 0; round < 200; ++round) {
    std::vector<Vec3> points;
    const Vec3 offset = random_vector(random);
    for (int k = 0; k < 4; ++k) points.push_back(random_vector(random) + offset);
    PointSimplex first = simplex_of(points);
    for (Vec3& p : points) p = 0x1p40 * p;
    PointSimplex second = simplex_of(points);
    ASSERT_EQ(nearest_point_johnson(first), nearest_point_johnson(second));
    ASSERT_EQ(first.count, second.count);
    EXPECT_EQ(0x1p40 * first.point(), second.point());
  }
}

TEST(Johnson, AgreesWithVoronoiRegions) {
  Random random(33);
  for (int round = 0; round < 3000; ++round) {
    std::vector<Vec3> points;
    const Vec3 offset = random_vector(random);
    const auto count = 1 + random.below(4);
    for (std::uint64_t k = 0; k < count; ++k) points.push_back(random_vector(random) + offset);
    PointSimplex johnson = simplex_of(points), voronoi = simplex_of(points);
    ASSERT_EQ(nearest_point_johnson(johnson), nearest_point(voronoi));
    // Johnson's determinants lose the square of what the regions lose: 1e-7 for a height of 1e-4.
    EXPECT_TRUE(johnson.count == 4 || norm(johnson.point() - voronoi.point()) <= 1e-7);
    expect_consistent(johnson);
  }
}

}  // namespace
}  // namespace clearance::detail
