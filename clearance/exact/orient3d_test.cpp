#include <clearance/exact/orient3d.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

using Four = std::array<Vec3, 4>;

const double kTiny = std::numeric_limits<double>::denorm_min();

int filter(const Four& p) { return orient3d_filter(p[0], p[1], p[2], p[3]); }
int integers(const Four& p) { return orient3d_integers(p[0], p[1], p[2], p[3]); }
int exact_sign(const Four& p) { return orient3d_exact(p[0], p[1], p[2], p[3]); }
int sign(const Four& p) { return orient3d_sign(p[0], p[1], p[2], p[3]); }

Vec3 random_point(Random& random) { return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; }
Four random_four(Random& random) {
  return {random_point(random), random_point(random), random_point(random), random_point(random)};
}

double nudged(double x, Random& random) {
  const auto k = random.below(3);
  return k == 0 ? std::nextafter(x, 1e308) : k == 1 ? std::nextafter(x, -1e308) : x;
}

// Three random points and one in their plane as far as doubles go, then moved to a neighbouring double or not.
Four nearly_coplanar(Random& random) {
  Four p = random_four(random);
  const double s = random.uniform(-2, 2), t = random.uniform(-2, 2);
  p[3] = p[0] + s * (p[1] - p[0]) + t * (p[2] - p[0]);
  p[3] = {nudged(p[3].x, random), nudged(p[3].y, random), nudged(p[3].z, random)};
  return p;
}

// Every tier that answers says what the exact one says.
::testing::AssertionResult tiers_agree(const Four& p) {
  const int truth = exact_sign(p), first = filter(p), second = integers(p);
  if (first != kUnsure && first != truth)
    return ::testing::AssertionFailure() << "filter: " << first << ", not " << truth;
  if (second != kUnsure && second != truth)
    return ::testing::AssertionFailure() << "integers: " << second << ", not " << truth;
  if (sign(p) != truth) return ::testing::AssertionFailure() << "sign: " << sign(p) << ", not " << truth;
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult planar_tiers_agree(const Four& p) {
  for (int axis = 0; axis < 3; ++axis) {
    const int truth = orient2d_exact(p[0], p[1], p[2], axis), first = orient2d_filter(p[0], p[1], p[2], axis),
              second = orient2d_integers(p[0], p[1], p[2], axis), last = orient2d_sign(p[0], p[1], p[2], axis);
    if ((first != kUnsure && first != truth) || (second != kUnsure && second != truth) || last != truth)
      return ::testing::AssertionFailure() << "axis " << axis << ": " << first << second << last << truth;
  }
  return ::testing::AssertionSuccess();
}

// ---- solved by hand

TEST(Orient3d, CornerOfACube) {
  const Four p = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  EXPECT_EQ(filter(p), 1);
  EXPECT_EQ(integers(p), 1);
  EXPECT_EQ(exact_sign(p), 1);
  const Four q = {p[1], p[0], p[2], p[3]};
  EXPECT_EQ(filter(q), -1);
  EXPECT_EQ(integers(q), -1);
  EXPECT_EQ(exact_sign(q), -1);
}

TEST(Orient3d, InThePlane) {
  const Four p = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {3, -4, 2}}};
  EXPECT_EQ(filter(p), kUnsure);
  EXPECT_EQ(integers(p), 0);
  EXPECT_EQ(exact_sign(p), 0);
  EXPECT_EQ(sign(p), 0);
}

TEST(Orient2d, TurnsSeenAlongEachAxis) {
  const Vec3 o, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  EXPECT_EQ(orient2d_sign(o, y, z, 0), 1);
  EXPECT_EQ(orient2d_sign(o, z, x, 1), 1);
  EXPECT_EQ(orient2d_sign(o, x, y, 2), 1);
  EXPECT_EQ(orient2d_sign(o, y, x, 2), -1);
  EXPECT_EQ(orient2d_sign(o, x, y, 0), 0);
  EXPECT_TRUE(collinear(o, x, 5 * x));
  EXPECT_TRUE(collinear(x, x, y));
  EXPECT_FALSE(collinear(x, y, z));
}

// ---- degenerate

