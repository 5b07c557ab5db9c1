#include <clearance/broad/sweep_and_prune.h>

#include <clearance/broad/spatial_hash_cases_test.h>

#include <cmath>

namespace clearance::detail {
namespace {

using Options = SweepAndPruneOptions;
using Cure = Options::Cure;

std::unique_ptr<BroadPhase> make() { return std::make_unique<SweepAndPrune>(); }
std::unique_ptr<BroadPhase> make_cubes() {
  return std::make_unique<SweepAndPrune>(Options{.boxes = Options::Boxes::FixedCubes});
}

std::size_t all_swaps(const SweepAndPrune& method) {
  const std::size_t(&swaps)[3] = method.statistics().swaps;
  return swaps[0] + swaps[1] + swaps[2];
}

// Fig. 6: parts at rest on shelves, spread out in x and y, whose lowest and highest points tremble at every frame.
class Shelves {
 public:
  explicit Shelves(int count, int shelves = 1) : random_(17), count_(count), shelves_(shelves) {
    const double half = std::sqrt(static_cast<double>(count) / shelves);
    for (int k = 0; k < count; ++k) places_.push_back({random_.uniform(-half, half), random_.uniform(-half, half), 0});
  }
  // The next frame: each moves by 1e-4 at most, and its height, too.
  std::vector<Box> step() {
    std::vector<Box> boxes;
    for (int k = 0; k < count_; ++k) {
      Vec3& place = places_[static_cast<std::size_t>(k)];
      place = place + Vec3{tremble(), tremble(), 0};
      const double floor = 2 * (k % shelves_);
      boxes.push_back(
          {{place.x - 0.5, place.y - 0.5, floor + tremble()}, {place.x + 0.5, place.y + 0.5, floor + 1 + tremble()}});
    }
    return boxes;
  }

