#include <clearance/lab/pair/coherence.h>

#include <clearance/convex/bodies_test.h>

namespace clearance::detail {
namespace {

TEST(Coherence, CachesAreReadWithCare) {
  const Scene scene = at_rest(box({1, 1, 1}), tetrahedron(), {2, 0, 0});
  ConvexCache cache;
  cache.simplex_count = 4;
  const std::uint32_t a[4] = {7, 8, 0, 7}, b[4] = {3, 0, 4, 3};  // 8 and 4 do not exist; the last is the first
  for (int k = 0; k < 4; ++k) cache.simplex_a[k] = a[k], cache.simplex_b[k] = b[k];
  const PointSimplex simplex = cached_simplex(scene.pair(), &cache);
  EXPECT_EQ(simplex.count, 1);
  EXPECT_EQ(simplex.pair[0], (VertexPair{7, 3}));
  EXPECT_EQ(cached_simplex(scene.pair(), nullptr).count, 0);
}

TEST(Coherence, WhatIsRememberedComesBack) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  const PosedPair pair = scene.pair();
  Evidence evidence;
  evidence.verdict = Verdict::Separated;
  evidence.direction = {1, 0, 0};
  evidence.last = {3, 4};
  evidence.simplex_count = 2;
  evidence.simplex[0] = {1, 2}, evidence.simplex[1] = {3, 4};
  ConvexCache cache;
  remember(evidence, &cache);
  EXPECT_TRUE(cache.was_separated && cache.has_direction);
  EXPECT_EQ(cache.direction, (Vec3{1, 0, 0}));
  EXPECT_EQ(cached_last(pair, &cache), (VertexPair{3, 4}));
  const PointSimplex simplex = cached_simplex(pair, &cache);
  ASSERT_EQ(simplex.count, 2);
  EXPECT_EQ(simplex.pair[1], (VertexPair{3, 4}));
  EXPECT_EQ(simplex.m[1], pair.difference({3, 4}));

  evidence.verdict = Verdict::Unresolved;
  remember(evidence, &cache);
  EXPECT_FALSE(cache.was_separated);
  remember(evidence, nullptr);
}

TEST(Coherence, VerticesThatTheBodiesHaveNotAreLeftOut) {
  const Scene scene = at_rest(tetrahedron(), tetrahedron(), {2, 0, 0});
  ConvexCache cache;
  EXPECT_EQ(cached_last(scene.pair(), nullptr), (VertexPair{-1, -1}));
  EXPECT_EQ(cached_last(scene.pair(), &cache), (VertexPair{-1, -1}));
  cache.vertex_a = 1, cache.vertex_b = 4;
  EXPECT_EQ(cached_last(scene.pair(), &cache), (VertexPair{-1, -1}));
}

}  // namespace
}  // namespace clearance::detail
