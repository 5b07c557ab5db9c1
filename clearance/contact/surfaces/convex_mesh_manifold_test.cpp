// Convex bodies, rounded ones too, on meshes.
#include <clearance/base/random.h>
#include <clearance/contact/surfaces/contact_bodies_test.h>

#include <gtest/gtest.h>

#include <numbers>

namespace clearance {
namespace {

constexpr double kPi = std::numbers::pi;

Manifold checked(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin = 0) {
  const Manifold found = manifold(a, pose_a, b, pose_b, {.margin = margin});
  expect_sound(found, margin, 20);
  expect_places(found, a, pose_a, b, pose_b);
  EXPECT_EQ(found.status(), intersects(a, pose_a, b, pose_b).status);
  return found;
}

std::vector<std::pair<ContactFeature, ContactFeature>> names(const Manifold& found) {
  std::vector<std::pair<ContactFeature, ContactFeature>> all;
  for (const ContactPoint& p : found.points) all.push_back({p.feature_a, p.feature_b});
  return all;
}

void expect_normal(const Manifold& found, std::size_t patch, Vec3 normal) {
  ASSERT_LT(patch, found.patches.size()) << described(found);
  EXPECT_LE(norm(found.patches[patch].normal - normal), 1e-12) << described(found);
}

// Some patch has it.
void expect_patch(const Manifold& found, Vec3 normal, double gap, std::size_t points) {
  for (const ContactPatch& patch : found.patches)
    if (norm(patch.normal - normal) < 1e-12) {
      EXPECT_NEAR(0.5 * (patch.lower + patch.upper), gap, 1e-11) << described(found);
      EXPECT_EQ(patch.point_count, points) << described(found);
      return;
    }
  ADD_FAILURE() << "no patch along " << normal.x << " " << normal.y << " " << normal.z << "\n" << described(found);
}

// ---- Solved by hand
// ---------------------------------------------------------------------------------------------------

TEST(ConvexMeshManifold, BoxOnAFloorOfManyTriangles) {
  const Mesh floor = grid_floor(10, 1);
  const Polytope crate = box({2, 2, 2});
  for (const double turn : {0.0, kPi / 6, kPi / 4, 0.5})
    for (const double depth : {0.0, 0.01, -0.005})
      for (const Vec3 at : {Vec3{0, 0, 0}, Vec3{0.3, 0.2, 0}, Vec3{0.5, 1, 0}}) {
        const Pose pose = rotation_about({0, 0, 1}, turn, {at.x, at.y, 1 - depth});
        const Manifold found = checked(crate, pose, floor, {}, 0.01);
        ASSERT_EQ(found.patches.size(), 1u) << described(found);
        expect_normal(found, 0, {0, 0, -1});
        ASSERT_EQ(found.points.size(), 4u) << described(found);
        for (std::uint32_t k = 0; k < 4; ++k) {
          const ContactPoint& p = found.points[k];
          EXPECT_EQ(p.feature_a, (ContactFeature{Feature::Vertex, kNoIndex, k, kNoIndex}));
          EXPECT_EQ(p.feature_b, (ContactFeature{Feature::Face, kNoIndex, 0, kNoIndex}))
              << "inner diagonals are nothing";
          EXPECT_NEAR(p.gap(), -depth, 1e-12);
          EXPECT_LE(norm(p.a - apply(pose, crate.vertex(static_cast<int>(k)))), 1e-12);
        }
      }
}

TEST(ConvexMeshManifold, BoxOverTheBorder) {
  const Manifold found = checked(box({2, 2, 2}), translation({5, 0.25, 1}), grid_floor(10, 1), {});
  ASSERT_EQ(found.patches.size(), 1u) << described(found);
  ASSERT_EQ(found.points.size(), 4u) << described(found);
  int crossings = 0;
  for (const ContactPoint& p : found.points) {
    EXPECT_LE(p.b.x, 5 + 1e-12);
    crossings += p.feature_a.kind == Feature::Edge && p.feature_b.kind == Feature::Edge;
  }
  EXPECT_EQ(crossings, 2);
}

TEST(ConvexMeshManifold, BoxInTheCornerOfARoom) {
  const Polytope crate = box({2, 2, 2});
  const Mesh walls = room({-5, -5, 0}, {5, 5, 5});
  const Manifold touching = checked(crate, translation({-4, -4, 1}), walls, {});
  EXPECT_EQ(touching.patches.size(), 3u) << described(touching);
  for (const Vec3 n : {Vec3{-1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, -1}}) expect_patch(touching, n, 0, 4);
  // A solid tub, and a little too deep on every side.
  const Manifold deep = checked(box({1, 1, 1}), translation({-1.01, -1.02, -1.503}), tub(3, 2), {});
  EXPECT_EQ(deep.patches.size(), 3u) << described(deep);
  expect_patch(deep, {-1, 0, 0}, -0.01, 4);
  expect_patch(deep, {0, -1, 0}, -0.02, 4);
  expect_patch(deep, {0, 0, -1}, -0.003, 4);
  EXPECT_NEAR(deep.patches[0].lower, -0.02, 1e-9) << "the deepest first";
}

TEST(ConvexMeshManifold, PegInAHole) {
  for (const double more : {0.0, 0.01}) {
    const Manifold found = checked(box({1 + more, 1 + more, 3}), translation({1.5, 1.5, 0.5}), frame_soup().mesh(), {});
    EXPECT_EQ(found.patches.size(), 4u) << described(found);
    for (const Vec3 n : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}})
      expect_patch(found, n, -0.5 * more, 4);
  }
}

