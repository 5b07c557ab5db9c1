#include <clearance/narrow/intersects.h>

#include <clearance/narrow/bodies_test.h>
#include <clearance/narrow/unproved.h>

#include <gtest/gtest.h>

namespace clearance {
namespace {

// What the header says the cache proves after a decision.
void expect_proved(const Scene& scene, const BooleanOutcome& outcome, const PairCache& cache) {
  if (!outcome.decided) return;
  if (outcome.status == Status::Separated) {
    EXPECT_TRUE(separates(scene.pair(), cache.direction));
    EXPECT_TRUE(cache.has_direction && cache.was_separated);
    return;
  }
  EXPECT_EQ(outcome.status, Status::Penetrating) << "touching is not for doubles to decide";
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

TEST(SearchBoolean, HandSolvedBoxes) {
  const Polytope cube = box({1, 1, 1});
  PairCache cache;
  const Scene apart = at_rest(cube, cube, {2, 0, 0});
  const BooleanOutcome first = search_boolean(apart.pair(), cache);
  EXPECT_TRUE(first.decided);
  EXPECT_EQ(first.status, Status::Separated);
  EXPECT_NE(first.decided_by, Algorithm::Cache);
  expect_proved(apart, first, cache);
  EXPECT_EQ(search_boolean(apart.pair(), cache).decided_by, Algorithm::Cache) << "the same pose again";

  const Scene inside = at_rest(cube, cube, {0.3, 0.2, 0.1});
  const BooleanOutcome second = search_boolean(inside.pair(), cache);
  EXPECT_TRUE(second.decided);
  EXPECT_EQ(second.status, Status::Penetrating);
  expect_proved(inside, second, cache);
  EXPECT_EQ(search_boolean(inside.pair(), cache).decided_by, Algorithm::Cache);
}

TEST(SearchBoolean, DegenerateContactIsLeftOpen) {
  const Polytope cube = box({1, 1, 1});
  for (const Vec3 shift : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{1, 0.5, 0.25}}) {
    PairCache cache;
    const BooleanOutcome outcome = search_boolean(at_rest(cube, cube, shift).pair(), cache);
    EXPECT_FALSE(outcome.decided);
    EXPECT_LE(cache.simplex_count, 4);
  }
  PairCache cache;
  EXPECT_FALSE(search_boolean(at_rest(point({1, 2, 3}), point({1, 2, 3})).pair(), cache).decided);
}

TEST(SearchBoolean, DegenerateGridBodiesAreNeverMisjudged) {
  Random random(171);
  PairCache cache;
  for (int round = 0; round < 500; ++round) {
    const Scene scene = at_rest(random_body(random, true), random_body(random, true));
    cache = PairCache();
    const BooleanOutcome outcome = search_boolean(scene.pair(), cache);
    expect_proved(scene, outcome, cache);
  }
}

// A stale cache may cost time, never truth: directions and vertices of entirely other poses.
TEST(SearchBoolean, AStaleCacheIsOnlyAStart) {
  Random random(172);
  for (int pair = 0; pair < 20; ++pair) {
    const Polytope a = random_hull(random, 60), b = random_hull(random, 60);
    PairCache cache;
    for (int round = 0; round < 30; ++round) {
      const Scene scene{a, b, random_pose(random), random_pose(random, random_vector(random, 1.2))};
      const BooleanOutcome outcome = search_boolean(scene.pair(), cache);
      ASSERT_TRUE(outcome.decided);
      expect_proved(scene, outcome, cache);
      EXPECT_EQ(outcome.status, decide_exactly(scene.pair(), {}).status);
    }
  }
}

// The same steps without bounds: what the benchmark measures the proof against must at least agree on clear cases.
TEST(SearchBoolean, UnprovedAgreesOnClearCases) {
  Random random(173);
  int differ = 0;
  for (int round = 0; round < 300; ++round) {
    const Scene scene{random_hull(random, 30), random_hull(random, 30), random_pose(random),
                      random_pose(random, random_vector(random, 2))};
    PairCache cache, plain;
    const Status proved = search_boolean(scene.pair(), cache).status;
    differ += detail::intersects_unproved(scene.a, scene.pose_a, scene.b, scene.pose_b, plain) != proved ? 1 : 0;
  }
  EXPECT_EQ(differ, 0);
}

}  // namespace
}  // namespace clearance
