#include <clearance/convex/exact/decision.h>

#include <clearance/convex/bodies_test.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

TEST(ExactDecision, HandSolvedBoxes) {
  const Scene apart = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  const ExactDecision gap = decide_exactly(apart.pair(), {});
  EXPECT_EQ(gap.status, Status::Separated);
  EXPECT_EQ(gap.lower, 1);
  EXPECT_EQ(gap.upper, 1);
  EXPECT_HOLDS(apart.check(gap));
  // √(1 + 4 + 9) lies between two neighbouring doubles.
  const Scene corner = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 3, 4});
  const ExactDecision root = decide_exactly(corner.pair(), {});
  EXPECT_LE(root.lower, std::sqrt(14.0));
  EXPECT_GE(root.upper, std::sqrt(14.0));
  EXPECT_LE(root.upper - root.lower, 4 * 0x1p-51);
  EXPECT_EQ(root.simplex_count, 1);
  EXPECT_EQ(root.simplex[0], (VertexPair{7, 0}));
  EXPECT_EQ(root.weight[0], 1);
}

TEST(ExactDecision, DegenerateNeighboursOfContact) {
  const Polytope cube = box({1, 1, 1});
  const auto status_at = [&](double x) { return decide_exactly(at_rest(cube, cube, {x, 0, 0}).pair(), {}).status; };
  EXPECT_EQ(status_at(1), Status::Touching);
  EXPECT_EQ(status_at(std::nextafter(1.0, 2)), Status::Separated);
  EXPECT_EQ(status_at(std::nextafter(1.0, 0)), Status::Penetrating);
  const ExactDecision hair = decide_exactly(at_rest(cube, cube, {std::nextafter(1.0, 2), 0, 0}).pair(), {});
  EXPECT_EQ(hair.lower, 0x1p-52);
  EXPECT_EQ(hair.upper, 0x1p-52);
}

TEST(ExactDecision, DegenerateScales) {
  for (const double scale : {0x1p-1060, 1e-300, 1e-150, 1e150, 1e299}) {
    const Polytope cube = box({scale, scale, scale});
    const Scene apart = at_rest(cube, cube, {2 * scale, 0, 0});
    const ExactDecision gap = decide_exactly(apart.pair(), {});
    EXPECT_EQ(gap.status, Status::Separated);
    EXPECT_LE(gap.lower, scale);
    EXPECT_GE(gap.upper, scale);
    EXPECT_EQ(gap.lower, gap.upper) << "a distance that is a double";
    EXPECT_HOLDS(apart.check(gap));
    const Scene touching = at_rest(cube, cube, {scale, 0, 0}), inside = at_rest(cube, cube, {0.5 * scale, 0, 0});
    EXPECT_EQ(decide_exactly(touching.pair(), {}).status, Status::Touching);
    EXPECT_EQ(decide_exactly(inside.pair(), {}).status, Status::Penetrating);
  }
}

TEST(ExactDecision, AnyStartGivesTheSameStatusAndBracket) {
  Random random(141);
  for (int round = 0; round < 100; ++round) {
    const Scene scene{random_hull(random, 20), random_hull(random, 20), random_pose(random),
                      random_pose(random, random_vector(random, 2))};
    const ExactDecision first = decide_exactly(scene.pair(), {});
    std::vector<VertexPair> start;
    for (int k = 0; k < 6; ++k)
      start.push_back({static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(scene.a.vertex_count()))),
                       static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(scene.b.vertex_count())))});
    const ExactDecision second = decide_exactly(scene.pair(), start);
    ASSERT_EQ(first.status, second.status);
    EXPECT_LE(first.lower, second.upper);
    EXPECT_LE(second.lower, first.upper);
    ASSERT_HOLDS(scene.check(second));
  }
}

