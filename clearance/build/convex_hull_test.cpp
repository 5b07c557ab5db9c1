#include <clearance/build/convex_hull.h>

#include <clearance/base/random.h>
#include <clearance/build/hull_check_test.h>
#include <clearance/math/pose.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

using Points = std::vector<Vec3>;

Polytope hull(const Points& points) { return convex_hull(points).value(); }

std::vector<std::uint32_t> ids(const Polytope& p) {
  std::vector<std::uint32_t> result;
  for (int v = 0; v < p.vertex_count(); ++v) result.push_back(p.id(v));
  return result;
}

Points cube_corners() {
  Points points;
  for (int i = 0; i < 8; ++i) points.push_back({i & 1 ? 1. : 0., i & 2 ? 1. : 0., i & 4 ? 1. : 0.});
  return points;
}

Vec3 random_in_cube(Random& random) { return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; }

Vec3 random_on_sphere(Random& random) {
  for (;;) {
    const Vec3 p = random_in_cube(random);
    const double s = squared_norm(p);
    if (s <= 1 && s > 1e-3) return p / std::sqrt(s);
  }
}

Points cloud(std::uint64_t seed, int count, Vec3 (*make)(Random&)) {
  Random random(seed);
  Points points;
  for (int i = 0; i < count; ++i) points.push_back(make(random));
  return points;
}

Points grid(int n) {
  Points points;
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y)
      for (int z = 0; z < n; ++z) points.push_back({double(x), double(y), double(z)});
  return points;
}

Points mapped(const Points& points, const Pose& pose) {
  Points result;
  for (const Vec3& p : points) result.push_back(apply(pose, p));
  return result;
}

Points scaled(const Points& points, double factor) {
  Points result;
  for (const Vec3& p : points) result.push_back(factor * p);
  return result;
}

template <class T>
void shuffle(std::vector<T>& items, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

// The faces as sets of points: what must not depend on the order of the input.
std::set<std::vector<std::array<double, 3>>> face_points(const Polytope& p) {
  std::set<std::vector<std::array<double, 3>>> faces;
  for (int f = 0; f < p.face_count(); ++f) {
    std::vector<std::array<double, 3>> loop;
    for (const std::uint32_t v : p.face(f)) {
      const Vec3 w = p.vertex(static_cast<int>(v));
      loop.push_back({w.x, w.y, w.z});
    }
    std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
    faces.insert(loop);
  }
  return faces;
}

// ---- solved by hand

TEST(ConvexHull, Tetrahedron) {
  const Points points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Polytope p = hull(points);
  expect_solid_hull(points, p);
  EXPECT_EQ(p.vertex_count(), 4);
  EXPECT_EQ(p.edge_count(), 6);
  EXPECT_EQ(p.face_count(), 4);
}

TEST(ConvexHull, CubeWithEverythingThatIsNoCorner) {
  Points points = {{.5, .5, 0}, {.5, 0, 0}, {1, 1, .5}, {.5, .5, .5}, {.25, .25, 1}, {.75, .75, 1}};
  const Points corners = cube_corners();
  points.insert(points.end(), corners.begin(), corners.end());
  points.insert(points.end(), corners.rbegin(), corners.rend());
  const Polytope p = hull(points);
  expect_solid_hull(points, p);
  EXPECT_EQ(ids(p), (std::vector<std::uint32_t>{6, 7, 8, 9, 10, 11, 12, 13}));
  EXPECT_EQ(p.edge_count(), 12);
  ASSERT_EQ(p.face_count(), 6);
  for (int f = 0; f < 6; ++f) EXPECT_EQ(p.face(f).size(), 4u);
}

TEST(ConvexHull, PyramidOverASquare) {
  const Points points = {{-1, -1, 0}, {1, -1, 0}, {0, 0, 1}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 0}};
  const Polytope p = hull(points);
  expect_solid_hull(points, p);
  EXPECT_EQ(ids(p), (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(p.face_count(), 5);
  EXPECT_EQ(p.edge_count(), 8);
}

TEST(ConvexHull, SaysWhatIsWrong) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(convex_hull({}).error().text(), "points: none given");
  Points points(20, Vec3{1, 2, 3});
  points[17].y = std::nan("");
  EXPECT_EQ(convex_hull(points).error().text(), "points[17]: not finite");
  points[17].y = -inf;
  EXPECT_EQ(convex_hull(points).error().text(), "points[17]: not finite");
  points[17].y = 1.1e300;
  EXPECT_EQ(convex_hull(points).error().text(), "points[17]: coordinate beyond 1e300");
  points[17].y = 1e300;
  EXPECT_TRUE(convex_hull(points).ok());
}

// ---- degenerate

TEST(ConvexHull, Points) {
  for (const Points& points : {Points{{1, 2, 3}}, Points(9, Vec3{1, 2, 3}), Points{{0, -0., 0}, {-0., 0, -0.}}}) {
    const Polytope p = hull(points);
    EXPECT_EQ(p.dimension(), 0);
    ASSERT_TRUE(ids_are_right(points, p));
    EXPECT_EQ(ids(p), std::vector<std::uint32_t>{0});
    EXPECT_EQ(p.face_count(), 0);
    EXPECT_EQ(p.edge_count(), 0);
  }
}

TEST(ConvexHull, SegmentsInAllDirections) {
  for (const Vec3 d : {Vec3{1, 0, 0}, Vec3{0, -3, 0}, Vec3{0, 0, 5e-324}, Vec3{1, 2, 3}, Vec3{-1, 1e-300, 1}}) {
    Points points;
    for (const double t : {1., 0., 2., 1., -2., 1., 2., -2.}) points.push_back(t * d);
    const Polytope p = hull(points);
    EXPECT_EQ(p.dimension(), 1);
    ASSERT_TRUE(ids_are_right(points, p));
    EXPECT_EQ(ids(p), (std::vector<std::uint32_t>{2, 4}));
    EXPECT_EQ(p.edge_count(), 1);
    EXPECT_TRUE(p.adjacent(0, 1));
  }
}

TEST(ConvexHull, PolygonsInAllPlanes) {
  Random random(5);
  for (const Vec3 normal :
       {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{1, 1, 1}, Vec3{1, -2, 0}, Vec3{0, 3, -1}}) {
    const int axis = normal.x != 0 ? 0 : normal.y != 0 ? 1 : 2;
    // Two integer vectors of the plane, and small integer combinations: all exact, many collinear.
    const Vec3 e = axis == 0 ? Vec3{-normal.y, normal.x, 0} : Vec3{1, 0, 0};
    const Vec3 f = cross(normal, e);
    Points points;
    for (int i = 0; i < 200; ++i)
      points.push_back(double(random.below(9)) * e + double(random.below(9)) * f + Vec3{7, -5, 3});
    expect_flat_hull(points, hull(points), axis);
  }
}

TEST(ConvexHull, SquareWithPointsOnItsEdges) {
  Points points;
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y) points.push_back({2.5, double(x), double(y)});
  const Polytope p = hull(points);
  expect_flat_hull(points, p, 0);
  EXPECT_EQ(ids(p), (std::vector<std::uint32_t>{0, 4, 20, 24}));
}

