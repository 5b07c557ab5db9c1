#include <clearance/broad/resolutions.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

double log_ratio(double largest, double smallest, const TilingOptions& options) {
  return std::log(largest / smallest) / std::log(options.beta / options.alpha);
}

// Solved by hand.

TEST(Resolutions, FigureTwoNeedsFour) {
  // α = 0.5, β = 1. 0.5 asks for ρ = 1, which serves up to 1; 1.5 for ρ = 3, up to 3; 4 for ρ = 8; 9 for ρ = 18.
  Resolutions resolutions;
  resolutions.choose(std::vector<double>{0.5, 0.5, 9, 0.75, 1.5, 4}, {.alpha = 0.5, .beta = 1});
  ASSERT_EQ(resolutions.count(), 4);
  EXPECT_EQ(resolutions.rho(0), 18);
  EXPECT_EQ(resolutions.rho(1), 8);
  EXPECT_EQ(resolutions.rho(2), 3);
  EXPECT_EQ(resolutions.rho(3), 1);
  EXPECT_EQ(resolutions.resolution(9), 0);
  EXPECT_EQ(resolutions.resolution(4), 1);
  EXPECT_EQ(resolutions.resolution(1.5), 2);
  EXPECT_EQ(resolutions.resolution(0.75), 3);
  EXPECT_EQ(resolutions.resolution(0.5), 3);
}

TEST(Resolutions, ThreeSizesNeedThreeWhateverTheirRatio) {
  Resolutions resolutions;
  resolutions.choose(std::vector<double>{1, 1e9, 1e-9, 1, 1e-9}, {});
  EXPECT_EQ(resolutions.count(), 3);
}

TEST(Resolutions, TilesAreNumberedByFloors) {
  EXPECT_EQ(tile(0.0, 1), 0);
  EXPECT_EQ(tile(-0.0, 1), 0);
  EXPECT_EQ(tile(-0.25, 1), -1);
  EXPECT_EQ(tile(-1, 1), -1);
  EXPECT_EQ(tile(next_below(-1), 1), -2);
  EXPECT_EQ(tile(next_below(3), 1), 2);
  EXPECT_EQ(tile(3, 0.5), 1);
  const TileRange tiles = tiles_of({{-1.5, 0, 2}, {0.5, 0, 3.5}}, 1);
  EXPECT_EQ(tiles, (TileRange{{-2, 0, 2}, {0, 0, 3}}));
  EXPECT_EQ(tiles.count(), 3u * 1 * 2);
}

TEST(Resolutions, NestedLevelsByHand) {
  const TilingOptions options = valid({.alpha = 0.5, .beta = 2, .nested = true});
  EXPECT_EQ(nested_shift(options), 2);
  EXPECT_EQ(nested_level(2, options), 0);  // 0.5 < 2/1 ≤ 2
  EXPECT_EQ(nested_level(next_above(2), options), 1);
  EXPECT_EQ(nested_level(0.5, options), -1);  // 0.5/0.25 = β
  EXPECT_EQ(nested_level(next_above(0.5), options), 0);
  EXPECT_EQ(nested_rho(-1, options), 0.25);
}

// Degenerate.

TEST(Resolutions, EveryBoxHasASize) {
  EXPECT_GT(tiling_size({{0, 0, 0}, {0, 0, 0}}), 0);
  EXPECT_EQ(tiling_size({{1, 1, 1}, {1, 1, 1}}), 0x1p-27);
  EXPECT_EQ(tiling_size({{-4, 1, 1}, {-4, 1, 1}}), 0x1p-25);
  EXPECT_EQ(tiling_size({{0, 0, 0}, {0, 2, 1}}), 2);
  EXPECT_GT(tiling_size({{0, 0, 0}, {0, kInfiniteEnd, 1}}), kLargestTilingSize);
  EXPECT_GT(tiling_size({{0, -kInfiniteEnd, 0}, {0, 0, 1}}), kLargestTilingSize);
  EXPECT_GT(tiling_size({{-1.7e308, 0, 0}, {1.7e308, 0, 1}}), kLargestTilingSize);
  EXPECT_LT(tiling_size({{1e300, 1e300, 0}, {1e300, 1e300, 1}}), kLargestTilingSize);
}

TEST(Resolutions, TilesAreClampedMonotonically) {
  const double ends[] = {-kInfiniteEnd, -1e300, -0x1p30, -0x1p30 + 1, -1, 0, 1,
                         0x1p30 - 1,    0x1p30, 1e300,   kInfiniteEnd};
  for (std::size_t k = 1; k < std::size(ends); ++k) EXPECT_LE(tile(ends[k - 1], 1), tile(ends[k], 1));
  EXPECT_EQ(tile(kInfiniteEnd, 0x1p-1000), kMaxTile);
  EXPECT_EQ(tile(-1e300, 0x1p900), -kMaxTile);
  EXPECT_EQ(tile(-5e-324, 0x1p-9), -1);  // the product is −0
}

