#include <clearance/lab/pair/programs/linear_program.h>

#include <clearance/lab/pair/walk_scenes_test.h>

namespace clearance::detail {
namespace {

Evidence run(const PosedPair& pair, ConvexCache* cache) { return linear_program(pair, cache); }

TEST(LinearProgram, SolvedByHand) {
  const Scene apart = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  const Evidence gap = linear_program(apart.pair(), nullptr);
  ASSERT_EQ(gap.verdict, Verdict::Separated);
  // Among all planes the one with the widest gap along the line of the centres: square to it.
  EXPECT_NEAR(gap.direction.y / gap.direction.x, 0, 1e-12);
  EXPECT_NEAR(gap.direction.z / gap.direction.x, 0, 1e-12);
  EXPECT_EQ(linear_program(at_rest(box({1, 1, 1}), box({1, 1, 1}), {0.5, 0.25, 0.125}).pair(), nullptr).verdict,
            Verdict::Penetrating);
  EXPECT_EQ(linear_program(at_rest(point({0, 0, 0}), point({3, 4, 0})).pair(), nullptr).verdict, Verdict::Separated);
}

TEST(LinearProgram, FlatBodiesInOnePlane) {
  const Polytope square = hull({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  EXPECT_EQ(run(at_rest(square, square, {1.5, 0.5, 0}).pair(), nullptr).verdict, Verdict::Separated);
  EXPECT_EQ(run(at_rest(square, square, {0.5, 0.5, 0}).pair(), nullptr).verdict, Verdict::Unresolved);  // touching
  EXPECT_EQ(run(at_rest(segment({0, 0, 0}, {1, 0, 0}), segment({3, 0, 0}, {4, 0, 0})).pair(), nullptr).verdict,
            Verdict::Separated);
}

TEST(LinearProgram, TouchingIsNotCalled) { expect_touching_is_open(run); }

TEST(LinearProgram, StopsAtItsLimit) { expect_stops_at_its_limit(linear_program); }

TEST(LinearProgram, SwappedMovedAndScaledBodies) {
  Random random(402);
  for (int round = 0; round < 50; ++round) {
    const Scene scene = ordinary_scene(random);
    const Verdict verdict = run(scene.pair(), nullptr).verdict;
    EXPECT_EQ(run(scene.swapped().pair(), nullptr).verdict, verdict);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      LinearProgramOptions options;
      options.seed = seed;
      EXPECT_EQ(linear_program(scene.pair(), nullptr, options).verdict, verdict);
    }
  }
}

TEST(LinearProgram, AgreesWithTheExactDecision) { expect_agreement(run, Promise::Verdict, 0); }

TEST(LinearProgram, NeverWrongOnDegeneratePairs) { expect_agreement_on_ties(run, Promise::Verdict); }

TEST(LinearProgram, CoherenceSparesTheProgram) {
  const Coherence apart = turn_slowly(2.3, 0.02, run), deep = turn_slowly(0.3, 0.02, run);
  EXPECT_LE(apart.warm, 2 * 90);
  EXPECT_LT(4 * deep.warm, deep.cold);
  expect_foreign_caches_are_harmless(run, Promise::Verdict);
}

TEST(LinearProgram, TheTraceShowsTheOptimum) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  Trace trace;
  linear_program(scene.pair(), nullptr, {}, &trace);
  ASSERT_EQ(trace.steps.size(), 1u);
  EXPECT_EQ(trace.steps[0].point_a.x, 0.5);
  EXPECT_EQ(trace.steps[0].point_b.x, 1.5);
}

// Expected linear: ten times the vertices, no more than some twenty times the problems' constraints. Problems grow like
// a power of the logarithm.
TEST(LinearProgram, ProblemsGrowSlowly) {
  double steps[2] = {};
  const int sizes[2] = {100, 2000};
  for (int k = 0; k < 2; ++k) {
    Random random(403);
    const Polytope a = test_polytope(TestShape::Ellipsoid, sizes[k], 1),
                   b = test_polytope(TestShape::Ellipsoid, sizes[k], 2);
    for (int round = 0; round < 10; ++round) {
      const Scene scene{a, b, random_pose(random), random_pose(random, 2.0 * random_unit(random))};
      const Evidence evidence = run(scene.pair(), nullptr);
      EXPECT_NE(evidence.verdict, Verdict::Unresolved);
      steps[k] += evidence.steps;
    }
  }
  EXPECT_LT(steps[1], 4 * steps[0]);
}

}  // namespace
}  // namespace clearance::detail
