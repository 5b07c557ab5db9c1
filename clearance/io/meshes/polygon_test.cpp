#include <clearance/io/meshes/polygon.h>

#include <clearance/base/random.h>
#include <clearance/exact/dyadic.h>
#include <clearance/io/meshes/outline_crossing.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace clearance::detail {
namespace {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

std::vector<std::uint32_t> all(std::size_t n) {
  std::vector<std::uint32_t> corners(n);
  std::iota(corners.begin(), corners.end(), 0u);
  return corners;
}

struct Cut {
  PolygonKind kind;
  Triangles triangles;
};

Cut cut(const std::vector<Vec3>& points, std::vector<std::uint32_t> corners = {}) {
  if (corners.empty()) corners = all(points.size());
  Cut result;
  result.kind = triangulate(points, corners, result.triangles);
  return result;
}

// Twice the exact vector area of a polygon, and of the triangles: equal when the triangles make up the polygon.
DyadicVec twice_area(const std::vector<Vec3>& points, std::span<const std::uint32_t> corners) {
  DyadicVec area;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    area = area + cross(exact(points[corners[i]]) - exact(points[corners[0]]),
                        exact(points[corners[i + 1]]) - exact(points[corners[0]]));
  return area;
}

void expect_partition(const std::vector<Vec3>& points, const Triangles& triangles) {
  const DyadicVec whole = twice_area(points, all(points.size()));
  DyadicVec sum;
  for (const auto& t : triangles) {
    const DyadicVec part = twice_area(points, t);
    sum = sum + part;
    EXPECT_GE(dot(part, whole).sign(), 0) << "a triangle is turned over";
  }
  EXPECT_TRUE(is_zero(sum - whole));
}

TEST(Polygon, ConvexIsFannedFromTheFirstCorner) {
  const Cut square = cut({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  EXPECT_EQ(square.kind, PolygonKind::Convex);
  EXPECT_EQ(square.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Polygon, AnArrowIsNotFanned) {
  // A fan from corner 0 would cover the notch at corner 2.
  const std::vector<Vec3> arrow = {{0, 0, 0}, {2, 1, 0}, {0.5, 1, 0}, {0, 3, 0}};
  const Cut result = cut(arrow);
  EXPECT_EQ(result.kind, PolygonKind::NonConvex);
  EXPECT_EQ(result.triangles.size(), 2u);
  expect_partition(arrow, result.triangles);
}

TEST(Polygon, BowTiesAndStarsAreRefused) {
  EXPECT_EQ(cut({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}).kind, PolygonKind::Crossing);
  EXPECT_EQ(cut({{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 1, 0}}).kind, PolygonKind::Crossing);
  std::vector<Vec3> star;
  star.reserve(5);
  for (int i = 0; i < 5; ++i) star.push_back({std::cos(2.5132741 * i), std::sin(2.5132741 * i), 0});
  const Cut result = cut(star);
  EXPECT_EQ(result.kind, PolygonKind::Crossing) << "every turn is to the left, but it goes around twice";
  EXPECT_TRUE(result.triangles.empty());
}

TEST(Polygon, FlatAndRepeatedCornersAreTaken) {
  EXPECT_EQ(cut({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}).kind, PolygonKind::Convex);
  EXPECT_EQ(cut({{0, 0, 0}}, {0, 0, 0, 0}).kind, PolygonKind::Convex);
  // A straight corner within an edge.
  const Cut straight = cut({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}});
  EXPECT_EQ(straight.kind, PolygonKind::Convex);
  EXPECT_EQ(straight.triangles.size(), 3u);
  EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {0, 1, 1, 2, 3, 3}).kind, PolygonKind::Convex);
}

TEST(Polygon, AHoleJoinedByABridgeIsTriangulated) {
  // A square with a square hole: the outline runs along the bridge 0–4 twice.
  const std::vector<Vec3> points = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                                    {1, 1, 0}, {1, 3, 0}, {3, 3, 0}, {3, 1, 0}};
  const std::vector<std::uint32_t> outline = {0, 1, 2, 3, 0, 4, 5, 6, 7, 4};
  const Cut result = cut(points, outline);
  ASSERT_EQ(result.kind, PolygonKind::NonConvex);
  Dyadic sum;
  for (const auto& t : result.triangles) {
    const Dyadic area = twice_area(points, t).z;
    EXPECT_GE(area.sign(), 0);
    sum = sum + area;
  }
  EXPECT_EQ(sum.to_double(), 2 * (16 - 4));
}

