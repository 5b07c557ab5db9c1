#include <clearance/convex/exact/simplex.h>

#include <clearance/convex/bodies_test.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

ExactSimplex simplex_of(const std::vector<Vec3>& points) {
  ExactSimplex simplex;
  for (const Vec3& m : points) {
    simplex.pair[simplex.count] = {simplex.count, 10 * simplex.count};
    simplex.m[simplex.count++] = exact(m);
  }
  return simplex;
}

bool equal(const DyadicVec& a, const DyadicVec& b) { return is_zero(a - b); }

void expect_nearest(const std::vector<Vec3>& points, const std::vector<int>& face, Vec3 times_weight, double weight) {
  ExactSimplex simplex = simplex_of(points);
  reduce_to_nearest(simplex);
  std::vector<int> kept;
  for (int k = 0; k < simplex.count; ++k) {
    EXPECT_EQ(simplex.pair[k].b, 10 * simplex.pair[k].a);
    kept.push_back(simplex.pair[k].a);
  }
  EXPECT_EQ(kept, face);
  // nearest / total = times_weight / weight, exactly.
  EXPECT_TRUE(equal(Dyadic(weight) * simplex.nearest, simplex.total_weight() * exact(times_weight)));
}

TEST(ExactSimplex, HandSolved) {
  expect_nearest({{3, 4, 0}}, {0}, {3, 4, 0}, 1);
  expect_nearest({{-1, 1, 0}, {3, 1, 0}}, {0, 1}, {0, 1, 0}, 1);
  expect_nearest({{1, 1, 0}, {3, 1, 0}}, {0}, {1, 1, 0}, 1);
  expect_nearest({{-1, -1, 2}, {3, -1, 2}, {-1, 3, 2}}, {0, 1, 2}, {0, 0, 2}, 1);
  expect_nearest({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 1, 2}, {1, 1, 1}, 3);  // no double is a third
  expect_nearest({{-1, -1, -1}, {3, -1, -1}, {-1, 3, -1}, {-1, -1, 3}}, {0, 1, 2, 3}, {0, 0, 0}, 1);
}

// A point on a lower face is expressed there: vertices with weight 0 are dropped, also where the origin is on the face.
TEST(ExactSimplex, DegenerateLowestFaceWins) {
  expect_nearest({{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1}, {0, 0, 0}, 1);
  expect_nearest({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0}, {0, 0, 0}, 1);
  expect_nearest({{-1, -1, 0}, {3, -1, 0}, {-1, 3, 0}, {0, 0, 1}}, {0, 1, 2}, {0, 0, 0}, 1);
}

TEST(ExactSimplex, DegenerateDependentVertices) {
  const std::vector<std::vector<Vec3>> all_at_one = {
      {{1, 0, 0}, {1, 0, 0}},
      {{1, -1, 0}, {1, 1, 0}, {1, 3, 0}},
      {{1, -1, 0}, {1, 1, 0}, {1, -1, 0}, {1, 1, 0}},
      {{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}},
      {{1, -3, 0}, {1, -1, 0}, {1, 1, 0}, {1, 3, 0}},
      {{1, -3, 0}, {1, 1, 0}, {1, 1, 0}, {1, 3, 0}},
  };
  for (const auto& points : all_at_one) {
    ExactSimplex simplex = simplex_of(points);
    reduce_to_nearest(simplex);
    EXPECT_TRUE(equal(simplex.nearest, simplex.total_weight() * exact(Vec3{1, 0, 0})));
  }
}

// What makes it the nearest point: the weights are positive, and every vertex m of the simplex has m·c ≥ c·c, with
// equality for those kept.
void expect_kkt(const std::vector<Vec3>& points) {
  ExactSimplex simplex = simplex_of(points);
  reduce_to_nearest(simplex);
  const Dyadic total = simplex.total_weight();
  DyadicVec sum;
  for (int k = 0; k < simplex.count; ++k) {
    ASSERT_GT(simplex.weight[k].sign(), 0);
    sum = sum + simplex.weight[k] * simplex.m[k];
    ASSERT_EQ(compare(total * dot(simplex.m[k], simplex.nearest), dot(simplex.nearest, simplex.nearest)), 0);
  }
  ASSERT_TRUE(equal(sum, simplex.nearest));
  for (const Vec3& m : points)
    ASSERT_GE(compare(total * dot(exact(m), simplex.nearest), dot(simplex.nearest, simplex.nearest)), 0);
}

TEST(ExactSimplex, OptimalOnRandomAndOnGridSimplices) {
  Random random(61);
  for (int round = 0; round < 3000; ++round) {
    std::vector<Vec3> points;
    const auto count = 1 + random.below(4);
    for (std::uint64_t k = 0; k < count; ++k) {
      Vec3 m = random_vector(random, 2);
      if (round % 2 == 0) m = {std::round(m.x), std::round(m.y), std::round(m.z)};
      points.push_back(m);
    }
    expect_kkt(points);
  }
}

// Slivers a unit in the last place thick, at scales whose squares leave the doubles.
TEST(ExactSimplex, OptimalOnSlivers) {
  Random random(62);
  for (const double scale : {1e-300, 1.0, 1e290}) {
    for (int round = 0; round < 100; ++round) {
      const Vec3 a = random_vector(random), b = random_vector(random);
      std::vector<Vec3> points{a, b};
      for (int k = 0; k < 2; ++k) points.push_back(a + random.uniform(-1, 2) * (b - a) + random_vector(random, 1e-15));
      for (Vec3& p : points) p = scale * p;
      expect_kkt(points);
    }
  }
}

TEST(ExactSimplex, TheOrderOfTheVerticesDoesNotMatter) {
  Random random(63);
  for (int round = 0; round < 300; ++round) {
    std::vector<Vec3> points;
    for (int k = 0; k < 4; ++k) points.push_back(random_vector(random) + Vec3{0.5, 0, 0});
    ExactSimplex first = simplex_of(points);
    std::reverse(points.begin(), points.end());
    ExactSimplex second = simplex_of(points);
    reduce_to_nearest(first);
    reduce_to_nearest(second);
    EXPECT_TRUE(equal(second.total_weight() * first.nearest, first.total_weight() * second.nearest));
  }
}

}  // namespace
}  // namespace clearance::detail
