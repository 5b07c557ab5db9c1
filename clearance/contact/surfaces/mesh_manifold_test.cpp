// Meshes on meshes.
#include <clearance/base/random.h>
#include <clearance/contact/surfaces/contact_bodies_test.h>

#include <gtest/gtest.h>

#include <numbers>
#include <thread>

namespace clearance {
namespace {

Manifold checked(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double margin = 0) {
  const Manifold found = manifold(a, pose_a, b, pose_b, {.margin = margin});
  expect_sound(found, margin, 20);
  expect_places(found, a, pose_a, b, pose_b);
  EXPECT_EQ(found.status(), intersects(a, pose_a, b, pose_b).status);
  return found;
}

// One patch along −z, with points at these places and no others.
void expect_points(const Manifold& found, std::vector<Vec3> places, double gap) {
  ASSERT_EQ(found.patches.size(), 1u) << described(found);
  EXPECT_LE(norm(found.patches[0].normal - Vec3{0, 0, -1}), 1e-12) << described(found);
  EXPECT_EQ(found.points.size(), places.size()) << described(found);
  for (const Vec3 place : places)
    EXPECT_TRUE(std::any_of(found.points.begin(), found.points.end(),
                            [&](const ContactPoint& p) { return norm(p.b - place) < 1e-9; }))
        << place.x << " " << place.y << "\n"
        << described(found);
  for (const ContactPoint& p : found.points) EXPECT_NEAR(p.gap(), gap, 1e-12);
}

// ---- Solved by hand
// ---------------------------------------------------------------------------------------------------

TEST(MeshManifold, CubesFaceToFace) {
  const Mesh cube = box_soup({-1, -1, -1}, {1, 1, 1}).mesh();
  for (const double depth : {0.0, 0.01, -0.01}) {
    const Manifold found = checked(cube, translation({0.5, 0.25, 2 - depth}), cube, {}, 0.02);
    expect_points(found, {{-0.5, -0.75, 1}, {1, -0.75, 1}, {1, 1, 1}, {-0.5, 1, 1}}, -depth);
  }
}

TEST(MeshManifold, ConcaveFacesAndHoles) {
  const Mesh table = box_soup({-1, -1, -1}, {4, 4, 0}).mesh(), small = box_soup({0, 0, -1}, {2, 2, 0}).mesh();
  // All six corners of an L, the inner one too.
  expect_points(checked(corner_soup().mesh(), {}, table, {}),
                {{0, 0, 0}, {3, 0, 0}, {3, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}}, 0);
  // Over the borders of a smaller table.
  expect_points(checked(corner_soup().mesh(), translation({0.5, 0.5, 0}), small, {}),
                {{0.5, 0.5, 0}, {2, 0.5, 0}, {2, 1.5, 0}, {1.5, 1.5, 0}, {1.5, 2, 0}, {0.5, 2, 0}}, 0);
  // A frame: outer and inner corners.
  expect_points(checked(frame_soup().mesh(), {}, table, {}),
                {{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {0, 3, 0}, {1, 1, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}}, 0);
  // A block over the hole of a frame.
  expect_points(
      checked(box_soup({0.5, 0.5, 1}, {2.5, 2.5, 2}).mesh(), {}, frame_soup().mesh(), {}),
      {{0.5, 0.5, 1}, {2.5, 0.5, 1}, {2.5, 2.5, 1}, {0.5, 2.5, 1}, {1, 1, 1}, {2, 1, 1}, {2, 2, 1}, {1, 2, 1}}, 0);
}

TEST(MeshManifold, ForkStandsOnItsProngs) {
  const Pose standing = rotation_about({1, 0, 0}, -std::numbers::pi / 2);  // y is down
  const Mesh fork = fork_soup().mesh(), table = box_soup({-5, -5, -1}, {5, 5, 0}).mesh();
  double lowest = 1e9;
  for (const Vec3 v : fork.vertices()) lowest = std::min(lowest, apply(standing, v).z);
  const Manifold found =
      checked(fork, moved_to(standing, standing.translation() - Vec3{0, 0, lowest + 0.001}).value(), table, {});
  EXPECT_EQ(found.points.size(), 8u) << described(found);
  for (const ContactPatch& patch : found.patches) EXPECT_LE(norm(patch.normal - Vec3{0, 0, -1}), 1e-9);
}

TEST(MeshManifold, CrossingEdges) {
  const Mesh cube = box_soup({-1, -1, -1}, {1, 1, 1}).mesh();
  const double quarter = std::numbers::pi / 4, reach = std::sqrt(2.0);
  for (const double depth : {-0.01, 0.0, 0.01}) {
    const Manifold found = checked(cube, rotation_about({1, 0, 0}, quarter, {0.1, 0.2, 2 * reach - depth}), cube,
                                   rotation_about({0, 1, 0}, quarter), 0.02);
    ASSERT_EQ(found.points.size(), 1u) << described(found);
    EXPECT_LE(norm(found.patches[0].normal - Vec3{0, 0, -1}), 1e-12);
    EXPECT_EQ(found.points[0].feature_a.kind, Feature::Edge);
    EXPECT_EQ(found.points[0].feature_b.kind, Feature::Edge);
    EXPECT_NEAR(found.points[0].gap(), -depth, 1e-12);
  }
}

TEST(MeshManifold, NeedlesTouchAtTheirTips) {
  const Soup tip = prism_over({{0, 0}, {0.1, 1}, {-0.1, 1}}, {{0, 1, 2}}, 0.1);
  Soup needle;
  needle.vertices = {{0, 0, 0}, {0.1, 0, 1}, {-0.1, 0.1, 1}, {-0.1, -0.1, 1}};
  needle.triangles = {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}};
  const Manifold found = checked(needle.mesh(), {}, needle.mesh(), rotation({0, 1, 0, 0}));
  EXPECT_EQ(found.status(), Status::Touching);
  ASSERT_GE(found.points.size(), 1u);
  for (const ContactPoint& p : found.points) {
    EXPECT_EQ(p.feature_a, (ContactFeature{Feature::Vertex, kNoIndex, 0, kNoIndex})) << described(found);
    EXPECT_EQ(p.feature_b, (ContactFeature{Feature::Vertex, kNoIndex, 0, kNoIndex}));
  }
  checked(tip.mesh(), {}, tip.mesh(), rotation({0, 1, 0, 0}));
}

// A rack whose teeth stand in the gaps of another: each flank has a patch of its own.
TEST(MeshManifold, Teeth) {
  Loop polygon{{0, -1}, {8, -1}};
  std::vector<MeshTriangle> flat;
  for (int k = 4; k-- > 0;) {
    const double x = 2 * k;
    polygon.push_back({x + 2, 0});
    polygon.push_back({x + 1, 1});
  }
  polygon.push_back({0, 0});
  // Teeth first, then the bar below them.
  for (std::uint32_t k = 2; k + 2 < 11; k += 2) flat.push_back({k, k + 1, k + 2});
  flat.push_back({0, 1, 2});
  for (std::uint32_t k = 2; k + 2 < 11; k += 2) flat.push_back({0, k, k + 2});
  const Mesh rack = prism_over(polygon, flat, 1).mesh();
  ASSERT_TRUE(rack.is_solid());
  const double in = 0.004;
  const Manifold found = checked(rack, {}, rack, rotation({0, 0, 0, 1}, {9, 1 - in, 0}));
  EXPECT_EQ(found.status(), Status::Penetrating);
  const double s = std::sqrt(0.5);
  for (const ContactPatch& patch : found.patches) {
    EXPECT_NEAR(std::fabs(patch.normal.x), s, 1e-9) << described(found);
    EXPECT_NEAR(patch.normal.y, s, 1e-9) << described(found);
    EXPECT_NEAR(patch.lower, -in * s, 1e-9) << described(found);
  }
  EXPECT_EQ(found.patches.size(), 7u) << described(found);
}

TEST(MeshManifold, DeepInEachOther) {
  // From the side of a large cube, with the tip of one that is made of many triangles: the tip is what is deep.
  const Mesh cube = box_soup({-2, -2, -2}, {2, 2, 2}).mesh();
  const Mesh ball = mesh_of(test_polytope(TestShape::Ellipsoid, 400, 5));
  const Manifold found = checked(ball, translation({0.1, 0.2, 2.3}), cube, {});
  ASSERT_EQ(found.patches.size(), 1u) << described(found);
  EXPECT_GT(dot(found.patches[0].normal, {0, 0, -1}), 0.9) << described(found);
  double lowest = 1e9;
  for (const Vec3 v : ball.vertices()) lowest = std::min(lowest, v.z + 2.3);
  EXPECT_NEAR(found.patches[0].lower, lowest - 2, 0.02);
  // Inside without touching; the same place.
  const Mesh small = box_soup({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}).mesh();
  const Manifold inside = checked(small, {}, cube, {});
  ASSERT_FALSE(inside.points.empty());
  EXPECT_LT(inside.points[0].upper, -1);
  const Manifold same = checked(cube, {}, cube, {});
  ASSERT_FALSE(same.points.empty());
  EXPECT_NEAR(same.patches[0].lower, -4, 1e-9) << described(same);
}

// ---- Degenerate
// ---------------------------------------------------------------------------------------------------------

TEST(MeshManifold, AnyInputHasAnAnswer) {
  const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}, {0, 0, 0}, {0, 1, 0}, {0.3, 0.3, 1}};
  std::vector<Mesh> all;
  for (const std::vector<MeshTriangle>& t :
       {std::vector<MeshTriangle>{{0, 1, 2}, {0, 3, 1}, {0, 0, 0}},
        std::vector<MeshTriangle>{{0, 1, 4}, {0, 1, 4}, {0, 4, 1}}, std::vector<MeshTriangle>{{0, 0, 0}},
        std::vector<MeshTriangle>{{0, 1, 4}, {0, 1, 5}, {0, 4, 5}, {1, 0, 5}}})
    all.push_back(make_mesh(v, t).value());
  all.push_back(box_soup({-1, -1, -1}, {1, 1, 1}).mesh());
  all.push_back(grid_floor(3, 1));
  Soup inside_out;
  inside_out.add(box_soup({-1, -1, -1}, {1, 1, 1}), true);
  all.push_back(inside_out.mesh());
  for (const Mesh& a : all)
    for (const Mesh& b : all)
      for (const Vec3 at : {Vec3{}, Vec3{0.25, 0.25, 0}, Vec3{1, 0, 0}, Vec3{0.1, 0.1, 0.25}, Vec3{2, 0, 0}})
        for (const double margin : {0.0, 0.1, 1e9}) checked(a, {}, b, translation(at), margin);
}

