#include <clearance/base/random.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/way_out.h>
#include <clearance/solid/contact_bodies_test.h>
#include <clearance/solid/convex_mesh_query.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

namespace clearance::detail {
namespace {

using namespace solids;

// The bracket, after moving b by exactly the translation and by less than `lower`.
Penetration looked_at(const Rounded& a, const Pose& pose_a, const Mesh& b, const PenetrationOptions& options = {}) {
  const Penetration found = penetration(a, pose_a, b, {}, options);
  EXPECT_LE(found.lower, found.upper);
  if (found.status != Status::Penetrating) {
    EXPECT_EQ(found.upper, 0);
    return found;
  }
  const std::optional<MovedPair> moved = moved_by(pose_a, {}, found.translation);
  EXPECT_TRUE(moved && intersects(a, moved->a, b, moved->b).status != Status::Penetrating);
  EXPECT_LE(norm(found.translation), found.upper * (1 + 1e-15));
  Random random(6);
  for (int k = 0; k < 20; ++k) {
    const Vec3 any{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const Vec3 d = (0.999 * found.lower / norm(any)) * any;
    EXPECT_EQ(intersects(a, pose_a, b, translation(d)).status, Status::Penetrating);
  }
  return found;
}

Mesh cube() { return box_solid({0, 0, 0}, {2, 2, 2}); }
Mesh step() {
  Random random(7);
  return solid(cell_soup({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, random));
}

TEST(RoundedDepth, BallsAndCapsulesByHand) {
  const Rounded ball = sphere(0.5), bar = capsule(1, 0.25);
  const Penetration face = looked_at(ball, translation({1, 1, 2.25}), cube());
  EXPECT_NEAR(face.upper, 0.25, 1e-9);
  EXPECT_NEAR(face.lower, 0.25, 1e-5);
  EXPECT_NEAR(face.direction.z, -1, 1e-9);
  // At a corner, 3·0.25² away from it.
  const Penetration corner = looked_at(ball, translation({2.25, 2.25, 2.25}), cube());
  EXPECT_NEAR(corner.upper, 0.5 - std::sqrt(3.0) / 4, 1e-9);
  EXPECT_NEAR(corner.lower, corner.upper, 1e-5);
  const Penetration deep = looked_at(ball, translation({1, 1, 1.25}), cube());
  EXPECT_NEAR(deep.upper, 1.25, 1e-6);
  EXPECT_NEAR(deep.lower, 1.25, 1e-6);
  const Penetration standing = looked_at(bar, translation({1, 1, 2.5}), cube());
  EXPECT_NEAR(standing.upper, 0.25, 1e-9);
  EXPECT_NEAR(standing.lower, 0.25, 1e-5);
  const Penetration sunk = looked_at(bar, translation({1, 1, 2}), cube());
  EXPECT_NEAR(sunk.upper, 0.75, 1e-6);
  EXPECT_NEAR(sunk.lower, 0.75, 1e-6);
  // In the notch of a step: into floor and wall at once.
  const Penetration notch = looked_at(ball, translation({1.375, 0.5, 1.375}), step());
  EXPECT_NEAR(notch.upper, 0.125 * std::sqrt(2.0), 1e-6);
  EXPECT_GT(notch.lower, 0.12);
}

TEST(RoundedDepth, TouchingApartAndByAHair) {
  const Rounded ball = sphere(0.5);
  EXPECT_EQ(looked_at(ball, translation({1, 1, 2.5}), cube()).status, Status::Touching);
  EXPECT_EQ(looked_at(ball, translation({1, 1, 3}), cube()).status, Status::Separated);
  const Penetration hair = looked_at(ball, translation({1, 1, 2.5 - 0x1p-50}), cube());
  EXPECT_EQ(hair.status, Status::Penetrating);
  EXPECT_LT(hair.upper, 1e-14);
}

// A leaf without thickness on a cube is no inside: what is near to it alone is no depth.
TEST(RoundedDepth, AFinProvesNoDepth) {
  Soup soup = box_soup({0, 0, 0}, {1, 1, 1});
  const std::uint32_t top = soup.add({0.5, 0.5, 5});
  // There and back, over an edge of the cube's top.
  soup.triangles.push_back({4, 5, top});
  soup.triangles.push_back({5, 4, top});
  const auto made = make_mesh(soup.vertices, soup.triangles, {MeshKind::Solid, false, 1});
  ASSERT_TRUE(made);
  const Mesh finned = made.value();
  // Around the leaf, apart from the cube but for a little; around the leaf alone.
  const Penetration found = looked_at(sphere(1.5), translation({0.5, 0.3, 2.25}), finned);
  EXPECT_EQ(found.status, Status::Penetrating);
  EXPECT_GT(found.lower, 0.05);
  EXPECT_LE(found.lower, 0.25);
  EXPECT_NE(looked_at(sphere(0.5), translation({0.5, 0.3, 3}), finned).status, Status::Penetrating);
}

TEST(RoundedDepth, OptionsAreObeyed) {
  const Rounded bar = capsule(3, 0.25);
  const Pose pose = rotation({3, 1, 2, 0}, {0.75, 0.5, 0.875});
  const Penetration late = looked_at(bar, pose, step(), {.deadline = std::chrono::steady_clock::time_point::min()}),
                    full = looked_at(bar, pose, step()), wide = looked_at(bar, pose, step(), {.relative_width = 0.5});
  EXPECT_TRUE(std::isfinite(late.upper));
  EXPECT_LE(full.upper, late.upper);
  EXPECT_GE(full.lower, late.lower);
  EXPECT_LE(wide.upper - wide.lower, 0.5 * wide.upper);
  const Penetration again = penetration(bar, pose, step(), {});
  EXPECT_EQ(again.lower, full.lower);
  EXPECT_EQ(again.upper, full.upper);
}

TEST(RoundedDepth, AtRandom) {
  Random random(8);
  int seen = 0, narrow = 0;
  for (int k = 0; k < 60; ++k) {
    const Soup soup = cell_soup(random_cells(5, random), random);
    if (!mesh_facts(soup.vertices, soup.triangles).is_solid()) continue;
    const Rounded a =
        k % 2 == 0 ? sphere(random.uniform(0.2, 1)) : capsule(random.uniform(0, 3), random.uniform(0.1, 1));
    const Pose pose = rotation({1, random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)},
                               {random.uniform(-1, 3), random.uniform(-1, 3), random.uniform(-1, 3)});
    const Penetration found = looked_at(a, pose, solid(soup));
    if (found.status != Status::Penetrating) continue;
    ++seen;
    if (found.lower >= 0.75 * found.upper) ++narrow;
  }
  EXPECT_GT(seen, 10);
  EXPECT_GT(10 * narrow, 6 * seen);
}

}  // namespace
}  // namespace clearance::detail