TEST(Orient3d, NeighboursOfAPlane) {
  // The plane x + y + z = 3 and the doubles on both sides of one of its points.
  const Vec3 a{1, 1, 1}, b{3, 0, 0}, c{0, 3, 0};
  const double above = std::nextafter(3, 4), below = std::nextafter(3, 2);
  EXPECT_EQ(orient3d_sign(a, b, c, {0, 0, 3}), 0);
  const int side = orient3d_sign(a, b, c, {0, 0, 100});
  EXPECT_EQ(orient3d_sign(a, b, c, {0, 0, above}), side);
  EXPECT_EQ(orient3d_sign(a, b, c, {0, 0, below}), -side);
  EXPECT_EQ(orient3d_sign(a, b, c, {kTiny, 0, 3}), side);
  EXPECT_EQ(orient3d_sign(a, b, c, {0, -kTiny, 3}), -side);
}

TEST(Orient3d, NearlyCoplanarTiersAgree) {
  Random random(1);
  int unsure = 0;
  for (int i = 0; i < 20000; ++i) {
    const Four p = nearly_coplanar(random);
    ASSERT_TRUE(tiers_agree(p));
    ASSERT_NE(integers(p), kUnsure);
    unsure += filter(p) == kUnsure;
  }
  // The filter must fail here, or these points are not what they are meant to be.
  EXPECT_GT(unsure, 19000);
}

TEST(Orient2d, NearlyCollinearTiersAgree) {
  Random random(2);
  int unsure = 0, zero = 0;
  for (int i = 0; i < 20000; ++i) {
    Four p = random_four(random);
    p[2] = p[0] + random.uniform(-2, 2) * (p[1] - p[0]);
    p[2] = {nudged(p[2].x, random), nudged(p[2].y, random), nudged(p[2].z, random)};
    ASSERT_TRUE(planar_tiers_agree(p));
    unsure += orient2d_filter(p[0], p[1], p[2], 0) == kUnsure;
    zero += collinear(p[0], p[1], p[0]);
  }
  EXPECT_GT(unsure, 15000);
  EXPECT_EQ(zero, 20000);
}

TEST(Orient3d, ExactDifferencesOnAGrid) {
  Random random(3);
  int zeros = 0;
  for (int i = 0; i < 20000; ++i) {
    Four p;
    for (Vec3& q : p) q = {.1 + double(random.below(4)), .1 + double(random.below(4)), .1 + double(random.below(4))};
    ASSERT_TRUE(tiers_agree(p));
    zeros += sign(p) == 0;
  }
  EXPECT_GT(zeros, 2000);
}

TEST(Orient3d, SmallestAndLargestDoubles) {
  const Four small = {{{0, 0, 0}, {kTiny, 0, 0}, {0, kTiny, 0}, {0, 0, kTiny}}};
  EXPECT_EQ(filter(small), kUnsure);
  EXPECT_EQ(integers(small), 1);
  EXPECT_EQ(sign(small), 1);
  const Four large = {{{0, 0, 0}, {1e300, 0, 0}, {0, 1e300, 0}, {0, 0, 1e300}}};
  EXPECT_EQ(filter(large), kUnsure);
  EXPECT_EQ(integers(large), 1);
  EXPECT_EQ(sign(large), 1);
  const Four mixed = {{{-1e300, -1e300, 0}, {1e300, -1e300, 0}, {0, 1e300, 0}, {1e300, 1e300, -kTiny}}};
  EXPECT_EQ(integers(mixed), kUnsure);
  EXPECT_EQ(sign(mixed), -1);
  EXPECT_EQ(integers({}), 0);
}

TEST(Orient3d, AnyExponentsTiersAgree) {
  Random random(4);
  int third_tier = 0;
  for (const int spread : {8, 300, 990}) {
    for (int i = 0; i < 3000; ++i) {
      const auto any = [&] {
        const int exponent = static_cast<int>(random.below(2 * static_cast<std::uint64_t>(spread))) - spread;
        return random.below(9) == 0 ? 0. : std::ldexp(random.uniform(-1, 1), exponent);
      };
      Four p;
      for (Vec3& q : p) q = {any(), any(), any()};
      ASSERT_TRUE(tiers_agree(p));
      ASSERT_TRUE(planar_tiers_agree(p));
      third_tier += filter(p) == kUnsure && integers(p) == kUnsure;
    }
  }
  EXPECT_GT(third_tier, 100);
}

