#include <clearance/base/random.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/contact_bodies_test.h>
#include <clearance/solid/convex_mesh_query.h>
#include <clearance/solid/depth/inscribed.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

using namespace solids;

std::optional<Polytope> hull_in(const Mesh& mesh, Vec3 point) {
  bool is_curved = false;
  return inscribed_hull(mesh, point, is_curved);
}

// Of the hull, by the box around it.
Vec3 sides(const Polytope& hull) { return hull.box_high() - hull.box_low(); }

TEST(Inscribed, AConvexBodyIsItsOwn) {
  const std::optional<Polytope> cube = hull_in(box_solid({0, 0, 0}, {1, 2, 3}), {0.9, 0.1, 2.5});
  ASSERT_TRUE(cube);
  EXPECT_EQ(cube->vertex_count(), 8);
  EXPECT_NEAR(norm_max(sides(*cube) - Vec3{1, 2, 3}), 0, 1e-9);
  for (int k = 0; k < 6; ++k) {
    const Polytope p = test_polytope(static_cast<TestShape>(k % 3), 20, static_cast<std::uint64_t>(k + 1));
    const std::optional<Polytope> found = hull_in(mesh_of(p), p.center());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->vertex_count(), p.vertex_count());
  }
}

TEST(Inscribed, AnLHasTwoArms) {
  Random random(1);
  const Mesh l = solid(cell_soup({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 2, 0}}, random));
  const std::optional<Polytope> along_x = hull_in(l, {2.5, 0.5, 0.5}), along_y = hull_in(l, {0.5, 2.5, 0.5});
  ASSERT_TRUE(along_x && along_y);
  EXPECT_NEAR(norm_max(sides(*along_x) - Vec3{3, 1, 1}), 0, 1e-9);
  EXPECT_NEAR(norm_max(sides(*along_y) - Vec3{1, 3, 1}), 0, 1e-9);
}

TEST(Inscribed, NothingOutsideOrOnTheSurface) {
  const Mesh cube = box_solid({0, 0, 0}, {1, 1, 1});
  for (const Vec3 p : {Vec3{2, 0.5, 0.5}, Vec3{1, 0.5, 0.5}, Vec3{0, 0, 0}, Vec3{1 + 0x1p-40, 0.5, 0.5}})
    EXPECT_FALSE(hull_in(cube, p));
  EXPECT_FALSE(hull_in(cube, {1 - 0x1p-53, 0.5, 0.5}));
}

// No point of the surface is in the hull: exactly.
void expect_inside(const Mesh& mesh, const Polytope& hull) {
  const Mesh surface = make_mesh(mesh.vertices(), mesh.triangles_as_given(), {MeshKind::Surface, false, 1}).value();
  EXPECT_EQ(intersects(hull, {}, surface, {}).status, Status::Separated);
  EXPECT_EQ(locate(mesh, {}, hull.vertex(0)), PointLocation::Inside);
}

TEST(Inscribed, NeverReachesTheSurface) {
  Random random(2);
  int seen = 0;
  const Polytope round = test_polytope(TestShape::Ellipsoid, 600, 3);
  for (int k = 0; k < 60; ++k) {
    const Soup soup = cell_soup(random_cells(7, random), random);
    if (!mesh_facts(soup.vertices, soup.triangles).is_solid()) continue;
    const Mesh mesh = k % 6 == 0 ? mesh_of(round) : solid(soup);
    const Vec3 low = mesh.box_low(), high = mesh.box_high();
    const Vec3 p{random.uniform(low.x, high.x), random.uniform(low.y, high.y), random.uniform(low.z, high.z)};
    const bool is_inside = locate(mesh, {}, p) == PointLocation::Inside;
    const std::optional<Polytope> hull = hull_in(mesh, p);
    EXPECT_EQ(hull.has_value(), is_inside);
    if (!hull) continue;
    expect_inside(mesh, *hull);
    ++seen;
  }
  EXPECT_GT(seen, 10);
}

TEST(Inscribed, NearlyAllOfACurvedBody) {
  const Polytope round = test_polytope(TestShape::Ellipsoid, 2000, 5);
  const std::optional<Polytope> hull = hull_in(mesh_of(round), {});
  ASSERT_TRUE(hull);
  EXPECT_LT(hull->vertex_count(), 200);
  for (int k = 0; k < 3; ++k) EXPECT_GT(sides(*hull)[k], 0.75 * sides(round)[k]);
}

}  // namespace
}  // namespace clearance::detail
