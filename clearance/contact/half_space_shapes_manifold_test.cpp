// Meshes, parts and half-spaces on half-spaces.
#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/parts.h>
#include <clearance/contact/surfaces/contact_bodies_test.h>

#include <gtest/gtest.h>

#include <limits>

namespace clearance {
namespace {

Manifold checked(const HalfSpace& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin = 0) {
  const Manifold found = manifold(a, pose_a, b, pose_b, {.margin = margin});
  expect_sound(found, margin, 20, std::holds_alternative<Parts>(b));
  expect_places(found, a, pose_a, b, pose_b);
  EXPECT_EQ(found.status(), intersects(a, pose_a, b, pose_b).status);
  return found;
}

const HalfSpace kFloor = half_space({0, 0, 2}, 0);

TEST(HalfSpaceShapesManifold, CornersOfAFaceInThePlane) {
  for (const double depth : {0.0, 0.01, -0.01}) {
    const Manifold cube =
        checked(kFloor, {}, box_soup({-1, -1, -1}, {1, 1, 1}).mesh(), translation({0.3, 0.2, 1 - depth}), 0.02);
    ASSERT_EQ(cube.patches.size(), 1u) << described(cube);
    EXPECT_EQ(cube.patches[0].normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(cube.points.size(), 4u) << described(cube);
    for (const ContactPoint& p : cube.points) {
      EXPECT_NEAR(p.gap(), -depth, 1e-12);
      EXPECT_EQ(p.feature_a, (ContactFeature{Feature::Face, kNoIndex, 0, kNoIndex}));
      EXPECT_EQ(p.feature_b.kind, Feature::Vertex);
    }
  }
  EXPECT_EQ(checked(kFloor, {}, frame_soup().mesh(), {}).points.size(), 8u) << "a hole has corners, too";
  EXPECT_EQ(checked(kFloor, {}, corner_soup().mesh(), {}).points.size(), 6u);
  // Of a grid in the plane the four corners.
  EXPECT_EQ(checked(kFloor, {}, grid_floor(10, 0.5), {}).points.size(), 4u);
}

TEST(HalfSpaceShapesManifold, EveryFootStandsOnItsOwn) {
  // Two boxes in one mesh, one lower than the other.
  Soup feet = box_soup({0, 0, 0}, {1, 1, 1});
  feet.add(box_soup({3, 0, 0.005}, {4, 1, 1}));
  EXPECT_EQ(checked(kFloor, {}, feet.mesh(), {}).points.size(), 4u);
  EXPECT_EQ(checked(kFloor, {}, feet.mesh(), translation({0, 0, -0.1})).points.size(), 8u);
  EXPECT_EQ(checked(kFloor, {}, feet.mesh(), translation({0, 0, 0.001}), 0.01).points.size(), 8u);
  // A little tilted, all four corners of what nearly lies down.
  EXPECT_EQ(
      checked(kFloor, {}, box_soup({-1, -1, -1}, {1, 1, 1}).mesh(), rotation_about({1, 0.3, 0}, 1e-4, {0, 0, 0.999}))
          .points.size(),
      4u);
  // On an edge, on a vertex.
  const Mesh cube = box_soup({-1, -1, -1}, {1, 1, 1}).mesh();
  EXPECT_EQ(checked(kFloor, {}, cube, rotation_about({1, 0, 0}, 0.8, {0, 0, 1.4})).points.size(), 2u);
  EXPECT_EQ(checked(kFloor, {}, cube, rotation_about({1, 0.7, 0}, 0.8, {0, 0, 1.4})).points.size(), 1u);
}

TEST(HalfSpaceShapesManifold, Parts) {
  const Parts both =
      make_parts({PartShape(Rounded(box({1, 1, 1}))), PartShape(box_soup({1, -0.5, -0.5}, {2, 0.5, 0.5}).mesh()),
                  PartShape(Rounded(convex_hull(box_soup({0, 0, 5}, {1, 1, 6}).vertices).value()))})
          .value();
  const Manifold found = checked(kFloor, {}, both, translation({0, 0, 0.499}));
  ASSERT_EQ(found.patches.size(), 2u) << described(found);
  EXPECT_NE(found.patches[0].part_b, found.patches[1].part_b);
  EXPECT_EQ(found.points.size(), 8u);
  const Manifold turned = manifold(both, translation({0, 0, 0.499}), kFloor, {});
  EXPECT_EQ(turned.points.size(), 8u);
  EXPECT_EQ(turned.patches[0].normal, (Vec3{0, 0, -1}));
}

TEST(HalfSpaceShapesManifold, TwoHalfSpaces) {
  const auto one = [](const HalfSpace& b, double margin = 0) {
    const Manifold found = checked(kFloor, {}, b, {}, margin);
    EXPECT_EQ(found.points.size(), 1u);
    return found;
  };
  EXPECT_NEAR(one(half_space({0, 0, -1}, 0.5)).points[0].gap(), -0.5, 1e-12);
  EXPECT_NEAR(one(half_space({0, 0, -1}, 0)).points[0].gap(), 0, 1e-12);
  EXPECT_NEAR(one(half_space({0, 0, -1}, -0.1), 0.2).points[0].gap(), 0.1, 1e-12);
  EXPECT_TRUE(checked(kFloor, {}, half_space({0, 0, -1}, -0.1), {}).points.empty());
  // Where borders cross no way leads out: a place on both.
  EXPECT_NEAR(one(half_space({1, 0, 0}, 0.5)).points[0].a.x, 0.5, 1e-12);
  EXPECT_LE(one(half_space({1, 0, -1}, -0.5)).points[0].lower, 0);
  // One inside the other.
  EXPECT_LE(one(half_space({0, 0, 1}, 0.5)).points[0].upper, 0);
  EXPECT_LE(one(half_space({0, 0, 1}, -0.5)).points[0].upper, 0);
  one(half_space({0, 0, 3}, 0));
  detail::Random random(2);
  for (int k = 0; k < 200; ++k) {
    const auto any = [&] { return random.uniform(-1, 1); };
    const Manifold found = manifold(half_space({any(), any(), any()}, any()),
                                    rotation({any(), any(), any(), any()}, {any(), any(), any()}),
                                    half_space({any(), any(), any()}, any()), rotation({any(), any(), any(), any()}));
    ASSERT_EQ(found.points.size(), 1u);
    ASSERT_LE(found.points[0].lower, 0);
    ASSERT_TRUE(is_finite(found.points[0].a) && is_finite(found.points[0].b) && std::isfinite(found.points[0].error));
  }
  // The ends of the range: finite, and not a number nowhere.
  for (const double size : {1e-300, 1e300}) {
    const Manifold found =
        manifold(half_space(size * Vec3{1, 1, 1}, size), {}, half_space({-size, 0, 0}, 1), {}, {.margin = 1e9});
    for (const ContactPoint& p : found.points) EXPECT_TRUE(is_finite(p.a) && is_finite(p.b)) << size;
  }
}

TEST(HalfSpaceShapesManifold, AnyInputHasAnAnswer) {
  const Mesh needle = make_mesh(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}, {0, 0, 0}},
                                std::vector<MeshTriangle>{{0, 1, 2}, {0, 3, 1}, {0, 0, 0}})
                          .value();
  for (const Vec3 n :
       {Vec3{0, 0, 1}, Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{1e-200, 2e-200, 0}, Vec3{1e200, 2e200, 1e200}})
    for (const double margin : {0.0, 0.1, 1e9, std::numeric_limits<double>::infinity()}) {
      checked(half_space(n, 0), {}, needle, {}, margin);
      checked(half_space(n, 0), {}, stairs_soup(3, 1).mesh(), {}, margin);
      checked(half_space(n, 0), {}, grid_floor(3, 1), translation({0, 0, -0.5}), margin);
    }
}

// Against all vertices: the lowest is there, and nothing is that is not below the margin.
TEST(HalfSpaceShapesManifold, RandomMeshes) {
  const Mesh all[] = {stairs_soup(4, 2).mesh(), fork_soup().mesh(), tub(2, 1),
                      mesh_of(test_polytope(TestShape::Ellipsoid, 200, 3))};
  detail::Random random(8);
  const auto any = [&] { return random.uniform(-1, 1); };
  for (int k = 0; k < 200; ++k)
    for (const Mesh& mesh : all) {
      const Pose pose = rotation({any(), any(), any(), any()}, {any(), any(), 2 * any()});
      const Manifold found = checked(kFloor, {}, mesh, pose, 0.1);
      double lowest = 1e9;
      for (const Vec3 v : mesh.vertices()) lowest = std::min(lowest, apply(pose, v).z);
      ASSERT_EQ(found.points.empty(), lowest > 0.1 + 1e-12) << described(found);
      if (!found.points.empty()) {
        ASSERT_NEAR(found.patches[0].lower, lowest, 1e-9);
      }
    }
}

}  // namespace
}  // namespace clearance
