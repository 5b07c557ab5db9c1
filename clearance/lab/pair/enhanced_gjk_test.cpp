#include <clearance/lab/pair/enhanced_gjk.h>

#include <clearance/lab/pair/walk_scenes_test.h>

namespace clearance::detail {
namespace {

class EnhancedGjkTest : public ::testing::TestWithParam<SubAlgorithm> {
 protected:
  Method method() const {
    EnhancedGjkOptions options;
    options.sub_algorithm = GetParam();
    return [options](const PosedPair& pair, ConvexCache* cache) { return enhanced_gjk(pair, cache, options); };
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

// A box of 1 to 10⁴ and a tetrahedron, 8.6e-12 apart. Weights of its long triangles were off by 1e-7, and one simplex
// in six led to points up to 5.7e-5 apart: found by the long agreement runs, from a cache that another method had
// filled.
TEST_P(EnhancedGjkTest, LongTrianglesKeepTheirDigits) {
  const std::vector<Vec3> corners{{2, 0, -2}, {-1, 0, -2}, {-2, -1, 2}, {-2, 0, 2}};
  const Scene scene{box({1, 1e-4, 1e-4}), convex_hull(corners).value(),
                    rotation({-0.9573720180064786, -0.6904250213255211, 0.5921746180085967, 0.4155027216686145},
                             {-72196.54787629405, -53845.43247942391, -43454.41906571399}),
                    rotation({0.7626966943881726, -0.021053022982077594, 0.17760460940443715, 0.9838767061688235},
                             {-72196.60238838328, -53846.160852382265, -43453.83862440068})};
  for (std::uint32_t i = 0; i < 32; ++i)
    for (std::uint32_t j = 0; j <= i; ++j)
      for (std::uint32_t k = 0; k <= j; ++k) {
        ConvexCache cache;
        for (const std::uint32_t at : {i, j, k}) {
          cache.simplex_a[cache.simplex_count] = at % 8, cache.simplex_b[cache.simplex_count] = at / 8;
          ++cache.simplex_count;
        }
        const Evidence evidence = method()(scene.pair(), &cache);
        ASSERT_LE(norm(nearest_difference(scene.pair(), evidence)), 1e-9) << i << " " << j << " " << k;
      }
}

// What the neighbour walk is for: the vertices a step looks at do not grow with the body.
TEST(EnhancedGjk, AWarmCallVisitsFewVertices) {
  const auto visited = [](int n) {
    EnhancedGjkCounts counts;
    EnhancedGjkOptions options;
    options.counts = &counts;
    warm_steps([&](const PosedPair& pair, ConvexCache* cache) { return enhanced_gjk(pair, cache, options); }, n, 2.5);
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
}  // namespace clearance::detail
