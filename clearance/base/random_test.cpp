#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

TEST(Random, IsTheSameEverywhere) {
  // The first outputs of xoshiro256** whose state is the first four outputs of splitmix64 from 0.
  Random random(0);
  EXPECT_EQ(random.bits(), 0x99ec5f36cb75f2b4u);
  EXPECT_EQ(random.bits(), 0xbf6e1f784956452au);
  EXPECT_EQ(random.bits(), 0x1a5f849d4933e6e0u);
}

TEST(Random, SeedsDiffer) {
  Random a(1), b(1), c(2);
  EXPECT_EQ(a.bits(), b.bits());
  EXPECT_NE(a.bits(), c.bits());
}

TEST(Random, StaysInRangeAndSpreads) {
  Random random(3);
  std::vector<int> counts(10, 0);
  double sum = 0;
  constexpr int kDraws = 100000;
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.unit(), y = random.uniform(-3, 5);
    ASSERT_TRUE(x >= 0 && x < 1);
    ASSERT_TRUE(y >= -3 && y < 5);
    sum += y;
    ++counts.at(random.below(10));
  }
  // Five standard deviations: 8/√12/√n for the mean, √(n·0.09) for each count.
  EXPECT_NEAR(sum / kDraws, 1, 5 * 8 / std::sqrt(12.0 * kDraws));
  for (const int count : counts) EXPECT_NEAR(count, kDraws / 10, 5 * std::sqrt(0.09 * kDraws));
}

}  // namespace
}  // namespace clearance::detail