// A little too thick for a blind hole: what is over the rim by a hair is no contact half a unit deep.
TEST(ConvexMeshManifold, PegInABlindHole) {
  const Manifold found = checked(box({3.01, 3.01, 4}), translation({0, 0, 0.5}), tub(3, 2), {});
  EXPECT_EQ(found.patches.size(), 4u) << described(found);
  EXPECT_NEAR(found.patches[0].lower, -0.005, 1e-9) << described(found);
}

TEST(ConvexMeshManifold, SpheresAndCapsulesOnACube) {
  const Mesh cube = box_soup({-1, -1, -1}, {1, 1, 1}).mesh();
  const auto single = [&](const Rounded& ball, const Pose& pose, Vec3 normal, double gap, Feature feature) {
    const Manifold found = checked(ball, pose, cube, {}, 0.5);
    ASSERT_EQ(found.points.size(), 1u) << described(found);
    EXPECT_LE(norm(found.patches[0].normal - normal), 1e-12) << described(found);
    EXPECT_NEAR(found.points[0].gap(), gap, 1e-12);
    EXPECT_EQ(found.points[0].feature_b.kind, feature);
  };
  const double s = std::sqrt(0.5), c = std::sqrt(1.0 / 3);
  single(sphere(1), translation({0.3, 0.2, 1.9}), {0, 0, -1}, -0.1, Feature::Face);
  single(sphere(1), translation({0.3, 0.2, 2.25}), {0, 0, -1}, 0.25, Feature::Face);
  single(sphere(1), translation({0.3, 1.6, 1.6}), {0, -s, -s}, 0.6 / s - 1, Feature::Edge);
  single(sphere(1), translation({1.5, 1.5, 1.5}), {-c, -c, -c}, 0.5 / c - 1, Feature::Vertex);
  // Along a face, over its border, and along an edge.
  const Pose lying = rotation_about({0, 1, 0}, kPi / 2);
  const Manifold on_face = checked(capsule(1, 0.5), moved_to(lying, {0.1, 0.2, 1.45}).value(), cube, {});
  ASSERT_EQ(on_face.points.size(), 2u) << described(on_face);
  expect_patch(on_face, {0, 0, -1}, -0.05, 2);
  const Manifold over = checked(capsule(1, 0.5), moved_to(lying, {1, 0.2, 1.45}).value(), cube, {});
  ASSERT_EQ(over.points.size(), 2u) << described(over);
  EXPECT_NEAR(larger(over.points[0].b.x, over.points[1].b.x), 1, 1e-12);
  const Manifold on_edge = checked(capsule(1, 0.5), moved_to(lying, {0.1, 1.3, 1.3}).value(), cube, {});
  EXPECT_EQ(on_edge.patches.size(), 1u) << described(on_edge);
  EXPECT_EQ(on_edge.points.size(), 2u) << described(on_edge);
}