 private:
  double tremble() { return random_.uniform(-1e-4, 1e-4); }
  Random random_;
  int count_, shelves_;
  std::vector<Vec3> places_;
};

// Solved by hand.

TEST(SweepAndPrune, FigureFive) {
  // B1 and B2 overlap along y alone; B1 and B3 along both.
  const Box b1 = {{0, 0, 0}, {3, 3, 1}}, b2 = {{4, 1, 0}, {6, 4, 1}}, b3 = {{2, 2, 0}, {3.5, 5, 1}};
  SweepAndPrune method;
  EXPECT_EQ(pairs_of(method, {b1, b2, b3}), (std::vector<IndexPair>{{0, 2}}));
  EXPECT_EQ(method.statistics().pairs_kept, 1u);
}

TEST(SweepAndPrune, CountsExchanges) {
  SweepAndPrune method;
  EXPECT_EQ(pairs_of(method, {{{0, 0, 0}, {1, 1, 1}}, {{2, 0.25, 0.25}, {3, 0.75, 0.75}}}), std::vector<IndexPair>{});
  // The low end of the second passes the high end of the first: one exchange, one pair.
  method.place(1, {{0.75, 0.25, 0.25}, {1.75, 0.75, 0.75}});
  method.find_pairs([](std::span<const IndexPair>) { return true; });
  EXPECT_EQ(method.statistics().swaps[0], 1u);
  EXPECT_EQ(all_swaps(method), 1u);
  EXPECT_EQ(method.statistics().pair_changes, 1u);
  EXPECT_EQ(method.statistics().overlapping_pairs, 1u);
  // To the other side: three more, the last of which ends the overlap.
  method.place(1, {{-2, 0.25, 0.25}, {-1, 0.75, 0.75}});
  method.find_pairs([](std::span<const IndexPair>) { return true; });
  EXPECT_EQ(method.statistics().swaps[0], 3u);
  EXPECT_EQ(method.statistics().pair_changes, 1u);
  EXPECT_EQ(method.statistics().overlapping_pairs, 0u);
}

TEST(SweepAndPrune, FixedCubesKeepTheirSize) {
  SweepAndPrune method({.boxes = Options::Boxes::FixedCubes});
  // A rod that turns, and a box its cube overlaps while the rod does not.
  const Box along_x = {{-2, -0.1, -0.1}, {2, 0.1, 0.1}}, along_y = {{-0.1, -2, -0.1}, {0.1, 2, 0.1}};
  const Box beside = {{1, 1, -0.25}, {1.5, 1.5, 0.25}}, above = {{-0.1, 1, -0.1}, {0.1, 1.5, 0.1}};
  EXPECT_EQ(pairs_of(method, {along_x, beside, above}), std::vector<IndexPair>{});
  EXPECT_EQ(method.statistics().pairs_kept, 2u);
  EXPECT_EQ(pairs_of(method, {along_y, beside, above}), (std::vector<IndexPair>{{0, 2}}));
  EXPECT_EQ(method.statistics().pairs_kept, 2u);
  EXPECT_EQ(all_swaps(method), 0u);
}

// Degenerate, invariance, agreement.

TEST(SweepAndPrune, DegenerateWorlds) {
  expect_right_on_degenerate_worlds(make);
  expect_right_on_degenerate_worlds(make_cubes);
}
TEST(SweepAndPrune, VisitorsCanStop) { expect_visitors_can_stop(make); }
TEST(SweepAndPrune, Invariance) { expect_invariance(make); }
TEST(SweepAndPrune, AgreesWithLoopsEverywhere) { expect_agreement_everywhere(make); }
TEST(SweepAndPrune, AgreesForLong) { expect_long_agreement(make); }

TEST(SweepAndPrune, AgreesWithEveryOption) {
  // No exchange allowed for free: every cure is taken, given up and tried again.
  for (const Options::Boxes boxes : {Options::Boxes::Dynamic, Options::Boxes::FixedCubes})
    for (const Cure cure : {Cure::None, Cure::Projection, Cure::SkewedAxes, Cure::Automatic})
      for (const TestWorld world : kTestWorlds) {
        SCOPED_TRACE(static_cast<int>(cure));
        SweepAndPrune method({.boxes = boxes, .cure = cure, .most_swaps_per_end = 0});
        expect_agreement(method, world, 60, 150, 0.5, 31);
      }
}

TEST(SweepAndPrune, AgreesWhenPairsAreTooManyToKeep) {
  for (const TestWorld world : {TestWorld::Uniform, TestWorld::Heap, TestWorld::Mixed}) {
    SweepAndPrune method({.most_pairs = 40, .most_pairs_per_box = 0});
    expect_agreement(method, world, 150, 100, 0.5, 37);
  }
}

// Bounds of skewed boxes: they hold all corners of the box, whatever the rounding; or pairs would be lost.
TEST(SweepAndPrune, SkewedAxesLoseNoTouchingPair) {
  for (const double scale : {1e-300, 1e-9, 1.0, 1e9, 1e290}) {
    Random random(6);
    SweepAndPrune method({.cure = Cure::SkewedAxes, .most_swaps_per_end = 0});
    for (int frame = 0; frame < 12; ++frame) {
      std::vector<Box> boxes;
      for (int k = 0; k < 40; ++k) {
        const Vec3 low = {scale * random.unit(), scale * random.unit(), scale * random.unit()};
        const Vec3 high = {scale * (1 + random.unit()), scale * (1 + random.unit()), scale * (1 + random.unit())};
        boxes.push_back({low, high});
        boxes.push_back({high, 2 * high});  // shares the corner alone
        boxes.push_back({{next_above(high.x), low.y, low.z}, {2 * high.x, high.y, high.z}});
      }
      ASSERT_EQ(pairs_of(method, boxes), pairs_by_loops(boxes)) << scale;
    }
    EXPECT_TRUE(method.statistics().skewed || method.statistics().sorted_axes == 0);
  }
}

// The paper's claims.

TEST(SweepAndPrune, FigureSixIsBadWithoutTheCure) {
  const std::size_t count = 800;
  Shelves table(count);
  SweepAndPrune method({.cure = Cure::None});
  for (int frame = 0; frame < 4; ++frame) {
    pairs_of(method, table.step());
    if (frame == 0) continue;
    // Of n²/2 couples of low ends about half change places, and of high ends.
    EXPECT_GT(method.statistics().swaps[2], count * count / 4);
    EXPECT_LT(method.statistics().swaps[0] + method.statistics().swaps[1], count);
  }
}

TEST(SweepAndPrune, FigureSixIsCured) {
  for (const Cure cure : {Cure::Projection, Cure::SkewedAxes, Cure::Automatic}) {
    const std::size_t count = 800;
    Shelves table(count);
    SweepAndPrune method({.cure = cure});
    std::size_t total = 0, later = 0;
    for (int frame = 0; frame < 60; ++frame) {
      const std::vector<Box> boxes = table.step();
      const std::vector<IndexPair> pairs = pairs_of(method, boxes);
      if (frame % 20 == 0) {
        ASSERT_EQ(pairs, pairs_by_loops(boxes));
      }
      total += all_swaps(method);
      if (frame >= 5) later = std::max(later, all_swaps(method));
    }
    EXPECT_LT(total, 100 * count);  // two tries of 16 exchanges per end, twice, at most
    EXPECT_LT(later, count);
    EXPECT_EQ(method.statistics().skewed, cure == Cure::SkewedAxes);
    EXPECT_EQ(method.statistics().sorted_axes, cure == Cure::SkewedAxes ? 3 : 2);
  }
}

TEST(SweepAndPrune, ShelvesAboveEachOtherAreCuredByTurningTheAxes) {
  // Two dozen tables: the projection keeps about as many times the pairs that overlap.
  const std::size_t count = 2400;
  Shelves tables(count, 24);
  SweepAndPrune method;
  std::size_t later = 0;
  for (int frame = 0; frame < 30; ++frame) {
    const std::vector<Box> boxes = tables.step();
    const std::vector<IndexPair> pairs = pairs_of(method, boxes);
    if (frame % 10 == 0) {
      ASSERT_EQ(pairs, pairs_by_loops(boxes));
    }
    if (frame >= 6) later = std::max(later, all_swaps(method));
  }
  EXPECT_TRUE(method.statistics().skewed);
  EXPECT_LT(later, 4 * count);
}

TEST(SweepAndPrune, TheCureIsGivenUpWhenPartsAreLifted) {
  Shelves table(800);
  SweepAndPrune method;
  for (int frame = 0; frame < 10; ++frame) pairs_of(method, table.step());
  ASSERT_EQ(method.statistics().sorted_axes, 2);
  std::vector<Box> boxes = table.step();
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    const Vec3 up = {0, 0, 3.0 * static_cast<double>(k)};
    boxes[k] = {boxes[k].low + up, boxes[k].high + up};
  }
  for (int frame = 0; frame < 80; ++frame) pairs_of(method, boxes);
  EXPECT_EQ(method.statistics().sorted_axes, 3);
}

TEST(SweepAndPrune, CoherentScenesCostNPlusK) {
  // Couples of boxes on a long belt, as many per length for any number of them.
  double swaps[2], changes[2];
  for (int k = 0; k < 2; ++k) {
    const int count = k == 0 ? 400 : 6400;
    Random random(3);
    std::vector<Box> boxes;
    for (int n = 0; n < count; ++n) {
      const Vec3 low = {n / 2 + random.unit(), (n / 2) * 7 % count + random.unit(),
                        (n / 2) * 13 % count + random.unit()};
      boxes.push_back({low, low + Vec3{0.6, 0.6, 0.6}});
    }
    SweepAndPrune method;
    pairs_of(method, boxes);
    EXPECT_GT(method.statistics().overlapping_pairs, static_cast<std::size_t>(count) / 10);
    EXPECT_EQ(all_swaps(method), 0u);  // the first time is a sort and a sweep
    std::size_t total = 0, changed = 0;
    for (int frame = 0; frame < 20; ++frame) {
      for (Box& box : boxes) {
        const Vec3 by = {random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05)};
        box = {box.low + by, box.high + by};
      }
      pairs_of(method, boxes);
      total += all_swaps(method);
      changed += method.statistics().pair_changes;
      EXPECT_EQ(method.statistics().pairs_tested, 0u);
    }
    swaps[k] = static_cast<double>(total) / count;
    changes[k] = static_cast<double>(changed) / count;
  }
  EXPECT_LT(swaps[1], 1.2 * swaps[0]);
  EXPECT_LT(changes[1], 1.2 * changes[0]);
  EXPECT_GT(changes[1], 0);
}