// One point off the plane by one unit in the last place makes a solid, and putting it back a polygon.
TEST(ConvexHull, ThinnestSolid) {
  Points points;
  for (int x = 0; x < 4; ++x)
    for (int y = 0; y < 4; ++y) points.push_back({double(x), double(y), 1});
  EXPECT_EQ(hull(points).dimension(), 2);
  points[5].z = std::nextafter(1, 2);
  const Polytope p = hull(points);
  expect_solid_hull(points, p);
  EXPECT_EQ(ids(p), (std::vector<std::uint32_t>{0, 3, 5, 12, 15}));
  points[5].z = 1;
  EXPECT_EQ(hull(points).dimension(), 2);
}

TEST(ConvexHull, GridsAsTheyAre) {
  const Points points = grid(12);
  const Polytope p = hull(points);
  expect_solid_hull(points, p);
  EXPECT_EQ(p.vertex_count(), 8);
  EXPECT_EQ(p.face_count(), 6);
}

// Rotated inexactly, the faces' points are nearly coplanar in all ways; some stay exactly so.
TEST(ConvexHull, GridsRotated) {
  const Points points = grid(12);
  for (const Quat q : {Quat{1, .1, .2, .3}, Quat{1, 0, 0, .5}, Quat{.3, .7, 0, .1}, Quat{1, 1e-9, 1e-12, 0}}) {
    const Points turned = mapped(points, rotation(q, {.1, 20, -3}));
    expect_solid_hull(turned, hull(turned));
  }
}

TEST(ConvexHull, NeighbouringDoublesOfACube) {
  Random random(11);
  for (int round = 0; round < 200; ++round) {
    Points points;
    for (const Vec3& p : grid(3)) {
      const auto nudge = [&](double x) {
        const auto k = random.below(4);
        return k == 0 ? std::nextafter(x + 1, 9.) : k == 1 ? std::nextafter(x + 1, 0.) : x + 1;
      };
      points.push_back({nudge(p.x), nudge(p.y), nudge(p.z)});
    }
    expect_solid_hull(points, hull(points));
    if (HasFatalFailure()) return;
  }
}

TEST(ConvexHull, SmallIntegersWithManyTies) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    Points points;
    const auto span = 2 + random.below(4);
    for (int i = 0; i < 40; ++i)
      points.push_back({double(random.below(span)), double(random.below(span)), double(random.below(span))});
    const Polytope p = hull(points);
    if (p.dimension() == 3) expect_solid_hull(points, p);
    if (HasFatalFailure()) return;
  }
}