TEST(ConvexMeshManifold, TiltedBoxKeepsAllCorners) {
  const Polytope crate = box({2, 2, 2});
  const Manifold found = checked(crate, rotation_about({1, 0.3, 0}, 1e-4, {0.3, 0.2, 0.999}), grid_floor(10, 1), {});
  ASSERT_EQ(found.patches.size(), 1u) << described(found);
  expect_normal(found, 0, {0, 0, -1});
  EXPECT_EQ(found.points.size(), 4u) << described(found);
}

TEST(ConvexMeshManifold, CrossingRidges) {
  const Mesh prism = prism_over({{-1, -1}, {1, -1}, {0, 0}}, {{0, 1, 2}}, 4).mesh();  // its ridge is the z axis
  const Pose pose = rotation({1, 1, 1, 1}, {-2, 0, 0});                               // now x, the ridge up
  const Manifold found =
      checked(box({1, 1, 1}), rotation_about({0, 1, 0}, kPi / 4, {0, 0, std::sqrt(0.5) - 0.01}), prism, pose);
  EXPECT_FALSE(found.points.empty());
  for (const ContactPatch& patch : found.patches)
    EXPECT_LE(norm(patch.normal - Vec3{0, 0, -1}), 1e-9) << described(found);
}

// ---- Sliding
// ----------------------------------------------------------------------------------------------------------

// Meshes of many triangles are known for this: a body that slides over them is pushed sideways at inner edges.
TEST(ConvexMeshManifold, NothingIsPushedSidewaysOnAFlatFloor) {
  const Polytope crate = box({1, 0.8, 0.6});
  for (const bool is_solid : {false, true}) {
    Soup slab = box_soup({-5, -5, -1}, {5, 5, 0});
    const Mesh floor = is_solid ? slab.mesh() : grid_floor(20, 0.37);
    PairContacts contacts;
    std::vector<std::pair<ContactFeature, ContactFeature>> before;
    for (int k = 0; k < 400; ++k) {
      const Pose pose = rotation_about({0, 0, 1}, 0.7, {-2 + 0.01 * k, -1 + 0.004 * k, 0.3 - 0.001 * (k % 7)});
      const Manifold& found = contacts.update(crate, pose, floor, {}, {.margin = 0.01});
      ASSERT_EQ(found.patches.size(), 1u) << k << "\n" << described(found);
      ASSERT_LE(norm(found.patches[0].normal - Vec3{0, 0, -1}), 1e-12) << described(found);
      ASSERT_EQ(found.points.size(), 4u) << described(found);
      if (k > 0) {
        ASSERT_EQ(names(found), before);
      }
      before = names(found);
      for (const ContactPoint& p : found.points) ASSERT_EQ(p.age, static_cast<std::uint32_t>(k));
    }
  }
}

TEST(ConvexMeshManifold, SphereRollsOverInnerEdges) {
  const Mesh floor = grid_floor(20, 0.37, MeshKind::Surface);
  for (int k = 0; k < 500; ++k) {
    const Manifold found = checked(sphere(0.5), translation({-2 + 0.0083 * k, -1.11 + 0.0037 * k, 0.49}), floor, {});
    ASSERT_EQ(found.points.size(), 1u) << described(found);
    ASSERT_LE(norm(found.patches[0].normal - Vec3{0, 0, -1}), 1e-12) << described(found);
  }
}

// A valley has two sides, and both hold; the bottom edge itself is nothing.
TEST(ConvexMeshManifold, SphereInAValley) {
  const Mesh valley =
      make_mesh(std::vector<Vec3>{{-2, -2, 2}, {0, -2, 0}, {2, -2, 2}, {-2, 2, 2}, {0, 2, 0}, {2, 2, 2}},
                std::vector<MeshTriangle>{{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}})
          .value();
  const Manifold found = checked(sphere(1), translation({0, 0.1, 1.4}), valley, {});
  EXPECT_EQ(found.patches.size(), 2u) << described(found);
  for (const ContactPoint& p : found.points) EXPECT_EQ(p.feature_b.kind, Feature::Face);
}

// ---- Degenerate
// ---------------------------------------------------------------------------------------------------------

