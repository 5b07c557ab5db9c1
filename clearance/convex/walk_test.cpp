#include <clearance/convex/walk.h>

#include <clearance/convex/bodies_test.h>
#include <clearance/convex/cached_simplex.h>
#include <clearance/convex/unproved.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

using Kind = WalkEnd::Kind;

// ---- Status

Status status_of(const WalkEnd& end) {
  return end.kind == Kind::Beyond   ? Status::Separated
         : end.kind == Kind::Inside ? Status::Penetrating
                                    : Status::NotAsked;
}

// What the header says the cache proves after a decision.
void expect_proved(const Scene& scene, const WalkEnd& outcome, const ConvexCache& cache) {
  if (outcome.kind == Kind::Undecided) return;
  if (outcome.kind == Kind::Beyond) {
    EXPECT_TRUE(separates(scene.pair(), cache.direction));
    EXPECT_TRUE(cache.has_direction && cache.was_separated);
    return;
  }
  EXPECT_EQ(outcome.kind, Kind::Inside) << "touching is not for doubles to decide";
  ASSERT_EQ(cache.simplex_count, 4);
  EXPECT_FALSE(cache.was_separated);
  Certificate certificate;
  certificate.kind = Certificate::Kind::Simplex;
  certificate.simplex.count = 4;
  for (int k = 0; k < 4; ++k) {
    certificate.simplex.a[k] = scene.a.id(cached_pair(cache, k).a);
    certificate.simplex.b[k] = scene.b.id(cached_pair(cache, k).b);
  }
  EXPECT_HOLDS(scene.check(Status::Penetrating, certificate));
}

TEST(StatusWalk, HandSolvedBoxes) {
  const Polytope cube = box({1, 1, 1});
  ConvexCache cache;
  const Scene apart = at_rest(cube, cube, {2, 0, 0});
  const WalkEnd first = walk_for_status(apart.pair(), cache);
  EXPECT_EQ(first.kind, Kind::Beyond);
  EXPECT_NE(first.decided_by, Algorithm::Cache);
  expect_proved(apart, first, cache);
  EXPECT_EQ(walk_for_status(apart.pair(), cache).decided_by, Algorithm::Cache) << "the same pose again";

  const Scene inside = at_rest(cube, cube, {0.3, 0.2, 0.1});
  const WalkEnd second = walk_for_status(inside.pair(), cache);
  EXPECT_EQ(second.kind, Kind::Inside);
  expect_proved(inside, second, cache);
  EXPECT_EQ(walk_for_status(inside.pair(), cache).decided_by, Algorithm::Cache);
}

TEST(StatusWalk, DegenerateContactIsLeftOpen) {
  const Polytope cube = box({1, 1, 1});
  for (const Vec3 shift : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{1, 0.5, 0.25}}) {
    ConvexCache cache;
    const WalkEnd outcome = walk_for_status(at_rest(cube, cube, shift).pair(), cache);
    EXPECT_EQ(outcome.kind, Kind::Undecided);
    EXPECT_LE(cache.simplex_count, 4);
  }
  ConvexCache cache;
  EXPECT_EQ(walk_for_status(at_rest(point({1, 2, 3}), point({1, 2, 3})).pair(), cache).kind, Kind::Undecided);
}

TEST(StatusWalk, DegenerateGridBodiesAreNeverMisjudged) {
  Random random(171);
  ConvexCache cache;
  for (int round = 0; round < 500; ++round) {
    const Scene scene = at_rest(random_body(random, true), random_body(random, true));
    cache = ConvexCache();
    const WalkEnd outcome = walk_for_status(scene.pair(), cache);
    expect_proved(scene, outcome, cache);
  }
}

