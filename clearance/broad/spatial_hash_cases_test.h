// Hand-made worlds that every broad phase gets right, whatever its method.
#pragma once

#include <clearance/broad/agreement_test.h>

namespace clearance::detail {

inline std::vector<IndexPair> pairs_of(BroadPhase& method, const std::vector<Box>& boxes) {
  for (std::uint32_t k = 0; k < boxes.size(); ++k) EXPECT_TRUE(method.place(k, boxes[k]));
  Workers workers(1);
  return sorted(reported_pairs(method, workers));
}

// One after the other in the same object, so that each is a sudden change for the next.
template <class Make>
void expect_right_on_degenerate_worlds(const Make& make) {
  const double inf = kInfiniteEnd;
  const Box unit = {{0, 0, 0}, {1, 1, 1}}, all = {{-inf, -inf, -inf}, {inf, inf, inf}};
  const std::vector<std::vector<Box>> worlds = {
      {},
      {unit},
      {unit, unit, unit},
      {{{1, 0, 0}, {2, 1, 1}}, unit, {{next_above(1), 0, 0}, {2, 1, 1}}},              // touching, and just not
      {{{0, 0, 0}, {0, 0, 0}}, {{-0.0, 0, 0}, {0, -0.0, 0}}, {{1, 1, 1}, {1, 1, 1}}},  // points
      {{{0, 0, 5}, {9, 9, 5}}, {{3, 3, 5}, {4, 4, 5}}, {{3, 3, 5.5}, {4, 4, 6}}},      // flat
      {all, unit, all, {{-inf, 0, 0}, {0, 0, 0}}, {{1e300, 0, 0}, {inf, 1, 1}}},       // infinite
      {{{0, 0, 0}, {1e-9, 1e-9, 1e-9}}, {{1e-9, 0, 0}, {1e9, 1e9, 1e9}}, {{2e-9, 0, 0}, {3e-9, 1e-9, 1e-9}}},
      {{{1e300, 0, 0}, {1e300, 1, 1}}, {{-1e300, 0, 0}, {1e300, 1, 1}}, {{-1.7e308, 0, 0}, {1.7e308, 1, 1}}},
      {{{0, 0, 0}, {5e-324, 5e-324, 0}}, {{5e-324, 0, 0}, {1e-310, 1, 0}}, {{1e-300, 0, 0}, {1, 1, 1}}},
      // They share −5e-324, whose tile is the one below zero at every resolution.
      {{{-1e-310, 0, 0}, {-5e-324, 0, 0}}, {{-5e-324, 0, 0}, {1000, 1, 1}}, {{0, 0, 0}, {1, 1, 1}}},
  };
  const auto kept = make();
  for (std::size_t w = 0; w < worlds.size(); ++w) {
    SCOPED_TRACE(w);
    const auto fresh = make();
    EXPECT_EQ(pairs_of(*fresh, worlds[w]), pairs_by_loops(worlds[w]));
    for (std::uint32_t k = static_cast<std::uint32_t>(worlds[w].size()); k < 8; ++k) kept->remove(k);
    EXPECT_EQ(pairs_of(*kept, worlds[w]), pairs_by_loops(worlds[w]));
  }
}

template <class Make>
void expect_visitors_can_stop(const Make& make) {
  const auto method = make();
  for (std::uint32_t k = 0; k < 80; ++k) ASSERT_TRUE(method->place(k, {{0, 0, 0}, {1, 1, 1}}));
  int blocks = 0;
  EXPECT_FALSE(method->find_pairs([&](std::span<const IndexPair>) { return ++blocks, false; }));
  EXPECT_EQ(blocks, 1);
  int met = 0;
  EXPECT_FALSE(
      method->find_overlaps({{0, 0, 0}, {1, 1, 1}}, [&](std::span<const std::uint32_t>) { return ++met, false; }));
  EXPECT_EQ(met, 1);
  Workers workers(1);
  EXPECT_EQ(reported_pairs(*method, workers).size(), 80u * 79 / 2);
}

// The same pairs when numbers, scale (by a power of two) and the order of the axes change.
template <class Make>
void expect_invariance(const Make& make) {
  for (const TestWorld world : {TestWorld::Uniform, TestWorld::Mixed, TestWorld::Lattice}) {
    const std::vector<Box> boxes = MovingBoxes(world, 200, 3).boxes();
    const std::vector<IndexPair> truth = pairs_by_loops(boxes);
    const auto last = static_cast<std::uint32_t>(boxes.size() - 1);
    std::vector<Box> reversed(boxes.rbegin(), boxes.rend()), scaled = boxes, turned = boxes;
    for (Box& box : scaled) box = {0x1p70 * box.low, 0x1p70 * box.high};
    for (Box& box : turned) box = {{box.low.z, box.low.x, -box.high.y}, {box.high.z, box.high.x, -box.low.y}};
    std::vector<IndexPair> renumbered = pairs_of(*make(), reversed);
    for (IndexPair& pair : renumbered) pair = {last - pair.b, last - pair.a};
    EXPECT_EQ(sorted(renumbered), truth);
    EXPECT_EQ(pairs_of(*make(), scaled), truth);
    EXPECT_EQ(pairs_of(*make(), turned), truth);
  }
}

// Much longer, but with a sum over the pairs in place of their list.
template <class Make>
void expect_long_agreement(const Make& make) {
  const auto code = [](std::uint32_t a, std::uint32_t b) {
    const std::uint64_t h = (std::uint64_t{a} << 32 | b) * 0x9e3779b97f4a7c15u;
    return (h ^ h >> 31) * 0xd6e8feb86659fd93u;
  };
  for (const TestWorld world : kTestWorlds) {
    SCOPED_TRACE(to_string(world));
    const auto method = make();
    MovingBoxes scene(world, world == TestWorld::Heap ? 60 : 300, 23);
    for (std::uint32_t k = 0; k < scene.boxes().size(); ++k) ASSERT_TRUE(method->place(k, scene[k]));
    for (int frame = 0; frame < 1000; ++frame) {
      for (const std::uint32_t k : scene.step(frame % 100 < 50 ? 0.05 : 0.5))
        ASSERT_TRUE(is_box(scene[k]) ? method->place(k, scene[k]) : method->remove(k));
      std::uint64_t sum = 0, truth = 0;
      method->find_pairs([&](std::span<const IndexPair> pairs) {
        for (const IndexPair& pair : pairs) sum += code(pair.a, pair.b);
        return true;
      });
      if (frame % 4 > 0) continue;  // the loops take longer than the methods
      for (std::uint32_t i = 0; i < scene.boxes().size(); ++i)
        for (std::uint32_t j = i + 1; j < scene.boxes().size(); ++j)
          if (is_box(scene[i]) && is_box(scene[j]) && overlap(scene[i], scene[j])) truth += code(i, j);
      ASSERT_EQ(sum, truth) << "frame " << frame;
    }
  }
}

}  // namespace clearance::detail