// A box came down on a bumpy floor with its corner exactly over a hollow vertex: the perpendicular feet on all faces
// around lie off them, and the answer was a common point without depth.
TEST(ConvexMeshManifold, CornerBelowAPitOrAValley) {
  // Four slopes down to a pit at the origin, as a surface and as the top of a solid.
  const std::vector<Vec3> rim = {{-1, -1, 0.25}, {1, -1, 0.25}, {1, 1, 0.25}, {-1, 1, 0.25}, {0, 0, 0},
                                 {-1, -1, -1},   {1, -1, -1},   {1, 1, -1},   {-1, 1, -1}};
  std::vector<MeshTriangle> pit = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  const Mesh surface = make_mesh(rim, pit, {MeshKind::Surface}).value();
  for (const std::uint32_t k : {0u, 1u, 2u, 3u}) {
    const std::uint32_t next = (k + 1) % 4;
    pit.push_back({k, 5 + k, 5 + next});
    pit.push_back({k, 5 + next, next});
  }
  pit.push_back({5, 7, 6});
  pit.push_back({5, 8, 7});
  const Mesh block = make_mesh(rim, pit, {MeshKind::Solid}).value();
  // A cube on its corner, which is at the origin.
  const Pose turned = rotation_about({1, -1, 0}, std::acos(1 / std::sqrt(3.0)));
  const Polytope tip = box({0.4, 0.4, 0.4});
  const auto at = [&](Vec3 place) { return rotation(turned.quaternion(), place - apply(turned, tip.vertex(0))); };
  for (const Mesh* floor : {&surface, &block}) {
    const Manifold in_pit = checked(tip, at({0, 0, -0.01}), *floor, {});
    ASSERT_EQ(in_pit.points.size(), 1u) << described(in_pit);
    expect_patch(in_pit, {0, 0, -1}, -0.01, 1);
    EXPECT_EQ(in_pit.points[0].feature_a, (ContactFeature{Feature::Vertex, kNoIndex, 0, kNoIndex}));
    EXPECT_EQ(in_pit.points[0].feature_b, (ContactFeature{Feature::Vertex, kNoIndex, 4, kNoIndex}));
    const Vec3 place = {0.5, 0.5, 0.125 - 0.01};  // below the valley from the pit to the third corner
    const Manifold in_valley = checked(tip, at(place), *floor, {});
    ASSERT_EQ(in_valley.points.size(), 1u) << described(in_valley);
    EXPECT_EQ(in_valley.points[0].feature_b, (ContactFeature{Feature::Edge, kNoIndex, 2, 4}));
    EXPECT_NEAR(in_valley.points[0].gap(), -0.01 / std::sqrt(1 + 0.125 * 0.125 * 2), 1e-3);
  }
}

TEST(ConvexMeshManifold, AnyInputHasAnAnswer) {
  const Mesh needle = make_mesh(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}, {0, 0, 0}},
                                std::vector<MeshTriangle>{{0, 1, 2}, {0, 3, 1}, {0, 0, 0}})
                          .value();
  const Mesh twice = make_mesh(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                               std::vector<MeshTriangle>{{0, 1, 2}, {0, 1, 2}, {0, 2, 1}})
                         .value();
  const Mesh cube = box_soup({-1, -1, -1}, {1, 1, 1}).mesh(), big = box_soup({-9, -9, -9}, {9, 9, 9}).mesh();
  const std::vector<Rounded> convex{box({2, 2, 2}),
                                    box({1, 1, 0}),
                                    box({1, 0, 0}),
                                    box({0, 0, 0}),
                                    sphere(0.5),
                                    capsule(1, 0.2),
                                    rounded(box({1, 1, 0}), 0.1)};
  for (const Mesh* mesh : {&needle, &twice, &cube, &big})
    for (const Rounded& body : convex)
      for (const Vec3 at : {Vec3{}, Vec3{0.25, 0.25, 0}, Vec3{1, 0, 0}, Vec3{0.5, 0.25, 0.125}, Vec3{0, 0, 1}})
        for (const double margin : {0.0, 0.1, 1e9}) checked(body, {}, *mesh, translation(at), margin);
}