// Evidence that keeps failing is not tried any more, and is again once it would have held.
TEST(StatusWalk, EvidenceThatKeepsFailingIsLeftAlone) {
  const Polytope cube = box({1, 1, 1});
  ConvexCache cache;
  const auto ask = [&](Vec3 shift) { return walk_for_status(at_rest(cube, cube, shift).pair(), cache); };
  for (int frame = 0; frame < 10; ++frame)
    EXPECT_NE(ask({frame % 2 == 0 ? 2.0 : -2.0, 0, 0}).decided_by, Algorithm::Cache);
  EXPECT_GT(cache.doubt, 2);
  const int most = cache.doubt;
  int frames = 0;
  while (ask({2, 0.01 * frames, 0}).decided_by != Algorithm::Cache && frames < 20) ++frames;
  EXPECT_LE(frames, most);
  for (int frame = 0; frame < 10; ++frame) EXPECT_EQ(ask({2, 0.01 * frame, 0}).decided_by, Algorithm::Cache);
  EXPECT_EQ(cache.doubt, 0);
  // Penetration that lasts is believed in, too.
  for (int frame = 0; frame < 8; ++frame) ask({frame % 2 == 0 ? 2.0 : 0.3, 0.2, 0.1});
  for (frames = 0; ask({0.3, 0.2, 0.1}).decided_by != Algorithm::Cache && frames < 20; ++frames) continue;
  EXPECT_LE(frames, most);
  for (const int doubt : {3, 200, 255}) {  // any byte is a value
    cache.doubt = static_cast<std::uint8_t>(doubt);
    EXPECT_EQ(ask({0.3, 0.2, 0.1}).kind, Kind::Inside);
    EXPECT_EQ(ask({2, 0.2, 0.1}).kind, Kind::Beyond);
  }
}

// A count beyond four beside a direction that fails was followed out of the cache.
TEST(StatusWalk, AnyCountOfPairsWillDo) {
  const Polytope cube = box({1, 1, 1});
  for (int count = 0; count < 256; ++count) {
    for (const bool was_separated : {false, true}) {
      ConvexCache cache;
      cache.simplex_count = static_cast<std::uint8_t>(count);
      cache.was_separated = cache.has_direction = was_separated;
      cache.direction = {-1, 0, 0};
      EXPECT_EQ(walk_for_status(at_rest(cube, cube, {2, 0.1, 0.2}).pair(), cache).kind, Kind::Beyond);
      cache.simplex_count = static_cast<std::uint8_t>(count);
      EXPECT_EQ(walk_for_distance(at_rest(cube, cube, {2, 0.1, 0.2}).pair(), cache, kInfinite).kind, Kind::Near);
    }
  }
}

// A stale cache may cost time, never truth: directions and vertices of entirely other poses.
TEST(StatusWalk, AStaleCacheIsOnlyAStart) {
  Random random(172);
  for (int pair = 0; pair < 20; ++pair) {
    const Polytope a = random_hull(random, 60), b = random_hull(random, 60);
    ConvexCache cache;
    for (int round = 0; round < 30; ++round) {
      const Scene scene{a, b, random_pose(random), random_pose(random, random_vector(random, 1.2))};
      const WalkEnd outcome = walk_for_status(scene.pair(), cache);
      ASSERT_NE(outcome.kind, Kind::Undecided);
      expect_proved(scene, outcome, cache);
      EXPECT_EQ(status_of(outcome), decide_exactly(scene.pair(), {}).status);
    }
  }
}

// The same steps without bounds: what the benchmark measures the proof against must at least agree on clear cases.
TEST(StatusWalk, UnprovedAgreesOnClearCases) {
  Random random(173);
  int differ = 0;
  for (int round = 0; round < 300; ++round) {
    const Scene scene{random_hull(random, 30), random_hull(random, 30), random_pose(random),
                      random_pose(random, random_vector(random, 2))};
    ConvexCache cache, plain;
    const Status proved = status_of(walk_for_status(scene.pair(), cache));
    differ += intersects_unproved(scene.a, scene.pose_a, scene.b, scene.pose_b, plain) != proved ? 1 : 0;
  }
  EXPECT_EQ(differ, 0);
}