TEST(Polygon, ANotchOneStepDeepIsSeen) {
  // The middle of the bottom edge lies one double above the line between its ends: not convex by the least amount.
  const double up = std::nextafter(0.1, 1);
  EXPECT_EQ(cut({{0, 0.1, 0}, {1, 0.1, 0}, {2, 0.1, 0}, {2, 2, 0}, {0, 2, 0}}).kind, PolygonKind::Convex);
  EXPECT_EQ(cut({{0, 0.1, 0}, {1, up, 0}, {2, 0.1, 0}, {2, 2, 0}, {0, 2, 0}}).kind, PolygonKind::NonConvex);
  EXPECT_EQ(cut({{0, up, 0}, {1, 0.1, 0}, {2, up, 0}, {2, 2, 0}, {0, 2, 0}}).kind, PolygonKind::Convex);
}

TEST(Polygon, ScaleTurnAndOrientationDoNotMatter) {
  const std::vector<Vec3> comb = {{0, 0, 0}, {5, 0, 0}, {5, 3, 0}, {4, 3, 0}, {4, 1, 0}, {3, 1, 0},
                                  {3, 3, 0}, {2, 3, 0}, {2, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}};
  for (const double scale : {1.0, 0x1p-500, 0x1p500, -0x1p-1060}) {
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<Vec3> points;
      for (const Vec3 p : comb) {
        const double c[3] = {scale * p.x, scale * p.y, scale * (p.x + p.y)};
        points.push_back({c[axis], c[(axis + 1) % 3], c[(axis + 2) % 3]});
      }
      const Cut result = cut(points);
      EXPECT_EQ(result.kind, PolygonKind::NonConvex);
      EXPECT_EQ(result.triangles.size(), comb.size() - 2);
      expect_partition(points, result.triangles);
    }
  }
}

TEST(Polygon, StarShapedOutlinesAreMadeUpOfTheirTriangles) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const int n = 4 + static_cast<int>(random.below(20));
    std::vector<Vec3> points;
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * 3.14159265 * i / n, radius = random.uniform(0.2, 1);
      points.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
    }
    const Cut result = cut(points);
    ASSERT_LE(static_cast<int>(result.kind), static_cast<int>(PolygonKind::NonConvex));
    EXPECT_EQ(result.triangles.size(), points.size() - 2);
    expect_partition(points, result.triangles);
  }
}

// ---- against brute force

bool brute_crosses(const PlanarView& view, const std::vector<std::uint32_t>& c) {
  const std::size_t n = c.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::uint32_t a = c[i], b = c[(i + 1) % n], p = c[j], q = c[(j + 1) % n], o = c[(j + n - 1) % n];
      if (view.cross_properly(a, b, p, q)) return true;
      // p strictly between a and b, and the outline changes sides there.
      const bool within = view.turn(a, b, p) == 0 &&
                          ((view.before(a, p) && view.before(p, b)) || (view.before(b, p) && view.before(p, a)));
      if (within && view.turn(a, b, o) * view.turn(a, b, q) < 0) return true;
    }
  return false;
}

// No two edges share a point but neighbours their corner: the outlines that must be taken.
bool is_simple(const PlanarView& view, const std::vector<std::uint32_t>& c) {
  const std::size_t n = c.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::uint32_t a = c[i], b = c[(i + 1) % n], p = c[j];
      if (i != j && view.same_place(a, p)) return false;
      const bool on_line = view.turn(a, b, p) == 0, ends = p == a || p == b;
      if (!ends && on_line && view.before(a, p) != view.before(b, p)) return false;
    }
  return !brute_crosses(view, c);
}

