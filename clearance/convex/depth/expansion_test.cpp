#include <clearance/convex/depth/expansion.h>

#include <clearance/convex/bodies_test.h>
#include <clearance/convex/walk.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

struct Depth {
  DepthBracket bracket;
  Shell shell;
};

// From the proved simplex of the exact decision, as penetration() does.
Depth depth_of(const Scene& scene, bool want_shell = true) {
  const ExactDecision decision = decide_exactly(scene.pair(), {});
  EXPECT_EQ(decision.status, Status::Penetrating);
  const std::vector<VertexPair> around = pairs_of(scene.pair(), decision.certificate.simplex);
  Depth depth;
  depth.bracket = expand(scene.pair(), around, want_shell ? &depth.shell : nullptr);
  if (want_shell) {
    Claim claim;
    claim.status = Status::Penetrating;
    claim.certificate = decision.certificate;
    claim.depth =
        Claim::Depth{{depth.bracket.lower, depth.bracket.upper}, depth.bracket.direction, depth.bracket.translation};
    claim.shell = depth.shell;
    EXPECT_HOLDS(scene.check(claim));
  }
  return depth;
}

void expect_depth(const Scene& scene, double expected) {
  const DepthBracket depth = depth_of(scene).bracket;
  // The expected number is a root rounded to nearest: half a unit either way.
  EXPECT_LE(depth.lower, expected * (1 + 2 * kUnit));
  EXPECT_GE(depth.upper, expected * (1 - 2 * kUnit));
  EXPECT_LE(depth.upper - depth.lower, allowed_width(scene.pair(), depth.upper));
  EXPECT_NEAR(norm(depth.direction), 1, 8 * kUnit);
}

TEST(Expansion, HandSolvedCubes) {
  const Polytope cube = box({1, 1, 1});
  expect_depth(at_rest(cube, cube, {0.9, 0, 0}), 1 - 0.9);
  expect_depth(at_rest(cube, cube, {0.9, 0.3, -0.2}), 1 - 0.9);
  expect_depth(at_rest(cube, cube), 1);            // identical: an edge length
  expect_depth(at_rest(cube, box({3, 3, 3})), 2);  // nested: out through the nearest wall
  expect_depth(at_rest(cube, box({3, 3, 3}), {0.5, 0, 0}), 1.5);
  const DepthBracket depth = depth_of(at_rest(cube, cube, {0.75, 0, 0})).bracket;
  EXPECT_LE(norm(depth.direction - Vec3{1, 0, 0}), 1e-15) << "b leaves along +x";
  EXPECT_LE(depth.lower, 0.25);
  EXPECT_GE(depth.upper, 0.25);
}

TEST(Expansion, HandSolvedTetrahedra) {
  // A body against itself: its smallest width. For the corner tetrahedron that is from the origin to the face x+y+z
  // = 1.
  expect_depth(at_rest(tetrahedron(), tetrahedron()), 1 / std::sqrt(3.0));
  // Edges 2√2 long, opposite ones a distance 2 apart; that is less than the height 4/√3.
  const Polytope regular = hull({{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}});
  expect_depth(at_rest(regular, regular), 2);
  expect_depth(at_rest(octahedron(), octahedron()), 2 / std::sqrt(3.0));
}

