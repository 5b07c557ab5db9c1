#include <clearance/lab/pair/features/witness_plane.h>

#include <clearance/lab/pair/walk_scenes_test.h>

namespace clearance::detail {
namespace {

TEST(WitnessPlane, HandSolvedFace) {
  const Polytope cube = box({1, 1, 1});
  const Scene scene = at_rest(cube, cube, {2, 0.3, 0.1});
  ConvexCache cache;
  const Evidence evidence = witness_plane(scene.pair(), &cache);
  ASSERT_EQ(evidence.verdict, Verdict::Separated);
  EXPECT_EQ(unit(evidence.direction), (Vec3{1, 0, 0}));
  EXPECT_TRUE(cache.feature_a.kind == Feature::Face || cache.feature_b.kind == Feature::Face);
}

// Two tetrahedra edge to edge, the edges crossed: no face of either separates them, their common normal z does.
TEST(WitnessPlane, HandSolvedEdges) {
  const Polytope below = hull({{-1, 0, 0}, {1, 0, 0}, {0, -1, -0.2}, {0, 1, -0.2}});
  const Polytope above = hull({{0, -1, 0}, {0, 1, 0}, {-1, 0, 0.2}, {1, 0, 0.2}});
  const Scene scene = at_rest(below, above, {0, 0, 1e-3});
  ConvexCache cache;
  const Evidence evidence = witness_plane(scene.pair(), &cache);
  ASSERT_EQ(evidence.verdict, Verdict::Separated);
  EXPECT_NEAR(unit(evidence.direction).z, 1, 1e-12);
  EXPECT_EQ(cache.feature_a.kind, Feature::Edge);
  EXPECT_EQ(cache.feature_b.kind, Feature::Edge);
  const Evidence again = witness_plane(scene.pair(), &cache);
  EXPECT_EQ(again.verdict, Verdict::Separated);
  EXPECT_EQ(again.steps, 1);
}

TEST(WitnessPlane, HandSolvedContact) {
  const Polytope cube = box({1, 1, 1});
  EXPECT_EQ(witness_plane(at_rest(cube, cube, {0.9, 0.8, 0.7}).pair(), nullptr).verdict, Verdict::Penetrating);
  EXPECT_EQ(witness_plane(at_rest(cube, cube, {1, 0.3, 0.2}).pair(), nullptr).verdict, Verdict::Unresolved);
}

// The gap itself is no guide: a broad slab seen from behind has its back face in front of all its neighbours, and no
// neighbour of that has a larger gap. The place where the ray from the centre leaves is one.
TEST(WitnessPlane, TheUpdateStepLeavesALocalMaximumOfTheGap) {
  const Polytope slab = box({1, 40, 40}), cube = box({1, 1, 1});
  const Scene apart = at_rest(cube, slab, {10, 0, 0});
  for (int face = 0; face < slab.face_count(); ++face) {
    ConvexCache cache;
    cache.feature_a = {Feature::Edge, 0}, cache.feature_b = {Feature::Face, face};
    const Evidence evidence = witness_plane(apart.pair(), &cache);
    EXPECT_EQ(evidence.verdict, Verdict::Separated);
    EXPECT_EQ(unit(evidence.direction), (Vec3{1, 0, 0}));
    EXPECT_LE(evidence.steps, 4);
  }
}

// The claim behind the update step: the facet walk alone, without Rabbitz's at its end, finds every gap, from every
// face it may start at.
TEST(WitnessPlane, EveryStartLeadsToAWitness) {
  Random random(34);
  int separated = 0;
  for (int round = 0; round < 60; ++round) {
    const Scene scene = shaped_scene(random);
    const PosedPair pair = scene.pair();
    if (decide_exactly(pair, {}).status != Status::Separated) continue;
    ++separated;
    for (int face = 0; face < scene.a.face_count(); ++face) {
      ConvexCache cache;
      cache.feature_a = {Feature::Face, face}, cache.feature_b = {Feature::Edge, 0};
      Trace trace;
      const Evidence evidence = witness_plane(pair, &cache, {}, &trace);
      EXPECT_EQ(evidence.verdict, Verdict::Separated);
      EXPECT_STRNE(trace.steps.back().what, "support");  // which is what Rabbitz's steps are called
    }
  }
  EXPECT_GT(separated, 20);
}

}  // namespace
}  // namespace clearance::detail
