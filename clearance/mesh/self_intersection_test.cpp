#include <clearance/mesh/self_intersection.h>

#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/mesh/self_intersection_search.h>
#include <clearance/mesh/triangle_pair.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace clearance::detail {
namespace {

using Pairs = std::vector<MeshTrianglePair>;

Pairs pairs_of(const std::vector<Vec3>& vertices, const std::vector<MeshTriangle>& triangles) {
  return self_intersections(make_mesh(vertices, triangles).value());
}

const Pairs kNone, kOne{{0, 1}};

// --- solved by hand

TEST(SelfIntersection, ConvexBodiesHaveNone) {
  EXPECT_EQ(self_intersections(mesh_of(box({1, 2, 3}))), kNone);
  EXPECT_EQ(self_intersections(mesh_of(test_polytope(TestShape::Plate, 200, 3))), kNone);
}

TEST(SelfIntersection, TrianglesWithoutACommonVertex) {
  const std::vector<Vec3> v{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {1, 1, 1}, {1, 5, 1}, {1, 1, 0}, {9, 9, 9}};
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {3, 4, 5}}), kOne);
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {6, 4, 5}}), kOne) << "a corner on the other triangle";
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {7, 4, 5}}), kNone);
}

TEST(SelfIntersection, TrianglesWithACommonVertex) {
  const std::vector<Vec3> v{{0, 0, 0}, {4, 0, 0},   {0, 4, 0}, {1, 1, -1},
                            {1, 1, 1}, {-1, -1, 1}, {1, 1, 0}, {-1, -1, 0}};
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {0, 3, 4}}), kOne) << "a cut from the vertex";
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {0, 4, 5}}), kNone) << "the vertex alone";
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {0, 4, 6}}), kOne) << "standing on it";
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {0, 6, 1}}), kOne) << "in one plane, from a common edge to the same side";
  EXPECT_EQ(pairs_of(v, {{0, 1, 6}, {0, 2, 7}}), kNone) << "in one plane, side by side";
}

TEST(SelfIntersection, TrianglesWithACommonEdge) {
  std::vector<Vec3> v{{0, 0, 0}, {4, 0, 0}, {1, 4, 0}, {2, 1, 0}, {2, -1, 0}, {2, 3, 1}};
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {1, 0, 3}}), kOne) << "folded over";
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {1, 0, 4}}), kNone);
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {1, 0, 5}}), kNone);
  v[3].z = 0x1p-1074;
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {1, 0, 3}}), kNone) << "opened by the least there is";
}

TEST(SelfIntersection, TheSameTriangleTwice) {
  const std::vector<Vec3> v{{0, 0, 0}, {4, 0, 0}, {1, 4, 0}, {2, 0, 0}};
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {2, 1, 0}}), kOne);
  EXPECT_EQ(pairs_of(v, {{0, 1, 3}, {3, 1, 0}}), kNone) << "without area they are their edges";
}

TEST(SelfIntersection, StopsAtAsManyAsAreWanted) {
  std::vector<Vec3> v;
  std::vector<MeshTriangle> triangles;
  for (std::uint32_t k = 0; k < 10; ++k) {
    const double turn = k;
    v.insert(v.end(),
             {{3 * std::cos(turn), 3 * std::sin(turn), 0.1}, {-std::cos(turn), -std::sin(turn), 0.3}, {0, 0, -2}});
    v.back().x = 0.01 * turn;
    triangles.push_back({3 * k, 3 * k + 1, 3 * k + 2});
  }
  const Mesh mesh = make_mesh(v, triangles).value();
  const Pairs all = self_intersections(mesh);
  ASSERT_GT(all.size(), 5u);
  EXPECT_EQ(self_intersections(mesh, 5).size(), 5u);
  EXPECT_TRUE(std::ranges::includes(all, self_intersections(mesh, 5)));
  EXPECT_TRUE(self_intersections(mesh, 0).empty());
}

// --- degenerate