TEST(Expansion, DegenerateFlatAgainstSolid) {
  const Polytope cube = box({2, 2, 2});
  expect_depth(at_rest(cube, point({0, 0, 0})), 1);
  expect_depth(at_rest(cube, point({0.75, 0.5, 0})), 0.25);
  expect_depth(at_rest(cube, segment({-5, 0, 0}, {5, 0, 0})), 1);
  expect_depth(at_rest(cube, hull({{-9, -9, 0.5}, {9, -9, 0.5}, {0, 9, 0.5}})), 0.5);
  expect_depth(at_rest(segment({0, 0, -1}, {0, 0, 1}), hull({{4, 0, 0}, {-4, 4, 0}, {-4, -4, 0}})), 1);
  // Triangles that cross in the middle of both.
  expect_depth(at_rest(hull({{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}), hull({{-9, 0, -1}, {9, 0, -1}, {0, 0, 1}})), 1);
}

TEST(Expansion, DegenerateDepthOfOneUnitInTheLastPlace) {
  const Polytope cube = box({1, 1, 1});
  const Scene scene = at_rest(cube, cube, {std::nextafter(1.0, 0), 0, 0});
  const DepthBracket depth = depth_of(scene).bracket;
  EXPECT_LE(depth.lower, 0x1p-53);
  EXPECT_GE(depth.upper, 0x1p-53);
  EXPECT_LE(depth.upper, 1e-13);
}

// Six pairs are needed here, and the polytope starts from all of them.
TEST(Expansion, DegenerateSixPairsAround) { expect_depth(at_rest(point({0, 0, 0}), octahedron()), 1 / std::sqrt(3.0)); }

TEST(Expansion, TheDeepestPointsSpanTheDepth) {
  Random random(151);
  for (int round = 0; round < 50; ++round) {
    const Scene scene{random_hull(random, 20), random_hull(random, 20), random_pose(random),
                      random_pose(random, random_vector(random, 0.4))};
    if (decide_exactly(scene.pair(), {}).status != Status::Penetrating) continue;
    const DepthBracket depth = depth_of(scene, false).bracket;
    Vec3 nearest;
    double total = 0;
    for (int k = 0; k < 3; ++k) {
      nearest = nearest + depth.weight[k] * scene.pair().difference(depth.facet[k]);
      total += depth.weight[k];
    }
    EXPECT_NEAR(total, 1, 8 * kUnit);
    EXPECT_NEAR(norm(nearest), depth.upper, 1e-12);
    EXPECT_LE(norm(nearest + depth.upper * depth.direction), 1e-11);  // from b's point back to a's
  }
}

// A width that was asked for is kept, what it leaves out is not proved, and the exact depth lies between.
TEST(Expansion, StopsAsSoonAsTheBracketIsNarrowEnough) {
  Random random(157);
  int narrow = 0, wide = 0;
  for (int round = 0; round < 60; ++round) {
    const Scene scene{random_hull(random, 40), random_hull(random, 40), random_pose(random),
                      random_pose(random, random_vector(random, 0.4))};
    const ExactDecision decision = decide_exactly(scene.pair(), {});
    if (decision.status != Status::Penetrating) continue;
    const std::vector<VertexPair> around = pairs_of(scene.pair(), decision.certificate.simplex);
    const DepthBracket tight = expand(scene.pair(), around, nullptr);
    for (const double share : {1e-12, 1e-3, 5e-2, 1.0}) {
      Shell shell;
      const DepthBracket depth = expand(scene.pair(), around, &shell, depth_width(share));
      EXPECT_LE(depth.upper - depth.lower, larger(share * depth.upper, allowed_width(scene.pair(), depth.upper)));
      EXPECT_LE(depth.lower, tight.upper);
      EXPECT_GE(depth.upper, tight.lower);
      EXPECT_LE(depth.steps, tight.steps);
      (depth.steps < tight.steps ? wide : narrow) += 1;
      Claim claim;
      claim.status = Status::Penetrating;
      claim.certificate = decision.certificate;
      claim.depth = Claim::Depth{{depth.lower, depth.upper}, depth.direction, depth.translation};
      claim.shell = shell;
      EXPECT_HOLDS(scene.check(claim));
    }
  }
  EXPECT_GT(narrow, 20);
  EXPECT_GT(wide, 40);
}

TEST(Expansion, WidthsThatMakeNoSense) {
  for (const double none : {0.0, -0.0, -1.0, -kInfinite, std::nan("")}) EXPECT_EQ(depth_width(none).share, 0);
  for (const double all : {1.0, 2.0, kInfinite}) {
    EXPECT_LE(depth_width(all).share, 1);
    EXPECT_GT(depth_width(all).share, 1 - 1e-11);
  }
}

TEST(Expansion, WantingAShellChangesNoBracket) {
  Random random(152);
  for (int round = 0; round < 50; ++round) {
    const Scene scene{random_hull(random, 15), random_hull(random, 15), random_pose(random),
                      random_pose(random, random_vector(random, 0.5))};
    if (decide_exactly(scene.pair(), {}).status != Status::Penetrating) continue;
    const DepthBracket with = depth_of(scene, true).bracket, without = depth_of(scene, false).bracket;
    EXPECT_EQ(with.lower, without.lower);
    EXPECT_EQ(with.upper, without.upper);
    EXPECT_EQ(with.direction, without.direction);
    EXPECT_EQ(with.steps, without.steps);
  }
}

TEST(Expansion, SwappingAndScalingChangeNothing) {
  Random random(153);
  for (int round = 0; round < 30; ++round) {
    std::vector<Vec3> a, b;
    for (int k = 0; k < 12; ++k) a.push_back(random_vector(random)), b.push_back(random_vector(random));
    const Scene one = at_rest(hull(a), hull(b));
    if (decide_exactly(one.pair(), {}).status != Status::Penetrating) continue;
    const DepthBracket first = depth_of(one).bracket, second = depth_of(one.swapped()).bracket;
    EXPECT_LE(first.lower, second.upper);
    EXPECT_LE(second.lower, first.upper);
    for (Vec3& p : a) p = 0x1p30 * p;
    for (Vec3& p : b) p = 0x1p30 * p;
    const DepthBracket large = depth_of(at_rest(hull(a), hull(b))).bracket;
    EXPECT_EQ(large.lower, 0x1p30 * first.lower);
    EXPECT_EQ(large.upper, 0x1p30 * first.upper);
  }
}

// The whole difference body, explicitly: coordinates on a grid of 2⁻¹⁰ make all differences exact doubles, so its hull
// is the difference body, and the depth is the distance of its nearest face plane.
double brute_force_depth(const Scene& scene) {
  std::vector<Vec3> differences;
  for (int v = 0; v < scene.a.vertex_count(); ++v)
    for (int w = 0; w < scene.b.vertex_count(); ++w) differences.push_back(scene.b.vertex(w) - scene.a.vertex(v));
  const Polytope body = hull(differences);
  EXPECT_EQ(body.dimension(), 3);
  double least = kInfinite;
  for (int f = 0; f < body.face_count(); ++f) {
    const auto face = body.face(f);
    const auto corner = [&](std::size_t k) { return body.vertex(static_cast<int>(face[k])); };
    const Vec3 n = cross(corner(1) - corner(0), corner(2) - corner(0));
    least = std::fmin(least, dot(n, corner(0)) / norm(n));
  }
  return least;
}

TEST(Expansion, TheDepthOfTheExplicitDifferenceBody) {
  Random random(154);
  int checked = 0;
  for (int round = 0; round < 150; ++round) {
    const auto grid_body = [&](double size) {
      std::vector<Vec3> points;
      const auto n = 1 + random.below(9);
      for (std::uint64_t k = 0; k < n; ++k) {
        const Vec3 v = random_vector(random, size * 1024);
        points.push_back(0x1p-10 * Vec3{std::round(v.x), std::round(v.y), std::round(v.z)});
      }
      return hull(points);
    };
    const Scene scene = at_rest(grid_body(1), grid_body(round % 2 == 0 ? 1 : 0.01));
    if (decide_exactly(scene.pair(), {}).status != Status::Penetrating) continue;
    ++checked;
    const double expected = brute_force_depth(scene);
    const DepthBracket depth = depth_of(scene).bracket;
    EXPECT_LE(depth.lower, expected + 1e-14);
    EXPECT_GE(depth.upper, expected - 1e-14);
    EXPECT_LE(depth.upper - depth.lower, allowed_width(scene.pair(), depth.upper));
  }
  EXPECT_GT(checked, 30);
}

TEST(Expansion, ShellsOfLargeBodiesHold) {
  Random random(155);
  for (const TestShape shape : {TestShape::Ellipsoid, TestShape::Rod, TestShape::Plate})
    for (int round = 0; round < 5; ++round) {
      const Scene scene{test_polytope(shape, 300, random.bits()), test_polytope(shape, 300, random.bits()),
                        random_pose(random), random_pose(random, random_vector(random, 0.05))};
      const DepthBracket depth = depth_of(scene).bracket;
      EXPECT_GT(depth.lower, 0);
      EXPECT_LE(depth.upper - depth.lower, allowed_width(scene.pair(), depth.upper));
    }
}

TEST(Expansion, NeedlesAndOddScalesAreBracketed) {
  Random random(156);
  for (const double scale : {1e-150, 1e-6, 1.0, 1e6, 1e150})
    for (const double thin : {1.0, 1e-3, 1e-6}) {
      const auto needle = [&] {
        std::vector<Vec3> points;
        for (int k = 0; k < 12; ++k) {
          const Vec3 p = random_vector(random);
          points.push_back(scale * Vec3{p.x, thin * p.y, thin * p.z});
        }
        return hull(points);
      };
      const Scene scene{needle(), needle(), random_pose(random), random_pose(random)};
      if (decide_exactly(scene.pair(), {}).status != Status::Penetrating) continue;
      const DepthBracket depth = depth_of(scene).bracket;
      EXPECT_GT(depth.lower, 0) << scale << ' ' << thin;
      EXPECT_LE(depth.upper - depth.lower, allowed_width(scene.pair(), depth.upper)) << scale << ' ' << thin;
    }
}

}  // namespace
}  // namespace clearance::detail
