#include <clearance/contact/convex/clip_polygons.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

using Polygon = std::vector<PlanePoint>;
constexpr double kSlack = 1e-12;

std::vector<ClippedCorner> clipped(const Polygon& first, const Polygon& second) {
  ClipBuffers buffers;
  const auto corners = clip_polygons(first, second, kSlack, buffers);
  return {corners.begin(), corners.end()};
}

const ClippedCorner* corner_at(const std::vector<ClippedCorner>& corners, double x, double y) {
  for (const ClippedCorner& corner : corners)
    if (std::fabs(corner.at.x - x) < 1e-9 && std::fabs(corner.at.y - y) < 1e-9) return &corner;
  return nullptr;
}

#define EXPECT_CORNER(corners, x, y, kind_1, index_1, kind_2, index_2)     \
  do {                                                                     \
    const std::vector<ClippedCorner> held = (corners);                     \
    const ClippedCorner* const corner = corner_at(held, x, y);             \
    ASSERT_NE(corner, nullptr) << (x) << ", " << (y);                      \
    EXPECT_EQ(corner->first, (PolygonFeature{Feature::kind_1, index_1}));  \
    EXPECT_EQ(corner->second, (PolygonFeature{Feature::kind_2, index_2})); \
  } while (false)

const Polygon kSquare{{0, 0}, {2, 0}, {2, 2}, {0, 2}};

Polygon moved(Polygon polygon, double x, double y) {
  for (PlanePoint& p : polygon) p.x += x, p.y += y;
  return polygon;
}

TEST(ClipPolygons, SquaresThatOverlap) {
  const auto corners = clipped(kSquare, moved(kSquare, 1, 0.5));
  ASSERT_EQ(corners.size(), 4u);
  EXPECT_CORNER(corners, 1, 0.5, Face, 0, Vertex, 0);
  EXPECT_CORNER(corners, 2, 0.5, Edge, 1, Edge, 0);
  EXPECT_CORNER(corners, 2, 2, Vertex, 2, Face, 0);
  EXPECT_CORNER(corners, 1, 2, Edge, 2, Edge, 3);
}

TEST(ClipPolygons, EqualSquaresMeetCornerToCorner) {
  for (const double off : {0.0, 1e-13, -1e-13}) {
    const auto corners = clipped(kSquare, moved(kSquare, off, -off));
    ASSERT_EQ(corners.size(), 4u);
    for (std::uint32_t k = 0; k < 4; ++k) EXPECT_CORNER(corners, kSquare[k].x, kSquare[k].y, Vertex, k, Vertex, k);
  }
}

TEST(ClipPolygons, OneInTheOther) {
  const Polygon small{{0.5, 0.5}, {1, 0.5}, {1, 1}};
  for (const auto& corner : clipped(kSquare, small)) {
    EXPECT_EQ(corner.first.kind, Feature::Face);
    EXPECT_EQ(corner.second.kind, Feature::Vertex);
  }
  EXPECT_EQ(clipped(kSquare, small).size(), 3u);
  for (const auto& corner : clipped(small, kSquare)) {
    EXPECT_EQ(corner.first.kind, Feature::Vertex);
    EXPECT_EQ(corner.second.kind, Feature::Face);
  }
}

TEST(ClipPolygons, CornerOnASide) {
  for (const double off : {0.0, 1e-13, -1e-13}) {
    const Polygon diamond{{1, off}, {1.5, 1}, {1, 1.5}, {0.5, 1}};
    EXPECT_CORNER(clipped(kSquare, diamond), 1, 0, Edge, 0, Vertex, 0);
    EXPECT_CORNER(clipped(diamond, kSquare), 1, 0, Vertex, 0, Edge, 0);
  }
}

