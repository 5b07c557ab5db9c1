#include <clearance/lab/enhanced_gjk.h>

#include <clearance/lab/walk_scenes_test.h>

namespace clearance {
namespace {

class EnhancedGjkTest : public ::testing::TestWithParam<SubAlgorithm> {
 protected:
  Method method() const {
    EnhancedGjkOptions options;
    options.sub_algorithm = GetParam();
    return [options](const PosedPair& pair, PairCache* cache) { return enhanced_gjk(pair, cache, options); };
  }
};
INSTANTIATE_TEST_SUITE_P(SubAlgorithms, EnhancedGjkTest,
                         ::testing::Values(SubAlgorithm::Johnson, SubAlgorithm::Voronoi),
                         [](const auto& made) { return made.param == SubAlgorithm::Johnson ? "Johnson" : "Voronoi"; });

TEST_P(EnhancedGjkTest, DistancesSolvedByHand) { expect_distances_solved_by_hand(method()); }

TEST_P(EnhancedGjkTest, SwappedAndScaledBodiesAreAsFarApart) {
  Random random(13);
  for (int round = 0; round < 100; ++round) {
    const Scene scene = shaped_scene(random);
    const Evidence one = method()(scene.pair(), nullptr), other = method()(scene.swapped().pair(), nullptr);
    EXPECT_EQ(one.verdict, other.verdict);
    const Scene large{scaled(scene.a, 1024), scaled(scene.b, 1024), scene.pose_a,
                      rotation(scene.pose_b.quaternion(), 1024 * scene.pose_b.translation())};
    const Evidence scaled_up = method()(large.pair(), nullptr);
    EXPECT_EQ(one.verdict, scaled_up.verdict);
    if (one.verdict != Verdict::Separated) continue;
    const double distance = found_distance(scene, one);
    EXPECT_NEAR(distance, found_distance(scene.swapped(), other), 1e-9);
    EXPECT_NEAR(1024 * distance, found_distance(large, scaled_up), 1e-6);
  }
}

TEST_P(EnhancedGjkTest, TheDistanceOfTheExactDecision) {
  Random random(14);
  Tally tally;
  for (int round = 0; round < 1500; ++round) {
    const Scene scene = shaped_scene(random);
    judge(method(), Promise::NearestPoints, scene, nullptr, tally);
    const PosedPair pair = scene.pair();
    const Evidence evidence = method()(pair, nullptr);
    if (evidence.verdict != Verdict::Separated) continue;
    const ExactDecision truth = decide_exactly(pair, {});
    const double distance = found_distance(scene, evidence);
    EXPECT_GE(distance, truth.lower - 1e-12);
    EXPECT_LE(distance, truth.upper + (GetParam() == SubAlgorithm::Johnson ? 1e-9 : 1e-12));
  }
  EXPECT_GT(tally.separated, 400);
  EXPECT_GT(tally.penetrating, 400);
  EXPECT_EQ(tally.separated_missed, 0);
  EXPECT_EQ(tally.penetrating_missed, 0);
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
