#include <clearance/convex/posed_pair.h>

#include <clearance/convex/bodies_test.h>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

// One support search per register width, compiled for the processors that have it.
SupportPair support_2(const PosedPair& pair, Vec3 n, VertexPair hint) { return pair.support<2>(n, hint); }
#if defined(__x86_64__)
__attribute__((target("arch=x86-64-v3"))) SupportPair support_4(const PosedPair& pair, Vec3 n, VertexPair hint) {
  return pair.support<4>(n, hint);
}
__attribute__((target("arch=x86-64-v4"))) SupportPair support_8(const PosedPair& pair, Vec3 n, VertexPair hint) {
  return pair.support<8>(n, hint);
}
#endif

using SupportFunction = SupportPair (*)(const PosedPair&, Vec3, VertexPair);

std::vector<SupportFunction> widths() {
  std::vector<SupportFunction> all{support_2};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("x86-64-v3")) all.push_back(support_4);
  if (__builtin_cpu_supports("x86-64-v4")) all.push_back(support_8);
#endif
  return all;
}

constexpr VertexPair kNowhere{-1, -1};

// |value − true| ≤ bound for one number of the pair's scale.
bool within(double value, const Dyadic& scaled, const Dyadic& scale, double bound) {
  const Dyadic error = Dyadic(value) * scale - scaled, most = Dyadic(bound) * scale;
  return compare(error, most) <= 0 && compare(-error, most) <= 0;
}

// The promise of the header: the value is within bound(n) of the true minimum, the pair within that of the value; and
// every width finds the same.
void expect_within_bound(const PosedPair& pair, Vec3 n, VertexPair hint = kNowhere) {
  const double bound = pair.bound(n);
  ASSERT_LT(bound, kInfinite);
  const ExactPair exact_pair(pair.pose_a(), pair.pose_b());
  const Dyadic least = brute_force_gap(pair, exact(n));
  const SupportPair first = support_2(pair, n, hint);
  for (const SupportFunction support : widths()) {
    const SupportPair found = support(pair, n, hint);
    EXPECT_EQ(found.pair, first.pair);
    EXPECT_EQ(found.value, first.value);
    EXPECT_TRUE(within(found.value, least, exact_pair.scale(), bound)) << found.value;
    const DyadicVec m = exact_pair.difference(pair.a().vertex(found.pair.a), pair.b().vertex(found.pair.b));
    EXPECT_TRUE(within(found.value, dot(exact(n), m), exact_pair.scale(), bound));
  }
}

TEST(PosedPair, HandSolvedBoxes) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  const PosedPair pair = scene.pair();
  EXPECT_EQ(pair.shift(), (Vec3{2, 0, 0}));
  EXPECT_GE(pair.reach(), 1.5 + 1.5 + 2);  // rounded up
  EXPECT_LE(pair.reach(), 5 * (1 + 0x1p-40));
  EXPECT_EQ(pair.center_difference(), (Vec3{2, 0, 0}));
  EXPECT_EQ(pair.difference({1, 0}), (Vec3{1, 0, 0}));  // corner (½, −½, −½) and corner (−½, −½, −½) + 2
  for (const SupportFunction support : widths()) {
    const SupportPair found = support(pair, {1, 0, 0}, kNowhere);
    EXPECT_EQ(found.value, 1);
    EXPECT_EQ(found.pair, (VertexPair{1, 0}));  // the lowest of four equals on either side
    EXPECT_EQ(support(pair, {-1, 0, 0}, kNowhere).value, -3);
    EXPECT_EQ(support(pair, {0, 0, 2}, kNowhere).value, -2);
  }
  EXPECT_DOUBLE_EQ(pair.bound({1, 0, 0}), kDotError * pair.reach());
  EXPECT_DOUBLE_EQ(pair.bound({-1, 2, 0}), kDotError * 3 * pair.reach());
}

TEST(PosedPair, NothingIsConcludedOutsideTheFiltersAssumptions) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  const PosedPair pair = scene.pair();
  EXPECT_EQ(pair.bound({0, 0, 0}), kInfinite);
  EXPECT_EQ(pair.bound({5e-324, 0, 0}), kInfinite);
  EXPECT_EQ(pair.bound({0, 1e-300, 0}), kInfinite);
  EXPECT_EQ(pair.bound({0, 0, 1e300}), kInfinite);
  EXPECT_EQ(pair.bound({kInfinite, 0, 0}), kInfinite);
  EXPECT_EQ(pair.bound({std::nan(""), 0, 0}), kInfinite);
  EXPECT_LT(pair.bound({1e-200, 0, 0}), kInfinite);
  EXPECT_LT(pair.bound({1e200, 0, 0}), kInfinite);
  // Two bodies that are the origin have no size to measure an error by.
  const Scene origins = at_rest(point({}), point({}));
  EXPECT_EQ(origins.pair().bound({1, 0, 0}), kInfinite);
  const Scene tiny = at_rest(box({1e-290, 1e-290, 1e-290}), point({}));
  EXPECT_EQ(tiny.pair().bound({1, 0, 0}), kInfinite);
  const Scene huge = at_rest(box({1e290, 1e290, 1e290}), point({}));
  EXPECT_EQ(huge.pair().bound({1, 0, 0}), kInfinite);
}