// ---- Distance

WalkOutcome walk(const Scene& scene, double limit = kInfinite) {
  ConvexCache cache;
  return walk_for_distance(scene.pair(), cache, limit);
}

TEST(DistanceWalk, HandSolvedBoxes) {
  const Polytope cube = box({1, 1, 1});
  const WalkOutcome face = walk(at_rest(cube, cube, {2, 0, 0}));
  EXPECT_EQ(face.kind, Kind::Near);
  EXPECT_LE(face.lower, 1);
  EXPECT_GE(face.upper, 1);
  EXPECT_LE(face.upper - face.lower, 1e-9);
  EXPECT_EQ(walk(at_rest(cube, cube, {0.3, 0.2, 0.1})).kind, Kind::Inside);
  const WalkOutcome corner = walk(at_rest(cube, cube, {2, 3, 3}));
  EXPECT_EQ(corner.kind, Kind::Near);
  EXPECT_EQ(corner.simplex.count, 1);
  EXPECT_NEAR(corner.upper, 3, 1e-13);
}

TEST(DistanceWalk, HandSolvedLimit) {
  const Polytope cube = box({1, 1, 1});
  const Scene scene = at_rest(cube, cube, {4, 0, 0});  // 3 apart
  const WalkOutcome beyond = walk(scene, 2);
  EXPECT_EQ(beyond.kind, Kind::Beyond);
  EXPECT_GE(beyond.lower, 2);
  EXPECT_LE(beyond.lower, 3);
  EXPECT_EQ(beyond.upper, kInfinite);
  EXPECT_TRUE(separates(scene.pair(), beyond.direction));
  EXPECT_EQ(walk(scene, 3.5).kind, Kind::Near);
}

TEST(DistanceWalk, DegenerateContactIsUndecided) {
  const Polytope cube = box({1, 1, 1});
  for (const Vec3 shift : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}})
    EXPECT_EQ(walk(at_rest(cube, cube, shift)).kind, Kind::Undecided);
}

// Squares of lengths would leave the doubles: the walk does not try.
TEST(DistanceWalk, DegenerateScalesAreUndecided) {
  for (const double scale : {1e-150, 1e150}) {
    const Polytope cube = box({scale, scale, scale});
    EXPECT_EQ(walk(at_rest(cube, cube, {2 * scale, 0, 0})).kind, Kind::Undecided);
  }
}

