#include <clearance/build/primitives.h>

#include <clearance/base/random.h>
#include <clearance/build/hull_check_test.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace clearance::detail {
namespace {

const double kInfinity = std::numeric_limits<double>::infinity();

std::vector<Vec3> vertices(const Polytope& p) {
  std::vector<Vec3> result;
  for (int v = 0; v < p.vertex_count(); ++v) result.push_back(p.vertex(v));
  return result;
}

Mat3 times(const Mat3& a, const Mat3& b) {
  const Mat3 columns = transpose(b);
  Mat3 product;
  for (int i = 0; i < 3; ++i)
    product.row[i] = {dot(a.row[i], columns.row[0]), dot(a.row[i], columns.row[1]), dot(a.row[i], columns.row[2])};
  return product;
}

double largest_difference(const Mat3& a, const Mat3& b) {
  double worst = 0;
  for (int i = 0; i < 3; ++i) worst = std::fmax(worst, norm_max(a.row[i] - b.row[i]));
  return worst;
}

Quat random_quaternion(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

// ---- box

TEST(Box, CornersCarryTheirSigns) {
  const Polytope p = box({2, 4, 6});
  ASSERT_EQ(p.vertex_count(), 8);
  EXPECT_EQ(p.edge_count(), 12);
  EXPECT_EQ(p.face_count(), 6);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(p.id(i), static_cast<std::uint32_t>(i));
    EXPECT_EQ(p.vertex(i), (Vec3{i & 1 ? 1. : -1., i & 2 ? 2. : -2., i & 4 ? 3. : -3.}));
  }
  expect_solid_hull(vertices(p), p);
}

TEST(Box, ZeroEdgesMakeItFlat) {
  EXPECT_EQ(box({1, 1, 0}).dimension(), 2);
  EXPECT_EQ(box({0, 1, 0}).dimension(), 1);
  EXPECT_EQ(box({0, 0, 0}).dimension(), 0);
  const Polytope plate = box({1, 0, 1});
  ASSERT_EQ(plate.vertex_count(), 4);
  EXPECT_EQ(plate.id(3), 5u);
  EXPECT_EQ(plate.source_count(), 8u);
}

TEST(Box, SaysWhatIsWrong) {
  EXPECT_EQ(make_box({1, -1, 1}).error().text(), "edges[1]: is negative; it must be 0 or more");
  EXPECT_EQ(make_box({std::nan(""), 1, 1}).error().text(), "edges[0]: not finite");
  EXPECT_EQ(make_box({1, 1, kInfinity}).error().text(), "edges[2]: not finite");
  EXPECT_EQ(make_box({1, 1, 1.5e300}).error().text(), "edges[2]: is beyond 1e300, the largest length");
}

// Half of the smallest double is none: the box of such an edge used to be flat, and its answers those of another body.
TEST(Box, AnEdgeWithoutAHalfIsRefused) {
  for (const double edge : {0x1p-1074, 3 * 0x1p-1074, 0x1p-1022 - 0x1p-1074}) {
    EXPECT_EQ(
        make_box({1, edge, 1}).error().text(),
        "edges[1]: corners stand at half of it, which is no double; so small a length must be a multiple of 1e-323");
    EXPECT_EQ(make_prism(4, 1, edge).error().place, "height");
  }
  for (const double edge : {2 * 0x1p-1074, 0x1p-1022, 0x1p-1021 - 0x1p-1073, 0.0}) {
    const Result<Polytope> made = make_box({1, edge, 1});
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(made->box_high().y - made->box_low().y, edge);
    EXPECT_EQ(made->dimension(), edge > 0 ? 3 : 2);
    EXPECT_TRUE(make_prism(4, 1, edge));
  }
}

int broken_contracts = 0;

TEST(Box, ABadEdgeIsACallerBug) {
  broken_contracts = 0;
  const AssertHandler before = set_assert_handler([](const char*, const char*, int) { ++broken_contracts; });
  EXPECT_EQ(box({1, -1, 1}).dimension(), 0);
  set_assert_handler(before);
  EXPECT_EQ(broken_contracts, 1);
}

// ---- prism and cylinder

TEST(Prism, SquareOne) {
  const Polytope p = make_prism(4, 2, 1).value();
  ASSERT_EQ(p.vertex_count(), 8);
  EXPECT_EQ(p.vertex(0), (Vec3{2, 0, -.5}));
  EXPECT_EQ(p.vertex(1), (Vec3{0, 2, -.5}));
  EXPECT_EQ(p.vertex(2), (Vec3{-2, 0, -.5}));
  EXPECT_EQ(p.vertex(3), (Vec3{0, -2, -.5}));
  EXPECT_EQ(p.vertex(4), (Vec3{2, 0, .5}));
  expect_solid_hull(vertices(p), p);
}

TEST(Prism, CornersAreOnTheCircleInOrder) {
  for (const int n : {3, 5, 6, 7, 8, 12, 17, 100, 1000}) {
    const Polytope p = make_prism(n, 3, 2).value();
    expect_solid_hull(vertices(p), p);
    ASSERT_EQ(p.vertex_count(), 2 * n);
    ASSERT_EQ(p.face_count(), n + 2) << "the sides are exactly planar, and so are the ends";
    for (int k = 0; k < n; ++k) {
      const double angle = 2 * std::acos(-1.) * k / n;
      EXPECT_NEAR(p.vertex(k).x, 3 * std::cos(angle), 2e-15 * 3);
      EXPECT_NEAR(p.vertex(k).y, 3 * std::sin(angle), 2e-15 * 3);
      EXPECT_EQ(p.vertex(k).z, -1);
      EXPECT_EQ(p.vertex(n + k), (Vec3{p.vertex(k).x, p.vertex(k).y, 1}));
      EXPECT_EQ(p.vertex(k).x, p.vertex((n - k) % n).x);
      EXPECT_EQ(p.vertex(k).y, -p.vertex((n - k) % n).y);
    }
  }
}

TEST(Prism, ZeroSizesMakeItFlat) {
  EXPECT_EQ(make_prism(5, 1, 0).value().dimension(), 2);
  EXPECT_EQ(make_prism(5, 0, 1).value().dimension(), 1);
  EXPECT_EQ(make_prism(5, 0, 0).value().dimension(), 0);
}

TEST(Prism, SaysWhatIsWrong) {
  EXPECT_EQ(make_prism(2, 1, 1).error().text(), "sides: fewer than 3; a prism has at least three");
  EXPECT_EQ(make_prism(std::numeric_limits<int>::max(), 1, 1).error().text(), "sides: more than 1048576");
  EXPECT_EQ(make_prism(3, -1, 1).error().text(), "radius: is negative; it must be 0 or more");
  EXPECT_EQ(make_prism(3, 1, kInfinity).error().text(), "height: not finite");
  EXPECT_EQ(make_cylinder(std::nan(""), 1).error().text(), "radius: not finite");
}

TEST(Cylinder, IsAPrism) {
  const Polytope p = make_cylinder(1, 2).value();
  EXPECT_EQ(p.vertex_count(), 64);
  EXPECT_EQ(p.face_count(), 34);
  EXPECT_EQ(make_cylinder(1, 2, 6).value().vertex_count(), 12);
}

// ---- the thesis' polytopes

TEST(TestPolytope, LiesOnItsEllipsoidWithAllItsPoints) {
  const Vec3 axes[] = {{1, .7, .5}, {1, .1, .1}, {1, 1, .1}};
  for (const TestShape shape : {TestShape::Ellipsoid, TestShape::Rod, TestShape::Plate}) {
    const Vec3 a = axes[static_cast<int>(shape)];
    for (const int n : {4, 20, 100, 500, 1000}) {
      const Polytope p = test_polytope(shape, n, static_cast<std::uint64_t>(n));
      EXPECT_EQ(p.vertex_count(), n) << to_string(shape);
      expect_solid_hull(vertices(p), p, 1 + n / 50);
      for (const Vec3& v : vertices(p)) EXPECT_NEAR(squared_norm(Vec3{v.x / a.x, v.y / a.y, v.z / a.z}), 1, 1e-14);
    }
  }
}

// Portable bits: a sum over the coordinates' patterns, reckoned by a second implementation of the same recipe.
TEST(TestPolytope, SameSeedSameBits) {
  std::uint64_t sum = 0;
  for (const Vec3& v : vertices(test_polytope(TestShape::Ellipsoid, 100, 42)))
    for (const double x : {v.x, v.y, v.z}) {
      std::uint64_t bits;
      std::memcpy(&bits, &x, sizeof bits);
      sum = sum * 31 + bits;
    }
  EXPECT_EQ(sum, 12563373405697353205u);
  EXPECT_NE(vertices(test_polytope(TestShape::Rod, 20, 1)), vertices(test_polytope(TestShape::Rod, 20, 2)));
}

TEST(TestPolytope, CoversAllOctantsEvenly) {
  int count[8] = {};
  for (const Vec3& v : vertices(test_polytope(TestShape::Plate, 8000, 5)))
    ++count[(v.x > 0 ? 1 : 0) + (v.y > 0 ? 2 : 0) + (v.z > 0 ? 4 : 0)];
  // 1000 each, standard deviation 30.
  for (const int c : count) EXPECT_NEAR(c, 1000, 150);
}

// ---- nearest_rotation

TEST(NearestRotation, QuarterTurnsAndHalfTurns) {
  const Mat3 turns[] = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},   {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}},
                        {{{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}}, {{{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}},
                        {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}}, {{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}}};
  for (const Mat3& turn : turns) {
    const Quat q = nearest_rotation(turn).value();
    EXPECT_LE(largest_difference(rotation(q).rotation(), turn), 4e-16);
  }
}

