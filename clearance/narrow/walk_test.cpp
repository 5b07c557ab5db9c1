#include <clearance/narrow/nearest_walk.h>

#include <clearance/narrow/bodies_test.h>

#include <gtest/gtest.h>

namespace clearance {
namespace {

using Kind = NearestOutcome::Kind;

NearestOutcome walk(const Scene& scene, double limit = kInfinite) {
  PairCache cache;
  return search_nearest(scene.pair(), cache, limit);
}

TEST(NearestWalk, HandSolvedBoxes) {
  const Polytope cube = box({1, 1, 1});
  const NearestOutcome face = walk(at_rest(cube, cube, {2, 0, 0}));
  EXPECT_EQ(face.kind, Kind::Near);
  EXPECT_LE(face.lower, 1);
  EXPECT_GE(face.upper, 1);
  EXPECT_LE(face.upper - face.lower, 1e-9);
  EXPECT_EQ(walk(at_rest(cube, cube, {0.3, 0.2, 0.1})).kind, Kind::Penetrating);
  const NearestOutcome corner = walk(at_rest(cube, cube, {2, 3, 3}));
  EXPECT_EQ(corner.kind, Kind::Near);
  EXPECT_EQ(corner.simplex.count, 1);
  EXPECT_NEAR(corner.upper, 3, 1e-13);
}

TEST(NearestWalk, HandSolvedLimit) {
  const Polytope cube = box({1, 1, 1});
  const Scene scene = at_rest(cube, cube, {4, 0, 0});  // 3 apart
  const NearestOutcome beyond = walk(scene, 2);
  EXPECT_EQ(beyond.kind, Kind::Beyond);
  EXPECT_GE(beyond.lower, 2);
  EXPECT_LE(beyond.lower, 3);
  EXPECT_EQ(beyond.upper, kInfinite);
  EXPECT_TRUE(separates(scene.pair(), beyond.direction));
  EXPECT_EQ(walk(scene, 3.5).kind, Kind::Near);
}

TEST(NearestWalk, DegenerateContactIsUndecided) {
  const Polytope cube = box({1, 1, 1});
  for (const Vec3 shift : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}})
    EXPECT_EQ(walk(at_rest(cube, cube, shift)).kind, Kind::Undecided);
}

// Squares of lengths would leave the doubles: the walk does not try.
TEST(NearestWalk, DegenerateScalesAreUndecided) {
  for (const double scale : {1e-150, 1e150}) {
    const Polytope cube = box({scale, scale, scale});
    EXPECT_EQ(walk(at_rest(cube, cube, {2 * scale, 0, 0})).kind, Kind::Undecided);
  }
}

// Whatever it brackets holds: against the exact distance, with warm caches, needles and far offsets; and it is as
// narrow as CONTRACT §4 asks.
TEST(NearestWalk, BracketsHoldTheExactDistance) {
  Random random(181);
  int near = 0, undecided = 0;
  for (int pair = 0; pair < 60; ++pair) {
    const double thin = pair % 3 == 0 ? 1e-6 : 1, far = pair % 5 == 0 ? 1e5 : 0;
    const auto body = [&] {
      std::vector<Vec3> points;
      for (int k = 0; k < 30; ++k) {
        const Vec3 p = random_vector(random);
        points.push_back({p.x + far, thin * p.y, thin * p.z});
      }
      return hull(points);
    };
    const Polytope a = body(), b = body();
    PairCache cache;
    for (int frame = 0; frame < 10; ++frame) {
      const Pose pose_a = rotation_about({1, 2, 3}, 0.1 * frame),
                 pose_b = rotation_about({1, 2, 3}, 0.11 * frame, {0, 0.5 + 0.2 * frame, 0});
      const Scene scene{a, b, pose_a, pose_b};
      const NearestOutcome outcome = search_nearest(scene.pair(), cache, kInfinite);
      const ExactDecision truth = decide_exactly(scene.pair(), {});
      if (outcome.kind == Kind::Near) {
        ++near;
        ASSERT_EQ(truth.status, Status::Separated);
        ASSERT_LE(outcome.lower, truth.upper);
        ASSERT_GE(outcome.upper, truth.lower);
        ASSERT_GT(outcome.lower, 0);
        ASSERT_LE(outcome.upper - outcome.lower, allowed_width(scene.pair(), outcome.upper));
      } else if (outcome.kind == Kind::Penetrating) {
        ASSERT_EQ(truth.status, Status::Penetrating);
      } else {
        ASSERT_EQ(outcome.kind, Kind::Undecided);
        ++undecided;
      }
    }
  }
  EXPECT_GT(near, 200);
  EXPECT_LT(undecided, 300);
}

TEST(NearestWalk, AWarmWalkTakesNoMoreStepsOnAverage) {
  Random random(182);
  long cold_steps = 0, warm_steps = 0;
  for (int pair = 0; pair < 20; ++pair) {
    const Polytope a = test_polytope(TestShape::Ellipsoid, 100, random.bits());
    const Polytope b = test_polytope(TestShape::Ellipsoid, 100, random.bits());
    PairCache cache;
    for (int frame = 0; frame < 20; ++frame) {
      const Scene scene{a, b, Pose(), rotation_about({1, 2, 3}, 0.05 * frame, {2.5, 0.5, 0})};
      warm_steps += search_nearest(scene.pair(), cache, kInfinite).steps;
      cold_steps += walk(scene).steps;
    }
  }
  EXPECT_LT(warm_steps, cold_steps);
}

// A turned box is at least 1/√3 as long as the box: the width allowed inside is never above the contract's.
TEST(NearestWalk, TheAllowedWidthIsNotAboveTheContracts) {
  Random random(183);
  for (int round = 0; round < 200; ++round) {
    const Scene scene{random_hull(random, 10), random_hull(random, 10), random_pose(random), random_pose(random)};
    double size = 0;
    const auto world_size = [&](const Polytope& body, const Pose& pose) {
      for (int axis = 0; axis < 3; ++axis) {
        double low = kInfinite, high = -kInfinite;
        for (int v = 0; v < body.vertex_count(); ++v) {
          const double x = apply(pose, body.vertex(v))[axis];
          low = std::fmin(low, x), high = std::fmax(high, x);
        }
        size = std::fmax(size, high - low);
      }
    };
    world_size(scene.a, scene.pose_a);
    world_size(scene.b, scene.pose_b);
    EXPECT_LE(allowed_width(scene.pair(), 0), 1e-13 * size);
  }
}

}  // namespace
}  // namespace clearance