TEST(MeshManifold, InsideOutIsTheSameSolid) {
  const Mesh cube = box_soup({-1, -1, -1}, {1, 1, 1}).mesh();
  Soup turned;
  turned.add(box_soup({-1, -1, -1}, {1, 1, 1}), true);
  const Mesh inside_out = turned.mesh();
  ASSERT_TRUE(inside_out.is_solid());
  detail::Random random(5);
  for (int k = 0; k < 50; ++k) {
    const Pose pose =
        rotation_about({0, 0, 1}, random.uniform(0, 3), {random.uniform(-1, 1), random.uniform(-1, 1), 1.99});
    const Manifold found = checked(cube, pose, cube, {}), same = checked(cube, pose, inside_out, {});
    ASSERT_EQ(found.points.size(), same.points.size()) << described(found) << described(same);
    for (std::size_t i = 0; i < found.points.size(); ++i) EXPECT_LE(norm(found.points[i].b - same.points[i].b), 1e-9);
  }
}

// With a margin without bounds all pairs are near; the nearest are looked at.
TEST(MeshManifold, HugeMarginsEnd) {
  const Mesh a = mesh_of(test_polytope(TestShape::Ellipsoid, 300, 1)),
             b = mesh_of(test_polytope(TestShape::Ellipsoid, 300, 2));
  const Manifold found = checked(a, {}, b, translation({0, 0, 5}), 1e9);
  ASSERT_FALSE(found.points.empty());
  EXPECT_NEAR(found.patches.back().lower, 5, 6);
  const Distance gap = distance(a, {}, b, translation({0, 0, 5}));
  EXPECT_TRUE(std::any_of(found.points.begin(), found.points.end(),
                          [&](const ContactPoint& p) { return std::fabs(p.gap() - gap.lower) < 1e-9; }))
      << gap.lower << "\n"
      << described(found);
}

