#include <clearance/lab/pair/dobkin_kirkpatrick.h>

#include <clearance/lab/pair/walk_scenes_test.h>

#include <cmath>

namespace clearance::detail {
namespace {

Evidence run(const PosedPair& pair, ConvexCache* cache) { return dobkin_kirkpatrick(pair, cache); }

TEST(DobkinKirkpatrick, SolvedByHand) {
  expect_distances_solved_by_hand(run);
  EXPECT_EQ(run(at_rest(octahedron(), octahedron(), {0.5, 0.1, 0.2}).pair(), nullptr).verdict, Verdict::Penetrating);
}

TEST(DobkinKirkpatrick, TouchingIsNotCalled) { expect_touching_is_open(run); }

// Levels of a lattice body touch and overlap in all ways while the whole bodies do something else.
TEST(DobkinKirkpatrick, CoarseLevelsThatTouchDecideNothing) {
  std::vector<Vec3> ball;
  for (int x = -4; x <= 4; ++x)
    for (int y = -4; y <= 4; ++y)
      for (int z = -4; z <= 4; ++z)
        if (x * x + y * y + z * z <= 16) ball.push_back({double(x), double(y), double(z)});
  const Polytope body = hull(ball);
  for (int x = 0; x <= 9; ++x)
    for (int y = 0; y <= 9; ++y) {
      const Scene scene = at_rest(body, body, {double(x), double(y), 3});
      const Status truth = decide_exactly(scene.pair(), {}).status;
      const Verdict expected = truth == Status::Separated     ? Verdict::Separated
                               : truth == Status::Penetrating ? Verdict::Penetrating
                                                              : Verdict::Unresolved;
      EXPECT_EQ(run(scene.pair(), nullptr).verdict, expected);
    }
}

TEST(DobkinKirkpatrick, StopsAtItsLimit) { expect_stops_at_its_limit(dobkin_kirkpatrick); }

TEST(DobkinKirkpatrick, PreparedHierarchiesGiveTheSameAnswer) {
  Random random(502);
  for (int round = 0; round < 30; ++round) {
    const Scene scene = ellipsoid_scene(random);
    const Hierarchy of_a = Hierarchy::build(scene.a), of_b = Hierarchy::build(scene.b);
    DobkinKirkpatrickOptions options;
    options.hierarchy_a = &of_a, options.hierarchy_b = &of_b;
    const Evidence prepared = dobkin_kirkpatrick(scene.pair(), nullptr, options), built = run(scene.pair(), nullptr);
    EXPECT_EQ(prepared.verdict, built.verdict);
    EXPECT_EQ(prepared.direction, built.direction);
    EXPECT_EQ(prepared.steps, built.steps);
    EXPECT_EQ(run(scene.swapped().pair(), nullptr).verdict, built.verdict);
  }
}

TEST(DobkinKirkpatrick, AgreesWithTheExactDecision) { expect_agreement(run, Promise::NearestPoints, 0, 100); }

TEST(DobkinKirkpatrick, NeverWrongOnDegeneratePairs) { expect_agreement_on_ties(run, Promise::NearestPoints); }

TEST(DobkinKirkpatrick, LeavesACacheForOthersAndNeedsNone) {
  expect_foreign_caches_are_harmless(run, Promise::NearestPoints);
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  ConvexCache cache;
  run(scene.pair(), &cache);
  EXPECT_TRUE(cache.has_direction && cache.was_separated);
  EXPECT_TRUE(separates(scene.pair(), cache.direction));
}

TEST(DobkinKirkpatrick, TheTraceHasAStepPerLevel) {
  Random random(503);
  const Scene scene{test_polytope(TestShape::Ellipsoid, 200, 1), test_polytope(TestShape::Ellipsoid, 200, 2), Pose(),
                    random_pose(random, {3, 0, 0})};
  Trace trace;
  dobkin_kirkpatrick(scene.pair(), nullptr, {}, &trace);
  const int levels = std::max(Hierarchy::build(scene.a).levels(), Hierarchy::build(scene.b).levels());
  ASSERT_EQ(trace.steps.size(), static_cast<std::size_t>(levels - 1));
  for (std::size_t k = 1; k < trace.steps.size(); ++k) {  // finer levels are never farther apart
    const TraceStep &coarse = trace.steps[k - 1], &fine = trace.steps[k];
    EXPECT_LE(norm(fine.point_b - fine.point_a), norm(coarse.point_b - coarse.point_a) * (1 + 1e-12));
  }
}

// The claim of the paper: O(log n · log m). From 100 to 10⁴ vertices log² grows by 4; a power as small as √n by 10.
TEST(DobkinKirkpatrick, VerticesLookedAtGrowLikeTheSquareOfTheLogarithm) {
  double mean[3] = {};
  const int sizes[3] = {100, 1000, 10000};
  for (int k = 0; k < 3; ++k) {
    const Polytope a = test_polytope(TestShape::Ellipsoid, sizes[k], 1),
                   b = test_polytope(TestShape::Ellipsoid, sizes[k], 2);
    const Hierarchy of_a = Hierarchy::build(a), of_b = Hierarchy::build(b);
    Random random(504);
    constexpr int kRounds = 100;
    for (int round = 0; round < kRounds; ++round) {
      const Scene scene{a, b, random_pose(random), random_pose(random, 2.2 * random_unit(random))};
      int visited = 0;
      DobkinKirkpatrickOptions options;
      options.hierarchy_a = &of_a, options.hierarchy_b = &of_b, options.visited = &visited;
      EXPECT_EQ(dobkin_kirkpatrick(scene.pair(), nullptr, options).verdict, Verdict::Separated);
      mean[k] += static_cast<double>(visited) / kRounds;
    }
    RecordProperty("visited_" + std::to_string(sizes[k]), std::to_string(mean[k]));
  }
  EXPECT_LE(mean[2], 4.5 * mean[0]);
  EXPECT_LE(mean[1], 4.5 * mean[0] * std::pow(1.5, 2) / 4);  // log² is 9/4 of that of 100
}

}  // namespace
}  // namespace clearance::detail
