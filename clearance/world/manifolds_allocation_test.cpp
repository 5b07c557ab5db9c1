// A world that asks for its manifolds frame by frame allocates nothing once warm.
#include <clearance/convex/allocation_count_test.h>
#include <clearance/world/scenes_test.h>

namespace clearance::detail {
namespace {

TEST(ManifoldAllocation, TheCounterCounts) {
  const long before = allocations;
  ::operator delete(::operator new(1));  // called by name: a new-expression may be optimised away
  EXPECT_EQ(allocations - before, 1);
}

// Columns of boxes, all of which tremble.
TEST(ManifoldAllocation, WarmColumnsAllocateNothing) {
  World world;
  world.add(half_space({0, 0, 1}, 0)).value();
  std::vector<BodyId> boxes;
  const auto at = [](int k, Vec3 shift) {
    return translation(Vec3{1.5 * (k / 5), 0, 0.5 + 0.998 * (k % 5) - 0.001} + shift);
  };
  for (int k = 0; k < 50; ++k) boxes.push_back(world.add(box({1, 1, 1}), at(k, {})).value());
  Random random(3);
  std::size_t points = 0;
  for (int frame = 0; frame < 60; ++frame) {
    for (int k = 0; k < 50; ++k)
      world.move(boxes[static_cast<std::size_t>(k)], at(k, random_vec(random, 1e-4))).expect();
    const long before = allocations;
    const WorldManifolds found = world.manifolds({.points_per_patch = 4}).value();
    const long used = allocations - before;
    ASSERT_EQ(found.size(), 50u);
    for (const PairManifold& pair : found) points += pair.points().size();
    EXPECT_TRUE(used == 0 || frame < 40) << used << " in frame " << frame;
  }
  EXPECT_GT(points, 60u * 50 * 3);
}

}  // namespace
}  // namespace clearance::detail
