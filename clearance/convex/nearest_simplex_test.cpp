#include <clearance/convex/nearest_simplex.h>

#include <clearance/convex/bodies_test.h>
#include <clearance/convex/exact/simplex.h>
#include <clearance/proof/origin.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace clearance::detail {
namespace {

PointSimplex simplex_of(const std::vector<Vec3>& points) {
  PointSimplex simplex;
  for (const Vec3& m : points) {
    const int k = simplex.count;
    simplex.add({k, 10 * k}, m);
  }
  return simplex;
}

std::vector<int> kept(const PointSimplex& simplex) {
  std::vector<int> at;
  for (int k = 0; k < simplex.count; ++k) {
    EXPECT_EQ(simplex.pair[k].b, 10 * simplex.pair[k].a) << "pairs must stay together";
    at.push_back(simplex.pair[k].a);
  }
  std::sort(at.begin(), at.end());
  return at;
}

// nearest = Σ weight·m, weights sum to 1, all positive.
void expect_consistent(const PointSimplex& simplex, double tolerance) {
  Vec3 sum;
  double total = 0;
  for (int k = 0; k < simplex.count; ++k) {
    EXPECT_GE(simplex.weight[k], 0);
    sum = sum + simplex.weight[k] * simplex.m[k];
    total += simplex.weight[k];
  }
  EXPECT_NEAR(total, 1, 8 * kUnit);
  EXPECT_LE(norm(sum - simplex.point()), tolerance);
}

void expect_nearest(const std::vector<Vec3>& points, const std::vector<int>& face, Vec3 at) {
  PointSimplex simplex = simplex_of(points);
  EXPECT_TRUE(nearest_point(simplex));
  EXPECT_EQ(kept(simplex), face);
  EXPECT_LE(norm(simplex.point() - at), 1e-15);
  expect_consistent(simplex, 1e-15);
}

TEST(NearestSimplex, HandSolvedPointAndSegment) {
  expect_nearest({{3, 4, 0}}, {0}, {3, 4, 0});
  expect_nearest({{1, 1, 0}, {2, 1, 0}}, {0}, {1, 1, 0});
  expect_nearest({{-2, 1, 0}, {-1, 1, 0}}, {1}, {-1, 1, 0});
  expect_nearest({{-1, 1, 0}, {3, 1, 0}}, {0, 1}, {0, 1, 0});
  expect_nearest({{0, 1, 0}, {3, 1, 0}}, {0}, {0, 1, 0});  // the boundary of a region belongs to the vertex
}

TEST(NearestSimplex, HandSolvedAllSevenRegionsOfATriangle) {
  // A triangle in the plane z = 1, moved so that the origin falls into each of its regions in turn.
  const auto moved = [](double x, double y) {
    return std::vector<Vec3>{{0 - x, 0 - y, 1}, {4 - x, 0 - y, 1}, {0 - x, 4 - y, 1}};
  };
  expect_nearest(moved(1, 1), {0, 1, 2}, {0, 0, 1});
  expect_nearest(moved(-1, -1), {0}, {1, 1, 1});
  expect_nearest(moved(6, -1), {1}, {-2, 1, 1});
  expect_nearest(moved(-1, 6), {2}, {1, -2, 1});
  expect_nearest(moved(2, -1), {0, 1}, {0, 1, 1});
  expect_nearest(moved(-1, 2), {0, 2}, {1, 0, 1});
  expect_nearest(moved(4, 4), {1, 2}, {-2, -2, 1});
}

TEST(NearestSimplex, HandSolvedTetrahedron) {
  const auto moved = [](Vec3 by) {
    std::vector<Vec3> points{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
    for (Vec3& p : points) p = p - by;
    return points;
  };
  PointSimplex inside = simplex_of(moved({1, 1, 1}));
  EXPECT_FALSE(nearest_point(inside));
  EXPECT_EQ(inside.count, 4);
  expect_nearest(moved({1, 1, -2}), {0, 1, 2}, {0, 0, 2});
  expect_nearest(moved({2, 2, 2}), {1, 2, 3}, {-2. / 3, -2. / 3, -2. / 3});
  expect_nearest(moved({-1, -2, 1}), {0, 3}, {1, 2, 0});
  expect_nearest(moved({-1, -2, -3}), {0}, {1, 2, 3});
  expect_nearest(moved({0, 0, 9}), {3}, {0, 0, -5});
}

TEST(NearestSimplex, DegenerateSimplicesStillGiveAPointOfThem) {
  // Doubled, collinear and coplanar vertices: the point must be right, whichever face it is written on.
  const std::vector<std::vector<Vec3>> flat = {
      {{1, 0, 0}, {1, 0, 0}},
      {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}},
      {{1, -1, 0}, {1, 1, 0}, {1, 3, 0}},
      {{1, -1, 0}, {1, 1, 0}, {1, -1, 0}, {1, 1, 0}},
      {{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}},
      {{1, -2, 0}, {1, -1, 0}, {1, 1, 0}, {1, 2, 0}},
  };
  for (const auto& points : flat) {
    PointSimplex simplex = simplex_of(points);
    if (!nearest_point(simplex)) continue;  // may seem to hold the origin; surely_inside is what refuses it
    EXPECT_LE(norm(simplex.point() - Vec3{1, 0, 0}), 1e-15);
    expect_consistent(simplex, 1e-15);
  }
  for (const auto& points : flat) {
    if (points.size() < 4) continue;
    EXPECT_FALSE(surely_inside(volumes(points.data()), points.data(), 4)) << "no volume, no inside";
  }
}

TEST(NearestSimplex, TheOrderOfTheVerticesDoesNotMatter) {
  Random random(21);
  for (int round = 0; round < 200; ++round) {
    std::vector<Vec3> points;
    const auto count = 2 + random.below(3);
    const Vec3 offset = random_vector(random, 1.5);
    for (std::uint64_t k = 0; k < count; ++k) points.push_back(random_vector(random) + offset);
    PointSimplex first = simplex_of(points);
    const bool outside = nearest_point(first);
    std::rotate(points.begin(), points.begin() + 1, points.end());
    PointSimplex second = simplex_of(points);
    ASSERT_EQ(nearest_point(second), outside);
    EXPECT_TRUE(!outside || norm(first.point() - second.point()) <= 1e-13);
  }
}

// All seven faces with the new vertex, from simplices of one to three: the same face, point and direction as by
// regions.
TEST(NearestSimplex, OneMoreVertexGivesWhatAllGive) {
  Random random(24);
  int by_count[5] = {};
  for (int round = 0; round < 20000; ++round) {
    PointSimplex simplex;
    const Vec3 offset = random_vector(random, 1.2);
    const auto count = 1 + random.below(3);
    for (std::uint64_t k = 0; k < count; ++k)
      simplex.add({static_cast<std::int32_t>(k), 0}, random_vector(random) + offset);
    if (!nearest_point(simplex)) continue;
    const Vec3 w = random_vector(random) + offset;
    if (!(dot(w, simplex.direction) < dot(simplex.m[0], simplex.direction))) continue;  // no progress
    PointSimplex all = simplex;
    all.add({9, 9}, w);
    const bool outside = nearest_point(all), may_hold_origin = !outside || round % 2 == 0;
    ASSERT_EQ(nearest_point_with(simplex, {9, 9}, w, may_hold_origin), outside);
    ASSERT_EQ(simplex.count, all.count);
    ++by_count[all.count];
    if (!outside) continue;
    EXPECT_TRUE(simplex.has({9, 9}));
    for (int k = 0; k < all.count; ++k) EXPECT_TRUE(simplex.has(all.pair[k]));
    EXPECT_LE(norm(simplex.point() - all.point()), 1e-11);
    EXPECT_LE(norm(simplex.direction / norm(simplex.direction) - all.direction / norm(all.direction)), 1e-9);
    expect_consistent(simplex, 1e-11);
  }
  for (int count = 1; count <= 4; ++count) EXPECT_GT(by_count[count], 30) << count;
}

TEST(NearestSimplex, AgreesWithTheExactNearestPoint) {
  Random random(22);
  int inside = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto count = 1 + random.below(4);
    const Vec3 offset = random_vector(random, 0.8);
    PointSimplex simplex;
    ExactSimplex exact_simplex;
    for (std::uint64_t k = 0; k < count; ++k) {
      const Vec3 m = random_vector(random) + offset;
      simplex.add({static_cast<std::int32_t>(k), static_cast<std::int32_t>(10 * k)}, m);
      exact_simplex.pair[k] = simplex.pair[k];
      exact_simplex.m[k] = exact(m);
      ++exact_simplex.count;
    }
    reduce_to_nearest(exact_simplex);
    const bool outside = nearest_point(simplex);
    ASSERT_EQ(outside, !is_zero(exact_simplex.nearest));
    if (!outside) {
      ++inside;
      continue;
    }
    const double total = exact_simplex.total_weight().to_double();
    const Vec3 expected = Vec3{exact_simplex.nearest.x.to_double(), exact_simplex.nearest.y.to_double(),
                               exact_simplex.nearest.z.to_double()} /
                          total;
    // Components are at most 2; a simplex whose smallest height is h loses a factor 1/h of the digits, and below 1e-3
    // it is rare here.
    EXPECT_LE(norm(simplex.point() - expected), 1e-11);
    expect_consistent(simplex, 1e-11);
  }
  EXPECT_GT(inside, 10);
}