// Whatever it brackets holds: against the exact distance, with warm caches, needles and far offsets; and it is as
// narrow as CONTRACT §4 asks.
TEST(DistanceWalk, BracketsHoldTheExactDistance) {
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
    ConvexCache cache;
    for (int frame = 0; frame < 10; ++frame) {
      const Pose pose_a = rotation_about({1, 2, 3}, 0.1 * frame),
                 pose_b = rotation_about({1, 2, 3}, 0.11 * frame, {0, 0.5 + 0.2 * frame, 0});
      const Scene scene{a, b, pose_a, pose_b};
      const WalkOutcome outcome = walk_for_distance(scene.pair(), cache, kInfinite);
      const ExactDecision truth = decide_exactly(scene.pair(), {});
      if (outcome.kind == Kind::Near) {
        ++near;
        ASSERT_EQ(truth.status, Status::Separated);
        ASSERT_LE(outcome.lower, truth.upper);
        ASSERT_GE(outcome.upper, truth.lower);
        ASSERT_GT(outcome.lower, 0);
        ASSERT_LE(outcome.upper - outcome.lower, allowed_width(scene.pair(), outcome.upper));
      } else if (outcome.kind == Kind::Inside) {
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

TEST(DistanceWalk, AWarmWalkTakesNoMoreStepsOnAverage) {
  Random random(182);
  long cold_steps = 0, warm_steps = 0;
  for (int pair = 0; pair < 20; ++pair) {
    const Polytope a = test_polytope(TestShape::Ellipsoid, 100, random.bits());
    const Polytope b = test_polytope(TestShape::Ellipsoid, 100, random.bits());
    ConvexCache cache;
    for (int frame = 0; frame < 20; ++frame) {
      const Scene scene{a, b, Pose(), rotation_about({1, 2, 3}, 0.05 * frame, {2.5, 0.5, 0})};
      warm_steps += walk_for_distance(scene.pair(), cache, kInfinite).steps;
      cold_steps += walk(scene).steps;
    }
  }
  EXPECT_LT(warm_steps, cold_steps);
}

TEST(DistanceWalk, AWarmWalkOfBodiesThatJumpTakesHardlyMoreSteps) {
  Random random(184);
  long cold_steps = 0, warm_steps = 0;
  for (int pair = 0; pair < 10; ++pair) {
    const Polytope a = test_polytope(TestShape::Ellipsoid, 200, random.bits());
    const Polytope b = test_polytope(TestShape::Ellipsoid, 200, random.bits());
    ConvexCache cache;
    for (int frame = 0; frame < 100; ++frame) {
      const Scene scene{a, b, random_pose(random), random_pose(random, 4 * random_vector(random))};
      warm_steps += walk_for_distance(scene.pair(), cache, kInfinite).steps;
      cold_steps += walk(scene).steps;
    }
  }
  EXPECT_LT(100 * warm_steps, 105 * cold_steps);
}

// A wider bracket is had sooner, and is right: from caches that a wider or narrower question left, too.
TEST(DistanceWalk, ARelativeWidthEndsItSooner) {
  constexpr double kWidths[] = {0, 1e-12, 1e-6, 1e-3, 0.1, 1};
  Random random(185);
  long steps[std::size(kWidths)] = {};
  for (int pair = 0; pair < 10; ++pair) {
    const Polytope a = test_polytope(TestShape::Ellipsoid, 200, random.bits());
    const Polytope b = test_polytope(TestShape::Rod, 200, random.bits());
    ConvexCache shared;
    for (int frame = 0; frame < 10; ++frame) {
      const Scene scene{a, b, random_pose(random), random_pose(random, random_vector(random, 2.5))};
      const ExactDecision truth = decide_exactly(scene.pair(), {});
      for (std::size_t k = 0; k < std::size(kWidths); ++k) {
        const auto expect_right = [&](const WalkOutcome& outcome) {
          if (truth.status != Status::Separated) {
            EXPECT_EQ(outcome.kind, Kind::Inside);
            return;
          }
          ASSERT_EQ(outcome.kind, Kind::Near);
          EXPECT_GT(outcome.lower, 0);
          EXPECT_LE(outcome.lower, truth.upper);
          EXPECT_GE(outcome.upper, truth.lower);
          EXPECT_LE(outcome.upper - outcome.lower,
                    std::fmax(allowed_width(scene.pair(), outcome.upper), kWidths[k] * outcome.upper));
          EXPECT_TRUE(separates(scene.pair(), outcome.direction));
        };
        ConvexCache fresh;
        const WalkOutcome cold = walk_for_distance(scene.pair(), fresh, kInfinite, kWidths[k]);
        expect_right(cold);
        expect_right(walk_for_distance(scene.pair(), shared, kInfinite, kWidths[k]));
        if (truth.status == Status::Separated) steps[k] += cold.steps;
      }
    }
  }
  EXPECT_EQ(steps[1], steps[0]) << "narrower than the promise";
  EXPECT_LE(steps[3], steps[2]);
  EXPECT_LT(2 * steps[4], steps[0]);
  EXPECT_LT(3 * steps[5], steps[0]);
}

// A turned box is at least 1/√3 as long as the box: the width allowed inside is never above the contract's.
TEST(DistanceWalk, TheAllowedWidthIsNotAboveTheContracts) {
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
}  // namespace clearance::detail
