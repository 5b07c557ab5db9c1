#include <clearance/support/direction_table.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/support/support.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

constexpr int kRegions = Polytope::kTableRows * Polytope::kTableColumns;
constexpr double kDegree = 3.14159265358979323846 / 180;

Vec3 at(double latitude, double longitude) {
  return {std::cos(latitude * kDegree) * std::cos(longitude * kDegree),
          std::cos(latitude * kDegree) * std::sin(longitude * kDegree), std::sin(latitude * kDegree)};
}

std::vector<Vec3> sphere(int n, std::uint64_t seed) {
  Random random(seed);
  std::vector<Vec3> points;
  for (int k = 0; k < n; ++k) {
    const double z = random.uniform(-1, 1), angle = random.uniform(0, 360);
    points.push_back(
        {std::sqrt(1 - z * z) * std::cos(angle * kDegree), std::sqrt(1 - z * z) * std::sin(angle * kDegree), z});
  }
  return points;
}

TEST(DirectionTable, RegionsAreTiles) {
  // One region per tile of 22.5° × 22.5°, the same all over the tile.
  std::set<int> seen;
  for (int row = -4; row < 4; ++row) {
    for (int column = 0; column < 16; ++column) {
      const int region = direction_region(at(22.5 * row + 11.25, 22.5 * column + 11.25));
      EXPECT_TRUE(seen.insert(region).second);
      for (const double i : {0.01, 0.5, 0.99}) {
        for (const double j : {0.01, 0.5, 0.99}) {
          EXPECT_EQ(direction_region(at(22.5 * (row + i), 22.5 * (column + j))), region);
        }
      }
    }
  }
  EXPECT_EQ(seen.size(), std::size_t{kRegions});
}

TEST(DirectionTable, EveryDirectionHasARegion) {
  const double inf = std::numeric_limits<double>::infinity();
  const double values[] = {0.0, -0.0, 1, -1, 5e-324, -5e-324, 1e300, -1e300, inf, -inf, std::nan("")};
  for (const double x : values) {
    for (const double y : values) {
      for (const double z : values) {
        EXPECT_GE(direction_region({x, y, z}), 0);
        EXPECT_LT(direction_region({x, y, z}), kRegions);
      }
    }
  }
}

TEST(DirectionTable, LengthDoesNotMatter) {
  Random random(2);
  for (int k = 0; k < 1000; ++k) {
    const Vec3 d = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    for (const double scale : {0x1p-400, 0x1p-3, 0x1p400}) {
      EXPECT_EQ(direction_region(scale * d), direction_region(d));
    }
  }
}

TEST(DirectionTable, EntriesSupportTheMiddleOfTheirRegion) {
  for (const auto& [n, shape] :
       {std::pair{8, Vec3{1, 1, 1}}, {60, {1, .7, .5}}, {2000, {1, .1, .1}}, {500, {1, 1, .1}}}) {
    std::vector<Vec3> points = sphere(n, 4);
    for (Vec3& p : points) p = {shape.x * p.x, shape.y * p.y, shape.z * p.z};
    const Polytope body = convex_hull(points).value();
    for (int row = -4; row < 4; ++row) {
      for (int column = 0; column < 16; ++column) {
        const Vec3 tile = at(22.5 * row + 11.25, 22.5 * column + 11.25), e = body.proportions();
        const Vec3 middle = {tile.x / e.x, tile.y / e.y, tile.z / e.z};
        // The table's middles and these differ in the last bits, so that a tie may fall otherwise: compare the height.
        const double best = dot(body.vertex(support_scan(body, middle)), middle);
        EXPECT_NEAR(dot(body.vertex(table_vertex(body, middle)), middle), best, 1e-14 * norm(middle));
      }
    }
  }
}

TEST(DirectionTable, ClimbsFromTheTableAreShort) {
  // The start is at most half a tile's diagonal away, 16°, and 8° in the mean; a sphere of 2000 vertices has edges of
  // 2.6° or so. From any fixed vertex the way would be some 30 edges.
  const Polytope body = convex_hull(sphere(2000, 5)).value();
  double mean = 0;
  for (const Vec3 d : sphere(1000, 6)) {
    int visited = 0;
    support_climb_counted(body, d, table_vertex(body, d), visited);
    mean += visited / 1000.0;
  }
  EXPECT_LT(mean, 5);
}

}  // namespace
}  // namespace clearance::detail
