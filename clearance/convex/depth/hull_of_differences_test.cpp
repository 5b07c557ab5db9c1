#include <clearance/convex/depth/hull_of_differences.h>

#include <clearance/convex/bodies_test.h>
#include <clearance/convex/exact/roots.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

using Facet = HullOfDifferences::Facet;

std::vector<std::int32_t> living(const HullOfDifferences& hull) {
  std::vector<std::int32_t> alive;
  for (std::int32_t f = 0; f < static_cast<std::int32_t>(hull.facet_count()); ++f)
    if (hull.facet(f).alive) alive.push_back(f);
  return alive;
}

// Neighbours point back across the same edge, Euler's formula holds, and no vertex lies above any facet, exactly; each
// facet's bound is not above its plane's exact distance.
void expect_convex(HullOfDifferences& hull, const PosedPair& pair) {
  const std::vector<std::int32_t> alive = living(hull);
  ASSERT_GE(alive.size(), 4u);
  ASSERT_EQ(alive.size() % 2, 0u);
  const ExactPair exact_pair(pair.pose_a(), pair.pose_b());
  const auto exact_vertex = [&](std::int32_t v) {
    const VertexPair at = hull.vertices()[static_cast<std::size_t>(v)].pair;
    return exact_pair.difference(pair.a().vertex(at.a), pair.b().vertex(at.b));
  };
  std::vector<std::int32_t> used;
  for (const std::int32_t f : alive) {
    const Facet facet = hull.facet(f);
    for (int k = 0; k < 3; ++k) {
      used.push_back(facet.vertex[k]);
      const Facet& beyond = hull.facet(facet.neighbour[k]);
      ASSERT_TRUE(beyond.alive);
      bool back = false;
      for (int j = 0; j < 3; ++j)
        back = back || (beyond.neighbour[j] == f && beyond.vertex[j] == facet.vertex[(k + 1) % 3] &&
                        beyond.vertex[(j + 1) % 3] == facet.vertex[k]);
      ASSERT_TRUE(back);
    }
    const DyadicVec normal = hull.exact_normal(facet), base = exact_vertex(facet.vertex[0]);
    for (std::int32_t v = 0; v < static_cast<std::int32_t>(hull.vertices().size()); ++v)
      ASSERT_LE(dot(normal, exact_vertex(v) - base).sign(), 0) << "vertex " << v << " above facet " << f;
    // lower²·|n|²·scale² ≤ (n·m₀)², or lower = 0.
    const Dyadic height = dot(normal, base), bound = Dyadic(hull.lower(f)) * exact_pair.scale();
    ASSERT_TRUE(hull.lower(f) == 0 ||
                (height.sign() > 0 && compare(bound * bound * dot(normal, normal), height * height) <= 0));
  }
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  EXPECT_EQ(2 * (used.size() - 2), alive.size());  // Euler, for triangles
}

// A point against the regular tetrahedron: the differences are its vertices.
const Polytope& regular() {
  static const Polytope body = hull({{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}, {1.5, 0, 0}, {0.25, 0, 0}});
  return body;
}

TEST(HullOfDifferences, HandSolvedTetrahedron) {
  const Scene scene = at_rest(point({0, 0, 0}), hull({{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}}));
  const VertexPair around[] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}};
  const PosedPair pair = scene.pair();
  HullOfDifferences body(pair, around);
  EXPECT_EQ(living(body).size(), 4u);
  expect_convex(body, pair);
  for (const std::int32_t f : living(body)) {
    // In doubles: short by some 200u times reach, edge and vertex over the area, 3 · 2 · 3 / 7.
    EXPECT_NEAR(body.lower(f), 1 / std::sqrt(3.0), 1e-13);
    EXPECT_LE(body.lower(f), 1 / std::sqrt(3.0));
    body.sharpen(f);
    EXPECT_TRUE(body.facet(f).exact);
    EXPECT_NEAR(body.lower(f), 1 / std::sqrt(3.0), 2 * kUnit);
  }
}

TEST(HullOfDifferences, HandSolvedGrowth) {
  const Scene scene = at_rest(point({0, 0, 0}), regular());
  ASSERT_EQ(scene.b.vertex_count(), 5);  // (0.25, 0, 0) is inside
  const PosedPair pair = scene.pair();
  const VertexPair around[] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}};
  HullOfDifferences body(pair, around);
  // (1.5, 0, 0) is beyond the facets x + y + z ≤ 1 and its mirror images with vertices (1, 1, 1) and (1, −1, −1) only.
  int grown = 0;
  for (std::int32_t f = 0; f < 4 && grown == 0; ++f) grown += body.add({0, 4}, f) ? 1 : 0;
  EXPECT_EQ(grown, 1);
  EXPECT_EQ(body.vertices().size(), 5u);
  EXPECT_EQ(living(body).size(), 6u);
  expect_convex(body, pair);
}