// Only sizes that are too far apart are beyond the integers, however large or small all of them are; up to there the
// last bits must be right.
TEST(Orient3d, NearlyCoplanarOfAnySize) {
  Random random(5);
  const auto decided = [&](double factor, double flat) {
    int count = 0;
    for (int i = 0; i < 2000; ++i) {
      Four p = nearly_coplanar(random);
      for (Vec3& q : p) q = factor * Vec3{q.x, q.y, flat * q.z};
      EXPECT_TRUE(tiers_agree(p)) << factor << ' ' << flat;
      EXPECT_TRUE(planar_tiers_agree(p)) << factor << ' ' << flat;
      count += integers(p) != kUnsure;
    }
    return count;
  };
  for (const double factor : {0x1p-900, 0x1p-350, 0x1p-20, 1.0, 0x1p350, 0x1p900}) {
    EXPECT_EQ(decided(factor, 1), 2000) << factor;
    EXPECT_EQ(decided(factor, 0x1p-40), 2000) << factor;
    EXPECT_LT(decided(factor, 0x1p-66), 500) << factor;
    EXPECT_EQ(decided(factor, 0x1p-80), 0) << factor;
  }
}

// ---- invariance

TEST(Orient3d, SwappingTwoPointsTurnsTheSign) {
  Random random(6);
  for (int i = 0; i < 3000; ++i) {
    const Four p = i % 2 == 0 ? nearly_coplanar(random) : random_four(random);
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t k = 0; k < j; ++k) {
        Four q = p;
        std::swap(q[j], q[k]);
        ASSERT_EQ(sign(q), -sign(p));
      }
  }
}

TEST(Orient3d, PowersOfTwoDoNotMatter) {
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    const Four p = i % 2 == 0 ? nearly_coplanar(random) : random_four(random);
    for (const double factor : {0x1p-900, 0x1p-330, 0x1p-20, 0x1p20, 0x1p330, 0x1p900}) {
      Four q = p;
      for (Vec3& v : q) v = factor * v;
      ASSERT_EQ(sign(q), sign(p));
    }
  }
}

// ---- against an oracle

TEST(Orient3d, IntegersInWideArithmetic) {
  Random random(8);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t span = i % 2 == 0 ? 8 : std::uint64_t{1} << 35;
    std::int64_t n[4][3];
    Four p;
    for (std::size_t k = 0; k < 4; ++k) {
      for (std::int64_t& x : n[k])
        x = static_cast<std::int64_t>(random.below(span)) - static_cast<std::int64_t>(span / 2);
      p[k] = {double(n[k][0]), double(n[k][1]), double(n[k][2])};
    }
    // Differences below 2³⁶, products of three below 2¹⁰⁸.
    const auto d = [&](int k, int axis) { return static_cast<__int128>(n[k][axis] - n[0][axis]); };
    const __int128 det = (d(1, 1) * d(2, 2) - d(1, 2) * d(2, 1)) * d(3, 0) +
                         (d(1, 2) * d(2, 0) - d(1, 0) * d(2, 2)) * d(3, 1) +
                         (d(1, 0) * d(2, 1) - d(1, 1) * d(2, 0)) * d(3, 2);
    ASSERT_EQ(sign(p), (det > 0) - (det < 0));
    ASSERT_TRUE(tiers_agree(p));
  }
}

TEST(Orient3d, FilterFailsLessThanOnceInTenThousand) {
  Random random(9);
  int unsure = 0, unsure_planar = 0;
  constexpr int kCount = 300000;
  for (int i = 0; i < kCount; ++i) {
    const Four p = random_four(random);
    unsure += filter(p) == kUnsure;
    unsure_planar += orient2d_filter(p[0], p[1], p[2], i % 3) == kUnsure;
    if (i % 64 == 0) {
      ASSERT_TRUE(tiers_agree(p));
      ASSERT_TRUE(planar_tiers_agree(p));
    }
  }
  EXPECT_LT(unsure, kCount / 10000);
  EXPECT_LT(unsure_planar, kCount / 10000);
  RecordProperty("unsure", unsure);
}

}  // namespace
}  // namespace clearance::detail
