#include <clearance/lab/pair/gilbert.h>

#include <clearance/convex/bodies_test.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

GilbertOptions with(SubAlgorithm sub_algorithm) {
  GilbertOptions options;
  options.sub_algorithm = sub_algorithm;
  return options;
}

class GilbertTest : public ::testing::TestWithParam<SubAlgorithm> {
 protected:
  GilbertResult run(const Scene& scene, std::span<const VertexPair> start = {}) const {
    GilbertOptions options = with(GetParam());
    options.start = start;
    return gilbert(scene.pair(), options);
  }
};
INSTANTIATE_TEST_SUITE_P(SubAlgorithms, GilbertTest, ::testing::Values(SubAlgorithm::Johnson, SubAlgorithm::Voronoi),
                         [](const auto& made) { return made.param == SubAlgorithm::Johnson ? "Johnson" : "Voronoi"; });

Vec3 nearest_point_of(const Evidence& evidence, const PosedPair& pair) {
  Vec3 sum;
  for (int k = 0; k < evidence.simplex_count; ++k)
    sum = sum + evidence.weight[k] * pair.difference(evidence.simplex[k]);
  return sum;
}

// Karush, Kuhn, Tucker: weights positive and summing to 1, the point their combination, and no difference of the bodies
// lies below the plane through it. `tolerance` is relative to the pair's reach.
void expect_kkt(const GilbertResult& result, const PosedPair& pair, double tolerance) {
  const Evidence& evidence = result.evidence;
  ASSERT_NO_FATAL_FAILURE(expect_weights(evidence));
  const Vec3 c = nearest_point_of(evidence, pair);
  EXPECT_NEAR(norm(c), result.distance, tolerance * pair.reach());
  const double least = pair.support<2>(c).value;
  EXPECT_GE(least, squared_norm(c) - tolerance * pair.reach() * norm(c));
}

TEST_P(GilbertTest, HandSolvedBoxes) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  const GilbertResult face = run(scene);
  EXPECT_EQ(face.evidence.verdict, Verdict::Separated);
  EXPECT_EQ(face.distance, 1);
  const Scene diagonal = at_rest(box({1, 1, 1}), box({1, 1, 1}), {4, 5, 1});  // edges are 3, 4, 0 apart
  EXPECT_DOUBLE_EQ(run(diagonal).distance, 5);
  const Scene corner = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 3, 3});  // 1, 2, 2
  EXPECT_DOUBLE_EQ(run(corner).distance, 3);
  EXPECT_EQ(run(corner).evidence.simplex_count, 1);
  const Scene inside = at_rest(box({1, 1, 1}), box({1, 1, 1}), {0.3, 0.2, 0.1});
  const GilbertResult deep = run(inside);
  EXPECT_EQ(deep.evidence.verdict, Verdict::Penetrating);
  EXPECT_EQ(deep.distance, 0);
  EXPECT_EQ(deep.evidence.simplex_count, 4);
}

TEST_P(GilbertTest, HandSolvedLowDimensions) {
  EXPECT_EQ(run(at_rest(point({0, 0, 0}), point({3, 4, 0}))).distance, 5);
  EXPECT_EQ(run(at_rest(segment({-1, 0, 0}, {1, 0, 0}), segment({0, -1, 2}, {0, 1, 2}))).distance, 2);
  EXPECT_EQ(run(at_rest(hull({{-2, -2, 0}, {2, -2, 0}, {0, 3, 0}}), point({0, 0, 7}))).distance, 7);
}

// Touching is a hair's breadth to doubles: Unresolved, with a distance of rounding size.
TEST_P(GilbertTest, DegenerateTouchingIsNotCalled) {
  const Scene scenes[] = {
      at_rest(box({1, 1, 1}), box({1, 1, 1}), {1, 0, 0}), at_rest(box({1, 1, 1}), box({1, 1, 1}), {1, 1, 0.25}),
      at_rest(box({1, 1, 1}), box({1, 1, 1}), {1, 1, 1}), at_rest(point({1, 2, 3}), point({1, 2, 3}))};
  for (const Scene& scene : scenes) {
    const GilbertResult result = run(scene);
    EXPECT_EQ(result.evidence.verdict, Verdict::Unresolved);
    EXPECT_LE(result.distance, 1e-15);
  }
}

TEST_P(GilbertTest, DegenerateStartsAreTaken) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  const VertexPair doubled[] = {{0, 7}, {0, 7}, {0, 7}};
  EXPECT_EQ(run(scene, doubled).distance, 1);
  const VertexPair flat[] = {{1, 0}, {3, 2}, {5, 4}, {7, 6}};  // four pairs with one and the same difference
  EXPECT_EQ(run(scene, flat).distance, 1);
  const VertexPair square[] = {{1, 0}, {1, 2}, {1, 4}, {1, 6}};  // coplanar differences
  EXPECT_EQ(run(scene, square).distance, 1);
}

TEST_P(GilbertTest, StopsAtItsStepLimit) {
  Random random(101);
  const Scene scene{test_polytope(TestShape::Ellipsoid, 200, 1), test_polytope(TestShape::Ellipsoid, 200, 2), Pose(),
                    random_pose(random, {1.7, 1, 0.6})};
  GilbertOptions options = with(GetParam());
  for (int most = 0; most < 4; ++most) {
    options.max_steps = most;
    EXPECT_LE(gilbert(scene.pair(), options).evidence.steps, most);
  }
  options.max_steps = 0;
  EXPECT_EQ(gilbert(scene.pair(), options).evidence.verdict, Verdict::Unresolved);
}