TEST(NearestRotation, GivesRotationsBack) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const Mat3 r = rotation(random_quaternion(random)).rotation();
    ASSERT_LE(largest_difference(rotation(nearest_rotation(r).value()).rotation(), r), 1e-15);
  }
}

TEST(NearestRotation, RemovesScaleOfAnySize) {
  Random random(2);
  for (const double scale : {1e-300, 1e-7, .5, 3., 1e9, 1e299}) {
    for (int i = 0; i < 100; ++i) {
      const Mat3 r = rotation(random_quaternion(random)).rotation();
      Mat3 m = r;
      for (Vec3& row : m.row) row = scale * row;
      ASSERT_LE(largest_difference(rotation(nearest_rotation(m).value()).rotation(), r), 1e-15);
    }
  }
}

// R·S with S symmetric and positive definite has R as its polar factor, however far S is from the identity.
TEST(NearestRotation, IsThePolarFactor) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const Mat3 r = rotation(random_quaternion(random)).rotation(), v = rotation(random_quaternion(random)).rotation();
    const Mat3 stretch = {
        {{random.uniform(.1, 2), 0, 0}, {0, random.uniform(.1, 2), 0}, {0, 0, random.uniform(.1, 2)}}};
    const Mat3 m = times(r, times(times(v, stretch), transpose(v)));
    // Rounding m by u moves the factor by u over the sum of the two smallest stretches.
    ASSERT_LE(largest_difference(rotation(nearest_rotation(m).value()).rotation(), r), 2e-14);
  }
}

TEST(NearestRotation, StretchesOfManyOrders) {
  const Mat3 m = {{{1e-30, 0, 0}, {0, 1e20, 0}, {0, 0, 1}}};
  EXPECT_LE(largest_difference(rotation(nearest_rotation(m).value()).rotation(), Mat3{}), 1e-15);
}

TEST(NearestRotation, SaysWhatIsWrong) {
  EXPECT_EQ(nearest_rotation({{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}).error().text(),
            "R: a reflection: det R is negative");
  EXPECT_EQ(nearest_rotation({{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}}).error().text(), "R: singular");
  EXPECT_EQ(nearest_rotation({{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}).error().text(), "R: singular");
  EXPECT_EQ(nearest_rotation({{{1, 0, 0}, {0, std::nan(""), 0}, {0, 0, 1}}}).error().text(), "R: not finite");
  EXPECT_FALSE(nearest_rotation({{{1e-300, 0, 0}, {0, 1e-300, 0}, {0, 0, 1}}}).ok());
}

}  // namespace
}  // namespace clearance::detail
