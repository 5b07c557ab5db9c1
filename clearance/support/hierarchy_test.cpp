#include <clearance/support/hierarchy.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/exact/dyadic.h>
#include <clearance/support/support.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

Polytope hull(const std::vector<Vec3>& points) { return convex_hull(points).value(); }

Vec3 random_direction(Random& random) {
  for (;;) {
    const Vec3 v = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (squared_norm(v) <= 1 && squared_norm(v) > 0.01) return v / norm(v);
  }
}

Polytope random_ellipsoid(int n, std::uint64_t seed) {
  Random random(seed);
  std::vector<Vec3> points;
  for (int k = 0; k < n; ++k) {
    const Vec3 u = random_direction(random);
    points.push_back({u.x, 0.7 * u.y, 0.5 * u.z});
  }
  return hull(points);
}

// Points with integer coordinates in a ball: large faces with many coplanar vertices.
Polytope lattice_ball(int radius) {
  std::vector<Vec3> points;
  for (int x = -radius; x <= radius; ++x) {
    for (int y = -radius; y <= radius; ++y) {
      for (int z = -radius; z <= radius; ++z) {
        if (x * x + y * y + z * z <= radius * radius) {
          points.push_back({static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)});
        }
      }
    }
  }
  return hull(points);
}

// n points (k, k²) are in convex position with exact coordinates; lifted to two parallel planes, or to an apex.
Polytope parabola_prism(int n) {
  std::vector<Vec3> points;
  for (int k = 0; k < n; ++k) {
    points.push_back({static_cast<double>(k), static_cast<double>(k) * k, 0});
    points.push_back({static_cast<double>(k), static_cast<double>(k) * k, 8});
  }
  return hull(points);
}
Polytope parabola_pyramid(int n) {
  std::vector<Vec3> points = {{1, 5, 100}};
  for (int k = 0; k < n; ++k) points.push_back({static_cast<double>(k), static_cast<double>(k) * k, 0});
  return hull(points);
}

Polytope unit_box() {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? 1. : 0., i & 2 ? 1. : 0., i & 4 ? 1. : 0.});
  return hull(corners);
}

Dyadic exact_dot(const Polytope& polytope, int v, Vec3 d) { return dot(exact(d), exact(polytope.vertex(v))); }

// Properties (i)–(iv) of the definition (Chung §2.5), each level built anew as an exact hull; the degree bound; and
// that links() has every neighbour that Lemma 9 may lead to.
void expect_hierarchy_of(const Polytope& polytope, const Hierarchy& hierarchy, bool simplicial) {
  std::vector<std::uint32_t> level_vertices(static_cast<std::size_t>(polytope.vertex_count()));
  for (std::uint32_t v = 0; v < level_vertices.size(); ++v) level_vertices[v] = v;
  std::size_t total = 0, linked = 0;
  for (int level = 1; level <= hierarchy.levels(); ++level) {
    std::vector<Vec3> points;
    for (const std::uint32_t v : level_vertices) points.push_back(polytope.vertex(static_cast<int>(v)));
    const Polytope body = hull(points);
    ASSERT_EQ(body.dimension(), 3);
    ASSERT_EQ(static_cast<std::size_t>(body.vertex_count()), points.size());
    total += points.size();
    std::vector<std::uint32_t> left;
    for (int k = 0; k < body.vertex_count(); ++k) {
      const std::uint32_t v = level_vertices[static_cast<std::size_t>(k)];
      const int last = hierarchy.last_level(static_cast<int>(v));
      if (last > level || level == hierarchy.levels()) {
        left.push_back(v);
        continue;
      }
      ASSERT_EQ(last, level);
      EXPECT_LE(body.neighbours(k).size(), std::size_t{Hierarchy::kMaxDegree});
      const auto star = hierarchy.star(static_cast<int>(v));
      EXPECT_LE(star.size(), std::size_t{Hierarchy::kMaxDegree});
      for (const std::uint32_t w : body.neighbours(k)) {
        const std::uint32_t neighbour = level_vertices[w];
        ASSERT_GT(hierarchy.last_level(static_cast<int>(neighbour)), level) << "removed vertices are adjacent";
        EXPECT_EQ(std::count(star.begin(), star.end(), neighbour), 1);
        const auto links = hierarchy.links(static_cast<int>(neighbour));
        EXPECT_EQ(std::count_if(links.begin(), links.end(),
                                [&](const Hierarchy::Link& l) { return l.vertex == v && l.level == level; }),
                  1);
        ++linked;
      }
    }
    if (level < hierarchy.levels()) {
      EXPECT_LT(left.size(), level_vertices.size());
    } else {
      EXPECT_EQ(left.size(), 4u);
    }
    level_vertices = left;
  }
  EXPECT_EQ(hierarchy.size(), total);
  std::size_t stored = 0;
  for (int v = 0; v < polytope.vertex_count(); ++v) stored += hierarchy.links(v).size();
  if (simplicial) {
    EXPECT_EQ(stored, linked) << "a refilled hole has an edge that the exact hull has not";
  } else {
    EXPECT_GE(stored, linked);
  }
}

