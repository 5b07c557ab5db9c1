#include <clearance/world/overlapping_boxes.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace clearance {
namespace {

std::vector<BoxPair> pairs_of(const std::vector<Box>& boxes) {
  std::vector<BoxPair> found;
  EXPECT_TRUE(visit_overlapping_boxes(boxes, [&](std::span<const BoxPair> pairs) {
    found.insert(found.end(), pairs.begin(), pairs.end());
    return true;
  }));
  std::sort(found.begin(), found.end());
  return found;
}

Box cube(Vec3 low, double side) { return {low, low + Vec3{side, side, side}}; }

TEST(OverlappingBoxes, ByHand) {
  EXPECT_TRUE(pairs_of({}).empty());
  EXPECT_EQ(pairs_of({cube({0, 0, 0}, 1), cube({1, 0, 0}, 1), cube({2.5, 0, 0}, 1)}), (std::vector<BoxPair>{{0, 1}}));
}

TEST(OverlappingBoxes, OneWithoutEndMeetsAll) {
  const Box all{kNoBox.high, kNoBox.low};
  EXPECT_EQ(pairs_of({cube({0, 0, 0}, 1), all, cube({9, 9, 9}, 1)}), (std::vector<BoxPair>{{0, 1}, {1, 2}}));
}

TEST(OverlappingBoxes, WhatIsNoBoxGivesNothing) {
  int calls = 0;
  const std::vector<Box> boxes{cube({0, 0, 0}, 1), cube({0, 0, 0}, 1), kNoBox};
  EXPECT_FALSE(visit_overlapping_boxes(boxes, [&](std::span<const BoxPair>) { return ++calls > 0; }));
  EXPECT_EQ(calls, 0);
}

TEST(OverlappingBoxes, AsPlainLoops) {
  detail::Random random(7);
  std::vector<Box> boxes;
  for (int k = 0; k < 500; ++k)
    boxes.push_back(cube({random.uniform(0, 10), random.uniform(0, 10), random.uniform(0, 10)}, random.uniform(0, 2)));
  std::vector<BoxPair> wanted;
  for (std::uint32_t a = 0; a < boxes.size(); ++a)
    for (std::uint32_t b = a + 1; b < boxes.size(); ++b)
      if (overlap(boxes[a], boxes[b])) wanted.push_back({a, b});
  EXPECT_EQ(pairs_of(boxes), wanted);
}

struct Stopped {
  bool stop_requested() const { return true; }
};

TEST(OverlappingBoxes, EndsWhenToldTo) {
  const std::vector<Box> boxes(100, cube({0, 0, 0}, 1));
  const auto refuse = [](std::span<const BoxPair>) { return false; };
  const auto take = [](std::span<const BoxPair>) { return true; };
  EXPECT_FALSE(visit_overlapping_boxes(boxes, refuse));
  EXPECT_FALSE(visit_overlapping_boxes(boxes, take, Stopped{}));
}

}  // namespace
}  // namespace clearance
