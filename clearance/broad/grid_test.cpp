#include <clearance/broad/grid.h>

#include <clearance/broad/agreement_test.h>

#include <cmath>

namespace clearance::detail {
namespace {

constexpr double kInf = kInfiniteEnd;

Box cube(double x, double y, double z, double side = 1) { return {{x, y, z}, {x + side, y + side, z + side}}; }

std::vector<IndexPair> found(const std::vector<Box>& boxes, int threads = 1) {
  std::vector<IndexPair> pairs;
  Workers workers(threads);
  EXPECT_TRUE(find_box_pairs(
      boxes,
      [&](std::span<const IndexPair> block) {
        pairs.insert(pairs.end(), block.begin(), block.end());
        return true;
      },
      workers));
  return pairs;
}

void expect_same_as_loops(const std::vector<Box>& boxes) { EXPECT_EQ(sorted(found(boxes)), pairs_by_loops(boxes)); }

// Solved by hand.

TEST(Grid, NothingAndOneBoxHaveNoPairs) {
  EXPECT_TRUE(found({}).empty());
  EXPECT_TRUE(found({cube(0, 0, 0)}).empty());
  EXPECT_TRUE(found({kNoBox, kNoBox}).empty());
}

TEST(Grid, ThreeBoxesInARow) {
  const std::vector<IndexPair> expected = {{0, 1}, {1, 2}};
  EXPECT_EQ(sorted(found({cube(0, 0, 0), cube(0.9, 0, 0), cube(1.8, 0, 0)})), expected);
}

TEST(Grid, ABigBoxMeetsAllItCovers) {
  std::vector<Box> boxes = {cube(0, 0, 0, 1000)};
  for (int k = 0; k < 100; ++k) boxes.push_back(cube(20 * k, 500, 500, 0.01));
  const std::vector<IndexPair> pairs = sorted(found(boxes));
  ASSERT_EQ(pairs.size(), 51u);  // those at 0, 20, … 1000
  for (std::uint32_t k = 0; k < 51; ++k) EXPECT_EQ(pairs[k], (IndexPair{0, k + 1}));
}

TEST(Grid, WhatIsNoBoxIsLeftOut) {
  const double nan = std::nan("");
  const Box reversed = {{1, 0, 0}, {std::nextafter(1, 0), 1, 1}};
  const std::vector<IndexPair> expected = {{1, 4}};
  EXPECT_EQ(found({kNoBox, cube(0, 0, 0), reversed, {{nan, 0, 0}, {1, 1, 1}}, cube(0.5, 0.5, 0.5)}), expected);
}

// Degenerate.

TEST(Grid, CommonFacesEdgesAndCornersCount) {
  std::vector<Box> boxes;
  for (int x = 0; x < 6; ++x)
    for (int y = 0; y < 6; ++y)
      for (int z = 0; z < 6; ++z) boxes.push_back(cube(x, y, z));
  expect_same_as_loops(boxes);
  for (Box& box : boxes) box = {1.1 * box.low, 1.1 * box.high};  // no longer exact in floats
  expect_same_as_loops(boxes);
}

TEST(Grid, NeighbouringDoublesAreToldApart) {
  for (const double at : {1.0, -1.0, 0.0, 1e-300, 1e38, -1e39, 1e300, 0.1}) {
    const double above = next_above(at), below = next_below(at);
    const std::vector<Box> boxes = {{{at - 1, 0, 0}, {at, 1, 1}},     {{above, 0, 0}, {above + 1, 1, 1}},
                                    {{at, 0, 0}, {at, 1, 1}},         {{below, 0, 0}, {below, 1, 1}},
                                    {{below, 1, 0}, {above, 1, 1}},   {{above, 0, next_above(1)}, {above, 1, 2}},
                                    {{at, 0, below}, {above, at, at}}};
    std::vector<Box> valid;
    for (const Box& box : boxes)
      if (is_box(box)) valid.push_back(box);
    SCOPED_TRACE(at);
    expect_same_as_loops(valid);
  }
}

TEST(Grid, PointsSegmentsAndPlates) {
  Random random(3);
  std::vector<Box> boxes;
  const auto whole = [&](double most) { return std::floor(random.uniform(0, most)); };
  for (int k = 0; k < 600; ++k) {
    const Vec3 low{whole(12), whole(12), whole(12)};
    const Vec3 side{whole(3) * whole(2), whole(3) * whole(2), whole(3) * whole(2)};
    boxes.push_back({low, low + side});
  }
  expect_same_as_loops(boxes);
}

TEST(Grid, InfiniteAndHugeEnds) {
  Random random(4);
  std::vector<Box> boxes = {{{-kInf, -kInf, -kInf}, {kInf, kInf, 0}}, {{-kInf, -kInf, -kInf}, {-kInf, 0, 0}},
                            {{kInf, kInf, kInf}, {kInf, kInf, kInf}}, {{5, -kInf, -kInf}, {6, kInf, kInf}},
                            {{-1e300, -1e300, 0}, {1e300, 1e300, 1}}, {{-1e300, -1e300, 0}, {-1e300, -1e300, 0}}};
  const double ends[] = {-kInf, -1e300, -1e39, -3e38, -1, 0, 1e-310, 1, 3e38, 1e39, 1e300, kInf};
  const auto end = [&] { return ends[random.below(std::size(ends))]; };
  for (int k = 0; k < 500; ++k) {
    const Vec3 a{end(), end(), end()}, b{end(), end(), end()};
    boxes.push_back({{smaller(a.x, b.x), smaller(a.y, b.y), smaller(a.z, b.z)},
                     {larger(a.x, b.x), larger(a.y, b.y), larger(a.z, b.z)}});
  }
  for (int k = 0; k < 500; ++k)
    boxes.push_back(cube(random.uniform(-20, 20), random.uniform(-20, 20), random.uniform(-20, 20)));
  expect_same_as_loops(boxes);
}

TEST(Grid, ColumnsAndLayersWithoutEnd) {
  Random random(5);
  std::vector<Box> boxes;
  for (int k = 0; k < 900; ++k) {
    const double x = random.uniform(0, 40), y = random.uniform(0, 40);
    if (k % 3 == 0) boxes.push_back({{x, y, -kInf}, {x + 1, y + 1, kInf}});
    if (k % 3 == 1) boxes.push_back({{-kInf, x, y}, {kInf, x + 1, y + 1}});
    if (k % 3 == 2) boxes.push_back(cube(x, y, 20));
  }
  expect_same_as_loops(boxes);
}

// Far from the origin floats are coarser than the boxes; folded cells must still lose nothing.
TEST(Grid, SmallBoxesFarOut) {
  Random random(6);
  for (const double far : {1e4, 1e7, 1e10, 1e16, 1e37}) {
    std::vector<Box> boxes;
    const double room = 1000 * std::max(1.0, far * 1e-16);
    for (int k = 0; k < 700; ++k) {
      const double sign = k % 2 == 0 ? 1 : -1;
      const auto place = [&] { return sign * far + std::pow(10, random.uniform(-3, 0)) * random.uniform(-room, room); };
      boxes.push_back(cube(place(), place(), place(), random.uniform(0.2, 60)));
    }
    SCOPED_TRACE(far);
    expect_same_as_loops(boxes);
  }
}

// A stack of thin plates, and one far off that makes their grid fold along the thin axis: the cubes among them are of
// another level and reach around its period.
TEST(Grid, CubesReachAroundTheFoldedGridOfPlates) {
  Random random(7);
  std::vector<Box> boxes = {{{0, 0, 1e6}, {1000, 1000, 1e6}}};
  for (int k = 0; k < 1500; ++k) {
    const Vec3 low{random.uniform(0, 500), random.uniform(0, 500), random.uniform(0, 10)};
    boxes.push_back({low, low + Vec3{1000, 1000, 1e-3}});
    if (k % 10 == 0) boxes.push_back({low, low + Vec3{25, 25, 25}});
  }
  EXPECT_EQ(sorted(found(boxes)), pairs_by_loops(boxes));
}

// Invariance.

TEST(Grid, OrderDoesNotDependOnThreads) {
  for (const TestWorld world : kTestWorlds) {
    const MovingBoxes scene(world, world == TestWorld::Heap ? 500 : 5000, 21);
    const std::vector<IndexPair> one = found(scene.boxes(), 1);
    EXPECT_EQ(found(scene.boxes(), 2), one) << to_string(world);
    EXPECT_EQ(found(scene.boxes(), 4), one) << to_string(world);
  }
}

TEST(Grid, VisitorCanStopAtAnyBlock) {
  const MovingBoxes scene(TestWorld::Heap, 400, 22);
  for (const int threads : {1, 3}) {
    Workers workers(threads);
    for (int most : {1, 5, 30}) {
      int calls = 0;
      EXPECT_FALSE(find_box_pairs(scene.boxes(), [&](std::span<const IndexPair>) { return ++calls < most; }, workers));
      EXPECT_EQ(calls, most);
    }
  }
}

TEST(Grid, CollectingHasACap) {
  const std::vector<Box> heap(100, cube(0, 0, 0));
  const auto all = box_pairs(heap);
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(all->size(), 4950u);
  EXPECT_TRUE(box_pairs(heap, 4950).ok());
  const auto capped = box_pairs(heap, 4949);
  ASSERT_FALSE(capped.ok());
  EXPECT_NE(capped.error().text().find("4949"), std::string::npos);
}

TEST(Grid, RemovedBoxesAreGoneAndComeBack) {
  UniformGrid grid;
  Workers alone(1);
  for (std::uint32_t k = 0; k < 3; ++k) ASSERT_TRUE(grid.place(k, cube(0.5 * k, 0, 0)));
  EXPECT_EQ(reported_pairs(grid, alone).size(), 3u);
  ASSERT_TRUE(grid.remove(1));
  EXPECT_FALSE(grid.remove(1));
  EXPECT_EQ(reported_pairs(grid, alone), (std::vector<IndexPair>{{0, 2}}));
  EXPECT_TRUE(reported_pairs(grid, alone, true).empty());
  ASSERT_TRUE(grid.place(1, cube(0.5, 0, 0)));
  EXPECT_EQ(sorted(reported_pairs(grid, alone, true)), (std::vector<IndexPair>{{0, 1}, {1, 2}}));
}

// Against loops.

TEST(Grid, AgreesWithLoopsEverywhere) {
  expect_agreement_everywhere([] { return std::make_unique<UniformGrid>(); });
}

TEST(Grid, TwentyThousandBoxes) {
  for (const TestWorld world : {TestWorld::Uniform, TestWorld::Clustered, TestWorld::Planar, TestWorld::Mixed}) {
    SCOPED_TRACE(to_string(world));
    const MovingBoxes scene(world, world == TestWorld::Mixed || world == TestWorld::Planar ? 6000 : 20000, 23);
    expect_same_as_loops(scene.boxes());
  }
}

// Clusters a thousand times smaller than the space between them, and dust: once all in one cell.
TEST(Grid, CrowdsAreFoundOut) {
  Random random(24);
  std::vector<Box> boxes;
  for (int k = 0; k < 8000; ++k) {
    const double spread = k % 10 == 0 ? 1e5 : 10, at = 3e4 * std::floor(random.uniform(0, 5));
    boxes.push_back(cube(at + random.uniform(0, spread), random.uniform(0, spread), random.uniform(0, spread)));
  }
  expect_same_as_loops(boxes);
}

TEST(Grid, NeedsLessThan200BytesPerBody) {
  const MovingBoxes scene(TestWorld::Uniform, 100000, 25);
  UniformGrid grid;
  Workers two(2);
  for (std::uint32_t k = 0; k < 100000; ++k) grid.place(k, scene[k]);
  std::size_t pairs = 0;
  const auto count = [&](std::span<const IndexPair> block) { return pairs += block.size(), true; };
  EXPECT_TRUE(grid.find_pairs(count, two));
  EXPECT_GT(pairs, 0u);
  EXPECT_LE(grid.memory_bytes(), 200u * 100000);
}

// Regression: from the first to the last cell of a folded axis was once more than 32 bits hold, and the probe went
// round and round.
TEST(Grid, EndlessProbeSeesEveryBoxOnce) {
  Random random(26);
  UniformGrid grid;
  for (std::uint32_t k = 0; k < 500; ++k) {
    const double spread = k == 0 ? 1e9 : 10;
    grid.place(k, cube(random.uniform(0, spread), random.uniform(0, spread), random.uniform(0, spread), 0.1));
  }
  std::vector<std::uint32_t> met;
  EXPECT_TRUE(
      grid.find_overlaps({{-kInf, -kInf, -kInf}, {kInf, kInf, kInf}}, [&](std::span<const std::uint32_t> block) {
        met.insert(met.end(), block.begin(), block.end());
        return met.size() < 1000;
      }));
  std::sort(met.begin(), met.end());
  ASSERT_EQ(met.size(), 500u);
  for (std::uint32_t k = 0; k < 500; ++k) EXPECT_EQ(met[k], k);
}

}  // namespace
}  // namespace clearance::detail