// Soundness of the one proof in this file: whatever the doubles, surely_inside never accepts what is not inside.
TEST(NearestSimplex, SurelyInsideIsNeverWrong) {
  Random random(23);
  int accepted = 0, refused_inside = 0;
  for (int round = 0; round < 3000; ++round) {
    // Three random vectors and their negative sum, so that the origin is inside; then one vertex is pushed so that the
    // origin comes to lie within a few units in the last place of a face.
    Vec3 m[4];
    for (int k = 0; k < 3; ++k) m[k] = random_vector(random);
    const double a = random.uniform(0, 1), b = random.uniform(0, 1);
    const double c = round % 3 == 0 ? random.uniform(0, 1) : random.uniform(-64, 64) * kUnit;
    m[3] = -(a * m[0] + b * m[1] + c * m[2]);
    const DyadicVec exact_m[4] = {exact(m[0]), exact(m[1]), exact(m[2]), exact(m[3])};
    const bool truly = interior_holds_origin(exact_m);
    const bool surely = surely_inside(volumes(m), m, 2);
    EXPECT_TRUE(truly || !surely);
    accepted += surely ? 1 : 0;
    refused_inside += truly && !surely ? 1 : 0;
  }
  EXPECT_GT(accepted, 900) << "ordinary tetrahedra must be accepted";
  EXPECT_GT(refused_inside, 100) << "the test should come close to the faces";
}

TEST(NearestSimplex, SurelyInsideConcludesNothingWhereProductsUnderOrOverflow) {
  const Vec3 unit_corners[4] = {{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}};
  EXPECT_TRUE(surely_inside(volumes(unit_corners), unit_corners, 3));
  for (const double scale : {1e-120, 1e110}) {
    Vec3 m[4];
    for (int k = 0; k < 4; ++k) m[k] = scale * unit_corners[k];
    EXPECT_FALSE(surely_inside(volumes(m), m, 3 * scale)) << scale;
  }
}

}  // namespace
}  // namespace clearance::detail
