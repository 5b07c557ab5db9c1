// The index of a solid and exact parity over its triangles, two ways without a line in common, say the same of 100,000
// points: at random, near the surface, and exactly on vertices, edges and faces, which the index also names.
#include <bench/workloads/known_points.h>
#include <bench/workloads/round_solids.h>
#include <clearance/brep/classify.h>
#include <clearance/brep/make_brep.h>
#include <clearance/build/mesh.h>
#include <clearance/mesh/point.h>
#include <gtest/gtest.h>

#include <cmath>

#include "meshes.h"

namespace clearance {
namespace {

using bench::KnownPoint;

PointLocation location_of(Entity entity) {
  switch (entity.kind) {
    case EntityKind::NotAsked:
      return PointLocation::NotAsked;
    case EntityKind::Outside:
      return PointLocation::Outside;
    case EntityKind::Inside:
      return PointLocation::Inside;
    default:
      return PointLocation::On;
  }
}

Mesh round_mesh(bench::RoundSolid solid, int n) {
  const bench::TriangleSoup soup = bench::round_solid(solid, n);
  return make_mesh(soup.vertices, soup.triangles, {.kind = MeshKind::Solid}).value();
}

// Coordinates of 24 bits, so that midpoints of edges and points of faces are doubles.
Mesh coarse_star(std::uint64_t seed) {
  const Mesh star = test::star(seed);
  std::vector<Vec3> vertices;
  for (const Vec3 v : star.vertices()) {
    const auto rounded = [](double x) { return std::nearbyint(x * 0x1p20) * 0x1p-20; };
    vertices.push_back({rounded(v.x), rounded(v.y), rounded(v.z)});
  }
  return make_mesh(vertices, star.triangles_as_given(), {.kind = MeshKind::Solid}).value();
}

void expect_agreement(const Mesh& mesh, IndexSplitting splitting, std::size_t points_of_each, const char* name) {
  const Result<BRep> brep = make_brep(mesh);
  ASSERT_TRUE(brep.ok()) << name << ": " << brep.error().text();
  const BRepIndex index = make_brep_index(*brep, {.splitting = splitting});
  int different = 0;
  for (const bench::PointsOf which : bench::kPointsOf) {
    for (const KnownPoint& point : bench::points_of(*brep, which, points_of_each, 5)) {
      const Entity told = classify(index, {}, point.at);
      const bool same = location_of(told) == locate(mesh, {}, point.at);
      const bool right = point.on.kind == EntityKind::NotAsked || told == point.on;
      if (same && right) continue;
      if (++different > 5) return;
      ADD_FAILURE() << name << ", " << to_string(splitting) << ", " << to_string(which) << ": (" << point.at.x << ", "
                    << point.at.y << ", " << point.at.z << ") is " << to_string(locate(mesh, {}, point.at))
                    << ", the index says " << name_of(*brep, told) << ", made on " << name_of(*brep, point.on);
    }
  }
}

TEST(BRepPoints, TheIndexAgreesWithExactParity) {
  constexpr std::size_t kEach = 1200;  // 5 kinds of points, 3 splittings, 6 solids: 108,000
  for (const IndexSplitting splitting :
       {IndexSplitting::Balanced, IndexSplitting::Hybrid, IndexSplitting::Autopartition}) {
    expect_agreement(round_mesh(bench::RoundSolid::Sphere, 8), splitting, kEach, "sphere");
    expect_agreement(round_mesh(bench::RoundSolid::Torus, 8), splitting, kEach, "torus");
    expect_agreement(round_mesh(bench::RoundSolid::Torus, 20), splitting, kEach, "fine torus");
    expect_agreement(mesh_of(box({1, 2, 3})), splitting, kEach, "box");
    expect_agreement(coarse_star(1), splitting, kEach, "star");
    expect_agreement(coarse_star(2), splitting, kEach, "another star");
  }
}

// Regression: a region with many faces around one vertex was halved for ever, the vertex being in one half each time.
TEST(BRepPoints, ManyFacesAroundOneVertexAreNotHalvedForEver) {
  constexpr std::uint32_t kSides = 300;
  std::vector<Vec3> vertices{{0, 0, 1}, {0, 0, 0}};
  std::vector<MeshTriangle> triangles;
  for (std::uint32_t k = 0; k < kSides; ++k) {
    const double angle = 2 * 3.14159265358979323846 * k / kSides;
    vertices.push_back({std::cos(angle), std::sin(angle), 0});
    const std::uint32_t here = 2 + k, next = 2 + (k + 1) % kSides;
    triangles.push_back({0, here, next});
    triangles.push_back({1, next, here});
  }
  const BRep cone = make_brep(make_mesh(vertices, triangles, {.kind = MeshKind::Solid}).value()).value();
  const BRepIndex index = make_brep_index(cone, {.splitting = IndexSplitting::Hybrid});
  EXPECT_LT(index.facts().nodes, 100u * kSides);
  EXPECT_EQ(name_of(cone, classify(index, {}, {0, 0, 1})), "vertex 0");
  EXPECT_EQ(name_of(cone, classify(index, {}, {0, 0, 0})), "face 1");
  EXPECT_EQ(classify(index, {}, {0.25, 0, 0.5}).kind, EntityKind::Inside);
}

}  // namespace
}  // namespace clearance