// Small numbers make corners that coincide, lie on edges and turn straight back.
TEST(Polygon, SmallOutlinesAgreeWithBruteForce) {
  Random random(11);
  int crossing = 0, simple = 0, touching = 0;
  for (int round = 0; round < 60000; ++round) {
    const std::uint64_t n = 4 + random.below(7), side = 2 + random.below(5);
    std::vector<Vec3> points;
    std::vector<std::uint32_t> corners;
    for (std::uint64_t i = 0; i < n; ++i) {
      const Vec3 p{static_cast<double>(random.below(side)), static_cast<double>(random.below(side)), 0};
      const auto known = std::find(points.begin(), points.end(), p);
      const auto id = static_cast<std::uint32_t>(known - points.begin());
      if (known == points.end()) points.push_back(p);
      if (corners.empty() || corners.back() != id) corners.push_back(id);
    }
    while (corners.size() > 1 && corners.back() == corners.front()) corners.pop_back();
    if (corners.size() < 4) continue;
    const DyadicVec area = twice_area(points, corners);
    const PlanarView view{points, 2, area.z.sign()};
    if (view.turn_sign == 0) continue;
    const bool crosses = brute_crosses(view, corners);
    ASSERT_EQ(crosses_itself(view, corners), crosses) << round;
    const Cut result = cut(points, corners);
    if (crosses) {
      ++crossing;
      EXPECT_EQ(result.kind, PolygonKind::Crossing) << round;
      continue;
    }
    const bool must = is_simple(view, corners);
    simple += must;
    ASSERT_TRUE(!must || result.kind == PolygonKind::Convex || result.kind == PolygonKind::NonConvex) << round;
    if (result.kind == PolygonKind::Crossing) continue;
    touching += !must;
    DyadicVec sum;
    for (const auto& t : result.triangles) {
      const DyadicVec part = twice_area(points, t);
      EXPECT_GE(view.turn_sign * part.z.sign(), 0) << round << ": a triangle is turned over";
      sum = sum + part;
    }
    EXPECT_TRUE(is_zero(sum - area)) << round;
    // The triangles of a simple outline do not overlap: each corner lies inside of none.
    for (const auto& t : result.triangles)
      for (const std::uint32_t p : corners)
        EXPECT_FALSE(must && view.turn(t[0], t[1], p) > 0 && view.turn(t[1], t[2], p) > 0 &&
                     view.turn(t[2], t[0], p) > 0)
            << round;
  }
  EXPECT_GT(crossing, 1000);
  EXPECT_GT(simple, 1000);
  EXPECT_GT(touching, 1000);
}

// Combs, zigzags and stars of tens of thousands of corners used to be refused, or to take minutes below 4096 corners.
TEST(Polygon, LongOutlinesAreTaken) {
  std::vector<Vec3> parabola;
  parabola.reserve(20000);
  for (int i = 0; i < 20000; ++i) parabola.push_back({1.0 * i, 1.0 * i * i, 0});
  EXPECT_EQ(cut(parabola).kind, PolygonKind::Convex);
  std::vector<Vec3> saw = parabola;
  for (std::size_t i = 1; i < saw.size(); i += 2) saw[i].y += 2;
  std::vector<Vec3> zigzag, star;
  for (int i = 0; i < 10000; ++i) zigzag.push_back({1.0 * i, i % 2 == 0 ? 0.0 : 1000, 0});
  for (int i = 9999; i >= 0; --i) zigzag.push_back({1.0 * i, i % 2 == 0 ? 0.5 : 1000.5, 0});
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const double angle = 2 * 3.14159265358979 * i / 20000, radius = random.uniform(0.1, 1);
    star.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
  }
  for (const std::vector<Vec3>& outline : {saw, zigzag, star}) {
    const Cut result = cut(outline);
    EXPECT_EQ(result.kind, PolygonKind::NonConvex);
    EXPECT_EQ(result.triangles.size(), outline.size() - 2);
  }
}

TEST(Polygon, WhatWouldTakeTooLongIsRefused) {
  // Around four corners 100,000 times.
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i < 400000; ++i) corners.push_back(i % 4);
  const Cut result = cut({{0, 0, 0}, {4, 0, 0}, {1, 1, 0}, {0, 4, 0}}, corners);
  EXPECT_EQ(result.kind, PolygonKind::TooLarge);
  EXPECT_TRUE(result.triangles.empty());
}

}  // namespace
}  // namespace clearance::detail
