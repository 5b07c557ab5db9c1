#include <clearance/lab/pair/programs/walls.h>

#include <clearance/convex/bodies_test.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

const std::vector<Wall> kCorner = {{{1, 0, 0}, 0}, {{0, 1, 0}, 0}, {{0, 0, 1}, 0}};
const int kAll[3] = {0, 1, 2};

TEST(Walls, ProjectionSolvedByHand) {
  EXPECT_EQ(project({-1, -2, -3}, kCorner, kAll).count, 0);
  const Projected on_face = project({5, -2, -3}, kCorner, kAll);
  EXPECT_EQ(on_face.count, 1);
  EXPECT_EQ(on_face.direction, (Vec3{0, -2, -3}));
  EXPECT_EQ(on_face.multiplier[0], 5);
  const Projected on_edge = project({5, 4, -3}, kCorner, kAll);
  EXPECT_EQ(on_edge.count, 2);
  EXPECT_EQ(on_edge.direction, (Vec3{0, 0, -3}));
  const Projected at_corner = project({5, 4, 3}, kCorner, kAll);
  EXPECT_EQ(at_corner.count, 3);
  EXPECT_EQ(at_corner.direction, Vec3{});
}

TEST(Walls, KeptWallsAreNotLeft) {
  const int kept[1] = {2};
  const Projected along = project({-1, 2, -7}, kCorner, kAll, kept);
  EXPECT_EQ(along.direction, (Vec3{-1, 0, 0}));
}

TEST(Walls, OppositeWallsLeaveTheirPlane) {
  const std::vector<Wall> sheet = {{{0, 0, 1}, 0}, {{0, 0, -1}, 0}};
  const int both[2] = {0, 1};
  for (const double z : {-2., 2.}) EXPECT_EQ(project({3, 4, z}, sheet, both).direction, (Vec3{3, 4, 0}));
}

// Kuhn and Tucker at random corners of up to forty walls: s leaves through no wall, the rest of d is a sum of normals
// with multipliers that are not negative, and it is square to s.
TEST(Walls, ProjectionSatisfiesKuhnTucker) {
  Random random(801);
  for (int round = 0; round < 500; ++round) {
    std::vector<Wall> walls;
    std::vector<int> touched;
    const int n = 1 + static_cast<int>(random.below(40));
    for (int k = 0; k < n; ++k) walls.push_back({unit(random_unit(random) + Vec3{0, 0, 1.5}), 0}), touched.push_back(k);
    const Vec3 d = random_unit(random);
    const Projected found = project(d, walls, touched);
    Vec3 sum = found.direction;
    for (int k = 0; k < found.count; ++k) {
      EXPECT_GT(found.multiplier[k], 0);
      sum = sum + found.multiplier[k] * walls[static_cast<std::size_t>(found.wall[k])].normal;
    }
    EXPECT_LT(norm(sum - d), 1e-10);
    EXPECT_LT(std::fabs(dot(found.direction, d - found.direction)), 1e-10);
    for (const Wall& wall : walls) EXPECT_LT(dot(wall.normal, found.direction), 1e-10);
  }
}

// Bodies of every dimension: all vertices are inside, each vertex touches walls, and a point pushed through any wall is
// outside.
TEST(Walls, EveryDimensionIsEnclosed) {
  Random random(802);
  for (int round = 0; round < 200; ++round) {
    const Polytope body = random_body(random, round % 2 == 0);
    const Pose pose = random_pose(random);
    const Walls walls(body, pose, {1, 2, 3}, body.reach() + 3);
    for (const Wall& wall : walls.all()) {
      EXPECT_NEAR(norm(wall.normal), 1, 4 * kUnit);
      double farthest = -kInfinite;
      for (int v = 0; v < body.vertex_count(); ++v)
        farthest = std::max(farthest, dot(wall.normal, walls.place(body.vertex(v))));
      EXPECT_NEAR(farthest, wall.height, 1e-13);
    }
    std::vector<int> touched;
    for (int v = 0; v < body.vertex_count(); ++v) {
      walls.find_touched(walls.place(body.vertex(v)), touched);
      EXPECT_GE(touched.size(), 3u);
      std::int32_t corner[3];
      const int count = walls.corners(walls.place(body.vertex(v)), corner);
      EXPECT_NE(std::find(corner, corner + count, v), corner + count);
    }
    // From the centre every way out ends, and ends at the surface.
    const Vec3 s = random_unit(random);
    const double way = walls.way(walls.center(), s, {});
    EXPECT_GE(way, -1e-13);
    EXPECT_LE(way, 10);
    walls.find_touched(walls.center() + way * s, touched);
    EXPECT_FALSE(touched.empty());
  }
}

}  // namespace
}  // namespace clearance::detail
