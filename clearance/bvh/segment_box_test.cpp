#include <clearance/bvh/segment_box.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

constexpr Box kUnit = {{0, 0, 0}, {1, 1, 1}};

TEST(SegmentBox, SolvedByHand) {
  EXPECT_TRUE(segment_may_meet(kUnit, {-1, 0.5, 0.5}, {2, 0.5, 0.5}));     // through
  EXPECT_TRUE(segment_may_meet(kUnit, {0.2, 0.5, 0.5}, {0.3, 0.5, 0.5}));  // inside
  EXPECT_TRUE(segment_may_meet(kUnit, {0.5, 0.5, -1}, {0.5, 0.5, 0}));     // ends on a face
  EXPECT_FALSE(segment_may_meet(kUnit, {-2, 0.5, 0.5}, {-1, 0.5, 0.5}));   // ends before it
  EXPECT_FALSE(segment_may_meet(kUnit, {2.5, 0, 0.5}, {0, 2, 0.5}));       // past the edge (1, 1, z): 1/2.5 + 1/2 < 1
  EXPECT_FALSE(segment_may_meet(kUnit, {2, -1, 0.5}, {4, 3, 0.5}));        // beside it
  EXPECT_FALSE(segment_may_meet(kUnit, {2.5, 0, 0.75}, {0, 2.5, 0.25}));   // boxes overlap, x + y = 5/2 does not
}

TEST(SegmentBox, TouchesCornersAndEdges) {
  EXPECT_TRUE(segment_may_meet(kUnit, {2, 0, 1}, {0, 2, 1}));  // through the corner (1, 1, 1)
  EXPECT_TRUE(segment_may_meet(kUnit, {2, 0, 0.5}, {0, 2, 0.5}));
  EXPECT_TRUE(segment_may_meet(kUnit, {1, 1, 1}, {1, 1, 1}));  // a point on a corner
  EXPECT_FALSE(segment_may_meet(kUnit, {1, 1, next_above(1)}, {1, 1, 2}));
  const Box flat = {{0, 0, 3}, {1, 1, 3}}, point = {{2, 2, 2}, {2, 2, 2}};
  EXPECT_TRUE(segment_may_meet(flat, {0.5, 0.5, 0}, {0.5, 0.5, 5}));
  EXPECT_FALSE(segment_may_meet(flat, {1.5, 0.5, 0}, {1.5, 0.5, 5}));
  EXPECT_TRUE(segment_may_meet(point, {1, 1, 1}, {4, 4, 4}));
  EXPECT_FALSE(segment_may_meet(point, {1, 1, 1.5}, {4, 4, 4}));
}

TEST(SegmentBox, EndsOfTheDoubles) {
  const Box floor = {{-kInfiniteEnd, -kInfiniteEnd, -kInfiniteEnd}, {kInfiniteEnd, kInfiniteEnd, 0}};
  EXPECT_TRUE(segment_may_meet(floor, {3, 4, 1}, {5, 6, -1}));
  EXPECT_FALSE(segment_may_meet(floor, {3, 4, 1}, {5, 6, 1e-300}));
  const Box huge = {{-1e300, -1e300, -1e300}, {1e300, 1e300, 1e300}};
  EXPECT_TRUE(segment_may_meet(huge, {-1e300, 0, 0}, {1e300, 1, 1}));
  EXPECT_TRUE(segment_may_meet(kUnit, {-1e300, -1e300, -1e300}, {1e300, 1e300, 1e300}));
  EXPECT_FALSE(segment_may_meet(kUnit, {1e300, 2, 2}, {-1e300, 2, 2}));
  const Box tiny = {{0, 0, 0}, {1e-200, 1e-200, 1e-200}};
  EXPECT_TRUE(segment_may_meet(tiny, {-1e-200, -1e-200, 0}, {1e-200, 1e-200, 0}));
}

// Segments through a point of the box, all coordinates integers below 2^53, so that they surely meet: inside, on faces,
// edges and corners.
TEST(SegmentBox, NeverLosesOneThatMeets) {
  Random random(3);
  for (int k = 0; k < 200000; ++k) {
    const double scale = static_cast<double>(std::uint64_t{1} << random.below(46));
    const auto whole = [&] { return std::floor(random.uniform(-1, 1) * scale); };
    Vec3 low{whole(), whole(), whole()}, size{std::abs(whole()), std::abs(whole()), std::abs(whole())};
    const auto within = [&](double start, double length) {
      const auto choice = random.below(3);
      return choice == 0 ? start : choice == 1 ? start + length : start + std::floor(random.unit() * length);
    };
    const Vec3 p{within(low.x, size.x), within(low.y, size.y), within(low.z, size.z)};
    const Vec3 d{whole(), whole(), random.below(4) == 0 ? 0 : whole()};
    const double before = static_cast<double>(random.below(16)), after = static_cast<double>(random.below(16));
    ASSERT_TRUE(segment_may_meet({low, low + size}, p - before * d, p + after * d)) << "case " << k;
  }
}

// Swapped ends, permuted axes and scaling by powers of two change nothing; and the filter does filter: what passes a
// corner at a thousandth of the size is turned away.
TEST(SegmentBox, InvarianceAndSharpness) {
  Random random(4);
  int met = 0, tried = 20000;
  for (int k = 0; k < tried; ++k) {
    const auto point = [&] { return Vec3{random.uniform(-2, 3), random.uniform(-2, 3), random.uniform(-2, 3)}; };
    const Vec3 from = point(), to = point();
    const bool meets = segment_may_meet(kUnit, from, to);
    met += meets;
    EXPECT_EQ(meets, segment_may_meet(kUnit, to, from));
    EXPECT_EQ(meets, segment_may_meet(kUnit, {from.y, from.z, from.x}, {to.y, to.z, to.x}));
    EXPECT_EQ(meets, segment_may_meet({{0, 0, 0}, {1024, 1024, 1024}}, 1024 * from, 1024 * to));
    const Vec3 beside = Vec3{1, 1, 0.5} + 0.001 * Vec3{1, 1, 0}, along = random.uniform(0.1, 3) * Vec3{1, -1, 0};
    EXPECT_FALSE(segment_may_meet(kUnit, beside - along, beside + along));
  }
  EXPECT_GT(met, tried / 20);
  EXPECT_LT(met, tried / 2);
}

}  // namespace
}  // namespace clearance::detail
