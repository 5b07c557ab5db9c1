// Gaps so thin that no vector of doubles shows them: every kind of plane must be found, rebuilt by the checker, and
// hold.
#include <clearance/convex/exact/planes.h>

#include <clearance/convex/bodies_test.h>

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

namespace clearance::detail {
namespace {

std::string name(const Plane& plane) {
  std::string text;
  switch (plane.kind) {
    case Plane::Kind::Vector:
      text = "vector";
      break;
    case Plane::Kind::Face:
      text = plane.of == Body::A ? "face of a" : "face of b";
      break;
    case Plane::Kind::Edges:
      text = "edges";
      break;
    case Plane::Kind::Points:
      text = "points";
      break;
  }
  for (int k = 0; k < plane.side_count; ++k) text += plane.sides[k].edge_of == Body::A ? ", side a" : ", side b";
  return text;
}

// Same odd turn for both bodies, b moved by `thin` in the world: what touches at thin = 0 does so exactly.
Scene nearly(const std::vector<Vec3>& a, const std::vector<Vec3>& b, Vec3 thin) {
  const Quat q{0.8147236863931789, 0.9057919370756192, 0.1269868162935061, 0.9133758561390194};
  return {hull(a), hull(b), rotation(q), rotation(q, thin)};
}

Vec3 turned(const Scene& scene, Vec3 v) { return scene.pose_a.rotation() * v; }

void expect_plane(const std::vector<Vec3>& a, const std::vector<Vec3>& b, Vec3 way, const std::string& kind) {
  const Vec3 thin = turned(nearly(a, b, {}), 0x1p-300 * way);
  const Scene scene = nearly(a, b, thin);
  const ExactDecision decision = decide_exactly(scene.pair(), {});
  EXPECT_EQ(decision.status, Status::Separated);
  EXPECT_EQ(name(decision.certificate.plane), kind);
  EXPECT_HOLDS(scene.check(decision));
  EXPECT_GT(decision.lower, 0);
  EXPECT_LT(decision.lower, 0x1p-290);
  EXPECT_LT(decision.upper, 1e-15);  // a witness has rounded weights: CONTRACT §4 allows 1e-13 of the size
  EXPECT_GE(decision.upper, decision.lower);
  // The direction for display is of unit length and leads from a to b.
  const Vec3 n = unit_normal(decision.certificate.plane, scene.pair());
  EXPECT_NEAR(norm(n), 1, 4 * kUnit);
  EXPECT_GT(dot(n, thin), 0);
}

const std::vector<Vec3> kBox = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};

TEST(ExactPlanes, HandSolvedKinds) {
  expect_plane(kBox, {{1, 0, 0}}, {1, 0, 0}, "face of a");                                   // 3 – 0
  expect_plane({{1, 0, 0}}, kBox, {-1, 0, 0}, "face of b");                                  // 0 – 3
  expect_plane({{-2, -2, 0}, {2, -2, 0}, {0, 3, 0}}, {{0, 0, 0}}, {0, 0, 1}, "face of a");   // 2 – 0
  expect_plane({{-1, 0, 0}, {1, 0, 0}}, {{0, -1, 0}, {0, 1, 0}}, {0, 0, 1}, "edges");        // 1 – 1
  expect_plane(kBox, {{2, 0, 0}, {0, 2, 0}}, {1, 1, 0}, "edges");                            // 3 – 1
  expect_plane({{-1, 0, 0}, {1, 0, 0}}, {{0, 0, 0}}, {0, 1, 2}, "points, side a, side a");   // 1 – 0
  expect_plane({{0, 0, 0}}, {{-1, 2, 0}, {1, -2, 0}}, {2, 1, 5}, "points, side b, side b");  // 0 – 1
  // Parallel edges: one edge vector, from a.
  expect_plane({{-1, 0, 0}, {1, 0, 0}}, {{-2, 0, 0}, {2, 0, 0}}, {0, 1, 2}, "points, side a, side a");
}

// Two points need no more than a vector, however near.
TEST(ExactPlanes, HandSolvedVectorWhereItServes) { expect_plane({{1, 2, 3}}, {{1, 2, 3}}, {1, 2, 4}, "vector"); }

// Vertex to vertex along an exact direction that is no double, beside edges within 2⁻²⁹⁰ of square to it on both sides:
// whichever way the direction is rounded, one of the edges crosses the plane.
TEST(ExactPlanes, HandSolvedPointsWhereTheVectorFails) {
  const Vec3 tip = 0x1p-300 * Vec3{1, 3, 7};
  const Scene scene =
      nearly({{0, 0, 0}}, {tip, {3, -1, 0x1p-290}, {-3, 1, 0x1p-290}, {0, 7, -3 + 0x1p-50}, {0, -7, 3 + 0x1p-50}}, {});
  const ExactDecision decision = decide_exactly(scene.pair(), {});
  EXPECT_EQ(decision.status, Status::Separated);
  EXPECT_EQ(name(decision.certificate.plane), "points");
  EXPECT_HOLDS(scene.check(decision));
  EXPECT_GT(decision.lower, 0);
}

TEST(ExactPlanes, HandSolvedLowerDistances) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  const ExactSupport support(scene.pair());
  EXPECT_EQ(lower_distance_along(support, exact(Vec3{1, 0, 0})), 1);
  EXPECT_EQ(lower_distance_along(support, exact(Vec3{3, 0, 0})), 1);
  // (4·1 − 3·1)/5, rounded down: the double 0.2 is above a fifth.
  EXPECT_EQ(lower_distance_along(support, exact(Vec3{4, 3, 0})), std::nextafter(0.2, 0));
  EXPECT_EQ(lower_distance_along(support, exact(Vec3{-1, 0, 0})), 0);
  EXPECT_EQ(lower_distance_along(support, exact(Vec3{0, 1, 0})), 0);
}

