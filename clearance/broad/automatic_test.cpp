#include <clearance/broad/automatic.h>

#include <clearance/broad/agreement_test.h>

namespace clearance::detail {
namespace {

Box cube(double x, double y, double z, double side = 1) { return {{x, y, z}, {x + side, y + side, z + side}}; }

void place_all(BroadPhase& method, const MovingBoxes& scene) {
  for (std::uint32_t k = 0; k < scene.boxes().size(); ++k) ASSERT_TRUE(method.place(k, scene[k]));
}

void step(BroadPhase& method, MovingBoxes& scene, double share) {
  for (const std::uint32_t k : scene.step(share)) {
    ASSERT_TRUE(is_box(scene[k]) ? method.place(k, scene[k]) : method.remove(k));
  }
}

// Asks for what changed, with few movers, until the tree has taken over.
void coax_into_tree(AutomaticBroadPhase& method, MovingBoxes& scene, Workers& workers) {
  for (int frame = 0; frame < 200 && !method.uses_tree(); ++frame) {
    step(method, scene, 0.01);
    reported_pairs(method, workers, true);
  }
  ASSERT_TRUE(method.uses_tree());
}

// Solved by hand.

TEST(Automatic, ThreeBoxesInARow) {
  AutomaticBroadPhase method;
  Workers alone(1);
  EXPECT_TRUE(reported_pairs(method, alone).empty());
  for (std::uint32_t k = 0; k < 3; ++k) ASSERT_TRUE(method.place(k, cube(0.9 * k, 0, 0)));
  EXPECT_EQ(sorted(reported_pairs(method, alone)), (std::vector<IndexPair>{{0, 1}, {1, 2}}));
  EXPECT_TRUE(reported_pairs(method, alone, true).empty());
  ASSERT_TRUE(method.remove(1));
  EXPECT_TRUE(reported_pairs(method, alone).empty());
}

// Which of the two.

TEST(Automatic, OneQuestionNeedsNoTree) {
  AutomaticBroadPhase method;
  Workers alone(1);
  place_all(method, MovingBoxes(TestWorld::Uniform, 5000, 31));
  reported_pairs(method, alone);
  EXPECT_FALSE(method.uses_tree());
}

TEST(Automatic, FewMoversBringTheTreeAndTeleportsTheGrid) {
  AutomaticBroadPhase method;
  Workers alone(1);
  MovingBoxes scene(TestWorld::Teleporting, 8000, 32);
  place_all(method, scene);
  reported_pairs(method, alone);
  coax_into_tree(method, scene, alone);
  int frames = 0;
  for (; frames < 30 && method.uses_tree(); ++frames) {
    step(method, scene, 1);
    reported_pairs(method, alone);
  }
  EXPECT_FALSE(method.uses_tree());
  EXPECT_LT(frames, 30);
  EXPECT_EQ(sorted(reported_pairs(method, alone)), pairs_by_loops(scene.boxes()));
}

TEST(Automatic, ProbesAndRaysBringTheTree) {
  for (const bool rays : {false, true}) {
    AutomaticBroadPhase method;
    MovingBoxes scene(TestWorld::Uniform, 3000, 33);
    place_all(method, scene);
    std::size_t met = 0;
    const auto count = [&](std::span<const std::uint32_t> block) { return met += block.size(), true; };
    for (std::uint32_t k = 0; k < 3000 && !method.uses_tree(); ++k) {
      ASSERT_TRUE(method.place(k, scene[k]));
      ASSERT_TRUE(rays ? method.find_on_segment({-9, -9, -9}, {9, 9, 9}, count)
                       : method.find_overlaps(scene[k], count));
    }
    EXPECT_TRUE(method.uses_tree());
    EXPECT_GT(met, 0u);
  }
}

// Invariance.

TEST(Automatic, OrderDoesNotDependOnThreads) {
  for (const TestWorld world : {TestWorld::Uniform, TestWorld::Mixed, TestWorld::Teleporting, TestWorld::Heap}) {
    SCOPED_TRACE(to_string(world));
    std::vector<std::vector<IndexPair>> all;
    for (const int threads : {1, 2, 4}) {
      AutomaticBroadPhase method;
      Workers workers(threads);
      MovingBoxes scene(world, world == TestWorld::Heap ? 300 : 3000, 34);
      place_all(method, scene);
      std::vector<IndexPair> pairs;
      for (int frame = 0; frame < 40; ++frame) {
        const bool few = frame % 20 > 5;
        step(method, scene, few ? 0.01 : 1);
        const std::vector<IndexPair> more = reported_pairs(method, workers, few);
        pairs.insert(pairs.end(), more.begin(), more.end());
      }
      all.push_back(pairs);
    }
    EXPECT_FALSE(all[0].empty());
    EXPECT_EQ(all[1], all[0]);
    EXPECT_EQ(all[2], all[0]);
  }
}

TEST(Automatic, VisitorCanStopAndNothingIsLost) {
  for (const bool tree : {false, true}) {
    AutomaticBroadPhase method;
    Workers alone(1);
    MovingBoxes scene(TestWorld::Uniform, 2000, 35);
    place_all(method, scene);
    reported_pairs(method, alone);
    if (tree) coax_into_tree(method, scene, alone);
    step(method, scene, 0.5);
    EXPECT_FALSE(method.find_pairs([](std::span<const IndexPair>) { return false; }, alone));
    EXPECT_FALSE(method.find_overlaps({{-99, -99, -99}, {99, 99, 99}}, [](auto) { return false; }));
    EXPECT_EQ(sorted(reported_pairs(method, alone)), pairs_by_loops(scene.boxes()));
  }
}

// Against loops.

TEST(Automatic, AgreesWithLoopsEverywhere) {
  expect_agreement_everywhere([] { return std::make_unique<AutomaticBroadPhase>(); });
}

TEST(Automatic, AgreesWithLoopsThroughChangesOfStructure) {
  for (const TestWorld world : kTestWorlds) {
    SCOPED_TRACE(to_string(world));
    AutomaticBroadPhase method;
    Workers two(2);
    MovingBoxes scene(world, world == TestWorld::Heap ? 100 : 500, 36);
    place_all(method, scene);
    int changes = 0;
    bool tree = false;
    for (int frame = 0; frame < 240; ++frame) {
      const bool few = frame % 120 < 80;
      step(method, scene, few ? 0.004 : 1);
      if (frame % 10 == 9) {
        ASSERT_EQ(sorted(reported_pairs(method, two)), pairs_by_loops(scene.boxes())) << frame;
      } else {
        reported_pairs(method, two, few);
      }
      changes += tree != method.uses_tree();
      tree = method.uses_tree();
    }
    EXPECT_GT(changes, 0);
  }
}

TEST(Automatic, NeedsLessThan200BytesPerBody) {
  AutomaticBroadPhase method;
  Workers two(2);
  MovingBoxes scene(TestWorld::Uniform, 100000, 37);
  place_all(method, scene);
  reported_pairs(method, two);
  EXPECT_FALSE(method.uses_tree());
  EXPECT_LE(method.memory_bytes(), 200u * 100000);
  coax_into_tree(method, scene, two);
  reported_pairs(method, two);
  reported_pairs(method, two, true);
  EXPECT_TRUE(method.uses_tree());
  EXPECT_LE(method.memory_bytes(), 200u * 100000);
}

// Half a trillion pairs: they stream, for as long as anyone looks, and nothing is collected.
TEST(Automatic, AMillionBoxesAtOneSpotStreamInBoundedMemory) {
  constexpr std::uint32_t kCount = 1'000'000;
  constexpr std::size_t kEnough = 5'000'000;
  for (const int threads : {1, 2}) {
    AutomaticBroadPhase method;
    Workers workers(threads);
    for (std::uint32_t k = 0; k < kCount; ++k) ASSERT_TRUE(method.place(k, cube(0, 0, 0)));
    std::size_t seen = 0;
    EXPECT_FALSE(
        method.find_pairs([&](std::span<const IndexPair> block) { return (seen += block.size()) < kEnough; }, workers));
    EXPECT_GE(seen, kEnough);
    EXPECT_LE(method.memory_bytes(), std::size_t{220} * kCount);
  }
}

}  // namespace
}  // namespace clearance::detail
