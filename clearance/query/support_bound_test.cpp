#include <clearance/query/support_bound.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/exact/dyadic.h>
#include <clearance/query/world_box.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

Vec3 random_vec(Random& random) {
  const double x = random.uniform(-1, 1), y = random.uniform(-1, 1), z = random.uniform(-1, 1);
  return {x, y, z};
}

// d·v exactly, against a double.
int compare(Vec3 d, Vec3 v, double bound) {
  return (Dyadic(d.x) * Dyadic(v.x) + Dyadic(d.y) * Dyadic(v.y) + Dyadic(d.z) * Dyadic(v.z) - Dyadic(bound)).sign();
}

TEST(SupportBound, ACubeByHand) {
  const SupportBound bound(box({2, 2, 2}));
  // The support function of a cube is |x| + |y| + |z|: linear on each cell, so that nothing is lost.
  for (const Vec3 d : {Vec3{1, 0, 0}, {0, -3, 0}, {1, 1, 1}, {0.25, -0.5, 0.125}, {0, 0, -1}, {-1, 0.3, 0.9}}) {
    EXPECT_GE(bound.reach(d).ahead, norm_one(d));
    EXPECT_LE(bound.reach(d).ahead, norm_one(d) * (1 + 1e-13));
  }
  EXPECT_GE(bound.reach({}).ahead, 0);
}

TEST(SupportBound, IsNeverBelowAndNotFarAbove) {
  Random random(1);
  for (const TestShape shape : {TestShape::Ellipsoid, TestShape::Rod, TestShape::Plate}) {
    for (const double scale : {1.0, 1e-9, 1e9}) {
      const Polytope unit = test_polytope(shape, 300, random.bits());
      std::vector<Vec3> points;
      for (int v = 0; v < unit.vertex_count(); ++v) points.push_back(scale * unit.vertex(v));
      const Polytope body = convex_hull(points).value();
      const SupportBound bound(body);
      for (int k = 0; k < 300; ++k) {
        Vec3 d = random_vec(random);
        if (k % 7 == 0) d.x = 0;
        if (k % 11 == 0) d.y = d.z;
        if (k % 13 == 0) d.z = std::nextafter(d.y, 1);
        const auto [ahead, behind] = bound.reach(d);
        double most = -kInfiniteEnd;
        for (const Vec3 p : points) {
          ASSERT_LE(compare(d, p, ahead), 0);
          ASSERT_LE(compare(-d, p, behind), 0);
          most = std::fmax(most, dot(d, p));
        }
        // A tenth of the reach along the direction's largest component is far more than any of these shapes needs.
        ASSERT_LE(ahead, most + 0.1 * scale * norm_max(d));
      }
    }
  }
}

TEST(SupportBound, OfABallIsOffByLittle) {
  Random random(3);
  std::vector<Vec3> points;
  for (int k = 0; k < 4000; ++k) {
    const Vec3 p = random_vec(random);
    points.push_back(p / norm(p));
  }
  const SupportBound bound(convex_hull(points).value());
  double worst = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3 d = random_vec(random);
    worst = std::fmax(worst, bound.reach(d).ahead / norm(d));
  }
  // In the middle of a cell beside an axis: the mean of 1, √(1+1/16) twice and √(1+1/8) against √(1+1/32).
  EXPECT_LE(worst, 1.0149);
  EXPECT_GE(worst, 1.01);
}

TEST(SupportBound, BoxesHoldTheTightOnes) {
  Random random(5);
  for (int k = 0; k < 200; ++k) {
    const Rounded body = rounded(test_polytope(TestShape::Ellipsoid, 100, random.bits()), k % 3 == 0 ? 0.25 : 0);
    const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1)};
    const Pose pose = rotation(q, (k % 5 == 0 ? 1e9 : 3) * random_vec(random));
    const Box wide = world_box(body, SupportBound(body.core()), pose), tight = world_box(body, pose);
    // The tight box is itself rounded outward, by less than this.
    const double rounding = 1e-14 * (2 + norm_max(pose.translation()));
    EXPECT_TRUE(contains(grown(wide, rounding), tight));
    EXPECT_TRUE(contains(grown(tight, 0.05 + rounding), wide));
    for (int v = 0; v < body.core().vertex_count(); ++v) {
      const Vec3 p = apply(pose, body.core().vertex(v));
      const double ulps = 4e-16 * (2 + norm_max(pose.translation()));
      EXPECT_LE(wide.low.x, p.x + ulps);
      EXPECT_GE(wide.high.z, p.z - ulps);
    }
  }
}

TEST(SupportBound, FlatBodiesAndHugeOnes) {
  const std::vector<Vec3> segment = {{-1e299, 0, 0}, {1e299, 0, 0}};
  const SupportBound bound(convex_hull(segment).value());
  EXPECT_GE(bound.reach({1, 0, 0}).ahead, 1e299);
  EXPECT_LT(bound.reach({1, 0, 0}).ahead, 1.0001e299);
  EXPECT_LT(bound.reach({0, 1, 0}).ahead, 1e285);
  EXPECT_GE(bound.reach({0, 1, 0}).ahead, 0);
}

}  // namespace
}  // namespace clearance::detail
