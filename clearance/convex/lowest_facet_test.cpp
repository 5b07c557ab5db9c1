#include <clearance/convex/lowest_facet.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

double turn(const RaisedPoint& p, const RaisedPoint& q) { return p.x * q.y - p.y * q.x; }

// The lowest height at the origin of all triangles around it, one by one; infinite where there is none.
double lowest_of_all(const std::vector<RaisedPoint>& points) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const RaisedPoint& r : points)
    for (const RaisedPoint& s : points)
      for (const RaisedPoint& t : points) {
        const double of_t = turn(r, s), of_r = turn(s, t), of_s = turn(t, r);
        if (!(of_t >= 0 && of_r >= 0 && of_s >= 0 && of_t + of_r + of_s > 1e-9)) continue;
        const double whole = of_r + of_s + of_t;
        lowest = std::fmin(lowest, (of_r * r.height + of_s * s.height + of_t * t.height) / whole);
      }
  return lowest;
}

TEST(LowestFacet, IsTheLowestOfAllTriangles) {
  Random random(1);
  int around = 0;
  for (int round = 0; round < 3000; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const double unit = round % 3 == 0 ? 1e-18 : round % 3 == 1 ? 1e12 : 1, away = round % 2 == 0 ? 0 : 0.8;
    std::vector<RaisedPoint> points(3 + random.below(14));
    for (RaisedPoint& p : points) {
      p.x = random.uniform(-1, 1) + away, p.y = random.uniform(-1, 1);
      p.height = unit * random.uniform(-1, 1);
    }
    const LowestFacet found = lowest_facet(points);
    const double truth = lowest_of_all(points);
    ASSERT_EQ(found.is_around, truth < std::numeric_limits<double>::infinity());
    if (!found.is_around) continue;
    ++around;
    ASSERT_NEAR(found.height, truth, 1e-9 * unit);
    const auto at = [&](int k) { return points[static_cast<std::size_t>(found.corner[k])]; };
    for (int k = 0; k < 3; ++k) ASSERT_GE(turn(at(k), at((k + 1) % 3)), -1e-12);
    ASSERT_FALSE(found.is_on_edge);
  }
  EXPECT_GT(around, 1000);
}

TEST(LowestFacet, KnowsTheOtherSideOfAnEdge) {
  // The origin above the edge from (−1, 0) to (1, 0), of which (0, 1) and (0, −2) are the facets' other corners.
  const std::vector<RaisedPoint> points = {{-1, 0, 0}, {0, 1, 1}, {1, 0, 0}, {0, -2, 1}, {0, -1, 8}, {0, 2, 8}};
  const LowestFacet found = lowest_facet(points);
  ASSERT_TRUE(found.is_around && found.is_on_edge);
  EXPECT_EQ(found.height, 0);
  EXPECT_EQ(found.corner[0] + found.corner[1], 2);  // the two of height 0
  EXPECT_EQ(found.corner[2] + found.across, 4);     // 1 and 3
}

// At the border there is no facet around the origin: another plane is near.
TEST(LowestFacet, IsNotAroundAtTheBorder) {
  const RaisedPoint points[3] = {{-1, 0, 0}, {0, 1, 1}, {1, 0, 0}};
  EXPECT_FALSE(lowest_facet(points).is_around);
}

TEST(LowestFacet, IsNoneWhereThereIsNone) {
  EXPECT_FALSE(lowest_facet({}).is_around);
  const RaisedPoint level[4] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
  EXPECT_FALSE(lowest_facet(level).is_around);  // no hair to go by
  const RaisedPoint line[3] = {{1, 0, 1}, {2, 0, -1}, {-3, 0, 1}};
  EXPECT_FALSE(lowest_facet(line).is_around);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const RaisedPoint broken[4] = {{nan, 0, 1}, {0, 1, nan}, {-1, 0, 1}, {0, -1, 1}};
  EXPECT_FALSE(lowest_facet(broken).is_around);
}

}  // namespace
}  // namespace clearance::detail
