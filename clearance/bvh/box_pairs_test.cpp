#include <clearance/bvh/box_pairs.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs found_among(const std::vector<KeyedBox>& boxes) {
  Pairs pairs;
  EXPECT_TRUE(find_box_pairs(boxes, [&](std::uint32_t i, std::uint32_t j) {
    pairs.push_back(std::minmax(i, j));
    return true;
  }));
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

KeyedBox cube(double at, std::uint32_t key = KeyedBox::kNoKey) {
  return {{{at, 0, 0}, {at + 1, 1, 1}}, {key, KeyedBox::kNoKey}};
}

TEST(BoxPairs, SolvedByHand) {
  EXPECT_EQ(found_among({}), Pairs());
  EXPECT_EQ(found_among({cube(0)}), Pairs());
  EXPECT_EQ(found_among({cube(0), cube(3), cube(1)}), (Pairs{{0, 2}})) << "a common face counts";
  EXPECT_EQ(found_among({cube(0, 7), cube(0.5, 7), cube(0.7, 8)}), (Pairs{{0, 2}, {1, 2}}));
}

TEST(BoxPairs, EndsWhenTheVisitorSaysSo) {
  int calls = 0;
  EXPECT_FALSE(
      find_box_pairs(std::vector<KeyedBox>(100, cube(0)), [&](std::uint32_t, std::uint32_t) { return ++calls < 3; }));
  EXPECT_EQ(calls, 3);
}

TEST(BoxPairs, AgreeWithAllPairsAndComeOnce) {
  Random random(3);
  for (int round = 0; round < 40; ++round) {
    std::vector<KeyedBox> boxes;
    for (int k = 0; k < 120; ++k) {
      const Vec3 low{random.uniform(0, 4), random.uniform(0, 4), round % 3 == 0 ? 0 : random.uniform(0, 4)};
      KeyedBox box{{low, low + Vec3{random.unit(), random.unit(), random.unit()}}};
      for (std::uint32_t& key : box.key)
        if (random.below(2) == 0) key = static_cast<std::uint32_t>(random.below(static_cast<std::uint64_t>(1 + round)));
      boxes.push_back(box);
    }
    Pairs expected;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
        bool share = false;
        for (const std::uint32_t key : boxes[i].key)
          share = share || (key != KeyedBox::kNoKey && (key == boxes[j].key[0] || key == boxes[j].key[1]));
        if (overlap(boxes[i].box, boxes[j].box) && !share) expected.push_back({i, j});
      }
    }
    EXPECT_EQ(found_among(boxes), expected) << round;
  }
}

}  // namespace
}  // namespace clearance::detail
