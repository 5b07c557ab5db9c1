#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>
#include <clearance/convex/way_out.h>
#include <clearance/solid/contact.h>
#include <clearance/solid/contact_bodies_test.h>
#include <clearance/solid/mesh_query.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

namespace clearance::detail {
namespace {

using namespace solids;

Pose after(const Pose& pose, Vec3 d) { return moved_to(pose, pose.translation() + d).value(); }

using Clock = std::chrono::steady_clock;

// The bracket, after moving b by exactly the translation and by less than `lower`.
Penetration looked_at(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                      const PenetrationOptions& options = {.effort = 16}) {
  const Penetration found = penetration(a, pose_a, b, pose_b, options);
  EXPECT_LE(found.lower, found.upper);
  if (found.status != Status::Penetrating) {
    EXPECT_EQ(found.upper, 0);
    return found;
  }
  EXPECT_NEAR(norm(found.direction), 1, 1e-15);
  EXPECT_LE(norm(found.translation), found.upper * (1 + 1e-15));
  const std::optional<MovedPair> moved = detail::moved_by(pose_a, pose_b, found.translation);
  EXPECT_TRUE(moved && intersects(a, moved->a, b, moved->b).status != Status::Penetrating);
  Random random(4);
  for (int k = 0; k < 20; ++k) {
    const Vec3 any{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const Vec3 d = (0.999 * found.lower / norm(any)) * any;
    EXPECT_EQ(intersects(a, pose_a, b, after(pose_b, d)).status, Status::Penetrating);
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
    EXPECT_NEAR(found.upper, truth.upper, 1e-9);
    EXPECT_NEAR(found.lower, truth.lower, 1e-9);
  }
}

// Rings of square section, of side 1, the one lying, the other standing with one side through the first's hole.
Mesh ring(bool stands) {
  Random random(9);
  Cells cells;
  for (int i = 0; i < 5; ++i)
    for (int k = 0; k < 5; ++k)
      if (i == 0 || i == 4 || k == 0 || k == 4) cells.insert(stands ? Cell{i, 0, k} : Cell{i, k, 0});
  return solid(cell_soup(cells, random));
}

TEST(MeshPenetration, LinkedRingsSinkIntoEachOther) {
  // One upright of the standing ring is in the hole, and goes into a side of the lying one by a quarter.
  const Mesh lying = ring(false), standing = ring(true);
  EXPECT_EQ(looked_at(lying, {}, standing, translation({2, 2, -2})).status, Status::Separated);
  const Penetration left = looked_at(lying, {}, standing, translation({0.75, 2, -2}), {});
  EXPECT_EQ(left.upper, 0.25);
  EXPECT_EQ(left.direction, (Vec3{1, 0, 0}));
  EXPECT_GT(left.lower, 0.24);
  const Penetration right = looked_at(lying, {}, standing, translation({3.25, 2, -2}), {});
  EXPECT_EQ(right.upper, 0.25);
  EXPECT_EQ(right.direction, (Vec3{-1, 0, 0}));
  EXPECT_GT(right.lower, 0.24);
}

TEST(MeshPenetration, APegThatIsTooThickForItsHole) {
  // A block with a square hole of side 2, and in it a peg that is a quarter too far to one side, and long.
  Random random(10);
  Cells cells;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 4; ++k)
        if (i == 0 || i == 3 || j == 0 || j == 3) cells.insert({i, j, k});
  const Mesh block = solid(cell_soup(cells, random));
  const Penetration slack = looked_at(block, {}, box_solid({1.75, 1.25, -8}, {3.25, 2.75, 12}), {}, {});
  EXPECT_EQ(slack.upper, 0.25);
  EXPECT_EQ(slack.direction, (Vec3{-1, 0, 0}));
  EXPECT_GT(slack.lower, 0.24);
  // Too thick by a quarter on either side: out of the hole altogether, sideways or along it.
  const Penetration tight = looked_at(block, {}, box_solid({0.75, 1.25, -8}, {3.25, 2.75, 12}), {}, {});
  EXPECT_EQ(tight.upper, 2.75);
  EXPECT_GT(tight.lower, 1);
}

TEST(MeshPenetration, Degenerate) {
  const Mesh cube = box_solid({0, 0, 0}, {1, 1, 1});
  const Penetration same = looked_at(cube, {}, cube, {});
  EXPECT_EQ(same.upper, 1);
  EXPECT_GT(same.lower, 0.9999);
  // A plate a million times thinner than long, and a rod through it.
  const Mesh plate = box_solid({-1, -1, -0x1p-21}, {1, 1, 0x1p-21}),
             rod = box_solid({-0x1p-21, -0x1p-21, -1}, {0x1p-21, 0x1p-21, 1});
  const Penetration through = looked_at(plate, {}, rod, {});
  EXPECT_EQ(through.upper, 1 + 0x1p-21);
  EXPECT_NEAR(through.lower, through.upper, 1e-9);
  // A cube of a ten-thousandth in another one, off its middle.
  const Mesh tiny = box_solid({0, 0, 0}, {1e-4, 1e-4, 1e-4});
  const Penetration inside = looked_at(cube, {}, tiny, translation({0.5, 0.25, 0.75}));
  EXPECT_EQ(inside.upper, 0.25);
  EXPECT_NEAR(inside.lower, 0.25, 1e-9);
  for (const double scale : {0x1p-700, 0x1p-300, 0x1p400}) {
    Soup soup = box_soup({0, 0, 0}, {scale, scale, scale});
    const Mesh scaled = solid(soup);
    const Penetration found = penetration(scaled, {}, scaled, translation({0.75 * scale, 0, 0}), {.effort = 8});
    EXPECT_EQ(found.status, Status::Penetrating);
    EXPECT_LE(found.upper, 0.25 * scale * (1 + 1e-6));
    EXPECT_LE(found.lower, 0.25 * scale);
  }
}

// ---- What may be asked for ------------------------------------------------------------------------------------------

// Two steps that are no convex bodies, turned.
struct Steps {
  Mesh a, b;
  Pose pose;
};
Steps steps() {
  Random random(11);
  const Cells cells = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  return {solid(cell_soup(cells, random)), solid(cell_soup(cells, random)), rotation({4, 1, 2, 1}, {0.5, 0.25, 0.375})};
}

TEST(MeshPenetration, MoreEffortNarrowsTheBracket) {
  const Steps s = steps();
  const Penetration little = looked_at(s.a, {}, s.b, s.pose, {.effort = 1}),
                    much = looked_at(s.a, {}, s.b, s.pose, {.effort = 128});
  EXPECT_LT(much.upper - much.lower, little.upper - little.lower);
  EXPECT_GT(much.lower, 0.9 * much.upper);
}

TEST(MeshPenetration, EndsWhenItIsNarrowEnough) {
  const Steps s = steps();
  const Penetration narrow = looked_at(s.a, {}, s.b, s.pose, {.effort = 512, .relative_width = 0.1});
  EXPECT_LE(narrow.upper - narrow.lower, 0.1 * narrow.upper);
  const auto seconds = [&](double width) {
    double least = 1e300;
    for (int k = 0; k < 5; ++k) {
      const auto begin = Clock::now();
      static_cast<void>(penetration(s.a, {}, s.b, s.pose, {.effort = 512, .relative_width = width}));
      least = std::min(least, std::chrono::duration<double>(Clock::now() - begin).count());
    }
    return least;
  };
  EXPECT_LT(seconds(1), 0.5 * seconds(0));
  // Nothing at all is asked for by what is no number.
  const Penetration nan = penetration(s.a, {}, s.b, s.pose, {.relative_width = std::nan("")}),
                    zero = penetration(s.a, {}, s.b, s.pose);
  EXPECT_EQ(nan.lower, zero.lower);
  EXPECT_EQ(nan.upper, zero.upper);
}

TEST(MeshPenetration, ADeadlineThatHasStruckLeavesATrueBracket) {
  const Steps s = steps();
  const Penetration late = looked_at(s.a, {}, s.b, s.pose, {.deadline = Clock::now() - std::chrono::seconds(1)});
  EXPECT_EQ(late.status, Status::Penetrating);
  EXPECT_GT(late.lower, 0);
  EXPECT_LT(late.upper, 8);
  const Penetration apart = penetration(s.a, {}, s.b, translation({9, 0, 0}), {.deadline = Clock::time_point::min()});
  EXPECT_EQ(apart.status, Status::Separated);
  EXPECT_EQ(apart.upper, 0);
  const Penetration full = looked_at(s.a, {}, s.b, s.pose, {});
  EXPECT_LE(full.upper, late.upper);
  EXPECT_GE(full.lower, late.lower);
}

TEST(MeshPenetration, EqualQuestionsHaveEqualAnswers) {
  const Steps s = steps();
  const Penetration first = penetration(s.a, {}, s.b, s.pose), second = penetration(s.a, {}, s.b, s.pose);
  EXPECT_EQ(first.lower, second.lower);
  EXPECT_EQ(first.upper, second.upper);
  EXPECT_EQ(first.translation, second.translation);
}

// ---- Invariance -----------------------------------------------------------------------------------------------------

TEST(MeshPenetration, SwappedMovedAndScaled) {
  const Steps s = steps();
  const Penetration found = looked_at(s.a, {}, s.b, s.pose, {});
  const Penetration swapped = looked_at(s.b, s.pose, s.a, {}, {});
  EXPECT_LE(found.lower, swapped.upper);
  EXPECT_LE(swapped.lower, found.upper);
  EXPECT_NEAR(swapped.upper, found.upper, 0.05 * found.upper);
  const Vec3 far{1e6, -2e6, 3e5};
  const Penetration moved = looked_at(s.a, translation(far), s.b, after(s.pose, far), {});
  EXPECT_NEAR(moved.upper, found.upper, 0.05 * found.upper);
  EXPECT_GT(moved.lower, 0.9 * found.lower);
  const auto scaled = [](const Mesh& mesh) {
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    for (Vec3& v : vertices) v = 0x1p-20 * v;
    return make_mesh(vertices, mesh.triangles_as_given()).value();
  };
  const Pose small_pose = moved_to(s.pose, 0x1p-20 * s.pose.translation()).value();
  const Penetration small = looked_at(scaled(s.a), {}, scaled(s.b), small_pose, {});
  EXPECT_NEAR(0x1p20 * small.upper, found.upper, 1e-6);
  EXPECT_NEAR(0x1p20 * small.lower, found.lower, 1e-6);
}

TEST(MeshPenetration, UnionsOfCellsUnderAnyPose) {
  Random random(3);
  const Pose matrix = Pose::from_matrix({{{1, 1e-5, 0}, {0, 1, 2e-5}, {-1e-5, 0, 1}}}, {0.3, 0.1, 0.4}).value();
  int seen = 0;
  for (int k = 0; k < 12; ++k) {
    const Soup a = cell_soup(random_cells(4, random), random), b = cell_soup(random_cells(4, random), random);
    if (!mesh_facts(a.vertices, a.triangles).is_solid() || !mesh_facts(b.vertices, b.triangles).is_solid()) continue;
    const Pose pose = k % 2 == 0 ? matrix : rotation({1, 0.2 * k, 0.3, 0.1}, {0.5, 0.25, 0.1 * k});
    if (looked_at(solid(a), {}, solid(b), pose, {.effort = 8}).status == Status::Penetrating) ++seen;
  }
  EXPECT_GT(seen, 5);
}

}  // namespace
}  // namespace clearance::detail
