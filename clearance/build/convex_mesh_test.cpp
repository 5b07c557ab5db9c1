#include <clearance/build/convex_mesh.h>

#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

struct Body {
  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;
};

Body boundary(const Polytope& polytope) {
  Body body;
  for (int v = 0; v < polytope.vertex_count(); ++v) body.points.push_back(polytope.vertex(v));
  body.triangles = mesh_of(polytope).triangles_as_given();
  return body;
}

std::string why_not(const Body& mesh) {
  const Result<Polytope> body = convex_mesh(mesh.points, mesh.triangles);
  return body ? "convex" : body.error().text();
}

TEST(ConvexMesh, ABoxIsOne) {
  const Body box = boundary(clearance::box({1, 2, 3}));
  EXPECT_EQ(why_not(box), "convex");
}

TEST(ConvexMesh, SaysWhatIsWrong) {
  Body mesh = boundary(clearance::box({1, 1, 1}));
  mesh.triangles.pop_back();
  EXPECT_EQ(why_not(mesh).substr(0, 10), "not closed");
  mesh = boundary(clearance::box({1, 1, 1}));
  std::swap(mesh.triangles[3][0], mesh.triangles[3][1]);
  EXPECT_EQ(why_not(mesh).substr(0, 25), "not consistently oriented");
  mesh = boundary(clearance::box({1, 1, 1}));
  mesh.triangles.insert(mesh.triangles.end(), mesh.triangles.begin(), mesh.triangles.begin() + 1);
  EXPECT_EQ(why_not(mesh).substr(0, 10), "not closed");
  EXPECT_EQ(why_not({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}}), "it encloses no volume");
  EXPECT_EQ(why_not({{{0, 0, 0}}, {{0, 0, 0}}}), "no triangle with three different vertices");
}

TEST(ConvexMesh, EitherOrientationAndAnyNumberOfTurns) {
  const Body box = boundary(clearance::box({1, 2, 3}));
  Body turned = box;
  for (MeshTriangle& t : turned.triangles) std::swap(t[0], t[1]);
  EXPECT_EQ(why_not(turned), "convex");
  Body twice = box;
  twice.triangles.insert(twice.triangles.end(), box.triangles.begin(), box.triangles.end());
  EXPECT_EQ(why_not(twice), "convex");
  Body mixed = twice;  // outward twice, inward once
  mixed.triangles.insert(mixed.triangles.end(), turned.triangles.begin(), turned.triangles.end());
  EXPECT_EQ(why_not(mixed), "convex");
  Body nothing = box;
  nothing.triangles.insert(nothing.triangles.end(), turned.triangles.begin(), turned.triangles.end());
  EXPECT_EQ(why_not(nothing), "it encloses no volume");
}

// Closed, since each needle has a partner that runs back; the hull of their ends has volume, they have none. They were
// taken for that hull.
TEST(ConvexMesh, NeedlesAreNotTheirHull) {
  Body needles{{{0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 1, 0}, {0, 0, 2}, {0, 0, 1}}, {}};
  for (const std::uint32_t end : {1u, 3u, 5u}) {
    needles.triangles.push_back({0, end, end + 1});
    needles.triangles.push_back({0, end + 1, end});
  }
  EXPECT_EQ(why_not(needles), "it encloses no volume");
}

TEST(ConvexMesh, APointOutsideOrInside) {
  Body mesh = boundary(clearance::box({2, 2, 2}));
  mesh.points.push_back({0.5, 0.5, 0.5});
  mesh.points.push_back({1, 0.5, 0.5});
  EXPECT_EQ(why_not(mesh), "convex") << "unused points inside and on the surface change nothing";
  mesh.points.push_back({std::nextafter(1.0, 2.0), 0.5, 0.5});
  EXPECT_EQ(why_not(mesh), "not convex: vertices 6 and 10 are on different sides of triangle 4");
}

TEST(ConvexMesh, SplitFacesAndTrianglesWithoutAreaAreFine) {
  // Corner 3 of the tetrahedron is cut by a point in the middle of an edge; a triangle without area closes the crack.
  const std::vector<Vec3> points = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 0, 0}};
  const Body crack{points, {{0, 2, 1}, {0, 4, 3}, {4, 1, 3}, {1, 2, 3}, {0, 3, 2}, {0, 1, 4}}};
  EXPECT_EQ(why_not(crack), "convex");
  Body open = crack;
  open.triangles.pop_back();
  EXPECT_EQ(why_not(open).substr(0, 10), "not closed");
}

TEST(ConvexMesh, DuplicatePointsAreOnePoint) {
  const Body box = boundary(clearance::box({1, 1, 1}));
  Body soup;
  for (const MeshTriangle& t : box.triangles) {
    const auto first = static_cast<std::uint32_t>(soup.points.size());
    for (const std::uint32_t corner : t) soup.points.push_back(box.points[corner]);
    soup.triangles.push_back({first, first + 1, first + 2});
  }
  EXPECT_EQ(why_not(soup), "convex");
}

TEST(ConvexMesh, ADentOfOneStepIsSeen) {
  // An octahedron-like body whose equator vertex moves onto, then one double inside of, the line between its
  // neighbours.
  const auto body = [](double x) {
    return Body{{{1, -1, 0}, {x, 0, 0}, {1, 1, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}},
                {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {1, 0, 5}, {2, 1, 5}, {3, 2, 5}, {0, 3, 5}}};
  };
  EXPECT_EQ(why_not(body(1)), "convex");
  EXPECT_EQ(why_not(body(std::nextafter(1.0, 2.0))), "convex");
  EXPECT_EQ(why_not(body(std::nextafter(1.0, 0.0))).substr(0, 10), "not convex");
}

TEST(ConvexMesh, HullsAreAndDentedHullsAreNot) {
  Random random(5);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Body mesh = boundary(test_polytope(TestShape::Ellipsoid, 60, seed));
    EXPECT_EQ(why_not(mesh), "convex");
    const std::size_t v = random.below(mesh.points.size());
    mesh.points[v] = 0.5 * mesh.points[v];
    EXPECT_EQ(why_not(mesh).substr(0, 10), "not convex");
  }
}

}  // namespace
}  // namespace clearance::detail
