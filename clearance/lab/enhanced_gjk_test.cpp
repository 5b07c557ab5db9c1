#include <clearance/lab/enhanced_gjk.h>

#include <clearance/lab/enhanced_gjk_scenes_test.h>

namespace clearance {
namespace {

class EnhancedGjkTest : public ::testing::TestWithParam<SubAlgorithm> {
 protected:
  Method method() const {
    EnhancedGjkOptions options;
    options.sub_algorithm = GetParam();
    return [options](const PosedPair& pair, PairCache* cache) { return enhanced_gjk(pair, cache, options); };
  }
  double distance_of(const Scene& scene) const {
    const PosedPair pair = scene.pair();
    const Evidence evidence = method()(pair, nullptr);
    EXPECT_EQ(evidence.verdict, Verdict::Separated);
    return norm(nearest_difference(pair, evidence));
  }
};
INSTANTIATE_TEST_SUITE_P(SubAlgorithms, EnhancedGjkTest,
                         ::testing::Values(SubAlgorithm::Johnson, SubAlgorithm::Voronoi),
                         [](const auto& made) { return made.param == SubAlgorithm::Johnson ? "Johnson" : "Voronoi"; });

TEST_P(EnhancedGjkTest, HandSolvedBoxes) {
  const Polytope cube = box({1, 1, 1});
  EXPECT_DOUBLE_EQ(distance_of(at_rest(cube, cube, {2, 0, 0})), 1);
  EXPECT_DOUBLE_EQ(distance_of(at_rest(cube, cube, {4, 5, 1})), 5);  // edges 3, 4, 0 apart
  EXPECT_DOUBLE_EQ(distance_of(at_rest(cube, cube, {2, 3, 3})), 3);  // corners 1, 2, 2 apart
  EXPECT_EQ(method()(at_rest(cube, cube, {0.3, 0.2, 0.1}).pair(), nullptr).verdict, Verdict::Penetrating);
}

TEST_P(EnhancedGjkTest, HandSolvedFlatBodies) {
  EXPECT_DOUBLE_EQ(distance_of(at_rest(point({0, 0, 0}), point({3, 4, 0}))), 5);
  EXPECT_DOUBLE_EQ(distance_of(at_rest(segment({-1, 0, 0}, {1, 0, 0}), segment({0, -1, 2}, {0, 1, 2}))), 2);
  EXPECT_DOUBLE_EQ(distance_of(at_rest(hull({{-2, -2, 0}, {2, -2, 0}, {0, 3, 0}}), point({0, 0, 7}))), 7);
}

TEST_P(EnhancedGjkTest, TouchingIsNotCalled) {
  const Polytope cube = box({1, 1, 1});
  for (const Vec3 t : {Vec3{1, 0, 0}, Vec3{1, 1, 0.25}, Vec3{1, 1, 1}})
    EXPECT_EQ(method()(at_rest(cube, cube, t).pair(), nullptr).verdict, Verdict::Unresolved);
  EXPECT_EQ(method()(at_rest(point({1, 2, 3}), point({1, 2, 3})).pair(), nullptr).verdict, Verdict::Unresolved);
}

TEST_P(EnhancedGjkTest, HardPairsAreNeverCalledWrongly) {
  Tally tally;
  for (const Scene& scene : hard_scenes()) judge(method(), scene, nullptr, tally);
  EXPECT_GT(tally.separated, 100);
  EXPECT_GT(tally.penetrating, 100);
  // Johnson's determinants have no digits left on the slivers that needles make: one pair is given up there.
  EXPECT_LE(tally.separated_missed, GetParam() == SubAlgorithm::Johnson ? 1 : 0);
  EXPECT_EQ(tally.penetrating_missed, 0);
  EXPECT_LT(tally.most_steps, 60);
  Tally hair;
  for (const Scene& scene : hair_scenes()) judge(method(), scene, nullptr, hair);
  EXPECT_GT(hair.touching, 5);
  EXPECT_LT(hair.most_steps, 60);
}

TEST_P(EnhancedGjkTest, GridBodiesOfAllDimensionsAreNeverCalledWrongly) {
  Random random(11);
  Tally tally;
  for (int round = 0; round < 2000; ++round) judge(method(), grid_scene(random), nullptr, tally);
  EXPECT_EQ(tally.separated_missed, 0);
  EXPECT_LE(tally.penetrating_missed, 4);  // the origin on a diagonal of every tetrahedron tried
  EXPECT_GT(tally.touching, 100);
}

TEST_P(EnhancedGjkTest, StopsAtItsStepLimit) {
  Random random(12);
  for (int round = 0; round < 50; ++round) {
    const Scene scene = ordinary_scene(random);
    for (int most = 0; most < 4; ++most) {
      EnhancedGjkOptions options;
      options.sub_algorithm = GetParam(), options.max_steps = most;
      EXPECT_LE(enhanced_gjk(scene.pair(), nullptr, options).steps, most + 10);
      EXPECT_TRUE(most > 0 || enhanced_gjk(scene.pair(), nullptr, options).verdict == Verdict::Unresolved);
    }
  }
}

TEST_P(EnhancedGjkTest, SwappedAndScaledBodiesAreAsFarApart) {
  Random random(13);
  for (int round = 0; round < 100; ++round) {
    const Scene scene = ordinary_scene(random);
    const Evidence one = method()(scene.pair(), nullptr), other = method()(scene.swapped().pair(), nullptr);
    EXPECT_EQ(one.verdict, other.verdict);
    const Scene large{scaled(scene.a, 1024), scaled(scene.b, 1024), scene.pose_a,
                      rotation(scene.pose_b.quaternion(), 1024 * scene.pose_b.translation())};
    const Evidence scaled_up = method()(large.pair(), nullptr);
    EXPECT_EQ(one.verdict, scaled_up.verdict);
    if (one.verdict != Verdict::Separated) continue;
    const double distance = norm(nearest_difference(scene.pair(), one));
    EXPECT_NEAR(distance, norm(nearest_difference(scene.swapped().pair(), other)), 1e-9);
    EXPECT_NEAR(1024 * distance, norm(nearest_difference(large.pair(), scaled_up)), 1e-6);
  }
}

TEST_P(EnhancedGjkTest, TheDistanceOfTheExactDecision) {
  Random random(14);
  Tally tally;
  for (int round = 0; round < 1500; ++round) {
    const Scene scene = ordinary_scene(random);
    judge(method(), scene, nullptr, tally);
    const PosedPair pair = scene.pair();
    const Evidence evidence = method()(pair, nullptr);
    if (evidence.verdict != Verdict::Separated) continue;
    const ExactDecision truth = decide_exactly(pair, {});
    const double distance = norm(nearest_difference(pair, evidence));
    EXPECT_GE(distance, truth.lower - 1e-12);
    EXPECT_LE(distance, truth.upper + (GetParam() == SubAlgorithm::Johnson ? 1e-9 : 1e-12));
    double total = 0;
    for (int k = 0; k < evidence.simplex_count; ++k) {
      EXPECT_GE(evidence.weight[k], 0);
      total += evidence.weight[k];
    }
    EXPECT_NEAR(total, 1, 1e-14);
  }
  EXPECT_GT(tally.separated, 400);
  EXPECT_GT(tally.penetrating, 400);
  EXPECT_EQ(tally.separated_missed, 0);
  EXPECT_EQ(tally.penetrating_missed, 0);
}

TEST_P(EnhancedGjkTest, AForeignCacheDoesNoHarm) {
  Random random(15);
  Tally tally;
  for (int round = 0; round < 1000; ++round) {
    PairCache cache = foreign_cache(random);
    judge(method(), round % 2 == 0 ? ordinary_scene(random) : grid_scene(random), &cache, tally);
  }
  EXPECT_EQ(tally.separated_missed, 0);
  EXPECT_LE(tally.penetrating_missed, 2);
}

TEST_P(EnhancedGjkTest, AWarmCallTakesFewSteps) {
  EXPECT_LT(warm_steps(method(), 100, 2.5), 4.5);
  EXPECT_LT(warm_steps(method(), 500, 2.5), 5.5);
  EXPECT_LT(warm_steps(method(), 500, 0.3), 1);
}

// What the neighbour walk is for: the vertices a step looks at do not grow with the body.
TEST(EnhancedGjk, AWarmCallVisitsFewVertices) {
  const auto visited = [](int n) {
    EnhancedGjkCounts counts;
    EnhancedGjkOptions options;
    options.counts = &counts;
    warm_steps([&](const PosedPair& pair, PairCache* cache) { return enhanced_gjk(pair, cache, options); }, n, 2.5);
    EXPECT_GE(counts.visited, 2 * counts.steps);
    return static_cast<double>(counts.visited) / counts.steps;
  };
  EXPECT_LT(visited(100), 3);
  EXPECT_LT(visited(3000), 5);
}

TEST(EnhancedGjk, TheTraceHasAStepPerClimb) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0.5, 0.25});
  Trace trace;
  EnhancedGjkCounts counts;
  EnhancedGjkOptions options;
  options.counts = &counts;
  enhanced_gjk(scene.pair(), nullptr, options, &trace);
  EXPECT_GT(counts.steps, 0);
  EXPECT_EQ(trace.steps.size(), static_cast<std::size_t>(counts.steps));
}

}  // namespace
}  // namespace clearance
