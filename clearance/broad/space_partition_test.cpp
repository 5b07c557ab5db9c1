#include <clearance/broad/space_partition.h>

#include <clearance/broad/spatial_hash_cases_test.h>

namespace clearance::detail {
namespace {

std::unique_ptr<BroadPhase> make() { return std::make_unique<SpacePartition>(); }

// Solved by hand.

TEST(SpacePartition, BoxesAcrossRegionsAreReportedOnce) {
  // Small boxes in the corners of a cube set the regions; the large two overlap in several of them.
  std::vector<Box> boxes;
  for (int k = 0; k < 64; ++k) {
    const Vec3 low = {10.0 * (k & 3), 10.0 * (k >> 2 & 3), 10.0 * (k >> 4)};
    boxes.push_back({low, low + Vec3{1, 1, 1}});
  }
  boxes.push_back({{2, 2, 2}, {28, 8, 8}});
  boxes.push_back({{3, 3, 3}, {29, 9, 9}});
  SpacePartition method;
  EXPECT_EQ(pairs_of(method, boxes), (std::vector<IndexPair>{{64, 65}}));
  EXPECT_GE(method.statistics().regions, 8u);
  EXPECT_GT(method.statistics().entries, boxes.size());
  EXPECT_EQ(method.statistics().overlapping_pairs, 1u);
}

TEST(SpacePartition, RegionsSpareTests) {
  // A lattice of boxes that do not overlap, eight of them to a row: nearly nothing is left to test.
  std::vector<Box> boxes;
  for (int k = 0; k < 512; ++k) {
    const Vec3 low = {2.0 * (k & 7), 2.0 * (k >> 3 & 7), 2.0 * (k >> 6)};
    boxes.push_back({low, low + Vec3{1, 1, 1}});
  }
  SpacePartition method;
  EXPECT_EQ(pairs_of(method, boxes), std::vector<IndexPair>{});
  EXPECT_LE(method.statistics().regions, 256u);
  EXPECT_GE(method.statistics().regions, 32u);
  EXPECT_LT(method.statistics().pairs_tested, 8u * 512);
}

TEST(SpacePartition, AFloorIsComparedWithAll) {
  MovingBoxes scene(TestWorld::Uniform, 1000, 2);
  std::vector<Box> boxes = scene.boxes();
  const double inf = kInfiniteEnd;
  boxes.push_back({{-inf, -inf, -inf}, {inf, inf, 0}});
  SpacePartition method;
  EXPECT_EQ(pairs_of(method, boxes), pairs_by_loops(boxes));
  EXPECT_EQ(method.statistics().large, 1u);
}

// Degenerate, invariance, agreement.

TEST(SpacePartition, DegenerateWorlds) { expect_right_on_degenerate_worlds(make); }
TEST(SpacePartition, VisitorsCanStop) { expect_visitors_can_stop(make); }
TEST(SpacePartition, Invariance) { expect_invariance(make); }
TEST(SpacePartition, AgreesWithLoopsEverywhere) { expect_agreement_everywhere(make); }
TEST(SpacePartition, AgreesForLong) { expect_long_agreement(make); }

TEST(SpacePartition, AgreesWithAnySizeOfRegions) {
  for (const double regions : {0.0, 0.01, 8.0})
    for (const double entries : {1.0, 50.0})
      for (const TestWorld world : {TestWorld::Uniform, TestWorld::Mixed, TestWorld::Extreme}) {
        SpacePartition method({.most_entries_per_box = entries, .most_regions_per_box = regions});
        expect_agreement(method, world, 150, 20, 0.5, 3);
      }
}

// What it costs.

TEST(SpacePartition, CoherentScenesCostNPlusK) {
  double entries[2], tested[2], swaps[2];
  for (int k = 0; k < 2; ++k) {
    const int count = k == 0 ? 1000 : 8000;
    std::vector<Box> boxes = MovingBoxes(TestWorld::Uniform, count, 4).boxes();
    SpacePartition method;
    pairs_of(method, boxes);
    Random random(7);
    std::size_t all_entries = 0, all_tested = 0, all_swaps = 0;
    for (int frame = 0; frame < 10; ++frame) {
      for (Box& box : boxes) {
        const Vec3 by = {random.uniform(-0.02, 0.02), random.uniform(-0.02, 0.02), random.uniform(-0.02, 0.02)};
        box = {box.low + by, box.high + by};
      }
      pairs_of(method, boxes);
      all_entries += method.statistics().entries;
      all_tested += method.statistics().pairs_tested;
      all_swaps += method.statistics().swaps;
      EXPECT_EQ(method.statistics().searches, 0u);  // the regions of the first frame still serve
    }
    entries[k] = static_cast<double>(all_entries) / (10.0 * count);
    tested[k] = static_cast<double>(all_tested) / (10.0 * count);
    swaps[k] = static_cast<double>(all_swaps) / (10.0 * count);
  }
  EXPECT_LT(entries[1], 4);
  EXPECT_LT(entries[1], 1.3 * entries[0]);
  EXPECT_LT(tested[1], 1.3 * tested[0]);
  EXPECT_LT(swaps[1], 1.3 * swaps[0]);
}

TEST(SpacePartition, RegionsFollowAWorldThatWandersOff) {
  MovingBoxes scene(TestWorld::Uniform, 2000, 4);
  std::vector<Box> boxes = scene.boxes();
  SpacePartition method;
  pairs_of(method, boxes);
  const std::size_t tested = method.statistics().pairs_tested;
  for (Box& box : boxes) box = {box.low + Vec3{1000, 1000, 1000}, box.high + Vec3{1000, 1000, 1000}};
  pairs_of(method, boxes);  // all in the region at one corner
  EXPECT_GT(method.statistics().pairs_tested, 10 * tested);
  pairs_of(method, boxes);
  EXPECT_LT(method.statistics().pairs_tested, 2 * tested);
}

TEST(SpacePartition, AStrayDoesNotSpoilTheRegions) {
  MovingBoxes scene(TestWorld::Uniform, 2000, 4);
  std::vector<Box> boxes = scene.boxes();
  SpacePartition method, with_stray;
  pairs_of(method, boxes);
  boxes.push_back({{1e300, 0, 0}, {1e300, 1, 1}});
  EXPECT_EQ(pairs_of(with_stray, boxes), pairs_by_loops(boxes));
  EXPECT_LT(with_stray.statistics().pairs_tested, 2 * method.statistics().pairs_tested);
}

}  // namespace
}  // namespace clearance::detail
