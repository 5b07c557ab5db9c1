#include <clearance/convex/depth/star_shell.h>

#include <clearance/convex/bodies_test.h>
#include <clearance/convex/depth/placed_vertices.h>
#include <clearance/convex/walk.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

using Star = StarShell<2>;

// A point against a hull: differences are the hull's vertices.
Scene around_origin(const std::vector<Vec3>& points) { return at_rest(point({0, 0, 0}), hull(points)); }

VertexPair vertex_at(const Scene& scene, Vec3 m) {
  for (int v = 0; v < scene.b.vertex_count(); ++v)
    if (scene.b.vertex(v) == m) return {0, v};
  ADD_FAILURE() << "no such vertex";
  return {};
}

bool holds(const Scene& scene, const Star& star, double lower) {
  const ExactDecision decision = decide_exactly(scene.pair(), {});
  Claim claim;
  claim.status = decision.status;
  claim.certificate = decision.certificate;
  claim.depth = Claim::Depth{{lower, 1000}, {1, 0, 0}, {1000, 0, 0}};  // beyond every body here
  claim.shell.emplace();
  star.write(*claim.shell);
  return scene.check(claim).holds;
}

TEST(StarShell, HandSolvedTetrahedronAndOctahedron) {
  const std::vector<Vec3> corners = {{3, 0, 0},  {-3, 0, 0}, {0, 3, 0},   {0, -3, 0}, {0, 0, 3},
                                     {0, 0, -3}, {2, 2, 2},  {-4, -4, 2}, {4, -4, 2}, {0, 0, -4}};
  const Scene scene = around_origin(corners);
  const PosedPair pair = scene.pair();
  Star star(pair);
  const VertexPair start[4] = {vertex_at(scene, {2, 2, 2}), vertex_at(scene, {-4, -4, 2}), vertex_at(scene, {4, -4, 2}),
                               vertex_at(scene, {0, 0, -4})};
  // (2, 2, 2), (−4, −4, 2), (4, −4, 2), (0, 0, −4): the origin lies in its edge's plane x = y.
  EXPECT_FALSE(star.start(start));
  Star other(pair);
  const VertexPair sound[4] = {vertex_at(scene, {0, 3, 0}), vertex_at(scene, {-4, -4, 2}), vertex_at(scene, {4, -4, 2}),
                               vertex_at(scene, {0, 0, -4})};
  ASSERT_TRUE(other.start(sound));
  double lower = 0;
  const int nearest = other.nearest(lower);
  // The plane of (0, 3, 0), (−4, −4, 2), (4, −4, 2) is 2y + 7z = 6, and nearer than the other three.
  const double expected = 6 / std::sqrt(53.0);
  EXPECT_LE(lower, expected);
  EXPECT_NEAR(lower, expected, 1e-12);
  EXPECT_NEAR(std::fabs(dot(other.normal(nearest), Vec3{0, 2, 7})), norm(other.normal(nearest)) * std::sqrt(53.0),
              1e-9);
  EXPECT_FALSE(other.is_beyond(nearest, {0, 0, 0}));
  EXPECT_FALSE(other.is_beyond(nearest, {0, 3, 0}));
  ASSERT_TRUE(other.is_beyond(nearest, {2, 2, 2}));
  ASSERT_TRUE(other.add(vertex_at(scene, {2, 2, 2}), {2, 2, 2}));
  EXPECT_GT(other.facet_count(), 4);
  other.nearest(lower);
  EXPECT_TRUE(holds(scene, other, lower));
  EXPECT_FALSE(holds(scene, other, 1.01 * lower)) << "the bound is the nearest plane's distance";
}

TEST(StarShell, DegenerateOriginInAPlaneOrOutside) {
  const Scene scene = around_origin({{1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}, {0, 0, 1}, {0, 0, -1}});
  const PosedPair pair = scene.pair();
  const VertexPair a = vertex_at(scene, {1, 0, 0}), b = vertex_at(scene, {-1, 1, 0}), c = vertex_at(scene, {-1, -1, 0}),
                   up = vertex_at(scene, {0, 0, 1}), down = vertex_at(scene, {0, 0, -1});
  const VertexPair in_plane[4] = {a, b, c, up}, twice[4] = {a, a, c, up}, outside[4] = {a, b, up, down};
  EXPECT_FALSE(Star(pair).start(in_plane));
  EXPECT_FALSE(Star(pair).start(twice));
  EXPECT_FALSE(Star(pair).start(outside));
}

// What lies within sees nothing, and a surface without a hole cannot take it in.
TEST(StarShell, DegenerateVertexWithin) {
  const Scene scene = around_origin({{4, 0, -1}, {-4, 4, -1}, {-4, -4, -1}, {0, 0, 4}});
  const PosedPair pair = scene.pair();
  const VertexPair all[4] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}};
  Star star(pair);
  ASSERT_TRUE(star.start(all));
  EXPECT_FALSE(star.add({0, 0}, {0.1, 0.1, 0.1}));
}

