// A world that is moved and asks for its manifolds frame by frame allocates nothing for that once warm.
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

TEST(MoveAllocation, WarmSpansAllocateNothing) {
  for (const int threads : {1, 2}) {
    World world({.threads = threads});
    std::vector<BodyId> ids;
    for (int k = 0; k < 4000; ++k) ids.push_back(world.add(box({1, 1, 1}), translation({3.0 * k, 0, 0})).value());
    std::vector<BodyId> backwards(ids.rbegin(), ids.rend());
    std::vector<Pose> poses(ids.size());
    for (int frame = 0; frame < 8; ++frame) {
      for (std::size_t k = 0; k < ids.size(); ++k)
        poses[k] = translation({3.0 * static_cast<double>(k), 0.25 * frame, 0});
      const long before = allocations;
      world.move(frame % 2 == 0 ? ids : backwards, poses).expect();
      const long used = allocations - before;
      EXPECT_TRUE(used == 0 || frame < 3) << used << " in frame " << frame;
      EXPECT_TRUE(world.collide().ok());
    }
  }
}

// A second frame of a thousand boxes in one place would need half a million caches, if each pair had one.
TEST(HeapAllocation, EqualBodiesInOnePlaceHaveFewCaches) {
  World world;
  const Polytope cube = box({1, 1, 1});
  std::vector<BodyId> ids;
  for (int k = 0; k < 300; ++k) ids.push_back(world.add(cube).value());
  const long before = allocations;
  EXPECT_EQ(world.collide().value().size(), 300u * 299 / 2);
  EXPECT_LT(allocations - before, 300 * 299 / 2 / 10);
}

}  // namespace
}  // namespace clearance::detail