TEST(ExactDecision, SwappingScalingAndTurningChangeNothing) {
  Random random(142);
  for (int round = 0; round < 100; ++round) {
    const Scene scene = at_rest(random_body(random, round % 2 == 0), random_body(random, round % 2 == 0));
    const ExactDecision one = decide_exactly(scene.pair(), {}), other = decide_exactly(scene.swapped().pair(), {});
    EXPECT_EQ(one.status, other.status);
    EXPECT_LE(one.lower, other.upper);
    EXPECT_LE(other.lower, one.upper);
    // A quarter turn of both about x is exact.
    const Pose quarter = rotation({1, 1, 0, 0});
    const ExactDecision turned = decide_exactly(Scene{scene.a, scene.b, quarter, quarter}.pair(), {});
    EXPECT_EQ(one.status, turned.status);
    EXPECT_LE(one.lower, turned.upper);
    EXPECT_LE(turned.lower, one.upper);
  }
}

// Lower by the plane, upper by the witness: the whole claim, checked; and the bracket as narrow as promised.
TEST(ExactDecision, BracketsAreProvedAndNarrow) {
  Random random(143);
  int separated = 0;
  for (int round = 0; round < 300; ++round) {
    const Scene scene{random_body(random, false), random_body(random, false), random_pose(random),
                      random_pose(random, random_vector(random, 2))};
    DistanceOptions options;
    options.first = Algorithm::Exact;
    const Distance result = distance(scene.a, scene.pose_a, scene.b, scene.pose_b, options);
    EXPECT_EQ(result.decided_by, Algorithm::Exact);
    ASSERT_HOLDS(scene.check(claim_of(result)));
    if (result.status != Status::Separated) continue;
    ++separated;
    EXPECT_LE(result.upper - result.lower, 1e-11 * result.upper + 1e-15);
  }
  EXPECT_GT(separated, 100);
}

// ---- comparing distances -----------------------------------------------------------------------------------------

TEST(CompareDistanceExactly, HandSolvedTies) {
  const Polytope cube = box({1, 1, 1});
  const Scene face = at_rest(cube, cube, {2, 0, 0}), edge = at_rest(cube, cube, {4, 5, 0.5});  // 1, and √(9 + 16)
  const auto compare_at = [](const Scene& scene, double limit) {
    return compare_distance_exactly(scene.pair(), {}, limit);
  };
  EXPECT_EQ(compare_at(face, 1), 0);
  EXPECT_EQ(compare_at(face, std::nextafter(1.0, 0)), 1);
  EXPECT_EQ(compare_at(face, std::nextafter(1.0, 2)), -1);
  EXPECT_EQ(compare_at(edge, 5), 0);
  EXPECT_EQ(compare_at(edge, std::nextafter(5.0, 0)), 1);
  EXPECT_EQ(compare_at(edge, std::nextafter(5.0, 6)), -1);
  const Scene touching = at_rest(cube, cube, {1, 0, 0}), inside = at_rest(cube, cube, {0.5, 0, 0});
  EXPECT_EQ(compare_at(touching, 0), 0);
  EXPECT_EQ(compare_at(inside, 0), 0);
  EXPECT_EQ(compare_at(inside, 1e-300), -1);
  // √14 is no double: never a tie.
  const Scene corner = at_rest(cube, cube, {2, 3, 4});
  EXPECT_EQ(compare_at(corner, std::nextafter(std::sqrt(14.0), 0)), 1);
  EXPECT_EQ(compare_at(corner, std::nextafter(std::sqrt(14.0), 9)), -1);
  EXPECT_NE(compare_at(corner, std::sqrt(14.0)), 0);
}

TEST(CompareDistanceExactly, AgreesWithTheBracket) {
  Random random(144);
  for (int round = 0; round < 100; ++round) {
    const Scene scene{random_hull(random, 10), random_hull(random, 10), random_pose(random),
                      random_pose(random, random_vector(random, 3))};
    const ExactDecision truth = decide_exactly(scene.pair(), {});
    if (truth.status != Status::Separated) continue;
    EXPECT_GE(compare_distance_exactly(scene.pair(), {}, truth.lower), 0);
    EXPECT_LE(compare_distance_exactly(scene.pair(), {}, truth.upper), 0);
    EXPECT_EQ(compare_distance_exactly(scene.pair(), {}, 0.99 * truth.lower), 1);
    EXPECT_EQ(compare_distance_exactly(scene.pair(), {}, 1.01 * truth.upper), -1);
  }
}

}  // namespace
}  // namespace clearance::detail
