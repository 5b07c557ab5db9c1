#include <clearance/broad/coherent_hash.h>

#include <clearance/broad/spatial_hash.h>
#include <clearance/broad/spatial_hash_cases_test.h>

#include <cmath>
#include <map>

namespace clearance::detail {
namespace {

std::unique_ptr<BroadPhase> make() { return std::make_unique<CoherentHash>(); }

void find(BroadPhase& method) {
  method.find_pairs([](std::span<const IndexPair>) { return true; });
}

constexpr TilingOptions kUnitTiles = {.alpha = 0.5, .beta = 1, .nested = true};  // ρ = … 1, 2, 4 …

// Solved by hand.

TEST(CoherentHash, FigureThree) {
  // The boxes of Fig. 2 with tiles of powers of two: sizes in (0.5, 1] at ρ = 1 (A, B, D), 1.5 at 2 (E), 4 at 4 (F), 7
  // at 8 (C). C, D and E are in tile 0 of ρ = 8; D in tile 3, E in tile 2 of ρ = 2. Labels are stored at all coarser
  // ones.
  const auto thin = [](double low, double high) { return Box{{low, 0, 0}, {high, 0.0625, 0.0625}}; };
  enum : std::uint32_t { A, B, C, D, E, F };
  const std::vector<Box> boxes = {thin(-13.5, -12.75), thin(-10.5, -9.75), thin(0.5, 7.5),
                                  thin(6.125, 6.875),  thin(4.25, 5.75),   thin(9, 13)};
  CoherentHash close({.tiling = kUnitTiles, .box_test = false});
  EXPECT_EQ(pairs_of(close, boxes), (std::vector<IndexPair>{{C, D}, {C, E}}));
  EXPECT_EQ(close.statistics().resolutions, 4u);
  // A: −14 −13, −7, −4, −2. B: −11 −10, −6 −5, −3, −2. C: 0. D: 6, 3, 1, 0. E: 2, 1, 0. F: 2 3, 1. Five along x for A
  // and so on.
  EXPECT_EQ(close.statistics().cells_touched, 5u + 6 + 1 + 4 + 3 + 3);
  EXPECT_EQ(close.statistics().counters_changed, 2u);
}

TEST(CoherentHash, OnlyCellsEnteredOrLeftAreTouched) {
  CoherentHash method({.tiling = kUnitTiles});
  ASSERT_TRUE(method.place(0, {{0.1, 0.1, 0.1}, {0.8, 0.8, 0.8}}));
  ASSERT_TRUE(method.place(1, {{0.3, 0.3, 0.3}, {0.9, 0.9, 0.9}}));
  find(method);
  EXPECT_EQ(method.statistics().cells_touched, 2u);
  EXPECT_EQ(method.statistics().counters_changed, 1u);
  method.place(0, {{0.2, 0.2, 0.2}, {0.9, 0.9, 0.9}});
  find(method);
  EXPECT_EQ(method.statistics().cells_touched, 0u);  // in the same tile
  method.place(0, {{0.5, 0.2, 0.2}, {1.2, 0.9, 0.9}});
  find(method);
  EXPECT_EQ(method.statistics().cells_touched, 1u);  // into a second one, where nobody is
  EXPECT_EQ(method.statistics().counters_changed, 0u);
  method.place(0, {{1.5, 0.2, 0.2}, {1.9, 0.9, 0.9}});
  find(method);
  EXPECT_EQ(method.statistics().cells_touched, 1u);  // out of the first
  EXPECT_EQ(method.statistics().counters_changed, 1u);
  EXPECT_EQ(method.statistics().close_pairs, 0u);
  find(method);
  EXPECT_EQ(method.statistics().cells_touched, 0u);
}

TEST(CoherentHash, ASizeThatTremblesKeepsItsResolution) {
  // About the limit between ρ = 1 and ρ = 2.
  CoherentHash method({.tiling = kUnitTiles});
  ASSERT_TRUE(method.place(0, {{0, 0, 0}, {1.5, 1.5, 1.5}}));
  ASSERT_TRUE(method.place(1, {{8.25, 0, 0}, {9, 1, 1}}));
  ASSERT_TRUE(method.place(2, {{0.25, 0.25, 0.25}, {1.25, 1, 1}}));
  find(method);
  std::size_t touched = 0;
  for (int frame = 0; frame < 100; ++frame) {
    const double size = frame % 2 == 0 ? 1 + 0x1p-40 : 1 - 0x1p-40;
    method.place(2, {{0.25, 0.25, 0.25}, {0.25 + size, 1, 1}});
    find(method);
    touched += method.statistics().cells_touched;
    EXPECT_EQ(method.statistics().overlapping_pairs, 1u);
  }
  EXPECT_EQ(touched, 8u + 1 + 1);  // once: out of eight tiles of ρ = 1 and one of ρ = 2, into one of ρ = 2
}

// Degenerate, invariance, agreement.

TEST(CoherentHash, DegenerateWorlds) { expect_right_on_degenerate_worlds(make); }
TEST(CoherentHash, VisitorsCanStop) { expect_visitors_can_stop(make); }
TEST(CoherentHash, Invariance) { expect_invariance(make); }
TEST(CoherentHash, AgreesWithLoopsEverywhere) { expect_agreement_everywhere(make); }
TEST(CoherentHash, AgreesForLong) { expect_long_agreement(make); }

TEST(CoherentHash, AgreesWithoutCounters) {
  // A cap of a few pairs, so that it goes back and forth between counting and not.
  expect_agreement_everywhere([] {
    return std::make_unique<CoherentHash>(CoherentHashOptions{.most_counters = 150, .most_counters_per_box = 1});
  });
}

TEST(CoherentHash, StopsCountingAtOneSpotAndStartsAgain) {
  CoherentHash method({.most_counters = 1000, .most_counters_per_box = 2});
  for (std::uint32_t k = 0; k < 300; ++k) ASSERT_TRUE(method.place(k, {{0, 0, 0}, {1, 1, 1}}));
  find(method);
  EXPECT_FALSE(method.counting());
  EXPECT_EQ(method.statistics().overlapping_pairs, 300u * 299 / 2);
  const double kStep = 10;
  for (std::uint32_t k = 0; k < 300; ++k) method.place(k, {{kStep * k, 0, 0}, {kStep * k + 1, 1, 1}});
  find(method);
  EXPECT_EQ(method.statistics().overlapping_pairs, 0u);
  EXPECT_TRUE(method.counting());
}

TEST(CoherentHash, AgreesWhileSizesChange) {
  Random random(4);
  CoherentHash method;
  std::vector<Box> boxes(150);
  std::vector<Vec3> places(150);
  for (Vec3& place : places) place = {random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9)};
  for (int frame = 0; frame < 200; ++frame) {
    for (std::uint32_t k = 0; k < boxes.size(); ++k) {
      const double half = (1.5 + std::sin(0.1 * frame + k)) * (k % 10 == 0 ? 3 : 0.5);
      boxes[k] = grown({places[k], places[k]}, half);
    }
    ASSERT_EQ(pairs_of(method, boxes), pairs_by_loops(boxes)) << "frame " << frame;
  }
}

// The paper's claims.

TEST(CoherentHash, ClosePairsAreThoseOfTheStandardScheme) {
  for (const TestWorld world : kTestWorlds)
    for (const TilingOptions& tiling : {kUnitTiles, TilingOptions{.alpha = 0.2, .beta = 2, .nested = true}}) {
      const std::vector<Box> boxes = MovingBoxes(world, 250, 12).boxes();
      CoherentHash coherent({.tiling = tiling, .box_test = false});
      SpatialHash standard({.tiling = tiling, .box_test = false});
      EXPECT_EQ(pairs_of(coherent, boxes), pairs_of(standard, boxes)) << to_string(world);
    }
}

TEST(CoherentHash, ClosePairsStayThoseOfTheStandardScheme) {
  // Sizes stay the same here, and so do resolutions.
  for (const TestWorld world : {TestWorld::Uniform, TestWorld::Planar, TestWorld::Mixed}) {
    CoherentHash coherent({.tiling = kUnitTiles, .box_test = false});
    SpatialHash standard({.tiling = kUnitTiles, .box_test = false});
    std::vector<Box> boxes = MovingBoxes(world, 250, 13).boxes();
    Random random(2);
    for (int frame = 0; frame < 20; ++frame) {
      for (Box& box : boxes) {
        const double step = std::ldexp(static_cast<double>(random.below(9)) - 4, -6);
        const auto on_grid = [](Vec3 p) {  // so that no size is rounded when a box moves
          return Vec3{std::ldexp(std::round(std::ldexp(p.x, 20)), -20),
                      std::ldexp(std::round(std::ldexp(p.y, 20)), -20),
                      std::ldexp(std::round(std::ldexp(p.z, 20)), -20)};
        };
        box = {on_grid(box.low) + Vec3{step, step, 0}, on_grid(box.high) + Vec3{step, step, 0}};
      }
      ASSERT_EQ(pairs_of(coherent, boxes), pairs_of(standard, boxes)) << to_string(world) << ", frame " << frame;
    }
  }
}

TEST(CoherentHash, SmallMotionsTouchFewCells) {
  // By 1 % of the size of a tile: a wall of tiles is crossed about once in a hundred frames, whatever the number of
  // boxes.
  for (const int count : {500, 4000}) {
    MovingBoxes scene(TestWorld::Uniform, count, 3);
    CoherentHash method;
    pairs_of(method, scene.boxes());
    const std::size_t stored = method.statistics().cells_touched;
    Random random(1);
    std::size_t touched = 0, counted = 0;
    for (int frame = 0; frame < 10; ++frame) {
      for (std::uint32_t k = 0; k < scene.boxes().size(); ++k) {
        const Vec3 by = {random.uniform(-0.01, 0.01), random.uniform(-0.01, 0.01), random.uniform(-0.01, 0.01)};
        method.place(k, {scene[k].low + by, scene[k].high + by});
      }
      find(method);
      touched += method.statistics().cells_touched;
      counted += method.statistics().counters_changed;
    }
    EXPECT_LT(touched, 10 * stored / 20);
    EXPECT_GT(touched, 0u);
    EXPECT_LT(counted, 10 * 2 * static_cast<std::size_t>(count));
  }
}

TEST(CoherentHash, FixedBoxesAreStoredOnce) {
  MovingBoxes scene(TestWorld::Uniform, 1000, 3);
  CoherentHash method;
  pairs_of(method, scene.boxes());
  for (int frame = 0; frame < 5; ++frame) {
    for (std::uint32_t k = 0; k < 1000; ++k) method.place(k, scene[k]);  // placed again where they are
    find(method);
    EXPECT_EQ(method.statistics().cells_touched, 0u);
    EXPECT_EQ(method.statistics().counters_changed, 0u);
  }
}

// The parts.

TEST(PairCounters, AgreeWithAMap) {
  Random random(8);
  PairCounters counters;
  std::map<IndexPair, std::uint32_t> truth;
  for (int step = 0; step < 20000; ++step) {
    const auto i = static_cast<std::uint32_t>(random.below(40)),
               j = i + 1 + static_cast<std::uint32_t>(random.below(9));
    const IndexPair pair = {i, j};
    if (random.below(2) == 0) {
      counters.increment(j, i);
      ++truth[pair];
    } else {
      counters.decrement(i, j);
      if (truth.count(pair) > 0 && --truth[pair] == 0) truth.erase(pair);
    }
    ASSERT_EQ(counters.size(), truth.size());
  }
  for (const PairCounters::Counter& counter : counters.all()) EXPECT_EQ(counter.count, truth[counter.pair]);
  counters.keep_if([](const IndexPair& pair) { return pair.a % 2 == 0; });
  EXPECT_FALSE(counters.erase(1, 2));
  for (const PairCounters::Counter& counter : counters.all()) EXPECT_EQ(counter.pair.a % 2, 0u);
}

TEST(CellLabels, AgreeWithAMap) {
  Random random(9);
  CellLabels labels;
  std::map<std::pair<int, int>, std::vector<std::uint32_t>> truth;
  const auto in_order = [](std::vector<std::uint32_t> list) {
    std::sort(list.begin(), list.end());
    return list;
  };
  const auto contents = [&](const CellLabels::List& list) {
    std::vector<std::uint32_t> found;
    labels.each(list, [&](std::uint32_t label) { return found.push_back(label), true; });
    return in_order(found);
  };
  for (int step = 0; step < 20000; ++step) {
    const int x = static_cast<int>(random.below(30)) - 15, guest = static_cast<int>(random.below(2));
    std::vector<std::uint32_t>& list = truth[{x, guest}];
    if (list.empty() || random.below(2) == 0) {
      list.push_back(static_cast<std::uint32_t>(step));
      labels.add({x, -x, 0, 1}, list.back(), guest == 0);
    } else {
      const std::size_t at = random.below(list.size());
      labels.remove({x, -x, 0, 1}, list[at], guest == 0);
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
    }
    const CellLabels::Bucket* bucket = labels.find({x, -x, 0, 1});
    const std::vector<std::uint32_t>&residents = truth[{x, 0}], &guests = truth[{x, 1}];
    ASSERT_EQ(bucket != nullptr, !residents.empty() || !guests.empty());
    if (bucket == nullptr) continue;
    ASSERT_EQ(contents(bucket->residents), in_order(residents));
    ASSERT_EQ(contents(bucket->guests), in_order(guests));
  }
}

}  // namespace
}  // namespace clearance::detail
