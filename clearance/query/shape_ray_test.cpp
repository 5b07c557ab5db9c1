// Rays at bodies of triangles; query_test.cpp has those at every kind of shape.
#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/query/query.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

// A cone: as many triangles around its tip.
Mesh cone(std::uint32_t count, MeshKind kind) {
  std::vector<Vec3> vertices = {{0, 0, 1}, {0, 0, 0}};
  std::vector<MeshTriangle> triangles;
  for (std::uint32_t k = 0; k < count; ++k) {
    const double angle = 2 * 3.14159265358979 * k / count;
    const std::uint32_t here = 2 + k, next = 2 + (k + 1) % count;
    vertices.push_back({std::cos(angle), std::sin(angle), 0});
    triangles.push_back({0, here, next});
    triangles.push_back({1, next, here});
  }
  return make_mesh(vertices, triangles, {.kind = kind}).value();
}

// By all triangles, one by one.
std::optional<RayHit> slowly(const Mesh& mesh, const Pose& pose, Vec3 from, Vec3 to) {
  std::optional<RayHit> first;
  for (const MeshTriangle& t : mesh.triangles()) {
    const Vec3 corners[] = {mesh.vertex(t[0]), mesh.vertex(t[1]), mesh.vertex(t[2])};
    const std::optional<RayHit> hit = cast_ray(Rounded(convex_hull(corners).value()), pose, from, to);
    if (!hit) continue;
    if (!first) first = hit;
    first->lower = std::min(first->lower, hit->lower), first->upper = std::min(first->upper, hit->upper);
  }
  return first;
}

// All triangles around the tip look as if they were hit there: each was asked in big numbers. Once one is hit, a few
// are.
TEST(ShapeRay, ThroughTheTipOfACone) {
  Random random(7);
  int hits = 0, misses = 0;
  for (const MeshKind kind : {MeshKind::Surface, MeshKind::Solid}) {
    const Mesh mesh = cone(60, kind);
    for (int k = 0; k < 60; ++k) {
      const Pose pose =
          k % 4 == 0 ? Pose() : rotation({1, random.unit(), random.unit(), random.unit()}, {0.1, 0.2, 0.3});
      const Vec3 tip = apply(pose, {0, 0, 1});
      const Vec3 way = k % 3 == 0 ? apply(pose, {0, 0, 2}) - tip
                                  : Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
      const Vec3 from = tip + way, to = tip - (k % 5 == 0 ? 0 : 1) * way;
      const std::optional<RayHit> found = cast_ray(mesh, pose, from, to), expected = slowly(mesh, pose, from, to);
      ASSERT_EQ(found.has_value(), expected.has_value()) << k;
      (found ? hits : misses) += 1;
      if (!found) continue;
      if (found->upper == 0) continue;  // starts inside
      EXPECT_LE(found->lower, expected->upper) << k;
      EXPECT_GE(found->upper, expected->lower) << k;
      EXPECT_LE(found->upper - found->lower, 1e-9) << k;
    }
  }
  EXPECT_GT(hits, 40);
  EXPECT_GT(misses, 3);
}

}  // namespace
}  // namespace clearance::detail