TEST_P(GilbertTest, SwappedBodiesAreAsFarApart) {
  Random random(102);
  for (int round = 0; round < 100; ++round) {
    const Scene scene{random_hull(random, 20), random_hull(random, 20), random_pose(random),
                      random_pose(random, random_vector(random, 3))};
    const GilbertResult one = run(scene), other = run(scene.swapped());
    EXPECT_NEAR(one.distance, other.distance, 1e-12);
    EXPECT_EQ(one.evidence.verdict, other.evidence.verdict);
  }
}

// The exact decision brackets the true distance: what the walk ends with must be that number to rounding, and optimal.
// Johnson's determinants lose twice the digits on thin simplices, so it may stop at rounding of the square.
TEST_P(GilbertTest, TheDistanceOfTheExactDecision) {
  Random random(103);
  const double tolerance = GetParam() == SubAlgorithm::Johnson ? 1e-9 : 1e-12;
  int separated = 0, penetrating = 0;
  for (int round = 0; round < 400; ++round) {
    const int n = 1 + static_cast<int>(random.below(60));
    const Scene scene{random_hull(random, n), random_hull(random, n), random_pose(random),
                      random_pose(random, random_vector(random, 2))};
    const PosedPair pair = scene.pair();
    const GilbertResult result = run(scene);
    const ExactDecision truth = decide_exactly(pair, {});
    EXPECT_LT(result.evidence.steps, 100);
    if (truth.status == Status::Separated) {
      ++separated;
      EXPECT_EQ(result.evidence.verdict, Verdict::Separated);
      EXPECT_TRUE(separates(pair, result.evidence.direction));
      EXPECT_GE(result.distance, truth.lower - tolerance);
      EXPECT_LE(result.distance, truth.upper + tolerance);
      expect_kkt(result, pair, tolerance);
    } else {
      ++penetrating;
      EXPECT_EQ(result.evidence.verdict, Verdict::Penetrating);
      EXPECT_EQ(result.distance, 0);
    }
  }
  EXPECT_GT(separated, 100);
  EXPECT_GT(penetrating, 50);
}

// Grid bodies: every kind of tie. Verdicts may be missing there, never wrong.
TEST_P(GilbertTest, NeverWrongOnDegeneratePairs) {
  Random random(104);
  for (int round = 0; round < 500; ++round) {
    const Vec3 shift = random_vector(random, 3);
    const Scene scene = at_rest(random_body(random, true), random_body(random, true),
                                {std::round(shift.x), std::round(shift.y), std::round(shift.z)});
    const GilbertResult result = run(scene);
    const ExactDecision truth = decide_exactly(scene.pair(), {});
    EXPECT_TRUE(result.evidence.verdict != Verdict::Separated || truth.status == Status::Separated);
    EXPECT_TRUE(result.evidence.verdict != Verdict::Penetrating || truth.status == Status::Penetrating);
    EXPECT_TRUE(truth.status != Status::Separated || std::fabs(result.distance - truth.upper) < 1e-7);
  }
}

// Plates a billionth thick, stacked: all simplices are nearly flat, (5.6) fails now and then, and (5.7) must carry the
// walk on without a wrong verdict or a distance that is too small.
TEST(Gilbert, TheBackUpRuleIsUsedAndDoesNotMislead) {
  Random random(105);
  int backups = 0;
  for (int round = 0; round < 600; ++round) {
    const auto plate = [&](double height) {
      std::vector<Vec3> points;
      for (int k = 0; k < 20; ++k) {
        const Vec3 p = random_vector(random);
        points.push_back({p.x, p.y, 1e-9 * (p.z + height)});
      }
      return hull(points);
    };
    const Pose pose = random_pose(random);
    const Scene scene{plate(0), plate(2.5), pose, pose};
    const GilbertResult result = gilbert(scene.pair(), with(SubAlgorithm::Johnson));
    backups += result.backups;
    if (result.backups == 0) continue;
    const ExactDecision truth = decide_exactly(scene.pair(), {});
    ASSERT_EQ(truth.status, Status::Separated);
    EXPECT_NE(result.evidence.verdict, Verdict::Penetrating);
    EXPECT_GE(result.distance, truth.lower - 1e-14);
  }
  EXPECT_GT(backups, 10);
}

// Temporal coherence: the simplex of the frame before saves steps on average, and gives the same answer.
TEST_P(GilbertTest, AWarmStartTakesNoMoreStepsOnAverage) {
  Random random(106);
  long cold_steps = 0, warm_steps = 0;
  for (int motion = 0; motion < 20; ++motion) {
    const Polytope a = test_polytope(TestShape::Ellipsoid, 100, random.bits());
    const Polytope b = test_polytope(TestShape::Ellipsoid, 100, random.bits());
    const Vec3 axis = random_unit(random), t = 2.2 * random_unit(random);
    std::vector<VertexPair> last;
    for (int frame = 0; frame < 20; ++frame) {
      const Scene scene{a, b, Pose(), rotation_about(axis, 0.05 * frame, t)};
      const GilbertResult cold = run(scene), warm = run(scene, last);
      cold_steps += cold.evidence.steps, warm_steps += warm.evidence.steps;
      EXPECT_NEAR(cold.distance, warm.distance, 1e-7);
      last.assign(warm.evidence.simplex, warm.evidence.simplex + warm.evidence.simplex_count);
    }
  }
  EXPECT_LT(warm_steps, cold_steps);
}

}  // namespace
}  // namespace clearance::detail
