#include <clearance/broad/box_tree.h>

#include <clearance/broad/agreement_test.h>
#include <clearance/bvh/segment_box.h>

#include <cmath>
#include <set>

namespace clearance::detail {
namespace {

constexpr double kTwoThirds = 2.0 / 3;

Box cube(const Vec3& low, double side) { return {low, low + Vec3{side, side, side}}; }

std::vector<IndexPair> pairs_of(BoxTree& tree, int threads = 1) {
  Workers workers(threads);
  return reported_pairs(tree, workers);
}

std::vector<std::uint32_t> on_segment(BoxTree& tree, const Vec3& from, const Vec3& to) {
  std::vector<std::uint32_t> met;
  EXPECT_TRUE(tree.find_on_segment(from, to, [&](std::span<const std::uint32_t> block) {
    EXPECT_FALSE(block.empty());
    met.insert(met.end(), block.begin(), block.end());
    return true;
  }));
  return met;
}

// A world in which each box overlaps four others.
std::vector<Box> uniform_world(std::uint32_t count, Random& random) {
  const double half = 0.5 * std::cbrt(2.0 * count);
  std::vector<Box> boxes;
  boxes.reserve(count);
  for (std::uint32_t k = 0; k < count; ++k)
    boxes.push_back(cube({random.uniform(-half, half), random.uniform(-half, half), random.uniform(-half, half)}, 1));
  return boxes;
}

void place_all(BoxTree& tree, const std::vector<Box>& boxes) {
  for (std::uint32_t k = 0; k < boxes.size(); ++k) ASSERT_TRUE(tree.place(k, boxes[k]));
}

Box shaken(const Box& box, double by, Random& random) {
  const Vec3 d{random.uniform(-by, by), random.uniform(-by, by), random.uniform(-by, by)};
  return {box.low + d, box.high + d};
}

// 1 — solved by hand

TEST(BoxTree, SolvedByHand) {
  BoxTree tree;
  tree.place(0, cube({0, 0, 0}, 1));
  tree.place(1, cube({0.5, 0.5, 0.5}, 1));
  tree.place(2, cube({1.5, 1.5, 1.5}, 1));  // a corner of 1
  tree.place(3, cube({9, 9, 9}, 1));
  EXPECT_EQ(sorted(pairs_of(tree)), (std::vector<IndexPair>{{0, 1}, {1, 2}}));
  tree.remove(1);
  EXPECT_TRUE(pairs_of(tree).empty());
  tree.place(7, {{0, 0, 0}, {9, 9, 9}});
  EXPECT_EQ(sorted(pairs_of(tree)), (std::vector<IndexPair>{{0, 7}, {2, 7}, {3, 7}}));
  EXPECT_TRUE(tree.is_sound());
}

TEST(BoxTree, SegmentSolvedByHand) {
  BoxTree tree;
  for (std::uint32_t k = 0; k < 100; ++k) tree.place(k, cube({2.0 * k, 0, 0}, 1));
  EXPECT_EQ(on_segment(tree, {2.5, 0.5, 0.5}, {7, 0.5, 0.5}), (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(on_segment(tree, {7, 0.5, 0.5}, {2.5, 0.5, 0.5}), (std::vector<std::uint32_t>{3, 2, 1}));
  EXPECT_EQ(on_segment(tree, {40.5, -5, 0.5}, {40.5, 5, 0.5}), (std::vector<std::uint32_t>{20}));
  EXPECT_TRUE(on_segment(tree, {41.5, -5, 0.5}, {41.5, 5, 0.5}).empty());
}

TEST(BoxTree, KeysKeepTheOrder) {
  using box_tree::key_of;
  constexpr float kInfinite = std::numeric_limits<float>::infinity();
  EXPECT_EQ(key_of(1), 1.0f);
  EXPECT_EQ(key_of(next_below(1)), 1.0f);
  EXPECT_EQ(key_of(1e300), kInfinite);
  EXPECT_EQ(key_of(-1e300), -kInfinite);
  EXPECT_EQ(key_of(kInfiniteEnd), kInfinite);
  EXPECT_EQ(key_of(1e-300), 0.0f);
  Random random(1);
  double before = 0;
  for (int k = 0; k < 100000; ++k) {
    double x = random.uniform(-1, 1) * std::pow(10, random.uniform(-50, 45));
    if (k % 2 == 0) x = k % 4 == 0 ? next_above(before) : next_below(before);
    EXPECT_TRUE(x < before ? key_of(x) <= key_of(before) : key_of(before) <= key_of(x)) << x << " " << before;
    before = x;
  }
}

template <int>
CLEARANCE_INLINE void make_keys(const std::vector<Box>& boxes, std::vector<box_tree::KeyBox>& keys) {
  for (std::size_t k = 0; k < boxes.size(); ++k)
    if (is_box(boxes[k])) keys[k] = box_tree::keys_of(boxes[k], {});
}
CLEARANCE_DISPATCH(void, keys_of_all, (const std::vector<Box>& boxes, std::vector<box_tree::KeyBox>& keys), make_keys,
                   (boxes, keys))

// Keys were rounded down, and in the code for AVX-512 they were not: trees lost boxes that overlap by less than a
// float can tell.
TEST(BoxTree, KeysAreTheSameForEveryProcessor) {
  const std::vector<Box> boxes = MovingBoxes(TestWorld::Uniform, 1000, 5).boxes();
  std::vector<box_tree::KeyBox> keys(boxes.size());
  keys_of_all(boxes, keys);
  for (std::size_t k = 0; k < boxes.size(); ++k)
    for (int axis = 0; axis < 3; ++axis) {
      // Through volatile: one by one, whatever the compiler makes of the others.
      const volatile double low = boxes[k].low[axis], high = boxes[k].high[axis];
      ASSERT_EQ(keys[k].low[axis], box_tree::key_of(low));
      ASSERT_EQ(keys[k].high[axis], box_tree::key_of(high));
    }
}

// 2 — degenerate

// Floats see these ends as one; the doubles decide.
TEST(BoxTree, NeighbouringDoubles) {
  BoxTree tree;
  for (std::uint32_t k = 0; k < 60; ++k) {
    const double y = 10.0 * k;
    tree.place(2 * k, {{0, y, 0}, {kTwoThirds, y + 1, 1}});
    tree.place(2 * k + 1, {{k % 2 == 0 ? kTwoThirds : next_above(kTwoThirds), y, 0}, {2, y + 1, 1}});
  }
  std::vector<IndexPair> expected;
  for (std::uint32_t k = 0; k < 60; k += 2) expected.push_back({2 * k, 2 * k + 1});
  EXPECT_EQ(sorted(pairs_of(tree)), expected);
}

TEST(BoxTree, InfiniteHugeAndTinyBoxes) {
  BoxTree tree;
  const double inf = kInfiniteEnd;
  std::vector<Box> boxes = {{{-inf, -inf, -inf}, {inf, inf, 0}},
                            {{-inf, -inf, -inf}, {inf, inf, inf}},
                            {{1e300, 1e300, 1e300}, {1e300, 1e300, 1e300}},
                            {{1e300, 1e300, 1e300}, {2e300, 2e300, 2e300}},
                            {{2.1e300, 1e300, 1e300}, {3e300, 2e300, 2e300}},
                            {{-3e300, -1, -1}, {-2e300, 1, 1}},
                            {{-2.5e300, -1, -1}, {-1e300, 1, 1}},
                            {{inf, inf, inf}, {inf, inf, inf}},
                            {{-1e-300, -1e-300, -1e-300}, {1e-300, 1e-300, 1e-300}},
                            {{2e-300, 0, 0}, {3e-300, 0, 0}},
                            {{-3e-300, 0, 0}, {-2e-300, 0, 0}}};
  const std::size_t kinds = boxes.size();
  for (int copy = 0; copy < 5; ++copy)
    for (std::size_t k = 0; k < kinds; ++k) boxes.push_back(boxes[k]);
  place_all(tree, boxes);
  EXPECT_EQ(sorted(pairs_of(tree)), pairs_by_loops(boxes));
  EXPECT_TRUE(tree.is_sound());
  for (std::uint32_t k = 0; k < boxes.size(); k += 3) tree.place(k, boxes[k] = boxes[(k + 1) % kinds]);
  EXPECT_EQ(sorted(pairs_of(tree)), pairs_by_loops(boxes));
  EXPECT_TRUE(tree.is_sound());
}

// Insertions, not a build, of equal boxes: every split is arbitrary, and the tree must stay low. Then a visitor that
// has seen enough, and lists of parts that overflow.
TEST(BoxTree, AllAtOneSpot) {
  constexpr std::uint32_t kCount = 3000;
  BoxTree tree;
  for (std::uint32_t k = 0; k < kCount; ++k) {
    tree.place(k, cube({1, 2, 3}, 1));
    if (k % 50 == 0) tree.find_overlaps(cube({0, 0, 0}, 1), [](auto) { return true; });
  }
  EXPECT_TRUE(pairs_of(tree, 2).size() == kCount * (kCount - 1) / 2);
  EXPECT_TRUE(tree.is_sound());
  EXPECT_LE(tree.core().levels(), 7);
  EXPECT_LT(tree.core().memory_bytes(), 8u << 20) << "pairs are to stream";
  std::size_t seen = 0;
  EXPECT_FALSE(tree.find_pairs([&](std::span<const IndexPair> block) { return (seen += block.size()) < 2000; }));
  EXPECT_LT(seen, 20000u);
  EXPECT_EQ(pairs_of(tree, 1), pairs_of(tree, 4));
}

TEST(BoxTree, EmptiesAndGaps) {
  BoxTree tree;
  EXPECT_TRUE(pairs_of(tree).empty());
  EXPECT_TRUE(on_segment(tree, {0, 0, 0}, {1, 1, 1}).empty());
  for (const std::uint32_t shift : {0u, 1u, 5000u}) {
    for (std::uint32_t k = 0; k < 200; ++k) tree.place(37 * k + shift, cube({0.7 * k, 0, 0}, 1));
    EXPECT_EQ(pairs_of(tree).size(), 199u);
    for (std::uint32_t k = 0; k < 200; ++k) {
      EXPECT_TRUE(tree.remove(37 * k + shift));
      if (k % 30 == 0) tree.find_overlaps(cube({0, 0, 0}, 1), [](auto) { return true; });
    }
    EXPECT_TRUE(pairs_of(tree).empty());
    EXPECT_EQ(tree.core().size(), 0u);
    EXPECT_EQ(tree.core().levels(), 0);
    EXPECT_TRUE(tree.is_sound());
  }
}

// 3 — invariance

TEST(BoxTree, ScaleOfTheWorldDoesNotMatter) {
  Random random(5);
  const std::vector<Box> boxes = uniform_world(700, random);
  BoxTree plain, scaled;
  for (std::uint32_t k = 0; k < boxes.size(); ++k) {
    plain.place(k, boxes[k]);
    scaled.place(k, {0x1p40 * boxes[k].low, 0x1p40 * boxes[k].high});
  }
  EXPECT_EQ(pairs_of(plain), pairs_of(scaled)) << "order included";
}

TEST(BoxTree, SameOrderForAnyNumberOfThreads) {
  for (const TestWorld world : {TestWorld::Uniform, TestWorld::Clustered, TestWorld::Mixed}) {
    std::vector<IndexPair> first;
    std::uint64_t builds = 0;
    for (const int threads : {1, 2, 4}) {
      Workers workers(threads);
      MovingBoxes scene(world, 6000, 3);
      BoxTree tree;
      place_all(tree, scene.boxes());
      std::vector<IndexPair> all;
      for (int frame = 0; frame < 6; ++frame) {
        for (const bool changed_only : {false, true}) {
          const std::vector<IndexPair> pairs = reported_pairs(tree, workers, changed_only);
          all.insert(all.end(), pairs.begin(), pairs.end());
          for (const std::uint32_t k : scene.step(changed_only ? 1.0 : frame % 2 == 0 ? 0.3 : 0.05))
            is_box(scene[k]) ? tree.place(k, scene[k]) : tree.remove(k);
        }
      }
      if (threads == 1) first = all, builds = tree.core().builds();
      EXPECT_EQ(all, first) << to_string(world) << ", " << threads << " threads";
      EXPECT_EQ(tree.core().builds(), builds);
    }
    EXPECT_GT(first.size(), 5000u) << "enough for many parts";
  }
}

// 4 — against brute force

TEST(BoxTree, AgreesWithLoopsEverywhere) {
  expect_agreement_everywhere([] { return std::make_unique<BoxTree>(); });
}

TEST(BoxTree, StaysSoundUnderRandomOperations) {
  for (const TestWorld world : kTestWorlds) {
    SCOPED_TRACE(to_string(world));
    MovingBoxes scene(world, 1500, 17);
    BoxTree tree;
    place_all(tree, scene.boxes());
    Random random(9);
    for (int step = 0; step < 60; ++step) {
      const double share = random.below(3) == 0 ? 0.4 : 0.03;
      for (const std::uint32_t k : scene.step(share)) is_box(scene[k]) ? tree.place(k, scene[k]) : tree.remove(k);
      tree.find_overlaps(cube({0, 0, 0}, 1), [](auto) { return true; });
      ASSERT_TRUE(tree.is_sound()) << "step " << step;
      ASSERT_EQ(tree.core().size(), tree.size());
    }
  }
}

// Boxes come one by one and go one by one, far more often than a build would be due.
TEST(BoxTree, GrowsAndShrinksBySingleBoxes) {
  Random random(2);
  const std::vector<Box> boxes = uniform_world(4000, random);
  BoxTree tree;
  const auto look = [&] { tree.find_overlaps(boxes[0], [](auto) { return true; }); };
  for (std::uint32_t k = 0; k < boxes.size(); ++k) tree.place(k, boxes[k]), look();
  EXPECT_TRUE(tree.is_sound());
  EXPECT_LT(tree.core().builds(), 20u) << "while it is small; then insertions must do";
  EXPECT_LE(static_cast<double>(tree.core().memory_bytes()), 110.0 * 4000);
  EXPECT_EQ(sorted(pairs_of(tree)), pairs_by_loops(boxes));
  for (std::uint32_t k = 0; k < boxes.size(); ++k) tree.remove((k * 1237) % 4000), look();
  EXPECT_EQ(tree.size(), 0u);
  EXPECT_TRUE(tree.is_sound());
}

TEST(BoxTree, SegmentsAgreeWithLoops) {
  for (const TestWorld world : kTestWorlds) {
    MovingBoxes scene(world, 500, 23);
    BoxTree tree;
    place_all(tree, scene.boxes());
    Random random(6);
    for (int k = 0; k < 40; ++k) {
      for (const std::uint32_t moved : scene.step(0.1))
        is_box(scene[moved]) ? tree.place(moved, scene[moved]) : tree.remove(moved);
      const auto point = [&] { return 8 * Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; };
      const Vec3 from = point(), to = k % 4 == 0 ? from : point();
      std::vector<std::uint32_t> met = on_segment(tree, from, to), expected;
      std::sort(met.begin(), met.end());
      for (std::uint32_t i = 0; i < scene.boxes().size(); ++i)
        if (is_box(scene[i]) && segment_may_meet(scene[i], from, to)) expected.push_back(i);
      ASSERT_EQ(met, expected) << to_string(world) << ", segment " << k;
    }
  }
}

// What a mover costs must not grow with the world: nodes looked at, by update and search together.
TEST(BoxTree, WorkPerMovedBoxHardlyGrows) {
  double work[2];
  const std::uint32_t counts[] = {1000, 100000};
  for (int k = 0; k < 2; ++k) {
    Random random(8);
    std::vector<Box> boxes = uniform_world(counts[k], random);
    BoxTree tree;
    place_all(tree, boxes);
    Workers workers(1);
    std::size_t found = 0, moved = 0;
    const auto count = [&](std::span<const IndexPair> block) { return (found += block.size()) > 0; };
    EXPECT_TRUE(tree.find_pairs(count, workers));
    const std::uint64_t before = tree.core().nodes_visited(), builds = tree.core().builds();
    for (int frame = 0; frame < 50; ++frame) {
      for (int j = 0; j < 50; ++j, ++moved) {
        const auto index = static_cast<std::uint32_t>(random.below(counts[k]));
        tree.place(index, boxes[index] = shaken(boxes[index], 0.1, random));
      }
      EXPECT_TRUE(tree.find_changed_pairs(count, workers));
    }
    EXPECT_EQ(tree.core().builds(), builds) << "a few movers need no build";
    work[k] = static_cast<double>(tree.core().nodes_visited() - before) / static_cast<double>(moved);
  }
  EXPECT_LT(work[1], 60);
  EXPECT_LT(work[1], 2.5 * work[0]);
}

// Drifting apart spoils a tree that is only refitted; the watch must see it, and must not see it where boxes tremble.
TEST(BoxTree, IsBuiltAnewWhenItPays) {
  for (const bool drifting : {false, true}) {
    Random random(12);
    std::vector<Box> boxes = uniform_world(4000, random);
    std::vector<Vec3> drift;
    drift.reserve(boxes.size());
    for (std::size_t k = 0; k < boxes.size(); ++k)
      drift.push_back(0.05 * Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
    BoxTree tree;
    std::uint64_t first = 0, last = 0;
    for (int frame = 0; frame < 150; ++frame) {
      for (std::uint32_t k = 0; k < boxes.size(); ++k) {
        boxes[k] = drifting ? Box{boxes[k].low + drift[k], boxes[k].high + drift[k]} : shaken(boxes[k], 0.02, random);
        tree.place(k, boxes[k]);
      }
      tree.find_overlaps(boxes[0], [](auto) { return true; });
      const std::uint64_t before = tree.core().nodes_visited();
      pairs_of(tree);
      last = tree.core().nodes_visited() - before;
      if (frame == 0) first = last;
      EXPECT_LT(last, 4 * first) << "frame " << frame;
    }
    EXPECT_GE(tree.core().builds(), drifting ? 3u : 1u);
    EXPECT_LE(tree.core().builds(), drifting ? 15u : 2u);
  }
}

TEST(BoxTree, NeedsNoMoreMemoryOnceWarm) {
  Random random(13);
  std::vector<Box> boxes = uniform_world(20000, random);
  BoxTree tree;
  place_all(tree, boxes);
  std::size_t bytes = 0;
  for (int frame = 0; frame < 12; ++frame) {
    pairs_of(tree);
    if (frame == 1) bytes = tree.memory_bytes();
    for (std::uint32_t k = 0; k < boxes.size(); ++k) tree.place(k, boxes[k] = shaken(boxes[k], 0.05, random));
  }
  EXPECT_EQ(tree.memory_bytes(), bytes);
  EXPECT_LE(static_cast<double>(tree.core().memory_bytes()), 90.0 * 20000);
}

}  // namespace
}  // namespace clearance::detail