// ---- Invariance
// -----------------------------------------------------------------------------------------------------------

TEST(MeshManifold, SwapAndMotion) {
  const Mesh stairs = stairs_soup(4, 2).mesh(), fork = fork_soup().mesh();
  detail::Random random(3);
  const auto any = [&] { return random.uniform(-1, 1); };
  int met = 0;
  for (int k = 0; k < 400; ++k) {
    const Pose pose = rotation({any(), any(), any(), any()}, {2 + 3 * any(), 2 + 3 * any(), 1 + 2 * any()});
    const Manifold found = checked(fork, pose, stairs, {}, 0.1);
    if (found.points.empty() || found.patches[0].lower < -0.3) continue;
    const Manifold swapped = checked(stairs, {}, fork, pose, 0.1);
    const Pose moved = rotation({any(), any(), any(), any()}, {any(), any(), any()});
    const Manifold elsewhere = checked(fork, moved * pose, stairs, moved, 0.1);
    ASSERT_EQ(swapped.points.size(), found.points.size()) << described(found) << described(swapped);
    ASSERT_EQ(elsewhere.points.size(), found.points.size()) << described(found) << described(elsewhere);
    ++met;
    for (std::size_t i = 0; i < found.points.size(); ++i) {
      EXPECT_EQ(found.points[i].feature_a, elsewhere.points[i].feature_a);
      EXPECT_LE(norm(apply(moved, found.points[i].a) - elsewhere.points[i].a), 1e-9);
    }
  }
  EXPECT_GT(met, 50);
}

