#include <clearance/mesh/jump.h>

#include <clearance/build/mesh.h>
#include <clearance/convex/exact/roots.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

// Twice the area, seen along z, of what is visited of triangle `id`; corners must be in the plane z = 0.
double area_of_jumps(const Mesh& mesh, std::uint32_t id) {
  double sum = 0;
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    if (mesh.id(t) != id) continue;
    const bool ended = visit_jumps(mesh, t, [&](std::span<const JumpCorner> corners) {
      std::vector<Vec3> p;
      for (const JumpCorner& c : corners) {
        EXPECT_GT(c.weight.sign(), 0);
        EXPECT_EQ(c.numerator.z.sign(), 0);
        p.push_back({approximate_ratio(c.numerator.x, c.weight), approximate_ratio(c.numerator.y, c.weight), 0});
      }
      double area = 0;
      for (std::size_t k = 2; k < p.size(); ++k) area += cross(p[k - 1] - p[0], p[k] - p[0]).z;
      EXPECT_NE(area, 0);
      sum += std::fabs(area);
      return true;
    });
    EXPECT_FALSE(ended);
  }
  return sum;
}

Mesh surface(const std::vector<Vec3>& vertices, const std::vector<MeshTriangle>& triangles) {
  return make_mesh(vertices, triangles, {.kind = MeshKind::Surface}).value();
}

TEST(MeshJump, AloneItIsTheTriangle) {
  const Mesh mesh = surface({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}});
  EXPECT_EQ(area_of_jumps(mesh, 0), 16);
}

TEST(MeshJump, TheSameTriangleFromBehindLeavesNothing) {
  const Mesh mesh = surface({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}, {0, 2, 1}});
  EXPECT_EQ(area_of_jumps(mesh, 0), 0);
  EXPECT_EQ(area_of_jumps(mesh, 1), 0);
}

// A square cut along one diagonal in front and along the other behind.
TEST(MeshJump, OtherDiagonalsLeaveNothing) {
  const Mesh mesh = surface({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}}, {{0, 1, 2}, {0, 2, 3}, {1, 0, 3}, {1, 3, 2}});
  for (std::uint32_t id = 0; id < 4; ++id) EXPECT_EQ(area_of_jumps(mesh, id), 0) << id;
}

TEST(MeshJump, APartIsCovered) {
  const std::vector<Vec3> vertices = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 0}, {2, 1, 0}, {1, 2, 0}};
  const Mesh hole = surface(vertices, {{0, 1, 2}, {3, 5, 4}});
  EXPECT_EQ(area_of_jumps(hole, 0), 15);
  EXPECT_EQ(area_of_jumps(hole, 1), 0);
  const Mesh twice = surface(vertices, {{0, 1, 2}, {3, 4, 5}});  // it looks the same way: more, not less
  EXPECT_EQ(area_of_jumps(twice, 0), 16);
  const Mesh thrice = surface(vertices, {{0, 1, 2}, {3, 5, 4}, {3, 4, 5}});
  EXPECT_EQ(area_of_jumps(thrice, 0), 16);
  EXPECT_EQ(area_of_jumps(thrice, 1), 1);
}

TEST(MeshJump, WhatOnlyTouchesOrCrossesCoversNothing) {
  const std::vector<Vec3> vertices = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {4, 4, 0}, {1, 1, -1}, {1, 1, 1}, {2, 1, 1}};
  const Mesh mesh = surface(vertices, {{0, 1, 2}, {1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(area_of_jumps(mesh, 0), 16);
}

// Corners that are no doubles, at sizes whose products are none either.
TEST(MeshJump, AnySize) {
  for (const double s : {1e-300, 1.0, 1e290}) {
    const Mesh mesh = surface({{0, 0, 0}, {3 * s, 0, 0}, {0, 3 * s, 0}, {-s, s, 0}, {3 * s, 2 * s, 0}, {2 * s, -s, 0}},
                              {{0, 1, 2}, {3, 4, 5}, {3, 5, 4}});
    double sum = 0;
    for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t)
      if (mesh.id(t) == 0)
        visit_jumps(mesh, t, [&](std::span<const JumpCorner> corners) {
          const auto at = [&](std::size_t k) {
            return Vec3{approximate_ratio(corners[k].numerator.x, corners[k].weight) / s,
                        approximate_ratio(corners[k].numerator.y, corners[k].weight) / s, 0};
          };
          for (std::size_t k = 2; k < corners.size(); ++k) sum += std::fabs(cross(at(k - 1) - at(0), at(k) - at(0)).z);
          return true;
        });
    EXPECT_NEAR(sum, 9, 1e-13) << s;
  }
}

TEST(MeshJump, TheVisitorMayEndIt) {
  const Mesh mesh = surface({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}});
  EXPECT_TRUE(visit_jumps(mesh, 0, [](std::span<const JumpCorner>) { return false; }));
}

}  // namespace
}  // namespace clearance::detail