TEST(ConvexHull, DenormalsAndMixedScales) {
  Random random(3);
  const double tiny = 5e-324;
  Points points;
  for (int i = 0; i < 60; ++i)
    points.push_back({tiny * double(random.below(6)), tiny * double(random.below(6)), tiny * double(random.below(6))});
  expect_solid_hull(points, hull(points));

  // Scaling these into [−1, 1] would lose the small ones: the exact points must be asked.
  points.clear();
  for (int i = 0; i < 60; ++i) {
    const auto any = [&] {
      return (random.below(2) ? 1 : -1) * std::ldexp(1 + random.unit(), int(random.below(1990)) - 1000);
    };
    points.push_back({any(), any(), any()});
  }
  expect_solid_hull(points, hull(points));

  // A huge triangle with all else along a tiny edge.
  points = {{1e300, 0, 0}, {-1e300, 1e300, 0}, {-1e300, -1e300, 0}};
  for (int i = 0; i < 9; ++i) points.push_back({i * tiny, (i * i) * tiny, 3 * tiny});
  const Polytope p = hull(points);
  expect_solid_hull(points, p);
}

// ---- invariance

TEST(ConvexHull, OrderDoesNotMatter) {
  for (const Points& points : {grid(5), mapped(grid(5), rotation({1, .1, .2, .3})), cloud(1, 500, random_on_sphere)}) {
    const auto faces = face_points(hull(points));
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Points other = points;
      shuffle(other, seed);
      EXPECT_EQ(face_points(hull(other)), faces);
    }
  }
}

TEST(ConvexHull, PowersOfTwoDoNotMatter) {
  const Points points = cloud(2, 300, random_in_cube);
  const Polytope p = hull(points);
  for (const double factor : {0x1p-900, 0x1p-500, 0x1p-3, 0x1p40, 0x1p500, 0x1p900}) {
    const Polytope q = hull(scaled(points, factor));
    EXPECT_EQ(ids(q), ids(p));
    ASSERT_EQ(q.face_count(), p.face_count());
    for (int f = 0; f < p.face_count(); ++f) EXPECT_TRUE(std::ranges::equal(p.face(f), q.face(f)));
  }
}

TEST(ConvexHull, ExtremeScales) {
  for (const double factor : {1e-300, 1e-150, 1e150, 1e299}) {
    const Points points = scaled(mapped(grid(5), rotation({1, .1, .2, .3})), factor);
    expect_solid_hull(points, hull(points));
  }
}

// ---- against the definition

TEST(ConvexHull, RandomClouds) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (const auto make : {random_in_cube, random_on_sphere}) {
      const Points points = cloud(seed, 4 + static_cast<int>(seed) * 4, make);
      expect_solid_hull(points, hull(points));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(ConvexHull, FarFromTheOrigin) {
  Points points;
  for (const Vec3& p : cloud(4, 400, random_on_sphere)) points.push_back(1e-3 * p + Vec3{1e9, -3e9, 1e8});
  expect_solid_hull(points, hull(points));
}

TEST(ConvexHull, HundredThousandOnASphere) {
  const Points points = cloud(8, 100000, random_on_sphere);
  const Polytope p = hull(points);
  EXPECT_EQ(p.vertex_count(), 100000);
  expect_solid_hull(points, p, 4000);
}

TEST(ConvexHull, AMillionInACube) {
  const Points points = cloud(9, 1000000, random_in_cube);
  expect_solid_hull(points, hull(points), 60);
}

// ---- regressions: 6755 clouds on which hull builders have failed before, as 32-bit floats

TEST(ConvexHull, CloudsThatBrokeOthers) {
  const char* const given = std::getenv("CLEARANCE_SHARED");
  const std::string shared = given != nullptr ? given : CLEARANCE_SHARED_DEFAULT;
  std::ifstream file(shared + "/data/jolt/Assets/convex_hulls.bin", std::ios::binary);
  if (!file) GTEST_SKIP() << "the shared data is not there";
  int clouds = 0, solids = 0;
  for (std::uint32_t count; file.read(reinterpret_cast<char*>(&count), 4); ++clouds) {
    ASSERT_LT(count, 1000000u);
    std::vector<float> numbers(3 * std::size_t{count});
    ASSERT_TRUE(file.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(4 * numbers.size())));
    Points points;
    for (std::size_t i = 0; i < count; ++i) points.push_back({numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]});
    const Polytope p = hull(points);
    if (p.dimension() == 3) expect_solid_hull(points, p), ++solids;
    ASSERT_FALSE(HasFatalFailure()) << "cloud " << clouds;
  }
  EXPECT_EQ(clouds, 6755);
  EXPECT_GT(solids, 6000);
}

}  // namespace
}  // namespace clearance::detail
