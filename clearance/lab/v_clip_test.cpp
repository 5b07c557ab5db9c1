#include <clearance/lab/v_clip.h>

#include <clearance/lab/voronoi_checks_test.h>

namespace clearance {
namespace {

Evidence run(const PosedPair& pair, PairCache* cache) { return v_clip(pair, cache); }

Evidence run_stored(const PosedPair& pair, PairCache* cache) {
  const VoronoiPlanes of_a = VoronoiPlanes::build(pair.a()), of_b = VoronoiPlanes::build(pair.b());
  return v_clip(pair, cache, {.planes_a = &of_a, .planes_b = &of_b});
}

// ---- solved by hand

TEST(VClip, BoxesFaceToFace) { check_boxes_face_to_face(run); }
TEST(VClip, CrossedEdges) { check_crossed_edges(run); }
TEST(VClip, VertexOverFace) { check_vertex_over_face(run); }
TEST(VClip, Penetrations) { check_penetrations(run); }

TEST(VClip, TheTraceEndsAtTheClosestFeatures) {
  const Scene scene = at_rest(box({4, 4, 1}), octahedron(), {0.25, 0.5, 2});
  const PosedPair pair = scene.pair();
  Trace trace;
  v_clip(pair, nullptr, {}, &trace);
  ASSERT_FALSE(trace.steps.empty());
  EXPECT_EQ(trace.steps.back().point_a, (Vec3{0.25, 0.5, 0.5}));
  EXPECT_EQ(trace.steps.back().point_b, (Vec3{0.25, 0.5, 1}));
  EXPECT_STREQ(trace.steps.back().what, "face-vertex");
}

// ---- degenerate

TEST(VClip, FlatBodies) { check_flat_bodies(run); }
TEST(VClip, TouchingIsOpen) { check_touching_is_open(run); }
TEST(VClip, ExactCoincidences) { check_exact_coincidences(run); }
TEST(VClip, TiesFromAnywhere) { check_ties_from_anywhere(run); }
TEST(VClip, ExtremeShapes) { check_extreme_shapes(run); }
TEST(VClip, Overflow) { check_overflow(run); }

TEST(VClip, StopsAtItsStepBound) {
  Random random(7);
  const Polytope a = test_polytope(TestShape::Rod, 500, 1), b = test_polytope(TestShape::Rod, 500, 2);
  for (int i = 0; i < 50; ++i) {
    const Scene scene{a, b, random_pose(random), random_pose(random, random_vector(random))};
    PairCache cache;
    cache.feature_a = cache.feature_b = {Feature::Face, 0};
    EXPECT_LE(v_clip(scene.pair(), &cache, {.max_steps = 5}).steps, 8);
  }
}

// ---- invariance

TEST(VClip, SwappingAndScaling) { check_swapping_and_scaling(run); }

// ---- against the exact decision and the proved distance

TEST(VClip, RandomPairs) { check_random_pairs(run); }
TEST(VClip, LongAndRound) { check_long_and_round(run); }
TEST(VClip, RoughMatrices) { check_rough_matrices(run); }

// ---- coherence

TEST(VClip, StaleCache) { check_stale_cache(run); }
TEST(VClip, FewStepsAfterASmallMotion) { check_coherence(run, 3.5); }

// ---- with stored planes

TEST(VClip, StoredPlanesAgree) { check_stored_planes_agree(run, run_stored); }
TEST(VClip, StoredPlanesSolvedByHand) {
  check_boxes_face_to_face(run_stored);
  check_crossed_edges(run_stored);
  check_vertex_over_face(run_stored);
  check_penetrations(run_stored);
}
TEST(VClip, StoredPlanesOfDegenerateBodies) {
  check_flat_bodies(run_stored);
  check_touching_is_open(run_stored);
  check_exact_coincidences(run_stored);
  check_extreme_shapes(run_stored);
  check_overflow(run_stored);
}
TEST(VClip, StoredPlanesSwappedAndScaled) { check_swapping_and_scaling(run_stored); }
TEST(VClip, StoredPlanesOfRandomPairs) {
  check_random_pairs(run_stored);
  check_long_and_round(run_stored);
}
TEST(VClip, StoredPlanesAndRoughMatrices) { check_rough_matrices(run_stored); }
TEST(VClip, StoredPlanesAndCaches) {
  check_stale_cache(run_stored);
  check_coherence(run_stored, 3.5);
}

}  // namespace
}  // namespace clearance
