#include "axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace clearance::cli {
namespace {

std::vector<std::string> texts(const Axis& axis, int most) {
  std::vector<std::string> all;
  for (const Tick& tick : axis.ticks(most)) all.push_back(tick.text);
  return all;
}

TEST(Axis, RunsFromEndToEnd) {
  const Axis axis{2, 4, 100, 300};
  EXPECT_EQ(axis(2), 100);
  EXPECT_EQ(axis(3), 200);
  EXPECT_EQ(axis(4), 300);
  const Axis upwards{0, 1, 400, 0};
  EXPECT_EQ(upwards(0.25), 300);
}

TEST(Axis, NiceNumbers) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts({0, 1, 0, 1}, 5), (Texts{"0", "0.2", "0.4", "0.6", "0.8", "1"}));
  EXPECT_EQ(texts({0, 4, 0, 1}, 8), (Texts{"0", "0.5", "1", "1.5", "2", "2.5", "3", "3.5", "4"}));
  EXPECT_EQ(texts({-0.3, 0.9, 0, 1}, 4), (Texts{"0", "0.5"}));
  EXPECT_EQ(texts({0, 0.0166, 0, 1}, 4), (Texts{"0", "0.005", "0.01", "0.015"}));
  EXPECT_EQ(texts({1e6, 1e6 + 0.004, 0, 1}, 2), (Texts{"1000000", "1000000.002", "1000000.004"}));
}

// What scenes may ask for.
TEST(Axis, AnyRange) {
  for (const double size : {5e-324, 1e-300, 1e-9, 1.0, 7e12, 1e300, 1.7e308})
    for (const double low : {-size, 0.0, size / 3}) {
      const Axis axis = widened({low, size, 0, 100});
      for (const Tick& tick : axis.ticks(6)) {
        EXPECT_GE(axis(tick.value), -1e-6) << low << " to " << size;
        EXPECT_LE(axis(tick.value), 100 + 1e-6) << low << " to " << size;
      }
      const std::vector<std::string> all = texts(axis, 6);
      EXPECT_LE(all.size(), 8u);
      EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size()) << low << " to " << size;
    }
  EXPECT_TRUE(texts({1, std::nextafter(1.0, 2.0), 0, 1}, 4).empty());
  const Axis instant = widened({3, 3, 0, 100});
  EXPECT_EQ(instant(3), 50);
}

}  // namespace
}  // namespace clearance::cli