TEST(HullOfDifferences, DegenerateVertexThatSeesNothingChangesNothing) {
  const Scene scene = at_rest(point({0, 0, 0}), hull({{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}}));
  const PosedPair pair = scene.pair();
  const VertexPair around[] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}};
  HullOfDifferences body(pair, around);
  for (std::int32_t f = 0; f < 4; ++f)
    for (std::int32_t v = 0; v < 4; ++v) EXPECT_FALSE(body.add({0, v}, f));
  EXPECT_EQ(body.vertices().size(), 4u);
  expect_convex(body, pair);
}

// Six pairs of which the first four are coplanar; and vertices in the planes of facets.
TEST(HullOfDifferences, DegenerateCoplanarStart) {
  const Scene scene = at_rest(point({0, 0, 0}), octahedron());
  const PosedPair pair = scene.pair();
  const VertexPair around[] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}};
  HullOfDifferences body(pair, around);
  EXPECT_EQ(living(body).size(), 8u);
  expect_convex(body, pair);
}

TEST(HullOfDifferences, DegenerateParallelogramsOfEdges) {
  // Cubes: all differences lie on a 3×3×3 grid, so nearly every sign is a tie.
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {0.25, 0, 0});
  const PosedPair pair = scene.pair();
  const ExactDecision decision = decide_exactly(pair, {});
  std::vector<VertexPair> around;
  for (int k = 0; k < decision.certificate.simplex.count; ++k)
    around.push_back(
        {scene.a.find(decision.certificate.simplex.a[k]), scene.b.find(decision.certificate.simplex.b[k])});
  HullOfDifferences body(pair, around);
  expect_convex(body, pair);
  for (std::int32_t v = 0; v < 8; ++v)
    for (std::int32_t w = 0; w < 8; ++w)
      for (const std::int32_t f : living(body))
        if (body.add({v, w}, f)) break;
  expect_convex(body, pair);
}

// Growth in random order, turned, thin, far and tiny: always convex, links always whole, bounds always below.
TEST(HullOfDifferences, StaysConvexWhateverIsAdded) {
  Random random(161);
  for (const double scale : {1e-140, 1.0, 1e140})
    for (const double thin : {1.0, 1e-7, 1e-14})
      for (int round = 0; round < 4; ++round) {
        const auto body_of = [&] {
          std::vector<Vec3> points;
          for (int k = 0; k < 10; ++k) {
            const Vec3 p = random_vector(random);
            points.push_back(scale * Vec3{p.x, p.y, thin * p.z});
          }
          return hull(points);
        };
        const Scene scene{body_of(), body_of(), random_pose(random), random_pose(random)};
        const PosedPair pair = scene.pair();
        const ExactDecision decision = decide_exactly(pair, {});
        if (decision.status != Status::Penetrating) continue;
        std::vector<VertexPair> around;
        const Simplex& simplex = decision.certificate.simplex;
        for (int k = 0; k < simplex.count; ++k)
          around.push_back({scene.a.find(simplex.a[k]), scene.b.find(simplex.b[k])});
        HullOfDifferences body(pair, around);
        for (int k = 0; k < 40; ++k) {
          const VertexPair next{
              static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(scene.a.vertex_count()))),
              static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(scene.b.vertex_count())))};
          for (const std::int32_t f : living(body))
            if (body.add(next, f)) break;
        }
        expect_convex(body, pair);
        EXPECT_EQ(body.facet(body.nearest()).alive, true);
        for (const std::int32_t f : living(body)) EXPECT_LE(body.lower(body.nearest()), body.lower(f));
      }
}

// Wide numbers, exact roots among them, where short ones leave two answers.
TEST(HullOfDifferences, DistanceOfAPlaneIsRoundedDownExactly) {
  Random random(5);
  const auto wide = [&random] {
    return Dyadic(random.uniform(-1, 1)) * Dyadic(random.uniform(-1, 1)) * Dyadic(random.uniform(-1, 1));
  };
  for (int k = 0; k < 2000; ++k) {
    const Dyadic scale = wide() * wide(), stretch = wide();
    DyadicVec normal{wide(), wide(), wide()}, m{wide(), wide(), wide()};
    // A plane that is exactly so far away.
    if (k % 2 == 0)
      normal = stretch * DyadicVec{0.0, 3.0, 4.0}, m = scale * DyadicVec{random.uniform(-1, 1), 0.0, 1.25};
    if (scale.sign() <= 0) continue;
    const Dyadic offset = dot(normal, m);
    const double expected =
        offset.sign() > 0 ? square_root_below(offset * offset, scale * scale * dot(normal, normal)) : 0;
    EXPECT_EQ(distance_below(normal, m, scale), expected) << k;
    if (k % 2 == 0 && offset.sign() > 0) {
      EXPECT_EQ(expected, 1) << k;
    }
  }
}

}  // namespace
}  // namespace clearance::detail