// Contact planes: where the contact determines no normal, or half of one, an axis takes the rest.
TEST(ExactPlanes, HandSolvedContactKinds) {
  const auto kind_of = [](const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    const Scene scene = nearly(a, b, {});
    const ExactDecision decision = decide_exactly(scene.pair(), {});
    EXPECT_EQ(decision.status, Status::Touching);
    EXPECT_HOLDS(scene.check(decision));
    EXPECT_NEAR(norm(unit_normal(decision.certificate.plane, scene.pair())), 1, 4 * kUnit);
    return name(decision.certificate.plane);
  };
  EXPECT_EQ(kind_of({{1, 2, 3}}, {{1, 2, 3}}), "vector");
  EXPECT_EQ(kind_of({{-1, 2, 0}, {1, -2, 0}}, {{0, 0, 0}}), "vector, side a");
  EXPECT_EQ(kind_of({{0, 0, 0}}, {{-1, 2, 0}, {1, -2, 0}}), "vector, side b");
  EXPECT_EQ(kind_of({{-1, 0, 0}, {1, 0, 0}}, {{0, -1, 0}, {0, 1, 0}}), "edges");
  EXPECT_EQ(kind_of(kBox, {{1, 0, 0}}), "face of a");
  EXPECT_EQ(kind_of({{1, 0, 0}}, kBox), "face of b");
}

std::vector<Vec3> random_points(Random& random, int dimension) {
  for (;;) {
    std::vector<Vec3> points;
    const int n = dimension + 1 + static_cast<int>(random.below(3)) * (dimension > 1 ? 1 : 0);
    for (int k = 0; k < n; ++k) {
      const Vec3 v = random_vector(random, 2.5);
      points.push_back({std::round(v.x), std::round(v.y), dimension == 2 ? 0 : std::round(v.z)});
    }
    if (hull(points).dimension() == dimension) return points;
  }
}

// All pairs of dimensions: grid bodies that touch exactly, pulled apart by 2⁻³⁰⁰ in the world under a pose with odd
// numbers. The decision must be Separated with a plane that holds, or Touching/Penetrating with its certificate.
TEST(ExactPlanes, ThinGapsForAllPairsOfDimensions) {
  Random random(131);
  std::map<std::string, int> seen;
  for (int da = 0; da <= 3; ++da)
    for (int db = 0; db <= 3; ++db) {
      int thin_gaps = 0;
      for (int round = 0; round < 4000 && thin_gaps < 25; ++round) {
        std::vector<Vec3> a = random_points(random, da), b = random_points(random, db);
        if (da == 0 || db == 0 || round % 3 == 0) {  // a common vertex: two random points meet too rarely
          const Vec3 by = a[0] - b[0];
          for (Vec3& p : b) p = p + by;
        }
        if (decide_exactly(nearly(a, b, {}).pair(), {}).status != Status::Touching) continue;
        const Scene scene = nearly(a, b, 0x1p-300 * random_unit(random));
        const ExactDecision decision = decide_exactly(scene.pair(), {});
        ASSERT_HOLDS(scene.check(decision));
        if (decision.status != Status::Separated) continue;
        ++thin_gaps;
        ++seen[name(decision.certificate.plane)];
        Claim claim;
        claim.status = Status::Separated;
        claim.certificate = decision.certificate;
        claim.distance = Bracket{decision.lower, kInfinite};
        ASSERT_HOLDS(scene.check(claim));
        ASSERT_GT(decision.lower, 0);
        ASSERT_LT(decision.lower, 0x1p-298);
        ASSERT_LE(decision.upper - decision.lower,
                  1e-9 * decision.upper + 1e-14 * larger(scene.a.size(), scene.b.size()));
      }
      EXPECT_GE(thin_gaps, 10) << da << " – " << db;
    }
  for (const char* kind :
       {"vector", "face of a", "face of b", "edges", "points, side a, side a", "points, side b, side b"})
    EXPECT_GT(seen[kind], 0) << kind;
}

// Large coordinates beside a unit in the last place.
TEST(ExactPlanes, GapsOfOneUnitInTheLastPlaceFarAway) {
  for (const double far : {1e5, 1e9, 1e15}) {
    const Polytope cube = box({2, 2, 2});
    const Quat q{1, 2, 3, 4};
    const Vec3 t{far, far, far};
    // The bodies meet face to face at t; b then moves on by the smallest step of its translation.
    const Pose pose_a = rotation(q, t);
    const Mat3& r = pose_a.rotation();
    const Vec3 step = 2 * Vec3{r.row[0].x, r.row[1].x, r.row[2].x};
    Vec3 t_b = t + step;
    for (int k = 0; k < 8; ++k) {
      t_b.x = std::nextafter(t_b.x, (step.x > 0 ? 1 : -1) * kInfinite);
      const Scene scene{cube, cube, pose_a, rotation(q, t_b)};
      const ExactDecision decision = decide_exactly(scene.pair(), {});
      ASSERT_HOLDS(scene.check(decision));
      const ExactDecision swapped = decide_exactly(scene.swapped().pair(), {});
      EXPECT_EQ(swapped.status, decision.status);
      EXPECT_EQ(swapped.lower > 0, decision.lower > 0);
    }
  }
}

}  // namespace
}  // namespace clearance::detail