TEST(Resolutions, BadOptionsBecomeValidOnes) {
  for (const double bad : {std::nan(""), -1.0, 0.0, 1e300, kInfiniteEnd}) {
    const TilingOptions options = valid({.alpha = bad, .beta = bad, .nested = true});
    EXPECT_GT(options.alpha, 0);
    EXPECT_LT(options.alpha, 1);
    EXPECT_GE(options.beta, 1);
    EXPECT_GE(nested_shift(options), 1);
  }
}

TEST(Resolutions, NoSizesNeedNone) {
  Resolutions resolutions;
  resolutions.choose({}, {});
  EXPECT_EQ(resolutions.count(), 0);
}

// Invariance.

TEST(Resolutions, ScaleWithTheSizes) {
  Random random(1);
  std::vector<double> sizes, larger_sizes;
  for (int k = 0; k < 100; ++k) sizes.push_back(std::pow(10.0, random.uniform(-3, 3)));
  for (const double size : sizes) larger_sizes.push_back(0x1p40 * size);
  Resolutions small, large;
  small.choose(sizes, {});
  large.choose(larger_sizes, {});
  ASSERT_EQ(small.count(), large.count());
  for (int k = 0; k < small.count(); ++k) EXPECT_EQ(large.rho(k), 0x1p40 * small.rho(k));
}

// The paper's claims, on random sizes.

TEST(Resolutions, LemmaOne) {
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    const TilingOptions options =
        valid({.alpha = random.uniform(0.05, 0.9), .beta = random.uniform(1, 4), .nested = round % 3 == 0});
    const double decades = random.uniform(0, 9);
    std::vector<double> sizes;
    for (int k = 0; k < 200; ++k) sizes.push_back(std::pow(10.0, random.uniform(-decades, decades)));
    Resolutions resolutions;
    resolutions.choose(sizes, options);
    const auto [smallest, largest] = std::minmax_element(sizes.begin(), sizes.end());
    const TilingOptions steps = {
        .alpha = options.nested ? std::ldexp(options.beta, -nested_shift(options)) : options.alpha,
        .beta = options.beta};
    const double bound = std::max(1.0, std::ceil(log_ratio(*largest, *smallest, steps)));
    EXPECT_LE(resolutions.count(), bound + (options.nested ? 1 : 0));
    for (int k = 1; k < resolutions.count(); ++k) EXPECT_GT(resolutions.rho(k - 1), resolutions.rho(k));
    for (const double size : sizes) {
      // Inequality (2); the quotients are rounded.
      const double share = size / resolutions.rho(resolutions.resolution(size));
      EXPECT_GE(share, options.alpha * (1 - 0x1p-50));
      EXPECT_LE(share, options.beta * (1 + 0x1p-50));
    }
  }
}

TEST(Resolutions, AreAsFewAsPossible) {
  // The smallest sizes of any two resolutions are more than β/α apart, so no ρ serves both: none can be spared.
  Random random(3);
  const TilingOptions options = {.alpha = 0.3, .beta = 1.5};
  std::vector<double> sizes;
  for (int k = 0; k < 60; ++k) sizes.push_back(std::pow(10.0, random.uniform(-6, 6)));
  Resolutions resolutions;
  resolutions.choose(sizes, options);
  std::vector<double> smallest(static_cast<std::size_t>(resolutions.count()), kInfiniteEnd);
  for (const double size : sizes) {
    double& entry = smallest[static_cast<std::size_t>(resolutions.resolution(size))];
    entry = std::min(entry, size);
  }
  for (std::size_t k = 1; k < smallest.size(); ++k) EXPECT_GT(smallest[k - 1] / smallest[k], 5 * (1 - 0x1p-50));
}

TEST(Resolutions, NestedTilesLieInOneCoarserTile) {
  Random random(4);
  const TilingOptions options = valid({.alpha = 0.25, .beta = 2, .nested = true});
  for (int round = 0; round < 1000; ++round) {
    const int level = static_cast<int>(random.below(40)) - 20;
    const double rho = nested_rho(level, options), x = rho * random.uniform(-1e6, 1e6);
    const std::int32_t fine = tile(x, 1 / rho);
    for (int up = 1; up < 8; ++up)
      EXPECT_EQ(tile(x, 1 / nested_rho(level + up, options)), fine >> (up * nested_shift(options)));
  }
}

TEST(Resolutions, NumbersStayInRangeForEverySize) {
  Random random(5);
  for (int round = 0; round < 1000; ++round) {
    const double size = std::pow(10.0, random.uniform(-320, 300)), place = std::pow(10.0, random.uniform(-320, 300));
    const Box box = {{place, -place, 0}, {place + size, size - place, size}};
    const double taken = tiling_size(box);
    const TilingOptions options = valid({.alpha = 0.5, .beta = 4, .nested = round % 2 == 0});
    Resolutions resolutions;
    resolutions.choose({&taken, 1}, options);
    const TileRange tiles = tiles_of(box, resolutions.per_rho(0));
    for (int i = 0; i < 3; ++i) {
      EXPECT_LE(std::abs(tiles.low[i]), 1 << 29);
      EXPECT_LE(tiles.high[i] - tiles.low[i], 5);
    }
  }
}

}  // namespace
}  // namespace clearance::detail
