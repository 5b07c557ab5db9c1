#include <clearance/base/random.h>
#include <clearance/exact/dyadic.h>
#include <clearance/motion/shapes/first_zero.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// g·(1 − u) + h·u − 4·blur·u·(1 − u) is not below 0 at the share, nor has it been before, exactly.
bool is_above_before(double g, double h, double blur, double share) {
  const Dyadic u = share, left = Dyadic(1.0) - u, four = Dyadic(4.0) * Dyadic(blur);
  const Dyadic height = Dyadic(g) * left + Dyadic(h) * u - four * u * left;
  // Its slope is not positive, so that the share is not beyond the second root; or there is none in between.
  const Dyadic slope = Dyadic(h) - Dyadic(g) - four + Dyadic(2.0) * four * u;
  const Dyadic b = Dyadic(g) - Dyadic(h) + four;
  const bool has_roots = (b * b - Dyadic(4.0) * four * Dyadic(g)).sign() >= 0;
  return height.sign() >= 0 && (!has_roots || slope.sign() <= 0);
}

TEST(FirstZero, ByHand) {
  EXPECT_NEAR(first_zero(1, -1, 0), 0.5, 1e-7);
  EXPECT_LE(first_zero(1, -1, 0), 0.5);
  EXPECT_EQ(first_zero(1, 1, 0.5), kNever);
  EXPECT_EQ(first_zero(1, 2, 0), kNever);
  // The line 3 − 4u less 4·u·(1 − u) is 3 − 8u + 4u²: 0 at a half.
  EXPECT_NEAR(first_zero(3, -1, 1), 0.5, 1e-6);
  EXPECT_LE(first_zero(3, -1, 1), 0.5);
  EXPECT_EQ(first_zero(0, 1, 0), 0);
  EXPECT_EQ(first_zero(-1, 1, 0), 0);
}

TEST(FirstZero, OfWhatIsNoNumberNothingIsKnown) {
  const double none = std::nan("");
  for (const double h : {-1.0, 1.0}) {
    EXPECT_EQ(first_zero(none, h, 1), 0);
    EXPECT_EQ(first_zero(1, h, none), 0);
    EXPECT_EQ(first_zero(1, h, kInfinity), 0);
  }
  EXPECT_EQ(first_zero(1, none, 0), 0);
}

TEST(FirstZero, ScalesByAnyPowerOfTwo) {
  for (const int exponent : {-1000, -600, -530, 500, 600, 1000})
    for (const double h : {-1.0, 0.0, 0.75}) {
      const auto scaled = [&](double x) { return std::ldexp(x, exponent); };
      EXPECT_EQ(first_zero(scaled(1), scaled(h), scaled(0.875)), first_zero(1, h, 0.875)) << exponent << " " << h;
    }
}

TEST(FirstZero, NeverTooLate) {
  Random random(5);
  for (int round = 0; round < 20000; ++round) {
    const double g = std::exp2(random.uniform(-40, 10)), blur = std::exp2(random.uniform(-40, 10));
    const double h = random.uniform(-1, 1) * std::exp2(random.uniform(-40, 10));
    const double share = first_zero(g, h, blur);
    if (share == kNever) continue;
    EXPECT_TRUE(is_above_before(g, h, blur, share)) << g << " " << h << " " << blur << ": " << share;
  }
}

// Where √g + √h is nearly 2·√blur both roots are nearly one, at √g/(√g + √h): b² − 16·blur·g is then all rounding, and
// its root, some 1e-8 of the window, was missing from what the share was rounded down by.
TEST(FirstZero, NeverTooLateNearADoubleRoot) {
  Random random(6);
  int looked_at = 0;
  for (int round = 0; round < 20000; ++round) {
    const double x = random.uniform(0.1, 2), y = random.uniform(0.1, 2), g = x * x, h = y * y;
    const double blur = (x + y) * (x + y) / 4 * (1 + random.uniform(-1, 1) * std::exp2(random.uniform(-52, -44)));
    const double share = first_zero(g, h, blur);
    if (share == kNever) continue;
    ++looked_at;
    EXPECT_TRUE(is_above_before(g, h, blur, share)) << g << " " << h << " " << blur << ": " << share;
    // Nor much too early.
    EXPECT_GT(share, x / (x + y) * (1 - 1e-5)) << g << " " << h << " " << blur;
  }
  EXPECT_GT(looked_at, 10000);
}

}  // namespace
}  // namespace clearance::detail
