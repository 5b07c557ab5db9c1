#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/convex/query.h>
#include <clearance/solid/convex_mesh_query_parts.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace clearance::detail {
namespace {

void expect_same(const Polytope& a, const Polytope& b) {
  ASSERT_EQ(a.dimension(), b.dimension());
  ASSERT_EQ(a.vertex_count(), b.vertex_count());
  ASSERT_EQ(a.padded_count(), b.padded_count());
  EXPECT_EQ(a.source_count(), b.source_count());
  for (int v = 0; v < a.padded_count(); ++v) {
    EXPECT_EQ(a.x()[v], b.x()[v]);
    EXPECT_EQ(a.y()[v], b.y()[v]);
    EXPECT_EQ(a.z()[v], b.z()[v]);
  }
  for (int v = 0; v < a.vertex_count(); ++v) {
    EXPECT_EQ(a.id(v), b.id(v));
    const auto of_a = a.neighbour_block(v), of_b = b.neighbour_block(v);
    ASSERT_EQ(of_a.blocks, of_b.blocks);
    for (int k = 0; k < of_a.blocks * 3 * Polytope::kLanes; ++k) EXPECT_EQ(of_a.coordinates[k], of_b.coordinates[k]);
    for (int k = 0; k < of_a.blocks * Polytope::kLanes; ++k) EXPECT_EQ(of_a.indices[k], of_b.indices[k]);
  }
  EXPECT_EQ(a.face_count(), b.face_count());
  EXPECT_EQ(a.center(), b.center());
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(a.spread().row[k], b.spread().row[k]);
  EXPECT_EQ(a.reach(), b.reach());
  EXPECT_EQ(a.radius(), b.radius());
  EXPECT_EQ(a.proportions(), b.proportions());
  EXPECT_EQ(a.size(), b.size());
  EXPECT_EQ(a.box_low(), b.box_low());
  EXPECT_EQ(a.box_high(), b.box_high());
  EXPECT_EQ(a.is_box(), b.is_box());
}

// Triangles of all kinds: with area, on a line, points; coordinates that are equal, large and small.
Mesh triangles_of_all_kinds(Random& random) {
  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;
  const auto number = [&] { return static_cast<double>(random.below(5)) - 2; };
  for (int k = 0; k < 40; ++k) {
    const double scale = k % 7 == 0 ? 0x1p400 : k % 5 == 0 ? 0x1p-400 : 1;
    const double x = number(), y = number(), z = number();
    points.push_back(scale * Vec3{x, y, z});
  }
  for (std::uint32_t k = 0; k < 300; ++k) {
    const auto corner = [&] { return static_cast<std::uint32_t>(random.below(points.size())); };
    const std::uint32_t i = corner(), j = corner(), l = corner();
    triangles.push_back({i, j, l});
  }
  return make_mesh(points, triangles).value();
}

TEST(TriangleSlot, HoldsWhatIsMadeAnew) {
  Random random(4);
  int with_area = 0, others = 0;
  for (int round = 0; round < 10; ++round) {
    const Mesh mesh = triangles_of_all_kinds(random);
    TriangleSlot slot;
    for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
      const Polytope made = triangle_polytope(mesh, t);
      expect_same(slot.set(mesh, t).core(), made);
      if (HasFatalFailure()) return;
      ++(made.dimension() == 2 ? with_area : others);
    }
  }
  EXPECT_GT(with_area, 1000);
  EXPECT_GT(others, 200);
}

TEST(TriangleSlot, CopiesDoNotChange) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 5}, {1, 0, 5}, {0, 1, 5}};
  const std::vector<MeshTriangle> triangles{{0, 1, 2}, {3, 4, 5}};
  const Mesh mesh = make_mesh(points, triangles).value();
  TriangleSlot slot;
  const Rounded first = slot.set(mesh, 0);
  const Vec3 before = first.core().vertex(0);
  TriangleSlot copy = slot;
  slot.set(mesh, 1);
  copy.set(mesh, 1);
  EXPECT_EQ(first.core().vertex(0), before);
  EXPECT_NE(slot.set(mesh, 1).core().vertex(0), before);
}

}  // namespace
}  // namespace clearance::detail