// Segments and points, as triangles without area: they share an edge with whoever has both ends.
TEST(SelfIntersection, TrianglesWithoutArea) {
  const std::vector<Vec3> v{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {2, 0, 0}, {1, 1, 0}, {6, 0, 0}, {-1, 0, 0}, {1, 0, 3}};
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {0, 1, 1}}), kNone);
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {0, 4, 4}}), kOne);
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {4, 4, 4}}), kOne);
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {0, 0, 0}}), kNone);
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {0, 3, 1}}), kNone) << "a crack along an edge";
  EXPECT_EQ(pairs_of(v, {{0, 1, 2}, {0, 1, 5}}), kNone) << "an edge made longer";
  EXPECT_EQ(pairs_of(v, {{0, 3, 5}, {0, 3, 1}}), kOne) << "two edges made longer at one end";
  EXPECT_EQ(pairs_of(v, {{0, 3, 5}, {0, 3, 6}}), kNone) << "at either end";
  EXPECT_EQ(pairs_of(v, {{6, 0, 1}, {0, 7, 2}}), kNone) << "a line through a corner";
  EXPECT_EQ(pairs_of(v, {{6, 0, 1}, {0, 4, 3}}), kOne) << "and along an edge from it";
}

TEST(SelfIntersection, EqualCoordinatesAreOneVertex) {
  std::vector<Vec3> v;
  std::vector<MeshTriangle> triangles;
  const Mesh cube = mesh_of(box({2, 2, 2}));
  for (const MeshTriangle& t : cube.triangles()) {
    const auto first = static_cast<std::uint32_t>(v.size());
    for (const std::uint32_t corner : t) v.push_back(cube.vertex(corner) + Vec3{1, 1, 1});
    triangles.push_back({first, first + 1, first + 2});
  }
  for (std::size_t i = 0; i < v.size(); i += 2) v[i].x = v[i].x == 0 ? -0.0 : v[i].x;
  EXPECT_EQ(pairs_of(v, triangles), kNone);
}

// --- against brute force

bool is_on_segment(Vec3 x, Vec3 p, Vec3 q) { return norm(x - p) + norm(x - q) - norm(q - p) < 1e-9; }

// By the corners of the common part, which on a small grid are far enough from each other.
bool slowly(const std::vector<Vec3>& v, const MeshTriangle& a, const MeshTriangle& b) {
  const Pose still;
  const std::vector<Vec3> common =
      triangle_intersection({{v[a[0]], v[a[1]], v[a[2]]}, still}, {{v[b[0]], v[b[1]], v[b[2]]}, still});
  std::vector<Vec3> shared;
  for (const std::uint32_t i : a)
    for (const std::uint32_t j : b)
      if (v[i] == v[j] && std::ranges::find(shared, v[i]) == shared.end()) shared.push_back(v[i]);
  Vec3 middle;
  for (const Vec3& x : common) middle = middle + x / static_cast<double>(common.size());
  const auto allowed = [&](Vec3 x) {
    for (const Vec3& p : shared)
      for (const Vec3& q : shared)
        if (is_on_segment(x, p, q)) return true;
    return false;
  };
  return !std::ranges::all_of(common, allowed) || (!common.empty() && !allowed(middle));
}

Pairs all_pairs(const std::vector<Vec3>& v, const std::vector<MeshTriangle>& triangles) {
  Pairs expected;
  for (std::uint32_t i = 0; i < triangles.size(); ++i)
    for (std::uint32_t j = i + 1; j < triangles.size(); ++j)
      if (slowly(v, triangles[i], triangles[j])) expected.push_back({i, j});
  return expected;
}

TEST(SelfIntersection, RandomSoupsAgreeWithAllPairs) {
  Random random(17);
  std::size_t found = 0;
  for (int round = 0; round < 150; ++round) {
    std::vector<Vec3> v;
    std::vector<MeshTriangle> triangles;
    const double side = round % 3 == 0 ? 2 : 5;
    const auto grid = [&] { return std::floor(random.uniform(0, side)); };
    for (int k = 0; k < 12; ++k) v.push_back({grid(), grid(), round % 4 == 0 ? 0 : grid()});
    const auto pick = [&] { return static_cast<std::uint32_t>(random.below(v.size())); };
    for (int k = 0; k < 12; ++k) triangles.push_back({pick(), pick(), pick()});
    const Pairs expected = all_pairs(v, triangles);
    EXPECT_EQ(pairs_of(v, triangles), expected) << round;
    found += expected.size();
  }
  EXPECT_GT(found, 1000u);
}

