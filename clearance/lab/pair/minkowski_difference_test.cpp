#include <clearance/lab/pair/minkowski_difference.h>

#include <clearance/lab/pair/walk_scenes_test.h>

namespace clearance::detail {
namespace {

Evidence run(const PosedPair& pair, ConvexCache* cache) { return minkowski_difference(pair, cache); }
DifferenceBody body_of(const Scene& scene) { return {scene.a, scene.pose_a, scene.b, scene.pose_b}; }

int euler(const DifferenceBody& body) {
  return static_cast<int>(body.vertices().size()) - static_cast<int>(body.edge_count()) +
         static_cast<int>(body.facets().size());
}

TEST(MinkowskiDifference, CubesMakeACube) {
  const DifferenceBody body = body_of(at_rest(box({1, 1, 1}), box({3, 3, 3})));
  EXPECT_EQ(body.vertices().size(), 8u);
  EXPECT_EQ(body.edge_count(), 12u);
  ASSERT_EQ(body.facets().size(), 6u);
  for (const DifferenceFacet& facet : body.facets()) {
    EXPECT_EQ(facet.kind, FacetKind::Faces);
    EXPECT_EQ(facet.offset, 2);
    EXPECT_EQ(facet.count, 4u);
  }
  EXPECT_EQ(body.query({0, 0, 0.5}).distance, -1.5);
  EXPECT_EQ(body.query({0, 0, 0.5}).direction, (Vec3{0, 0, 1}));
  EXPECT_EQ(body.query({0, 5, 0.5}).distance, 3);
  EXPECT_EQ(body.query({0, 5, 0.5}).direction, (Vec3{0, 1, 0}));
  EXPECT_EQ(body.query({5, 6, 0}).distance, 5);  // along an edge: 3, 4
  EXPECT_TRUE(body.contains_origin({2, 2, 2}));
  EXPECT_FALSE(body.contains_origin({2, 2, 2.001}));
}

TEST(MinkowskiDifference, CubeAndOctahedron) {
  const DifferenceBody body = body_of(at_rest(box({2, 2, 2}), octahedron()));
  int kinds[5] = {};
  for (const DifferenceFacet& facet : body.facets()) ++kinds[static_cast<int>(facet.kind)];
  EXPECT_EQ(kinds[static_cast<int>(FacetKind::FaceOfA)], 6);
  EXPECT_EQ(kinds[static_cast<int>(FacetKind::FaceOfB)], 8);
  EXPECT_EQ(kinds[static_cast<int>(FacetKind::Edges)], 12);
  EXPECT_EQ(body.vertices().size(), 24u);  // a rhombicuboctahedron
  EXPECT_EQ(euler(body), 2);
  EXPECT_DOUBLE_EQ(body.query({}).distance, -2);
}

TEST(MinkowskiDifference, FlatBodies) {
  const Polytope square = hull({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  // Within one plane: two facets back to back.
  const DifferenceBody plate = body_of(at_rest(square, square));
  ASSERT_EQ(plate.facets().size(), 2u);
  EXPECT_EQ(plate.vertices().size(), 4u);
  EXPECT_EQ(plate.query({4, 5, 0}).distance, 5);
  // A square and a stick across: a prism. Along: a longer plate.
  const DifferenceBody prism = body_of(at_rest(square, segment({0, 0, 0}, {0, 0, 2})));
  EXPECT_EQ(prism.facets().size(), 6u);
  EXPECT_EQ(euler(prism), 2);
  EXPECT_EQ(prism.query({0.5, 0.5, -0.25}).distance, -0.25);
  EXPECT_EQ(body_of(at_rest(square, segment({0, 0, 0}, {2, 0, 0}))).facets().size(), 2u);
  // Crossed sticks: a parallelogram; parallel ones: a segment; points: a point.
  EXPECT_EQ(body_of(at_rest(segment({0, 0, 0}, {1, 0, 0}), segment({0, 0, 0}, {0, 1, 0}))).query({0, 0, 3}).distance,
            3);
  const DifferenceBody rod = body_of(at_rest(segment({0, 0, 0}, {1, 0, 0}), segment({0, 0, 0}, {2, 0, 0})));
  ASSERT_EQ(rod.facets().size(), 1u);
  EXPECT_EQ(rod.facets()[0].kind, FacetKind::Flat);
  EXPECT_EQ(rod.query({5, 0, 3}).distance, 5);
  EXPECT_EQ(body_of(at_rest(point({1, 0, 0}), point({0, 0, 0}))).query({4, 0, 4}).distance, 5);
}

TEST(MinkowskiDifference, TouchingIsLeftOpen) {
  EXPECT_EQ(minkowski_difference(at_rest(box({1, 1, 1}), box({1, 1, 1}), {0.25, 0, 1}).pair(), nullptr).verdict,
            Verdict::Unresolved);
  EXPECT_EQ(minkowski_difference(at_rest(box({1, 1, 1}), box({1, 1, 1})).pair(), nullptr).verdict,
            Verdict::Penetrating);
  // No four tips of an octahedron surround its centre; a little beside it they do.
  EXPECT_EQ(minkowski_difference(at_rest(point({}), octahedron()).pair(), nullptr).verdict, Verdict::Unresolved);
  EXPECT_EQ(minkowski_difference(at_rest(point({0.1, 0.2, 0.05}), octahedron()).pair(), nullptr).verdict,
            Verdict::Penetrating);
}

TEST(MinkowskiDifference, ScalingByAPowerOfTwoScalesTheAnswer) {
  Random random(24);
  for (int round = 0; round < 50; ++round) {
    std::vector<Vec3> points_a, points_b, large_a, large_b;
    for (int k = 0; k < 20; ++k) {
      points_a.push_back(random_vector(random));
      points_b.push_back(random_vector(random));
      large_a.push_back(0x1p20 * points_a.back());
      large_b.push_back(0x1p20 * points_b.back());
    }
    const Vec3 t = random_vector(random, 2);
    const double small = body_of(at_rest(hull(points_a), hull(points_b))).query(t).distance;
    const double large = body_of(at_rest(hull(large_a), hull(large_b))).query(0x1p20 * t).distance;
    EXPECT_NEAR(large, 0x1p20 * small, 0x1p20 * 1e-14);
  }
}

// The hull of all differences, built exactly, has the same corners, edges and facets: ties in all ways.
TEST(MinkowskiDifference, IsTheHullOfAllDifferences) {
  Random random(21);
  int solids = 0;
  for (int round = 0; round < 2000; ++round) {
    const Scene scene = at_rest(random_body(random, true), random_body(random, true));
    std::vector<Vec3> differences;
    for (int v = 0; v < scene.a.vertex_count(); ++v)
      for (int w = 0; w < scene.b.vertex_count(); ++w) differences.push_back(scene.b.vertex(w) - scene.a.vertex(v));
    const Polytope all = hull(differences);
    const DifferenceBody body = body_of(scene);
    ASSERT_EQ(body.vertices().size(), static_cast<std::size_t>(all.vertex_count())) << round;
    for (const DifferenceVertex& vertex : body.vertices()) {
      bool found = false;
      for (int v = 0; v < all.vertex_count(); ++v) found = found || all.vertex(v) == vertex.at;
      ASSERT_TRUE(found) << round;
    }
    if (all.dimension() < 2) continue;
    ASSERT_EQ(body.facets().size(), static_cast<std::size_t>(all.dimension() == 2 ? 2 : all.face_count())) << round;
    ASSERT_EQ(body.edge_count(), static_cast<std::size_t>(all.edge_count())) << round;
    ASSERT_EQ(euler(body), 2) << round;  // a plate with two sides as well
    solids += all.dimension() == 3;
  }
  EXPECT_GT(solids, 1000);
}

TEST(MinkowskiDifference, FacetsOfRandomPairs) {
  Random random(22);
  for (int round = 0; round < 100; ++round) {
    const Scene scene{random_hull(random, 40), random_hull(random, 60), random_pose(random), random_pose(random)};
    const DifferenceBody body = body_of(scene);
    ASSERT_EQ(euler(body), 2);
    for (const DifferenceFacet& facet : body.facets()) {
      // A supporting plane, whose corners turn counter-clockwise about it.
      const std::span<const std::uint32_t> loop = body.loop(facet);
      for (const DifferenceVertex& vertex : body.vertices())
        ASSERT_LE(dot(facet.normal, vertex.at), facet.offset + 1e-13);
      const Vec3 p = body.vertices()[loop[0]].at, q = body.vertices()[loop[1]].at, r = body.vertices()[loop[2]].at;
      ASSERT_GT(dot(facet.normal, cross(q - p, r - p)), 0);
    }
  }
}

// Built once, asked for many translations: depth and distance are those of the public queries.
TEST(MinkowskiDifference, MinimumTranslationalDistance) {
  Random random(23);
  int inside = 0;
  for (int round = 0; round < 40; ++round) {
    const Scene scene{random_hull(random, 30), random_hull(random, 30), random_pose(random), random_pose(random)};
    const DifferenceBody body = body_of(scene);
    for (int k = 0; k < 25; ++k) {
      const Vec3 t = random.uniform(0, 3) * random_unit(random);
      const Pose pose_b = rotation(scene.pose_b.quaternion(), t);
      const DifferenceAnswer answer = body.query(t);
      if (answer.inside()) {
        ++inside;
        const Penetration truth = penetration(scene.a, scene.pose_a, scene.b, pose_b);
        ASSERT_EQ(truth.status, Status::Penetrating);
        ASSERT_GE(-answer.distance, truth.lower * (1 - 1e-9));
        ASSERT_LE(-answer.distance, truth.upper * (1 + 1e-9));
        // Moving b by the depth ends the penetration.
        const Pose freed = rotation(scene.pose_b.quaternion(), t - (answer.distance - 1e-9) * answer.direction);
        ASSERT_EQ(intersects(scene.a, scene.pose_a, scene.b, freed).status, Status::Separated);
      } else {
        const Distance truth = distance(scene.a, scene.pose_a, scene.b, pose_b);
        ASSERT_EQ(truth.status, Status::Separated);
        ASSERT_GE(answer.distance, truth.lower * (1 - 1e-9));
        ASSERT_LE(answer.distance, truth.upper * (1 + 1e-9));
      }
    }
  }
  EXPECT_GT(inside, 200);
}

// The row against the exact decision and the public distance; hardly anything is left open.
TEST(MinkowskiDifference, AgreesWithTheExactDecision) {
  const auto make = [](Random& random) {
    const int n = 8 + static_cast<int>(random.below(40));
    const Vec3 t = random.uniform(0, 3) * random_unit(random);
    return Scene{random_hull(random, n), random_hull(random, n), random_pose(random), random_pose(random, t)};
  };
  const Tally found = judge_family(run, Promise::NearestPoints, 1000, make);
  EXPECT_LT(found.missed(), 10);
  EXPECT_GT(found.separated, 300);
}

TEST(MinkowskiDifference, FlatPairsToo) {
  const auto make = [](Random& random) {
    const Polytope a = random_body(random, true), b = random_body(random, true);
    return at_rest(a, b, {0, 0, random.below(2) == 0 ? 0.0 : 1.0});
  };
  const Tally found = judge_family(run, Promise::NearestPoints, 3000, make);
  EXPECT_GT(found.separated, 500);
  EXPECT_GT(found.touching, 100);
  EXPECT_LT(found.missed(), 100);
}

TEST(MinkowskiDifference, EndsOnNeedlesPlatesAndAllScales) {
  EXPECT_LT(judge_family(run, Promise::NearestPoints, 300, thin_scene).missed(), 30);
}

TEST(MinkowskiDifference, CacheAndTraceHoldTheNearestPoints) {
  const Scene scene = at_rest(box({2, 2, 2}), box({2, 2, 2}), {0, 0, 5});
  ConvexCache cache;
  Trace trace;
  const Evidence evidence = minkowski_difference(scene.pair(), &cache, {}, &trace);
  EXPECT_EQ(evidence.verdict, Verdict::Separated);
  EXPECT_TRUE(cache.was_separated);
  EXPECT_EQ(cache.direction, (Vec3{0, 0, 1}));
  EXPECT_EQ(cache.simplex_count, evidence.simplex_count);
  ASSERT_EQ(trace.steps.size(), 1u);
  EXPECT_STREQ(trace.steps[0].what, "face-face");
  EXPECT_NEAR(norm(trace.steps[0].point_b - trace.steps[0].point_a), 3, 1e-12);
}

}  // namespace
}  // namespace clearance::detail
