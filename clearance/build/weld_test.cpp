#include <clearance/build/weld.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <map>

namespace clearance::detail {
namespace {

TEST(Weld, TheFirstOfEqualPoints) {
  const std::vector<Vec3> points{{1, 2, 3}, {3, 2, 1}, {1, 2, 3}, {0, -0.0, 1}, {-0.0, 0, 1}, {3, 2, 1}};
  EXPECT_EQ(first_equal(points), (std::vector<std::uint32_t>{0, 1, 0, 3, 3, 1}));
  EXPECT_TRUE(first_equal({}).empty());
}

TEST(Weld, NeighbouringDoublesAreDifferent) {
  const std::vector<Vec3> points{{1, 0, 0}, {std::nextafter(1.0, 2.0), 0, 0}, {0x1p-1074, 0, 0}, {0, 0, 0}};
  EXPECT_EQ(first_equal(points), (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(Weld, AgreesWithAMap) {
  Random random(3);
  std::vector<Vec3> points;
  std::map<std::array<double, 3>, std::uint32_t> first;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 20000; ++i) {
    const auto grid = [&] { return (static_cast<double>(random.below(21)) - 10) / 8; };
    points.push_back({grid(), grid(), grid()});
    expected.push_back(first.emplace(std::array{points[i].x, points[i].y, points[i].z}, i).first->second);
  }
  EXPECT_EQ(first_equal(points), expected);
}

// Points whose hashes are all equal, as a file can be made to hold them, used to cost the square of their number: 1 MB
// of them took seconds.
TEST(Weld, PointsMadeToCollideCostNoMore) {
  const auto mixed = [](double x) {
    const std::uint64_t h = std::bit_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 29);
  };
  std::vector<Vec3> points;
  std::vector<std::uint32_t> expected;
  for (double x = 1; points.size() < 200000; ++x) {
    const auto y = std::bit_cast<double>(mixed(x) ^ 0x1234567812345678u);
    if (!std::isfinite(y)) continue;
    expected.push_back(static_cast<std::uint32_t>(points.size()));
    points.push_back({x, y, 1});
  }
  points.push_back(points[7]), expected.push_back(7);
  points.push_back(points[7]), expected.push_back(7);
  EXPECT_EQ(first_equal(points), expected);  // without sorting, 2·10¹⁰ looks
}

}  // namespace
}  // namespace clearance::detail