TEST(SweepAndPrune, ManyNewBoxesCostASortAndASweep) {
  SweepAndPrune method;
  MovingBoxes scene(TestWorld::Uniform, 4000, 5);
  for (std::uint32_t k = 0; k < 2000; ++k) method.place(k, scene[k]);
  method.find_pairs([](std::span<const IndexPair>) { return true; });
  EXPECT_EQ(pairs_of(method, scene.boxes()), pairs_by_loops(scene.boxes()));
  EXPECT_EQ(all_swaps(method), 0u);
  EXPECT_LT(method.statistics().pairs_tested, 4000u * 200);  // 4000·(2·0.7/32) along an axis, each
}

// Regressions.

TEST(SweepAndPrune, WhatFallsOntoATableUnderTheCureIsFound) {
  // The pairs of a projection were once found by a sweep along the axis that had been left out: pairs apart along it at
  // that moment were missing for good.
  for (const Cure cure : {Cure::Projection, Cure::SkewedAxes, Cure::Automatic}) {
    Shelves tables(1600, 16);
    SweepAndPrune method({.cure = cure});
    for (int frame = 0; frame < 6; ++frame) pairs_of(method, tables.step());
    ASSERT_TRUE(method.statistics().skewed || method.statistics().sorted_axes == 2);
    for (int frame = 0; frame < 8; ++frame) {
      std::vector<Box> boxes = tables.step();
      for (std::size_t k = 0; k < boxes.size(); ++k) {
        const Vec3 down = {0, 0, 0.25 * frame * static_cast<double>(k % 16)};  // all shelves come down to the lowest
        boxes[k] = {boxes[k].low - down, boxes[k].high - down};
      }
      ASSERT_EQ(pairs_of(method, boxes), pairs_by_loops(boxes)) << frame;
    }
  }
}

}  // namespace
}  // namespace clearance::detail
