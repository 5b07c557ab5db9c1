#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>
#include <clearance/solid/contact.h>
#include <clearance/solid/contact_bodies_test.h>
#include <clearance/solid/mesh_penetration_parts.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

using namespace solids;

Pose moved_by(const Pose& pose, Vec3 d) { return moved_to(pose, pose.translation() + d).value(); }

// The bracket, after moving b by a little more than `upper` and by less than `lower`.
Penetration looked_at(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, int effort = 16) {
  const Penetration found = penetration(a, pose_a, b, pose_b, {.effort = effort});
  EXPECT_LE(found.lower, found.upper);
  if (found.status != Status::Penetrating) {
    EXPECT_EQ(found.upper, 0);
    return found;
  }
  EXPECT_NEAR(norm(found.direction), 1, 1e-15);
  const double bit_more = found.upper * (1 + 1e-12) + 1e-12;
  EXPECT_NE(intersects(a, pose_a, b, moved_by(pose_b, bit_more * found.direction)).status, Status::Penetrating);
  Random random(4);
  for (int k = 0; k < 20; ++k) {
    const Vec3 any{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const Vec3 d = (0.999 * found.lower / norm(any)) * any;
    EXPECT_EQ(intersects(a, pose_a, b, moved_by(pose_b, d)).status, Status::Penetrating);
  }
  return found;
}

TEST(MeshPenetration, BoxesByHand) {
  const Mesh cube = box_solid({0, 0, 0}, {1, 1, 1});
  const Penetration half = looked_at(cube, {}, cube, translation({0.5, 0, 0}));
  EXPECT_EQ(half.upper, 0.5);
  EXPECT_EQ(half.direction, (Vec3{1, 0, 0}));
  EXPECT_GT(half.lower, 0.4999);
  const Penetration corner = looked_at(cube, {}, cube, translation({0.75, 0.625, -0.5}));
  EXPECT_EQ(corner.upper, 0.25);
  EXPECT_GT(corner.lower, 0.2499);
  const Penetration inside = looked_at(box_solid({0, 0, 0}, {10, 10, 10}), {}, box_solid({4, 4, 3}, {6, 6, 5}), {});
  EXPECT_EQ(inside.upper, 5);
  EXPECT_EQ(inside.direction, (Vec3{0, 0, -1}));
  EXPECT_GT(inside.lower, 4.99);
}

TEST(MeshPenetration, OutOfAHollowThroughItsMouth) {
  // A U of cells, and a cube sunk a quarter into its floor from above: up is the way out, though no plane divides them.
  Random random(1);
  const Mesh u =
      solid(cell_soup({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, 1}, {2, 0, 1}, {0, 0, 2}, {2, 0, 2}}, random));
  const Penetration found = looked_at(u, {}, box_solid({1.125, 0.25, 0.75}, {1.875, 0.75, 1.5}), {});
  EXPECT_EQ(found.upper, 0.25);
  EXPECT_EQ(found.direction, (Vec3{0, 0, 1}));
  EXPECT_GT(found.lower, 0.24);
}

TEST(MeshPenetration, NothingToEnd) {
  const Mesh cube = box_solid({0, 0, 0}, {1, 1, 1});
  EXPECT_EQ(looked_at(cube, {}, cube, translation({1, 0, 0})).status, Status::Touching);
  EXPECT_EQ(looked_at(cube, {}, cube, translation({2, 0, 0})).status, Status::Separated);
  const Penetration thin = penetration(cube, {}, cube, translation({1 - 0x1p-52, 0.3, 0.2}));
  EXPECT_EQ(thin.status, Status::Penetrating);
  EXPECT_EQ(thin.upper, 0x1p-52);
}

TEST(MeshPenetration, ConvexBodiesAsThePolytopesSay) {
  Random random(2);
  const auto quaternion = [&] {
    return Quat{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  };
  for (int k = 0; k < 8; ++k) {
    const Polytope p = test_polytope(static_cast<TestShape>(k % 3), 20, static_cast<std::uint64_t>(k + 1));
    const Polytope q = test_polytope(static_cast<TestShape>(k / 3), 20, static_cast<std::uint64_t>(k + 50));
    const Pose pose_p = rotation(quaternion(), {1e3, 2, 3});
    const Pose pose_q = rotation(quaternion(), {1e3 + random.uniform(-0.4, 0.4), 2, 3});
    const Penetration truth = penetration(p, pose_p, q, pose_q);
    const Penetration found = looked_at(mesh_of(p), pose_p, mesh_of(q), pose_q);
    EXPECT_EQ(found.status, truth.status);
    EXPECT_LE(found.lower, truth.upper);
    EXPECT_GE(found.upper, truth.lower);
    EXPECT_LE(found.upper, 1.25 * truth.upper);
    EXPECT_GE(found.lower, 0.2 * truth.lower);
  }
}

TEST(MeshPenetration, MoreEffortNarrowsTheBracket) {
  const Polytope rod = test_polytope(TestShape::Rod, 20, 5), plate = test_polytope(TestShape::Plate, 20, 6);
  const Mesh a = mesh_of(rod), b = mesh_of(plate);
  const Pose pose = rotation({1, 2, 3, 4}, {0.1, 0.05, 0});
  const Penetration little = looked_at(a, {}, b, pose, 2), much = looked_at(a, {}, b, pose, 64);
  EXPECT_LT(much.upper - much.lower, little.upper - little.lower);
  EXPECT_GT(much.lower, 0.45 * much.upper);
}

TEST(MeshPenetration, UnionsOfCellsUnderAnyPose) {
  Random random(3);
  const Pose matrix = Pose::from_matrix({{{1, 1e-5, 0}, {0, 1, 2e-5}, {-1e-5, 0, 1}}}, {0.3, 0.1, 0.4}).value();
  int seen = 0;
  for (int k = 0; k < 12; ++k) {
    const Soup a = cell_soup(random_cells(4, random), random), b = cell_soup(random_cells(4, random), random);
    if (!mesh_facts(a.vertices, a.triangles).is_solid() || !mesh_facts(b.vertices, b.triangles).is_solid()) continue;
    const Pose pose = k % 2 == 0 ? matrix : rotation({1, 0.2 * k, 0.3, 0.1}, {0.5, 0.25, 0.1 * k});
    if (looked_at(solid(a), {}, solid(b), pose, 8).status == Status::Penetrating) ++seen;
  }
  EXPECT_GT(seen, 5);
}

}  // namespace
}  // namespace clearance::detail
