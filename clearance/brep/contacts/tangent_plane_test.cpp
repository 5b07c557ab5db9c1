#include <clearance/brep/contacts/tangent_plane.h>

#include <clearance/brep/contacts/contact_cases_test.h>

#include <cmath>

#include <gtest/gtest.h>

namespace clearance {
namespace {

const double kRoot2 = std::sqrt(2.0), kRoot3 = std::sqrt(3.0);

void expect_near(Vec3 x, Vec3 y) {
  EXPECT_LT(norm(x - y), 1e-14) << x.x << ' ' << x.y << ' ' << x.z << " is not " << y.x << ' ' << y.y << ' ' << y.z;
}

TangentPlane plane_of(const BRep& a, const Pose& pose_a, Entity x1, const BRep& b, const Pose& pose_b, Entity x2) {
  return tangent_plane(a, pose_a, b, pose_b, {x1, x2, {}, {}, 0});
}

BRep cube_between(Vec3 low, Vec3 high) { return brep_of(box_soup(low, high)); }
const Vec3 kZero{0, 0, 0};

// --- solved by hand

TEST(TangentPlane, VertexOnFace) {
  const BRep a = brep_of(tip_soup(2)), b = cube_between({-1, -1, -1}, {1, 1, 0});
  const TangentPlane plane = plane_of(a, {}, vertex_at(a, kZero), b, {}, face_at(b, {0, 0, 1}, kZero));
  EXPECT_EQ(plane.which, TangentCase::VertexFace);
  EXPECT_TRUE(plane.is_determined);
  expect_near(plane.normal, {0, 0, -1});
}

// b stands on its side: the world's z is its y. The normal is in b's frame.
TEST(TangentPlane, FaceOnVertexInTheFrameOfB) {
  const BRep a = cube_between({-1, -1, 0}, {1, 1, 1}), b = brep_of(tip_soup(2));
  const Pose pose_b = quarter_turns(1, 0, 0);  // y ↦ z, z ↦ −y
  const TangentPlane plane = plane_of(a, {}, face_at(a, {0, 0, -1}, kZero), b, pose_b, vertex_at(b, kZero));
  EXPECT_EQ(plane.which, TangentCase::FaceVertex);
  expect_near(plane.normal, {0, -1, 0});
  expect_near(apply(pose_b, plane.normal), {0, 0, -1});
}

// Two roofs, one upside down, their ridges crossing.
TEST(TangentPlane, EdgesThatCross) {
  const BRep roof = brep_of(ridge_soup());
  const Entity ridge = edge_at(roof, kZero, {0, 0, 4});
  const Pose down_across = quarter_turns(2, 1, 0);
  const TangentPlane plane = plane_of(roof, down_across, ridge, roof, {}, ridge);
  EXPECT_EQ(plane.which, TangentCase::EdgesCrossing);
  EXPECT_TRUE(plane.is_determined);
  expect_near(plane.normal, {0, -1, 0});
  // The other way round it points into the other: from below.
  expect_near(plane_of(roof, {}, ridge, roof, down_across, ridge).normal,
              transpose_times(down_across.rotation(), {0, 1, 0}));
}

// Head on: v₁ = −v₂, where the paper's three points are one line.
TEST(TangentPlane, CollinearEdgesHeadOn) {
  const BRep roof = brep_of(ridge_soup());
  const Entity ridge = edge_at(roof, kZero, {0, 0, 4});
  const TangentPlane plane = plane_of(roof, quarter_turns(2, 0, 0, {0, 0, 4}), ridge, roof, {}, ridge);
  EXPECT_EQ(plane.which, TangentCase::EdgesCollinear);
  EXPECT_TRUE(plane.is_determined);
  expect_near(plane.normal, {0, -1, 0});
}

// One ridge points to −x, the other up: the plane between them is at 45°, and contains v₁ + v₂ as the paper's does.
TEST(TangentPlane, CollinearEdgesAtAnAngle) {
  const BRep roof = brep_of(ridge_soup());
  const Entity ridge = edge_at(roof, kZero, {0, 0, 4});
  const TangentPlane plane = plane_of(roof, quarter_turns(0, 0, 1), ridge, roof, {}, ridge);
  EXPECT_EQ(plane.which, TangentCase::EdgesCollinear);
  expect_near(plane.normal, {-1 / kRoot2, -1 / kRoot2, 0});
  EXPECT_NEAR(dot(plane.normal, Vec3{-1, 0, 0} + Vec3{0, 1, 0}), 0, 1e-14);
}

// A box in the inner corner of an L: the paper's invectors of the L would point out of it there.
TEST(TangentPlane, CollinearWithAReflexEdge) {
  const BRep a = cube_between({1, 1, 0}, {2, 2, 1}), b = brep_of(corner_soup());
  const TangentPlane plane = plane_of(a, {}, edge_at(a, {1, 1, 0}, {1, 1, 1}), b, {}, edge_at(b, {1, 1, 0}, {1, 1, 1}));
  EXPECT_EQ(plane.which, TangentCase::EdgesCollinear);
  EXPECT_TRUE(plane.is_determined);
  expect_near(plane.normal, {-1 / kRoot2, -1 / kRoot2, 0});
}

TEST(TangentPlane, VerticesHeadOn) {
  const BRep a = cube_between({-1, -1, -1}, kZero), b = cube_between(kZero, {1, 1, 1});
  const TangentPlane plane = plane_of(a, {}, vertex_at(a, kZero), b, {}, vertex_at(b, kZero));
  EXPECT_EQ(plane.which, TangentCase::VertexVertex);
  EXPECT_TRUE(plane.is_determined);
  expect_near(plane.normal, {1 / kRoot3, 1 / kRoot3, 1 / kRoot3});
}

// Two cubes that could share an edge, met at one of its ends: the plane contains that edge and v₁ + v₂.
TEST(TangentPlane, VerticesAtAnAngle) {
  const BRep a = cube_between({-1, -1, 0}, {0, 0, 1}), b = cube_between(kZero, {1, 1, 1});
  const TangentPlane plane = plane_of(a, {}, vertex_at(a, kZero), b, {}, vertex_at(b, kZero));
  expect_near(plane.normal, {1 / kRoot2, 1 / kRoot2, 0});
}

TEST(TangentPlane, EdgeOnVertexAndVertexOnEdge) {
  const BRep roof = brep_of(ridge_soup()), tip = brep_of(tip_soup(1));
  const Entity ridge = edge_at(roof, kZero, {0, 0, 4}), apex = vertex_at(tip, kZero);
  // The tip comes down on the ridge: its own z is the world's y.
  const Pose upright = quarter_turns(3, 0, 0, {0, 0, 2});  // z ↦ y
  const TangentPlane onto_edge = plane_of(tip, upright, apex, roof, {}, ridge);
  EXPECT_EQ(onto_edge.which, TangentCase::VertexEdge);
  EXPECT_TRUE(onto_edge.is_determined);
  expect_near(onto_edge.normal, {0, -1, 0});
  const TangentPlane onto_vertex = plane_of(roof, {}, ridge, tip, upright, apex);
  EXPECT_EQ(onto_vertex.which, TangentCase::EdgeVertex);
  expect_near(onto_vertex.normal, {0, 0, 1});

  // A corner of a cube beside the ridge: u₂ = (1, 1, 1)/√3 loses its part along the edge.
  const BRep cube = cube_between({-1, -1, -1}, kZero);
  const Pose over = quarter_turns(2, 0, 0, {0, 0, 2});
  const TangentPlane aslant = plane_of(roof, over, ridge, cube, {}, vertex_at(cube, kZero));
  const Vec3 expected{-1 / kRoot3, -1 - 1 / kRoot3, 0};
  expect_near(aslant.normal, expected / norm(expected));
}

// --- degenerate

// Of two edges or vertices that point the same way the surfaces say nothing: the boxes' middles do.
TEST(TangentPlane, SameDirection) {
  const BRep roof = brep_of(ridge_soup());
  const Entity ridge = edge_at(roof, kZero, {0, 0, 4});
  const TangentPlane apart = plane_of(roof, translation({-2, 0, 0}), ridge, roof, {}, ridge);
  EXPECT_FALSE(apart.is_determined);
  expect_near(apart.normal, {1, 0, 0});
  const TangentPlane equal = plane_of(roof, translation({0, 0, 1}), ridge, roof, {}, ridge);
  EXPECT_FALSE(equal.is_determined);
  expect_near(equal.normal, {1, 0, 0});  // the first axis perpendicular to the edge

  const BRep cube = cube_between(kZero, {1, 1, 1});
  const TangentPlane vertices = plane_of(cube, {}, vertex_at(cube, kZero), cube, {}, vertex_at(cube, kZero));
  EXPECT_FALSE(vertices.is_determined);
  expect_near(vertices.normal, {1, 0, 0});
  const TangentPlane above =
      plane_of(cube, translation({0, 0, 2}), vertex_at(cube, kZero), cube, {}, vertex_at(cube, kZero));
  expect_near(above.normal, {0, 0, -1});
}

// Where a solid touches itself, its normals cancel: the other solid's alone count, and if there are none, the middles.
TEST(TangentPlane, NormalsThatCancel) {
  const BRep twins = brep_of(voxel_soup({{0, 0, 0}, {1, 1, 0}}));
  const Entity waist = edge_at(twins, {1, 1, 0}, {1, 1, 1});
  const BRep cube = cube_between({1, 0, 0}, {2, 1, 1});
  const TangentPlane wedged = plane_of(cube, {}, edge_at(cube, {1, 1, 0}, {1, 1, 1}), twins, {}, waist);
  EXPECT_EQ(wedged.which, TangentCase::EdgesCollinear);
  EXPECT_FALSE(wedged.is_determined);
  expect_near(wedged.normal, {-1 / kRoot2, 1 / kRoot2, 0});
  const TangentPlane both = plane_of(twins, translation({0, -3, 0}), waist, twins, {}, waist);
  EXPECT_FALSE(both.is_determined);
  expect_near(both.normal, {0, 1, 0});

  const BRep diagonal = brep_of(voxel_soup({{0, 0, 0}, {1, 1, 1}}));
  const Entity neck = vertex_at(diagonal, {1, 1, 1});
  const TangentPlane vertices = plane_of(diagonal, translation({0, 0, -5}), neck, diagonal, {}, neck);
  EXPECT_FALSE(vertices.is_determined);
  expect_near(vertices.normal, {0, 0, 1});
}

// Edges that cross where the sign is open: a ridge in the plane of the other's faces.
TEST(TangentPlane, CrossingEdgesWithoutASide) {
  const BRep roof = brep_of(ridge_soup());
  const Entity ridge = edge_at(roof, kZero, {0, 0, 4});
  // Both ridges point up, along z and along x.
  const TangentPlane plane = plane_of(roof, quarter_turns(0, 1, 0, {0, 9, 0}), ridge, roof, {}, ridge);
  EXPECT_EQ(plane.which, TangentCase::EdgesCrossing);
  EXPECT_FALSE(plane.is_determined);
  expect_near(plane.normal, {0, -1, 0});
}

TEST(TangentPlane, NoContact) {
  const BRep cube = cube_between(kZero, {1, 1, 1});
  const Entity edge = edge_at(cube, kZero, {1, 0, 0}), face = face_at(cube, {0, 0, 1}, {0, 0, 1});
  for (const auto& [x1, x2] : {std::pair{edge, face}, std::pair{face, edge}, std::pair{face, face},
                               std::pair{Entity{}, face}, std::pair{Entity{EntityKind::Inside}, face}}) {
    const TangentPlane plane = plane_of(cube, {}, x1, cube, {}, x2);
    EXPECT_EQ(plane.which, TangentCase::NotAsked);
    EXPECT_FALSE(plane.is_determined);
    EXPECT_EQ(plane.normal, Vec3{});
  }
  EXPECT_EQ(TangentPlane{}.which, TangentCase::NotAsked);
}

// --- invariance

// Exchanged, the normal is turned around; moved together, it stays in b's frame.
TEST(TangentPlane, ExchangedAndMoved) {
  const BRep roof = brep_of(ridge_soup()), tip = brep_of(tip_soup(3)), cube = cube_between({-1, -1, -1}, kZero);
  detail::Random random(7);
  for (int round = 0; round < 200; ++round) {
    const BRep* solids[] = {&roof, &tip, &cube};
    const BRep &a = *solids[random.below(3)], &b = *solids[random.below(3)];
    const auto any_of = [&](const BRep& s) {
      return random.below(2) == 0
                 ? Entity{EntityKind::Vertex, static_cast<std::uint32_t>(random.below(s.vertex_count()))}
                 : Entity{EntityKind::Edge, static_cast<std::uint32_t>(random.below(s.edge_count()))};
    };
    const auto any_pose = [&] {
      return rotation({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)},
                      {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
    };
    const Entity x1 = any_of(a), x2 = any_of(b);
    const Pose pose_a = any_pose(), pose_b = any_pose(), both = any_pose();
    const TangentPlane plane = plane_of(a, pose_a, x1, b, pose_b, x2), back = plane_of(b, pose_b, x2, a, pose_a, x1);
    ASSERT_EQ(plane.is_determined, back.is_determined);
    EXPECT_NEAR(norm(plane.normal), 1, 1e-14);
    const Vec3 world = pose_b.rotation() * plane.normal, world_back = pose_a.rotation() * back.normal;
    EXPECT_LT(norm(world + world_back), 1e-8) << round;
    const TangentPlane moved = plane_of(a, both * pose_a, x1, b, both * pose_b, x2);
    EXPECT_LT(norm(moved.normal - plane.normal), 1e-8) << round;
  }
}

}  // namespace
}  // namespace clearance