TEST(ClipPolygons, SidesThatTouch) {
  const auto corners = clipped(kSquare, moved(kSquare, 2, 0.5));
  ASSERT_EQ(corners.size(), 2u);
  EXPECT_CORNER(corners, 2, 0.5, Edge, 1, Vertex, 0);
  EXPECT_CORNER(corners, 2, 2, Vertex, 2, Edge, 3);
  EXPECT_EQ(clipped(kSquare, moved(kSquare, 2, 2)).size(), 1u);
  EXPECT_TRUE(clipped(kSquare, moved(kSquare, 2.5, 0)).empty());
  EXPECT_TRUE(clipped(kSquare, moved(kSquare, 2 + 1e-11, 0)).empty());
}

TEST(ClipPolygons, SegmentsAndPoints) {
  const Polygon along{{-1, 1}, {3, 1}}, short_one{{0.5, 1}, {1.5, 1}}, up{{1, 0}, {1, 3}}, point{{1, 1}};
  const auto cut = clipped(kSquare, along);
  ASSERT_EQ(cut.size(), 2u);
  EXPECT_CORNER(cut, 0, 1, Edge, 3, Edge, 0);
  EXPECT_CORNER(cut, 2, 1, Edge, 1, Edge, 0);
  EXPECT_EQ(clipped(along, kSquare).size(), 2u);
  EXPECT_CORNER(clipped(short_one, kSquare), 0.5, 1, Vertex, 0, Face, 0);
  ASSERT_EQ(clipped(along, short_one).size(), 2u);
  EXPECT_CORNER(clipped(along, short_one), 1.5, 1, Edge, 0, Vertex, 1);
  ASSERT_EQ(clipped(along, up).size(), 1u);
  EXPECT_CORNER(clipped(along, up), 1, 1, Edge, 0, Edge, 0);
  EXPECT_CORNER(clipped(point, kSquare), 1, 1, Vertex, 0, Face, 0);
  EXPECT_CORNER(clipped(kSquare, point), 1, 1, Face, 0, Vertex, 0);
  EXPECT_CORNER(clipped(point, up), 1, 1, Vertex, 0, Edge, 0);
  EXPECT_CORNER(clipped(point, point), 1, 1, Vertex, 0, Vertex, 0);
  EXPECT_TRUE(clipped(point, Polygon{{3, 3}}).empty());
  EXPECT_TRUE(clipped(up, Polygon{{2, 0}, {2, 3}}).empty());
  EXPECT_TRUE(clipped({}, kSquare).empty());
}

TEST(ClipPolygons, WithoutArea) {
  const Polygon flat{{0.5, 1}, {1, 1}, {1.5, 1}, {1, 1}}, one_place{{1, 1}, {1, 1}, {1, 1}};
  EXPECT_LE(clipped(kSquare, flat).size(), 4u);
  EXPECT_GE(clipped(kSquare, flat).size(), 2u);
  EXPECT_EQ(clipped(kSquare, one_place).size(), 1u);
  EXPECT_EQ(clipped(one_place, kSquare).size(), 1u);
  EXPECT_EQ(clipped(one_place, one_place).size(), 1u);
  EXPECT_TRUE(clipped(one_place, moved(kSquare, 5, 5)).empty());
}

// ---- Against long doubles
// ---------------------------------------------------------------------------------------------

struct Wide {
  long double x, y;
};
long double height(Wide p, Wide q, Wide at) { return (q.x - p.x) * (at.y - p.y) - (q.y - p.y) * (at.x - p.x); }

std::vector<Wide> intersection(const Polygon& first, const Polygon& second) {
  std::vector<Wide> found;
  for (const PlanePoint p : first) found.push_back({p.x, p.y});
  for (std::size_t j = 0; j < second.size(); ++j) {
    const PlanePoint from = second[j], to = second[(j + 1) % second.size()];
    const Wide p{from.x, from.y}, q{to.x, to.y};
    std::vector<Wide> kept;
    for (std::size_t k = 0; k < found.size(); ++k) {
      const Wide r = found[k], s = found[(k + 1) % found.size()];
      const long double h = height(p, q, r), g = height(p, q, s);
      if (h >= 0) kept.push_back(r);
      if ((h > 0 && g < 0) || (h < 0 && g > 0))
        kept.push_back({r.x + h / (h - g) * (s.x - r.x), r.y + h / (h - g) * (s.y - r.y)});
    }
    found = kept;
  }
  return found;
}