// Vertices that dozens of triangles have, and edges, are looked at in ways of their own: here all, or the first three,
// are such; some triangles are there twice, some have no area.
TEST(SelfIntersection, SoupsOfFansAndBooksAgreeWithAllPairs) {
  Random random(18);
  std::size_t found = 0, not_found = 0;
  for (int round = 0; round < 16; ++round) {
    std::vector<Vec3> v;
    std::vector<MeshTriangle> triangles;
    const auto grid = [&] { return std::floor(random.uniform(0, 4)); };
    const std::size_t points = round % 4 == 0 ? 10 : 60;
    for (std::size_t k = 0; k < points; ++k) v.push_back({grid(), grid(), round % 5 == 0 ? 0 : grid()});
    const auto pick = [&] { return static_cast<std::uint32_t>(random.below(v.size())); };
    const auto hub = [&] { return static_cast<std::uint32_t>(random.below(3)); };
    for (int k = 0; k < 110; ++k)
      triangles.push_back({points == 10 ? pick() : hub(), random.below(3) == 0 ? hub() : pick(), pick()});
    const Pairs expected = all_pairs(v, triangles);
    EXPECT_EQ(pairs_of(v, triangles), expected) << round;
    found += expected.size(), not_found += triangles.size() * (triangles.size() - 1) / 2 - expected.size();
  }
  EXPECT_GT(found, 10000u);
  EXPECT_GT(not_found, 10000u);
}

// --- growth

// A disc of triangles around a vertex in its middle; apart from their ends, as many needles along one line; pages of a
// book. Every two of them have overlapping boxes: looking at all pairs took minutes for 10⁵.
struct Soup {
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;
};
Soup fan(std::uint32_t count) {
  Soup soup{{{0, 0, 1}}, {}};
  for (std::uint32_t k = 0; k < count; ++k) {
    const double angle = 2 * 3.14159265358979 * k / count;
    soup.vertices.push_back({std::cos(angle), std::sin(angle), 0});
    soup.triangles.push_back({0, 1 + k, 1 + (k + 1) % count});
  }
  return soup;
}
Soup needles(std::uint32_t count) {
  Soup soup;
  for (std::uint32_t k = 0; k <= count; ++k) {
    const double x = 1e-3 * k;
    soup.vertices.push_back({x, x, 0});
    soup.vertices.push_back({x + 1, x - 1, 1});
    if (k < count) soup.triangles.push_back({2 * k, 2 * k + 1, 2 * k + 2});
  }
  return soup;
}
Soup book(std::uint32_t count) {
  Soup soup = fan(count);
  soup.vertices.push_back({0, 0, 3});
  for (MeshTriangle& t : soup.triangles) t[2] = count + 1;
  return soup;
}

TEST(SelfIntersection, FansNeedlesAndBooksGrowWithTheirTriangles) {
  for (const auto& made : {fan, needles, book}) {
    for (const std::uint32_t count : {100u, 1000u, 10'000u}) {
      const Soup soup = made(count);
      const auto found = search_self_intersections(make_mesh(soup.vertices, soup.triangles).value(), 1000);
      EXPECT_TRUE(found.pairs.empty());
      EXPECT_LE(found.looked_at, 12u * count);
    }
  }
}

// Triangles that are there many times are looked at once, whether their vertices are or not; without area no two of
// them count.
TEST(SelfIntersection, CoincidentTrianglesAreLookedAtOnce) {
  for (const double height : {1.0, 0.0}) {
    for (const bool welded : {true, false}) {
      Soup soup;
      for (std::uint32_t k = 0; k < 10'000; ++k) {
        if (k == 0 || !welded) soup.vertices.insert(soup.vertices.end(), {{0, 0, 0}, {0, 1, 1}, {height, 2, 2}});
        const std::uint32_t first = welded ? 0 : 3 * k;
        soup.triangles.push_back({first, first + 1, first + 2});
      }
      const auto found = search_self_intersections(make_mesh(soup.vertices, soup.triangles).value(), 1000);
      EXPECT_EQ(found.pairs.size(), height > 0 ? 1000u : 0u);
      EXPECT_EQ(found.looked_at, 0u);
    }
  }
}

}  // namespace
}  // namespace clearance::detail
