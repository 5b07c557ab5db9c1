#include <clearance/build/parts.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/exact/orient3d.h>

#include <gtest/gtest.h>

#include <vector>

namespace clearance::detail {
namespace {

Polytope box_at(Vec3 low, Vec3 high) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  return convex_hull(corners).value();
}

// Exactly: no vertex of what is below is above a face of the hull.
void expect_holds(const Rounded& outer, const Rounded& inner) {
  EXPECT_GE(outer.radius(), inner.radius());
  const Polytope& hull = outer.core();
  ASSERT_EQ(hull.dimension(), 3);
  for (int f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.face(f);
    const auto corner = [&](std::size_t k) { return hull.vertex(static_cast<int>(loop[k])); };
    for (int v = 0; v < inner.core().vertex_count(); ++v)
      ASSERT_LE(orient3d_sign(corner(0), corner(1), corner(2), inner.core().vertex(v)), 0);
  }
}

// Every part once, every hull around what is below, parents before children.
void expect_tree(const Parts& parts) {
  std::vector<int> seen(parts.count(), 0);
  const auto nodes = parts.nodes();
  ASSERT_EQ(nodes.size(), 2 * parts.count() - 1);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const HullNode& node = nodes[k];
    if (node.part >= 0) {
      ++seen[static_cast<std::size_t>(node.part)];
      EXPECT_EQ(node.first, -1);
      continue;
    }
    for (const std::int32_t child : {node.first, node.rest}) {
      ASSERT_GT(child, static_cast<std::int32_t>(k));
      expect_holds(node.hull, nodes[static_cast<std::size_t>(child)].hull);
    }
  }
  for (const int times : seen) EXPECT_EQ(times, 1);
}

TEST(Parts, OnePartIsItsOwnHull) {
  const Parts parts = make_parts({Rounded(box({1, 2, 3}))}).value();
  ASSERT_EQ(parts.nodes().size(), 1u);
  EXPECT_EQ(parts.nodes()[0].part, 0);
  EXPECT_EQ(parts.hull().core().size(), 3);
}

TEST(Parts, AnLHasTheHullOfBothBoxes) {
  const Parts parts =
      make_parts({Rounded(box_at({0, 0, 0}, {3, 1, 1})), Rounded(box_at({0, 1, 0}, {1, 3, 1}))}).value();
  ASSERT_EQ(parts.nodes().size(), 3u);
  EXPECT_EQ(parts.hull().core().vertex_count(), 10);
  expect_tree(parts);
}

TEST(Parts, NeighboursAreJoinedFirst) {
  // Two clusters far apart along y, given mixed: the root must part them.
  std::vector<PartShape> shapes;
  for (int k = 0; k < 8; ++k) {
    const double x = k / 2, y = k % 2 * 100;
    shapes.emplace_back(Rounded(box_at({x, y, 0}, {x + 1, y + 1, 1})));
  }
  const Parts parts = make_parts(shapes).value();
  expect_tree(parts);
  const HullNode& root = parts.nodes()[0];
  for (const std::int32_t child : {root.first, root.rest}) {
    const Polytope& hull = parts.nodes()[static_cast<std::size_t>(child)].hull.core();
    EXPECT_EQ(hull.box_high().y - hull.box_low().y, 1);
  }
}

TEST(Parts, RadiiAreTheLargestBelow) {
  const Parts parts =
      make_parts({make_sphere(0.5).value(), make_sphere(2, {5, 0, 0}).value(), Rounded(box({1, 1, 1}))}).value();
  EXPECT_EQ(parts.hull().radius(), 2);
}

TEST(Parts, AMeshCountsByTheVerticesItUses) {
  const std::vector<Vec3> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {99, 99, 99}};
  const std::vector<MeshTriangle> triangles{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const Parts parts = make_parts({make_mesh(vertices, triangles).value()}).value();
  EXPECT_EQ(parts.hull().core().vertex_count(), 4);
  EXPECT_EQ(parts.hull().core().size(), 1);
}

TEST(Parts, NoneIsRefused) {
  const Result<Parts> none = make_parts({});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().fault, "no parts");
}

TEST(Parts, EqualPartsEndUpInATreeAllTheSame) {
  std::vector<PartShape> shapes(9, Rounded(box({1, 1, 1})));
  expect_tree(make_parts(shapes).value());
}

TEST(Parts, HullsHoldWhatIsBelowExactly) {
  Random random(5);
  std::vector<PartShape> shapes;
  for (int k = 0; k < 33; ++k) {
    std::vector<Vec3> points;
    for (int i = 0; i < 12; ++i)
      points.push_back({random.uniform(0, 1) + k % 4, random.uniform(0, 1) + k % 3, random.uniform(0, 1) + k});
    shapes.emplace_back(Rounded(convex_hull(points).value()));
  }
  expect_tree(make_parts(shapes).value());
}

}  // namespace
}  // namespace clearance::detail