template <class Points>
long double area(const Points& points) {
  long double sum = 0;
  for (std::size_t k = 1; k + 1 < points.size(); ++k) {
    const auto p = points[0], q = points[k], r = points[k + 1];
    sum += height({p.x, p.y}, {q.x, q.y}, {r.x, r.y});
  }
  return sum / 2;
}

// Counter-clockwise corners of the hull of random points.
Polygon random_polygon(Random& random, bool on_grid) {
  Polygon points;
  const double size = on_grid ? 4 : 1;
  for (std::uint64_t k = 3 + random.below(9); k > 0; --k) {
    PlanePoint p{random.uniform(-size, size), random.uniform(-size, size)};
    if (on_grid) p = {std::round(p.x), std::round(p.y)};
    points.push_back(p);
  }
  std::sort(points.begin(), points.end(), [](auto p, auto q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
  Polygon hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t floor = hull.size() + 1;
    for (const PlanePoint p : points) {
      while (hull.size() > floor && height({hull[hull.size() - 2].x, hull[hull.size() - 2].y},
                                           {hull.back().x, hull.back().y}, {p.x, p.y}) <= 0)
        hull.pop_back();
      if (hull.empty() || hull.back().x != p.x || hull.back().y != p.y) hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

TEST(ClipPolygons, AgreesWithLongDoubles) {
  Random random(4);
  int overlapping = 0;
  for (int k = 0; k < 20000; ++k) {
    SCOPED_TRACE(k);
    const bool on_grid = k % 2 == 0;
    const Polygon first = random_polygon(random, on_grid), second = random_polygon(random, on_grid);
    if (first.size() < 3 || second.size() < 3) continue;
    const auto corners = clipped(first, second);
    Polygon at;
    for (const ClippedCorner& corner : corners) at.push_back(corner.at);
    const std::vector<Wide> exact = intersection(first, second);
    ASSERT_NEAR(static_cast<double>(area(at)), static_cast<double>(area(exact)), 1e-10);
    overlapping += area(exact) > 0.01L;
    // Every corner is there, and lies on what it is named after.
    for (const Wide p : exact) {
      double nearest = 9;
      for (const PlanePoint q : at)
        nearest = std::min(
            nearest, std::max(std::fabs(static_cast<double>(q.x - p.x)), std::fabs(static_cast<double>(q.y - p.y))));
      ASSERT_LE(nearest, 1e-9);
    }
    for (const ClippedCorner& corner : corners)
      for (const bool is_first : {true, false}) {
        const Polygon& polygon = is_first ? first : second;
        const PolygonFeature name = is_first ? corner.first : corner.second;
        const PlanePoint from = polygon[name.index], to = polygon[(name.index + 1) % polygon.size()], p = corner.at;
        if (name.kind == Feature::Vertex) {
          ASSERT_LE(std::hypot(p.x - from.x, p.y - from.y), 4 * kSlack);
        } else if (name.kind == Feature::Edge) {
          const double length = std::hypot(to.x - from.x, to.y - from.y);
          ASSERT_LE(std::fabs(height({from.x, from.y}, {to.x, to.y}, {p.x, p.y})), 4 * kSlack * length);
        }
      }
    // The same the other way round.
    const auto turned = clipped(second, first);
    ASSERT_EQ(turned.size(), corners.size());
    for (const ClippedCorner& corner : corners)
      EXPECT_TRUE(std::any_of(turned.begin(), turned.end(), [&](const ClippedCorner& other) {
        return other.first == corner.second && other.second == corner.first;
      }));
    if (HasFailure()) break;
  }
  EXPECT_GT(overlapping, 5000);
}

}  // namespace
}  // namespace clearance::detail