// Grown until its arrays are full or nothing is left to add, every shell on the way proves what it says, and its bound
// is never far from the nearest plane.
TEST(StarShell, WhatItSaysHoldsAtEveryStep) {
  Random random(171);
  int checked = 0, grown = 0;
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(round);
    const bool is_grid = round % 3 == 0;
    const Scene scene = is_grid ? at_rest(random_body(random, true), random_body(random, true), {0.5, 0, 0.25})
                                : Scene{random_hull(random, 30), random_hull(random, 30), random_pose(random),
                                        random_pose(random, random_vector(random, 0.3))};
    const ExactDecision decision = decide_exactly(scene.pair(), {});
    if (decision.status != Status::Penetrating || decision.certificate.simplex.count != 4) continue;
    const PosedPair pair = scene.pair();
    Star star(pair);
    if (!star.start(pairs_of(pair, decision.certificate.simplex).data())) continue;
    for (int step = 0; step < 40; ++step) {
      double lower = 0;
      const int at = star.nearest(lower);
      EXPECT_GT(lower, 0);
      EXPECT_TRUE(holds(scene, star, lower));
      ++checked;
      const VertexPair beyond = pair.support<2>(-star.normal(at)).pair;
      if (!star.is_beyond(at, pair.difference(beyond)) || !star.add(beyond, pair.difference(beyond))) break;
      ++grown;
    }
  }
  EXPECT_GT(checked, 200);
  EXPECT_GT(grown, 150);
}

// A hull of a hundred vertices has more than fit.
TEST(StarShell, DegenerateMoreThanItsArraysHold) {
  const Polytope large = test_polytope(TestShape::Ellipsoid, 300, 5);
  const Scene scene = at_rest(point(large.center()), large);
  const PosedPair pair = scene.pair();
  const ExactDecision decision = decide_exactly(pair, {});
  ASSERT_EQ(decision.certificate.simplex.count, 4);
  const std::vector<VertexPair> around = pairs_of(pair, decision.certificate.simplex);
  Star star(pair);
  ASSERT_TRUE(star.start(around.data()));
  int added = 0;
  for (int v = 0; v < large.vertex_count(); ++v) {
    const VertexPair at{0, v};
    if (at == around[0] || at == around[1] || at == around[2] || at == around[3]) continue;
    if (!star.add(at, pair.difference(at))) break;
    ++added;
  }
  EXPECT_EQ(added, Star::kMaxVertices - 4);
  double lower = 0;
  star.nearest(lower);
  EXPECT_TRUE(holds(scene, star, lower)) << "what did not fit was not taken in";
}

// The mark of a triangle whose distance was computed exactly was once taken for a part of its vertices' numbers, when a
// vertex came that saw it: the surface had a hole, and nothing was proved any more. With vertex 0 as its first corner,
// the mark made vertex 1 of it.
TEST(StarShell, RegressionAnExactTriangleGoes) {
  const Scene scene =
      around_origin({{0, 3, 0}, {-4, -4, 2}, {4, -4, 2}, {0, 0, -4}, {2, 2, 2}, {-1, 1, 5}, {0, -2, 6}});
  const PosedPair pair = scene.pair();
  const VertexPair sound[4] = {vertex_at(scene, {0, 3, 0}), vertex_at(scene, {-4, -4, 2}), vertex_at(scene, {4, -4, 2}),
                               vertex_at(scene, {0, 0, -4})};
  Star star(pair);
  ASSERT_TRUE(star.start(sound));
  for (const Vec3 m : {Vec3{2, 2, 2}, Vec3{-1, 1, 5}, Vec3{0, -2, 6}}) {
    double lower = 0;
    for (int f = 0; f < star.facet_count(); ++f)
      if (star.lower(f) < kInfinite && !star.is_exact(f)) star.set_exact(f, star.lower(f) * (1 - 0x1p-40));
    star.nearest(lower);
    EXPECT_TRUE(holds(scene, star, lower));
    ASSERT_TRUE(star.add(vertex_at(scene, m), m));
    star.nearest(lower);
    EXPECT_TRUE(holds(scene, star, lower));
  }
}

// Differences are those of the pair to the last bit, and no pair reaches farther by more than the bound.
TEST(PlacedVertices, AreWhereThePairHasThem) {
  Random random(172);
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(round);
    const int n = round % 3 == 0 ? 200 : 5 + static_cast<int>(random.below(60));
    const Mat3 turn = random_pose(random).rotation();
    const Pose pose = round % 2 == 0 ? random_pose(random, random_vector(random))
                                     : Pose::from_matrix(turn, random_vector(random)).value();
    const Scene scene{random_hull(random, n), test_polytope(TestShape::Ellipsoid, n, random.bits()), pose,
                      random_pose(random, random_vector(random))};
    const PosedPair pair = scene.pair();
    const PlacedVertices<4> vertices(pair);
    const Vec3 d = random_unit(random);
    const PlacedSupport placed = vertices.support(d, [] { return VertexPair{-1, -1}; });
    EXPECT_EQ(placed.difference, pair.difference(placed.found.pair));
    const double scale = ExactPair(scene.pose_a, scene.pose_b).scale().to_double();
    EXPECT_NEAR(placed.found.value, brute_force_gap(pair, exact(d)).to_double() / scale, pair.bound(d));
  }
}

}  // namespace
}  // namespace clearance::detail