// A set of vertices of degree ≤ 11 is maximal when each one left over has a neighbour that went.
void expect_maximal_first_level(const Polytope& polytope, const Hierarchy& hierarchy) {
  for (int v = 0; v < polytope.vertex_count(); ++v) {
    if (hierarchy.last_level(v) == 1 || polytope.neighbours(v).size() > std::size_t{Hierarchy::kMaxDegree}) continue;
    EXPECT_TRUE(std::ranges::any_of(polytope.neighbours(v),
                                    [&](std::uint32_t w) { return hierarchy.last_level(static_cast<int>(w)) == 1; }));
  }
}

void expect_support(const Polytope& polytope, const Hierarchy& hierarchy, Vec3 direction) {
  const int found = hierarchy.support(direction), scanned = support_scan(polytope, direction);
  // The scan compares rounded dot products, the hierarchy exact ones: it may be better, never worse.
  if (found != scanned) {
    EXPECT_GE(compare(exact_dot(polytope, found, direction), exact_dot(polytope, scanned, direction)), 0);
  }
}

void expect_support_everywhere(const Polytope& polytope, const Hierarchy& hierarchy, int trials) {
  Random random(7);
  for (int k = 0; k < trials; ++k) expect_support(polytope, hierarchy, random_direction(random));
  for (int k = 0; k < 27; ++k) {  // axes and diagonals: ties on lattices
    expect_support(polytope, hierarchy, {k % 3 - 1., k / 3 % 3 - 1., k / 9 - 1.});
  }
  for (int f = 0; f < std::min(polytope.face_count(), 100); ++f) {  // rounded face normals: near ties
    const auto loop = polytope.face(f);
    const auto corner = [&](std::size_t k) { return polytope.vertex(static_cast<int>(loop[k])); };
    expect_support(polytope, hierarchy, cross(corner(1) - corner(0), corner(2) - corner(0)));
  }
}

TEST(Hierarchy, SimplexIsItsOwnHierarchy) {
  const Polytope body = hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  const Hierarchy hierarchy = Hierarchy::build(body);
  EXPECT_EQ(hierarchy.levels(), 1);
  EXPECT_EQ(hierarchy.size(), 4u);
  EXPECT_EQ(hierarchy.support({-1, 3, 2}), 2);
}