TEST(PosedPair, WithinTheBoundOnTieRichBodies) {
  Random random(11);
  const Polytope bodies[] = {box({1, 2, 3}),
                             make_prism(64, 1, 2).value(),
                             make_prism(200, 1, 1e-3).value(),
                             make_cylinder(1, 1e-9, 100).value(),
                             hull({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}),
                             segment({0, 0, 0}, {1, 1, 1}),
                             point({1, 2, 3})};
  const Vec3 axes[] = {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {1, 1, 0}, {1, -1, 1}};
  for (const Polytope& a : bodies)
    for (const Polytope& b : bodies) {
      const Scene straight = at_rest(a, b, {0.5, 0.25, 4});
      for (const Vec3& n : axes) expect_within_bound(straight.pair(), n);
      // Directions that are square to a face or edge only up to rounding: the ties that hurt.
      const Scene turned{a, b, random_pose(random), random_pose(random, random_vector(random, 2))};
      for (const Vec3& n : axes) {
        expect_within_bound(turned.pair(), turned.pose_a.rotation() * n);
        expect_within_bound(turned.pair(), turned.pose_b.rotation() * n, {0, 0});
      }
    }
}

TEST(PosedPair, WithinTheBoundOnBigHulls) {
  Random random(12);
  for (const TestShape shape : {TestShape::Ellipsoid, TestShape::Rod, TestShape::Plate}) {
    const Scene scene{test_polytope(shape, 500, 1), test_polytope(shape, 300, 2), random_pose(random),
                      random_pose(random, random_vector(random, 3))};
    const PosedPair pair = scene.pair();
    VertexPair hint = kNowhere;
    for (int k = 0; k < 20; ++k) {
      const Vec3 n = random_unit(random);
      expect_within_bound(pair, n, hint);
      hint = support_2(pair, n, hint).pair;
      expect_within_bound(
          pair, n, {static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(pair.a().vertex_count()))), 0});
    }
    // Square to a face of a, then to an edge: three and two vertices within rounding of each other.
    for (int f = 0; f < 10; ++f) {
      const auto face = pair.a().face(f);
      const auto corner = [&](std::size_t k) {
        return apply(scene.pose_a, pair.a().vertex(static_cast<int>(face[k])));
      };
      const Vec3 normal = cross(corner(1) - corner(0), corner(2) - corner(0));
      expect_within_bound(pair, normal);
      expect_within_bound(pair, cross(normal, corner(1) - corner(0)));
    }
  }
}

TEST(PosedPair, WithinTheBoundFarAwayAndAtOddScales) {
  Random random(13);
  for (const double scale : {1e-120, 1e-6, 1.0, 1e9, 1e100}) {
    const Scene scene{random_hull(random, 80, scale), random_hull(random, 80, scale), random_pose(random),
                      random_pose(random, random_vector(random, 1e9 * scale))};
    for (int k = 0; k < 5; ++k) expect_within_bound(scene.pair(), random_unit(random));
  }
}

TEST(PosedPair, DifferencesAreWithinTheirBound) {
  Random random(14);
  for (int k = 0; k < 50; ++k) {
    const Scene scene{random_hull(random, 10), random_hull(random, 10, 100),
                      random_pose(random, random_vector(random, 1e3)), random_pose(random, random_vector(random, 1e3))};
    const PosedPair pair = scene.pair();
    const ExactPair exact_pair(scene.pose_a, scene.pose_b);
    for (int v = 0; v < 4; ++v) {
      const Vec3 m = pair.difference({v, 3 - v});
      const DyadicVec x = exact_pair.difference(scene.a.vertex(v), scene.b.vertex(3 - v));
      const double bound = kDifferenceError * pair.reach();
      EXPECT_TRUE(within(m.x, x.x, exact_pair.scale(), bound));
      EXPECT_TRUE(within(m.y, x.y, exact_pair.scale(), bound));
      EXPECT_TRUE(within(m.z, x.z, exact_pair.scale(), bound));
    }
  }
}

}  // namespace
}  // namespace clearance::detail
