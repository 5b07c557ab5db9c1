#include <clearance/convex/exact/rounded_roots.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(RoundedRoots, WholeNumbers) {
  EXPECT_EQ(excess_below(25.0, 1.0, 3.0), 2);
  EXPECT_EQ(excess_above(25.0, 1.0, 3.0), 2);
  EXPECT_EQ(excess_below(25.0, 4.0, 0.0), 2.5);
  EXPECT_EQ(shortfall_below(25.0, 1.0, 7.0), 2);
  EXPECT_EQ(shortfall_above(25.0, 1.0, 7.0), 2);
  EXPECT_EQ(sum_above(25.0, 1.0, 7.0), 12);
  for (const double r : {5.0, 6.0}) EXPECT_EQ(excess_above(25.0, 1.0, r), 0);
  for (const double r : {5.0, 4.0}) EXPECT_EQ(shortfall_above(25.0, 1.0, r), 0);
}

// √2 lies between neighbours, and the difference to one of them has all its digits.
TEST(RoundedRoots, DifferencesKeepTheirDigits) {
  const double root = 1.4142135623730951;  // above √2 by 9.667e-17
  const double above = shortfall_above(2.0, 1.0, root), below = shortfall_below(2.0, 1.0, root);
  EXPECT_EQ(above, std::nextafter(below, kInfinity));
  EXPECT_NEAR(below, 9.667293313452913e-17, 1e-31);
  const double low = std::nextafter(root, 0.0);
  EXPECT_NEAR(excess_below(2.0, 1.0, low), root - low - 9.667293313452913e-17, 1e-31);
  EXPECT_EQ(excess_above(2.0, 1.0, low), std::nextafter(excess_below(2.0, 1.0, low), kInfinity));
}

TEST(RoundedRoots, TheEndsOfTheRange) {
  const Dyadic tiny = Dyadic(kSmallest) * Dyadic(kSmallest);
  EXPECT_EQ(excess_below(tiny, 1.0, 0.0), kSmallest);
  EXPECT_EQ(excess_above(tiny, 1.0, 0.0), kSmallest);
  // √(1 + 2⁻³⁰⁰⁰) − 1 is below every double.
  Dyadic speck = 1.0;
  for (int k = 0; k < 3; ++k) speck = speck * Dyadic(0x1p-1000);
  EXPECT_EQ(excess_below(Dyadic(1.0) + speck, 1.0, 1.0), 0);
  EXPECT_EQ(excess_above(Dyadic(1.0) + speck, 1.0, 1.0), kSmallest);
  const Dyadic huge = Dyadic(2e300) * Dyadic(2e300);
  EXPECT_EQ(excess_below(huge, 1.0, 1e300), 1e300);
  EXPECT_EQ(sum_above(huge, 1.0, 1e300), 3e300);
  EXPECT_EQ(sum_above(0.0, 1.0, kSmallest), kSmallest);
}

// The doubles returned are the last on their side.
TEST(RoundedRoots, AreTheNearestDoubles) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const Dyadic n = random.uniform(0, 4), d = random.uniform(0.1, 2), r = random.uniform(0, 2);
    const auto root_is_at_least = [&](const Dyadic& x) { return x.sign() < 0 || compare(x * x * d, n) <= 0; };
    const auto root_is_at_most = [&](const Dyadic& x) { return x.sign() >= 0 && compare(x * x * d, n) >= 0; };
    if (root_is_at_least(r)) {
      const double below = excess_below(n, d, r), above = excess_above(n, d, r);
      EXPECT_TRUE(root_is_at_least(Dyadic(below) + r));
      EXPECT_FALSE(root_is_at_least(Dyadic(std::nextafter(below, kInfinity)) + r));
      EXPECT_TRUE(root_is_at_most(Dyadic(above) + r));
      EXPECT_TRUE(above == 0 || !root_is_at_most(Dyadic(std::nextafter(above, 0.0)) + r));
      EXPECT_EQ(shortfall_below(n, d, r), 0);
    } else {
      const double below = shortfall_below(n, d, r), above = shortfall_above(n, d, r);
      EXPECT_TRUE(root_is_at_most(r - Dyadic(below)));
      EXPECT_FALSE(root_is_at_most(r - Dyadic(std::nextafter(below, kInfinity))));
      EXPECT_TRUE(root_is_at_least(r - Dyadic(above)));
      EXPECT_TRUE(above == 0 || !root_is_at_least(r - Dyadic(std::nextafter(above, 0.0))));
      EXPECT_EQ(excess_below(n, d, r), 0);
    }
    const double sum = sum_above(n, d, r);
    EXPECT_TRUE(root_is_at_most(Dyadic(sum) - r));
    EXPECT_FALSE(root_is_at_most(Dyadic(std::nextafter(sum, 0.0)) - r));
  }
}

}  // namespace
}  // namespace clearance::detail
