// A warm call of the walks allocates nothing; nor does a cold one.
#include <clearance/convex/allocation_count_test.h>
#include <clearance/convex/bodies_test.h>
#include <clearance/lab/pair/enhanced_gjk.h>
#include <clearance/lab/pair/features/lin_canny.h>
#include <clearance/lab/pair/features/v_clip.h>
#include <clearance/lab/pair/features/witness_plane.h>
#include <clearance/lab/pair/rabbitz.h>

namespace clearance::detail {
namespace {

using Walk = Evidence (*)(const PosedPair&, ConvexCache*);

void expect_no_allocation(Walk walk) {
  int separated = 0, penetrating = 0;
  for (const int n : {8, 100, 500})
    for (const double apart : {0.3, 1.2, 3.0}) {
      const Polytope a = test_polytope(TestShape::Ellipsoid, n, 1), b = test_polytope(TestShape::Ellipsoid, n, 2);
      ConvexCache cache;
      for (int frame = 0; frame < 60; ++frame) {
        const Pose pose_a, pose_b = rotation_about({1, 2, 3}, 0.1745 * frame, {apart, 0.1, 0.05});
        const PosedPair pair(a, pose_a, b, pose_b);
        const long before = allocations;
        const Verdict verdict = walk(pair, &cache).verdict;
        EXPECT_EQ(allocations - before, 0);
        separated += verdict == Verdict::Separated ? 1 : 0, penetrating += verdict == Verdict::Penetrating ? 1 : 0;
      }
    }
  EXPECT_GT(separated, 100);
  EXPECT_GT(penetrating, 100);
}

TEST(LabAllocation, TheCounterCounts) {
  const long before = allocations;
  ::operator delete(::operator new(1));  // called by name: a new-expression may be optimised away
  EXPECT_EQ(allocations - before, 1);
}
TEST(LabAllocation, EnhancedGjk) {
  expect_no_allocation([](const PosedPair& pair, ConvexCache* cache) { return enhanced_gjk(pair, cache); });
}
TEST(LabAllocation, Rabbitz) {
  expect_no_allocation([](const PosedPair& pair, ConvexCache* cache) { return rabbitz(pair, cache); });
}
TEST(LabAllocation, LinCanny) {
  expect_no_allocation([](const PosedPair& pair, ConvexCache* cache) { return lin_canny(pair, cache); });
}
TEST(LabAllocation, VClip) {
  expect_no_allocation([](const PosedPair& pair, ConvexCache* cache) { return v_clip(pair, cache); });
}
TEST(LabAllocation, WitnessPlane) {
  expect_no_allocation([](const PosedPair& pair, ConvexCache* cache) { return witness_plane(pair, cache); });
}

}  // namespace
}  // namespace clearance::detail
