// Frames of a motion: closest points are wanted at the last free frame, and only when a collision follows it.
#include <clearance/lab/pair/combined.h>

#include <clearance/convex/bodies_test.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace clearance::detail {
namespace {

TEST(Combined, HandSolvedBoxRunsIntoBox) {
  const Polytope cube = box({1, 1, 1});
  CombinedCache cache;
  // Gaps of 1, 0.5, 0.25, then overlap, overlap, free again, overlap.
  const double positions[] = {2, 1.5, 1.25, 0.75, 0.5, 1.125, 0.5};
  const bool collides[] = {false, false, false, true, true, false, true};
  const double nearest[] = {-1, -1, -1, 0.25, -1, -1, 0.125};
  for (int k = 0; k < 7; ++k) {
    const CombinedResult frame = combined(cube, Pose(), cube, translation({positions[k], 0.1, 0.2}), cache);
    EXPECT_EQ(frame.evidence.verdict, collides[k] ? Verdict::Penetrating : Verdict::Separated) << k;
    ASSERT_EQ(frame.nearest.has_value(), nearest[k] >= 0) << k;
    if (!frame.nearest) continue;
    EXPECT_NEAR(frame.nearest->distance, nearest[k], 1e-15);
    EXPECT_NEAR(norm(frame.point_b - frame.point_a), nearest[k], 1e-15);
    EXPECT_NEAR(frame.point_a.x, 0.5, 1e-15);  // on the face of the box at rest
  }
}

TEST(Combined, DegenerateNoFreeFrameNoClosestPoints) {
  const Polytope cube = box({1, 1, 1});
  CombinedCache cache;
  const CombinedResult first = combined(cube, Pose(), cube, translation({0.5, 0.1, 0.2}), cache);
  EXPECT_EQ(first.evidence.verdict, Verdict::Penetrating);
  EXPECT_FALSE(first.nearest) << "there was no frame before";
  EXPECT_FALSE(cache.previous_free);
}

// Touching is no collision that the search can show, and no freedom either: the next collision has no free frame
// before.
TEST(Combined, DegenerateTouchingFrameIsNotFree) {
  const Polytope cube = box({1, 1, 1});
  CombinedCache cache;
  combined(cube, Pose(), cube, translation({2, 0, 0}), cache);
  const CombinedResult touching = combined(cube, Pose(), cube, translation({1, 0, 0}), cache);
  EXPECT_EQ(touching.evidence.verdict, Verdict::Unresolved);
  EXPECT_FALSE(touching.nearest);
  EXPECT_FALSE(combined(cube, Pose(), cube, translation({0.5, 0.1, 0.2}), cache).nearest);
}

// A long motion of turned bodies past each other; at every collision after a free frame the points are compared with
// the exact distance at that frame's poses, and what Gilbert found starts the next search.
TEST(Combined, MovingSequencesPassTheirCachesBothWays) {
  Random random(111);
  int collisions = 0, free_frames = 0;
  for (int motion = 0; motion < 20; ++motion) {
    const Polytope a = test_polytope(TestShape::Ellipsoid, 60, random.bits());
    const Polytope b = test_polytope(TestShape::Plate, 60, random.bits());
    const Vec3 axis = random_unit(random), way = random_unit(random);
    CombinedCache cache;
    bool was_free = false;
    Pose last_a, last_b;
    for (int frame = 0; frame < 60; ++frame) {
      const Pose pose_a = rotation_about(way, 0.03 * frame), pose_b = rotation_about(axis, 0.17 * frame, 1.2 * way);
      const CombinedResult result = combined(a, pose_a, b, pose_b, cache);
      const Scene scene{a, b, pose_a, pose_b};
      const Status truth = decide_exactly(scene.pair(), {}).status;
      ASSERT_TRUE(result.evidence.verdict != Verdict::Separated || truth == Status::Separated);
      ASSERT_TRUE(result.evidence.verdict != Verdict::Penetrating || truth == Status::Penetrating);
      const bool collision = result.evidence.verdict == Verdict::Penetrating;
      EXPECT_EQ(result.nearest.has_value(), collision && was_free);
      if (result.nearest) {
        ++collisions;
        const Scene before{a, b, last_a, last_b};
        const ExactDecision gap = decide_exactly(before.pair(), {});
        EXPECT_EQ(gap.status, Status::Separated);
        EXPECT_NEAR(norm(result.point_b - result.point_a), result.nearest->distance, 1e-12);
        EXPECT_NEAR(result.nearest->distance, gap.upper, 1e-9);
        // Its direction and a vertex of its simplex are where the next search starts.
        EXPECT_EQ(cache.search.direction, result.point_b - result.point_a);
        EXPECT_EQ(cache.search.vertex_a, result.nearest->evidence.simplex[0].a);
        EXPECT_EQ(cache.search.vertex_b, result.nearest->evidence.simplex[0].b);
      }
      was_free = result.evidence.verdict == Verdict::Separated;
      EXPECT_EQ(cache.previous_free, was_free);
      if (was_free) {
        ++free_frames;
        last_a = pose_a, last_b = pose_b;
        EXPECT_EQ(cache.search.direction, result.evidence.direction);
        EXPECT_EQ(cache.previous_b, pose_b);
      }
    }
  }
  EXPECT_GT(collisions, 20);
  EXPECT_GT(free_frames, 100);
}

// The search options reach the search.
TEST(Combined, TakesEveryVariantOfTheSearch) {
  const Polytope a = test_polytope(TestShape::Ellipsoid, 40, 1), b = test_polytope(TestShape::Ellipsoid, 40, 2);
  for (const SearchingDirection direction : {SearchingDirection::Greedy, SearchingDirection::Conservative})
    for (const Termination termination : {Termination::Hemisphere, Termination::HalfPlanes}) {
      SeparatingVectorOptions options;
      options.direction = direction, options.termination = termination;
      CombinedCache cache;
      combined(a, Pose(), b, translation({2.5, 0.1, 0.2}), cache, options);
      EXPECT_TRUE(combined(a, Pose(), b, translation({0.9, 0.1, 0.2}), cache, options).nearest);
    }
}

}  // namespace
}  // namespace clearance::detail