TEST(ConvexMeshManifold, InsideAndCoincident) {
  const Mesh big = box_soup({-2, -2, -2}, {2, 2, 2}).mesh();
  const Manifold inside = checked(box({1, 1, 1}), translation({0, 0, 0.3}), big, {});
  EXPECT_EQ(inside.status(), Status::Penetrating);
  ASSERT_FALSE(inside.points.empty());
  EXPECT_LT(inside.points[0].upper, 0);
  checked(box({4, 4, 4}), {}, big, {});
  checked(box({9, 9, 9}), {}, big, {});
}

// ---- Invariance
// -----------------------------------------------------------------------------------------------------------

TEST(ConvexMeshManifold, SwapMotionAndScale) {
  const Mesh stairs = stairs_soup(4, 2).mesh();
  const Polytope crate = box({1, 0.8, 0.6});
  detail::Random random(3);
  const auto any = [&] { return random.uniform(-1, 1); };
  int met = 0;
  for (int k = 0; k < 300; ++k) {
    const Pose pose = rotation({any(), any(), any(), any()}, {2 + 2 * any(), 2 + 2 * any(), 1 + any()});
    const Manifold found = checked(crate, pose, stairs, {}, 0.1);
    const Manifold swapped = checked(stairs, {}, crate, pose, 0.1);
    const Pose moved = rotation({any(), any(), any(), any()}, {any(), any(), any()});
    const Manifold elsewhere = checked(crate, moved * pose, stairs, moved, 0.1);
    ASSERT_EQ(swapped.points.size(), found.points.size()) << described(found) << described(swapped);
    ASSERT_EQ(elsewhere.points.size(), found.points.size()) << described(found) << described(elsewhere);
    met += found.points.empty() ? 0 : 1;
    for (std::size_t i = 0; i < found.points.size(); ++i) {
      EXPECT_EQ(found.points[i].feature_a, elsewhere.points[i].feature_a);
      EXPECT_EQ(found.points[i].feature_b, elsewhere.points[i].feature_b);
      EXPECT_LE(norm(apply(moved, found.points[i].a) - elsewhere.points[i].a), 1e-9);
      EXPECT_NEAR(found.points[i].gap(), elsewhere.points[i].gap(), 1e-9);
    }
  }
  EXPECT_GT(met, 50);
  for (const double scale : {0x1p-300, 0x1p-20, 0x1p30, 0x1p300}) {
    Soup soup = stairs_soup(4, 2);
    for (Vec3& v : soup.vertices) v = scale * v;
    const Polytope small = box(scale * Vec3{1, 0.8, 0.6});
    const Pose at = rotation({1, 0.1, 0.2, 0.3}, {0.7, 3.2, 1}),
               scaled = rotation({1, 0.1, 0.2, 0.3}, scale * at.translation());
    const Manifold found = manifold(crate, at, stairs, {}), same = manifold(small, scaled, soup.mesh(), {});
    ASSERT_EQ(found.points.size(), same.points.size()) << scale;
    for (std::size_t i = 0; i < found.points.size(); ++i) {
      EXPECT_EQ(found.points[i].feature_a, same.points[i].feature_a) << scale;
      EXPECT_LE(norm(same.points[i].a / scale - found.points[i].a), 1e-12) << scale;
    }
  }
}

// What lies face to face has the points of two convex bodies.
TEST(ConvexMeshManifold, ConvexBodiesAsMeshes) {
  const Polytope crate = box({1, 0.8, 0.6}), table = box({2, 1, 1});
  const Mesh as_mesh = mesh_of(table);
  detail::Random random(9);
  for (int k = 0; k < 200; ++k) {
    const Pose pose =
        rotation_about({0, 0, 1}, random.uniform(0, 3), {random.uniform(-1, 1), random.uniform(-0.5, 0.5), 0.795});
    const Manifold convex = manifold(crate, pose, table, {}), found = checked(crate, pose, as_mesh, {});
    ASSERT_EQ(convex.points.size(), found.points.size()) << described(convex) << described(found);
    for (const ContactPoint& p : found.points)
      EXPECT_TRUE(std::any_of(convex.points.begin(), convex.points.end(),
                              [&](const ContactPoint& q) {
                                return norm(p.a - q.a) < 1e-9 && norm(p.b - q.b) < 1e-9 &&
                                       p.feature_a.kind == q.feature_a.kind;
                              }))
          << described(convex) << described(found);
  }
}

}  // namespace
}  // namespace clearance
