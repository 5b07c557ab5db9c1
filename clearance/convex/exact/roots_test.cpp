#include <clearance/convex/exact/roots.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kDenormal = std::numeric_limits<double>::denorm_min();
constexpr double kMost = std::numeric_limits<double>::max();

TEST(ExactRoots, HandSolved) {
  EXPECT_EQ(square_root_below(4.0, 1.0), 2);
  EXPECT_EQ(square_root_above(4.0, 1.0), 2);
  EXPECT_EQ(square_root_below(1.0, 4.0), 0.5);
  EXPECT_EQ(square_root_below(9.0, 4.0), 1.5);
  EXPECT_EQ(square_root_above(9.0, 4.0), 1.5);
  EXPECT_EQ(square_root_below(0.0, 7.0), 0);
  EXPECT_EQ(square_root_above(0.0, 7.0), 0);
  EXPECT_LT(square_root_below(2.0, 1.0), std::nextafter(std::sqrt(2.0), 2));
  EXPECT_EQ(square_root_above(2.0, 1.0), std::nextafter(square_root_below(2.0, 1.0), 2));
  EXPECT_EQ(approximate_ratio(3.0, 4.0), 0.75);
  EXPECT_EQ(approximate_ratio(0.0, 4.0), 0);
}

// The definition itself: x² ≤ value < next(x)², compared exactly.
void expect_brackets(const Dyadic& numerator, const Dyadic& denominator) {
  const double below = square_root_below(numerator, denominator), above = square_root_above(numerator, denominator);
  const auto square = [&](double x) { return compare(Dyadic(x) * Dyadic(x) * denominator, numerator); };
  EXPECT_LE(square(below), 0);
  EXPECT_TRUE(below == kMost || square(std::nextafter(below, kInfinite)) > 0);
  if (std::isinf(above)) {
    EXPECT_LT(square(kMost), 0);
  } else {
    EXPECT_GE(square(above), 0);
    EXPECT_TRUE(above == 0 || square(std::nextafter(above, 0)) < 0);
  }
}

TEST(ExactRoots, DegenerateAtTheEndsOfTheRange) {
  const Dyadic least(kDenormal), most(kMost);
  EXPECT_EQ(square_root_below(least * least, 1.0), kDenormal);
  EXPECT_EQ(square_root_above(least * least, 1.0), kDenormal);
  EXPECT_EQ(square_root_below(least * least, 4.0), 0);  // half the smallest double
  EXPECT_EQ(square_root_above(least * least, 4.0), kDenormal);
  EXPECT_EQ(square_root_below(most * most, 1.0), kMost);
  EXPECT_EQ(square_root_above(most * most, 1.0), kMost);
  EXPECT_EQ(square_root_below(most * most * Dyadic(4.0), 1.0), kMost);
  EXPECT_EQ(square_root_above(most * most * Dyadic(4.0), 1.0), kInfinite);
  // Odd exponents on either side.
  expect_brackets(Dyadic(0x1p-1073), 1.0);
  expect_brackets(Dyadic(0x1p1023), 1.0);
  expect_brackets(1.0, Dyadic(0x1p1023));
}

TEST(ExactRoots, DegenerateNeighboursOfSquares) {
  for (const double x : {1.0, 3.0, 1e-5, 1e10}) {
    const Dyadic square = Dyadic(x) * Dyadic(x), hair = Dyadic(x) * Dyadic(x) * Dyadic(0x1p-200);
    EXPECT_EQ(square_root_below(square, 1.0), x);
    EXPECT_EQ(square_root_below(square + hair, 1.0), x);
    EXPECT_EQ(square_root_above(square + hair, 1.0), std::nextafter(x, kInfinite));
    EXPECT_EQ(square_root_below(square - hair, 1.0), std::nextafter(x, 0));
    EXPECT_EQ(square_root_above(square - hair, 1.0), x);
  }
}

TEST(ExactRoots, BracketsRandomFractions) {
  Random random(51);
  for (int round = 0; round < 2000; ++round) {
    const auto wide = [&] { return std::ldexp(random.uniform(0.5, 1), static_cast<int>(random.below(1200)) - 600); };
    const Dyadic numerator = Dyadic(wide()) * Dyadic(wide()) + Dyadic(wide());
    const Dyadic denominator = Dyadic(wide()) * Dyadic(wide());
    expect_brackets(numerator, denominator);
  }
}

TEST(ExactRoots, RatiosAreWithinAFewUnits) {
  Random random(52);
  for (int round = 0; round < 500; ++round) {
    const double a = random.uniform(0, 1), b = random.uniform(0.1, 1);
    // Two truncations of 2u each and the division.
    EXPECT_NEAR(approximate_ratio(Dyadic(a) * Dyadic(0x1p900), Dyadic(b) * Dyadic(0x1p900)), a / b,
                6 * 0x1p-53 * (a / b));
  }
}

}  // namespace
}  // namespace clearance::detail