TEST(MeshManifold, ManyThreadsShareTheirMeshes) {
  const Mesh cube = box_soup({-1, -1, -1}, {1, 1, 1}).mesh(), floor = grid_floor(20, 0.5);
  const Pose pose = rotation_about({0, 0, 1}, 0.3, {0.1, 0.2, 0.99});
  std::vector<Manifold> found(4);
  std::vector<std::thread> threads;
  for (Manifold& out : found) threads.emplace_back([&] { out = manifold(cube, pose, floor, {}); });
  for (std::thread& thread : threads) thread.join();
  for (const Manifold& out : found) EXPECT_EQ(described(out), described(found[0]));
}

// ---- At random
// ------------------------------------------------------------------------------------------------------------

TEST(MeshManifold, RandomPairs) {
  const std::vector<Shape> all{box_soup({-1, -1, -1}, {1, 1, 1}).mesh(),
                               corner_soup().mesh(),
                               fork_soup().mesh(),
                               stairs_soup(4, 2).mesh(),
                               frame_soup().mesh(),
                               tub(2, 1.5),
                               grid_floor(4, 1),
                               mesh_of(test_polytope(TestShape::Ellipsoid, 60, 1)),
                               mesh_of(test_polytope(TestShape::Rod, 20, 2)),
                               box({1, 1.5, 2}),
                               sphere(0.7),
                               capsule(1.5, 0.4),
                               rounded(box({1, 1, 1}), 0.2),
                               box({1, 1, 0})};
  detail::Random random(17);
  const auto any = [&] { return random.uniform(-1, 1); };
  const auto half = [&] { return 0.5 * (static_cast<double>(random.below(9)) - 4); };
  int touching = 0;
  for (int k = 0; k < 8; ++k)
    for (const Shape& a : all)
      for (const Shape& b : all) {
        if (std::holds_alternative<Rounded>(a) && std::holds_alternative<Rounded>(b)) continue;
        const Quat turn = k % 4 == 0 ? Quat{} : k % 4 == 1 ? Quat{1, 0, 0, 1} : Quat{any(), any(), any(), any()};
        const Pose pose_a = k % 2 == 0 ? Pose() : rotation({any(), any(), any(), any()}, {any(), any(), any()});
        const Pose pose_b =
            rotation(turn, k % 4 < 2 ? Vec3{half(), half(), half()} : Vec3{2 * any(), 2 * any(), 2 * any()});
        const double margin = k % 3 == 0 ? 0.05 : 0;
        const Manifold found = manifold(a, pose_a, b, pose_b, {.margin = margin});
        EXPECT_EQ(found.status(), intersects(a, pose_a, b, pose_b).status);
        expect_sound(found, margin, 20);
        expect_places(found, a, pose_a, b, pose_b);
        touching += found.status() != Status::Separated;
        if (HasFailure()) {
          ADD_FAILURE() << described(found);
          return;
        }
      }
  EXPECT_GT(touching, 300);
}

}  // namespace
}  // namespace clearance
