#include <clearance/lab/pair/programs/quadratic_program.h>

#include <clearance/lab/pair/walk_scenes_test.h>

#include <cmath>

namespace clearance::detail {
namespace {

Evidence run(const PosedPair& pair, ConvexCache* cache) { return quadratic_program(pair, cache); }

TEST(QuadraticProgram, SolvedByHand) {
  expect_distances_solved_by_hand(run);
  // Of few vertices, to the last bit.
  const auto gap = [](const Scene& scene) { return found_distance(scene, run(scene.pair(), nullptr)); };
  EXPECT_EQ(gap(at_rest(segment({-1, 0, 0}, {1, 0, 0}), segment({0, -1, 2}, {0, 1, 2}))), 2);
  EXPECT_EQ(gap(at_rest(hull({{-2, -2, 0}, {2, -2, 0}, {0, 3, 0}}), point({0, 0, 7}))), 7);
}

TEST(QuadraticProgram, TouchingIsNotCalled) { expect_touching_is_open(run); }

TEST(QuadraticProgram, StopsAtItsLimit) { expect_stops_at_its_limit(quadratic_program); }

TEST(QuadraticProgram, OrderAndSidesChangeNothing) {
  Random random(602);
  for (int round = 0; round < 60; ++round) {
    const Scene scene = ordinary_scene(random);
    const Evidence one = run(scene.pair(), nullptr);
    EXPECT_EQ(run(scene.swapped().pair(), nullptr).verdict, one.verdict);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      QuadraticProgramOptions options;
      options.seed = seed;
      const Evidence other = quadratic_program(scene.pair(), nullptr, options);
      ASSERT_EQ(other.verdict, one.verdict);
      if (one.verdict == Verdict::Separated) {
        EXPECT_NEAR(found_distance(scene, other), found_distance(scene, one), 1e-12);
      }
    }
  }
}

TEST(QuadraticProgram, AgreesWithTheExactDecision) { expect_agreement(run, Promise::NearestPoints, 0, 80); }

TEST(QuadraticProgram, NeverWrongOnDegeneratePairs) { expect_agreement_on_ties(run, Promise::NearestPoints); }

// After a small turn the basis of the frame before needs a change or none.
TEST(QuadraticProgram, CoherenceSparesBasisChanges) {
  const Coherence apart = turn_slowly(2.3, 0.02, run), deep = turn_slowly(0.3, 0.02, run);
  EXPECT_LT(3 * apart.warm, apart.cold);
  EXPECT_LT(3 * deep.warm, deep.cold);
  expect_foreign_caches_are_harmless(run, Promise::NearestPoints);
}

TEST(QuadraticProgram, TheTraceComesNearerWithEveryBasis) {
  Random random(603);
  const Scene scene{test_polytope(TestShape::Ellipsoid, 200, 1), test_polytope(TestShape::Ellipsoid, 200, 2), Pose(),
                    random_pose(random, {3, 0, 0})};
  Trace trace;
  quadratic_program(scene.pair(), nullptr, {}, &trace);
  ASSERT_GT(trace.steps.size(), 3u);
  for (std::size_t k = 1; k < trace.steps.size(); ++k) {
    const TraceStep &before = trace.steps[k - 1], &after = trace.steps[k];
    EXPECT_LT(norm(after.point_b - after.point_a), norm(before.point_b - before.point_a));
  }
}

// Expected linear: the tests per vertex stay the same from 100 to 10⁴ vertices.
TEST(QuadraticProgram, ViolationTestsGrowLinearly) {
  double per_vertex[2] = {};
  const int sizes[2] = {100, 10000};
  for (int k = 0; k < 2; ++k) {
    const Polytope a = test_polytope(TestShape::Ellipsoid, sizes[k], 1),
                   b = test_polytope(TestShape::Ellipsoid, sizes[k], 2);
    Random random(604);
    constexpr int kRounds = 40;
    for (int round = 0; round < kRounds; ++round) {
      const Scene scene{a, b, random_pose(random), random_pose(random, 2.2 * random_unit(random))};
      long tests = 0;
      QuadraticProgramOptions options;
      options.tests = &tests;
      EXPECT_EQ(quadratic_program(scene.pair(), nullptr, options).verdict, Verdict::Separated);
      per_vertex[k] += static_cast<double>(tests) / (2 * sizes[k]) / kRounds;
    }
    RecordProperty("tests_per_vertex_" + std::to_string(sizes[k]), std::to_string(per_vertex[k]));
  }
  EXPECT_LT(per_vertex[1], 1.5 * per_vertex[0]);
  EXPECT_LT(per_vertex[1], 10);
}

// Regression: a warm start took the last frame's pairs for a basis. After a motion other pairs of the same vertices can
// be nearer, no vertex outside violates the planes through the wrong ones, and the walk ended there: distances up to a
// tenth too large in one frame of eleven.
TEST(QuadraticProgram, AWarmStartFindsTheNearestPointsToo) {
  const Polytope a = test_polytope(TestShape::Ellipsoid, 20, 1), b = test_polytope(TestShape::Rod, 20, 2);
  ConvexCache cache;
  int separated = 0;
  for (int frame = 0; frame < 400; ++frame) {
    const double angle = 0.02 * frame;
    const Scene scene{a, b, rotation({std::cos(angle), 0.3 * std::sin(angle), std::sin(angle), 0.2}),
                      rotation({std::cos(2 * angle), std::sin(2 * angle), 0.1, 0}, {1.9 - 0.003 * frame, 0.2, 0.1})};
    const Evidence evidence = run(scene.pair(), &cache);
    if (evidence.verdict != Verdict::Separated) continue;
    ++separated;
    const Distance truth = distance(scene.a, scene.pose_a, scene.b, scene.pose_b);
    ASSERT_NEAR(found_distance(scene, evidence), truth.upper, 1e-9) << frame;
  }
  EXPECT_GT(separated, 150);
}

}  // namespace
}  // namespace clearance::detail