TEST(Hierarchy, OctahedronLosesTwoOppositeVerticesAtMost) {
  const Polytope body = hull({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
  const Hierarchy hierarchy = Hierarchy::build(body);
  // Vertex 0 goes first; vertex 1 would leave a square. So one goes at level 1, and a second one at level 2.
  EXPECT_EQ(hierarchy.levels(), 3);
  EXPECT_EQ(hierarchy.last_level(0), 1);
  expect_hierarchy_of(body, hierarchy, true);
  for (int v = 0; v < 6; ++v) EXPECT_EQ(hierarchy.support(body.vertex(v)), v);
}

TEST(Hierarchy, SupportOfEveryLevel) {
  const Polytope body = random_ellipsoid(300, 4);
  const Hierarchy hierarchy = Hierarchy::build(body);
  Random random(8);
  for (int level = 1; level <= hierarchy.levels(); ++level) {
    for (int k = 0; k < 20; ++k) {
      const Vec3 d = random_direction(random);
      const int found = hierarchy.support_at(level, d);
      EXPECT_GE(hierarchy.last_level(found), level);
      for (int v = 0; v < body.vertex_count(); ++v) {
        if (hierarchy.last_level(v) < level) continue;
        EXPECT_LE(dot(body.vertex(v), d), dot(body.vertex(found), d));
      }
    }
  }
}

TEST(Hierarchy, VerticesOfTheLastLevelHaveNoStar) {
  const Polytope body = random_ellipsoid(100, 4);
  const Hierarchy hierarchy = Hierarchy::build(body);
  for (int v = 0; v < body.vertex_count(); ++v)
    EXPECT_EQ(hierarchy.star(v).empty(), hierarchy.last_level(v) == hierarchy.levels());
}

TEST(Hierarchy, FlatAndTinyShapesHaveOneLevel) {
  const std::vector<Vec3> pentagon = {{0, 0, 1}, {2, 0, 1}, {3, 2, 1}, {1, 4, 1}, {-1, 2, 1}};
  for (std::size_t n = 1; n <= pentagon.size(); ++n) {
    const Polytope body = hull({pentagon.begin(), pentagon.begin() + static_cast<std::ptrdiff_t>(n)});
    const Hierarchy hierarchy = Hierarchy::build(body);
    EXPECT_EQ(hierarchy.levels(), 1);
    for (const Vec3 d : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{-1, -1, 5}}) expect_support(body, hierarchy, d);
  }
}

TEST(Hierarchy, PyramidKeepsItsApex) {
  for (const int n : {4, 5, 11, 12, 60}) {
    const Polytope body = parabola_pyramid(n);
    const Hierarchy hierarchy = Hierarchy::build(body);
    EXPECT_EQ(hierarchy.last_level(0), hierarchy.levels());
    expect_hierarchy_of(body, hierarchy, false);
    expect_support_everywhere(body, hierarchy, 200);
  }
}

TEST(Hierarchy, CoplanarVertices) {
  for (const Polytope& body : {unit_box(), parabola_prism(5), parabola_prism(300), lattice_ball(3), lattice_ball(12)}) {
    const Hierarchy hierarchy = Hierarchy::build(body);
    expect_hierarchy_of(body, hierarchy, false);
    expect_support_everywhere(body, hierarchy, 300);
  }
}

TEST(Hierarchy, NearlyCoplanarVertices) {
  // A sphere so far from the origin that its coordinates lose all but a few bits, and one that nextafter has pricked.
  Random random(3);
  std::vector<Vec3> coarse, pricked;
  for (int k = 0; k < 400; ++k) {
    const Vec3 u = random_direction(random);
    coarse.push_back(Vec3{0x1p44, 0x1p45, -0x1p44} + u);
    const double z = 0.0625 * std::round(16 * u.z);
    pricked.push_back({0.0625 * std::round(16 * u.x), 0.0625 * std::round(16 * u.y),
                       random.below(2) == 0 ? z : std::nextafter(z, 9.)});
  }
  for (const auto& points : {coarse, pricked}) {
    const Polytope body = hull(points);
    const Hierarchy hierarchy = Hierarchy::build(body);
    expect_hierarchy_of(body, hierarchy, false);
    expect_support_everywhere(body, hierarchy, 300);
  }
}

TEST(Hierarchy, ExtremeScales) {
  const Polytope ball = lattice_ball(4);
  std::vector<std::int32_t> last_level;
  for (const double scale : {1.0, 0x1p-1000, 0x1p-500, 0x1p500, 0x1p990}) {
    std::vector<Vec3> points;
    for (int v = 0; v < ball.vertex_count(); ++v) points.push_back(scale * ball.vertex(v));
    const Polytope body = hull(points);
    const Hierarchy hierarchy = Hierarchy::build(body);
    for (int v = 0; v < body.vertex_count(); ++v) {
      if (scale == 1) last_level.push_back(hierarchy.last_level(v));
      EXPECT_EQ(hierarchy.last_level(v), last_level[static_cast<std::size_t>(v)]);
    }
    Random random(5);
    for (const double length : {0x1p-1060, 1.0, 0x1p1000}) {
      for (int k = 0; k < 20; ++k) {
        const Vec3 d = length * random_direction(random);
        const int found = hierarchy.support(d);
        for (int v = 0; v < body.vertex_count(); ++v) {
          EXPECT_LE(compare(exact_dot(body, v, d), exact_dot(body, found, d)), 0);
        }
      }
    }
  }
}

TEST(Hierarchy, FourPropertiesOnRandomPolytopes) {
  for (const int n : {5, 6, 7, 8, 10, 12, 20, 50, 100, 300, 1000, 10000}) {
    for (std::uint64_t seed = 0; seed < (n <= 100 ? 20u : 1u); ++seed) {
      const Polytope body = random_ellipsoid(n, seed);
      const Hierarchy hierarchy = Hierarchy::build(body);
      expect_hierarchy_of(body, hierarchy, true);
      if (n > 12) expect_maximal_first_level(body, hierarchy);
      expect_support_everywhere(body, hierarchy, n < 100 ? 30 : 300);
    }
  }
}

TEST(Hierarchy, LogarithmicHeightAndLinearSize) {
  // Joseph and Plantinga prove |P_{i+1}| < 19/20 |P_i|, hence Σ|P_i| < 20n and h < 1 + log(n/4)/log(20/19) ≈ 13.5 log₂
  // n. Taking low degrees first does far better; these bounds hold that gain.
  for (const int n : {10, 100, 1000, 10000, 100000}) {
    const Hierarchy hierarchy = Hierarchy::build(random_ellipsoid(n, 1));
    EXPECT_LE(hierarchy.levels(), 3 * std::log2(n));
    EXPECT_LE(hierarchy.size(), static_cast<std::size_t>(5 * n));
    Random random(9);
    double mean = 0;
    for (int k = 0; k < 500; ++k) {
      int visited = 0;
      hierarchy.support(random_direction(random), &visited);
      mean += visited / 500.0;
    }
    EXPECT_LE(mean, 8 * std::log2(n));
    RecordProperty("visited_" + std::to_string(n), std::to_string(mean));
  }
}

}  // namespace
}  // namespace clearance::detail
