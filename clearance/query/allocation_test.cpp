// A warm query allocates nothing (the exact tier and shells aside).
#include <clearance/convex/allocation_count_test.h>
#include <clearance/convex/bodies_test.h>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

// Ten degrees a frame, as the experiments have it, at a distance where some bodies are apart and some are not.
struct Frames {
  Polytope a, b;
  double apart;

  Pose pose(int frame) const { return rotation_about({1, 2, 3}, 0.1745 * frame, {apart, 0.1, 0.05}); }
};

const std::vector<Frames>& motions() {
  static const std::vector<Frames> all = [] {
    std::vector<Frames> made;
    for (const int n : {8, 20, 100, 500})
      for (const double apart : {0.3, 1.2, 3.0})
        made.push_back({test_polytope(TestShape::Ellipsoid, n, 1), test_polytope(TestShape::Ellipsoid, n, 2), apart});
    return made;
  }();
  return all;
}

TEST(Allocation, TheCounterCounts) {
  const long before = allocations;
  ::operator delete(::operator new(1));  // called by name: a new-expression may be optimised away
  EXPECT_EQ(allocations - before, 1);
}

TEST(Allocation, AWarmIntersectsAllocatesNothing) {
  int separated = 0, penetrating = 0;
  for (const Frames& motion : motions()) {
    ConvexCache cache;
    intersects(motion.a, Pose(), motion.b, motion.pose(0), cache);
    for (int frame = 1; frame < 60; ++frame) {
      const Pose pose = motion.pose(frame);
      const long before = allocations;
      const Intersection hit = intersects(motion.a, Pose(), motion.b, pose, cache);
      const long used = allocations - before;
      if (hit.decided_by == Algorithm::Exact) continue;
      EXPECT_EQ(used, 0) << to_string(hit.status) << " by " << to_string(hit.decided_by);
      separated += hit.status == Status::Separated ? 1 : 0;
      penetrating += hit.status == Status::Penetrating ? 1 : 0;
    }
  }
  EXPECT_GT(separated, 100);
  EXPECT_GT(penetrating, 100);
}

TEST(Allocation, AWarmDistanceAllocatesNothing) {
  int separated = 0, penetrating = 0;
  for (const Frames& motion : motions()) {
    ConvexCache cache;
    distance(motion.a, Pose(), motion.b, motion.pose(0), cache);
    for (int frame = 1; frame < 60; ++frame) {
      const Pose pose = motion.pose(frame);
      const long before = allocations;
      const Distance gap = distance(motion.a, Pose(), motion.b, pose, cache);
      const long used = allocations - before;
      if (gap.decided_by == Algorithm::Exact) continue;
      EXPECT_EQ(used, 0) << to_string(gap.status) << " by " << to_string(gap.decided_by);
      separated += gap.status == Status::Separated ? 1 : 0;
      penetrating += gap.status == Status::Penetrating ? 1 : 0;
    }
  }
  EXPECT_GT(separated, 100);
  EXPECT_GT(penetrating, 100);
}

TEST(Allocation, AWarmRoundedQueryAllocatesNothing) {
  int separated = 0, penetrating = 0;
  for (const Frames& motion : motions()) {
    const Rounded a = rounded(motion.a, 0.25), b = rounded(motion.b, 0.5);
    ConvexCache cache;
    intersects(a, Pose(), b, motion.pose(0), cache);
    for (int frame = 1; frame < 60; ++frame) {
      const Pose pose = motion.pose(frame);
      const long before = allocations;
      const Intersection hit = intersects(a, Pose(), b, pose, cache);
      const Distance gap = distance(a, Pose(), b, pose, cache);
      const long used = allocations - before;
      if (hit.decided_by == Algorithm::Exact || gap.decided_by == Algorithm::Exact) continue;
      EXPECT_EQ(used, 0) << to_string(hit.status) << " by " << to_string(gap.decided_by);
      separated += gap.status == Status::Separated ? 1 : 0;
      penetrating += gap.status == Status::Penetrating ? 1 : 0;
    }
  }
  EXPECT_GT(separated, 100);
  EXPECT_GT(penetrating, 100);
}

}  // namespace
}  // namespace clearance::detail
