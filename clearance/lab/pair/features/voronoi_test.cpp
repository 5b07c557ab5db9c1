#include <clearance/lab/pair/features/voronoi.h>

#include <clearance/convex/bodies_test.h>
#include <clearance/lab/pair/features/voronoi_walk.h>

namespace clearance::detail {
namespace {

// The cube [−1, 1]³: corner i has sign bits x=i&1, y=i&2, z=i&4.
struct Cube {
  Polytope body = box({2, 2, 2});
  Mat3 identity;
  PosedBody side{body, identity, {}};

  int edge_between(int tail, int head) const {
    const auto around = body.neighbours(tail);
    for (std::size_t k = 0; k < around.size(); ++k)
      if (static_cast<int>(around[k]) == head) return static_cast<int>(body.spokes(tail)[k]);
    return -1;
  }
  Vec3 face_center(FeatureId face) const {
    Vec3 sum;
    for (const std::uint32_t v : body.face(face.index)) sum = sum + 0.25 * body.vertex(static_cast<int>(v));
    return sum;
  }
};

// Nearest points of two features by looking at many points of both.
double sampled_distance(const PosedBody& a, FeatureId x, const PosedBody& b, FeatureId y) {
  const auto samples = [](const PosedBody& side, FeatureId id) {
    std::vector<Vec3> points;
    if (id.kind == Feature::Vertex) points.push_back(side.at(id.index));
    if (id.kind == Feature::Edge)
      for (int k = 0; k <= 20; ++k) points.push_back(VoronoiEdge(side, id.index).point(k / 20.));
    if (id.kind == Feature::Face) {
      const VoronoiFace face(side, id.index);
      for (std::size_t c = 1; c + 1 < face.loop.size(); ++c)
        for (int i = 0; i <= 10; ++i)
          for (int j = 0; i + j <= 10; ++j)
            points.push_back(face.corner(0) + (i / 10.) * (face.corner(c) - face.corner(0)) +
                             (j / 10.) * (face.corner(c + 1) - face.corner(0)));
    }
    return points;
  };
  double least = kInfinite;
  for (const Vec3 p : samples(a, x))
    for (const Vec3 q : samples(b, y)) least = std::min(least, norm(q - p));
  return least;
}

// ---- solved by hand

TEST(Voronoi, VertexRegion) {
  const Cube cube;
  EXPECT_EQ(spoke_along(cube.side, 7, {1, 2, 3}), kNoFeature);
  EXPECT_EQ(spoke_along(cube.side, 7, {1, 0, 0}), kNoFeature) << "on a plane is not beyond it";
  EXPECT_EQ(spoke_along(cube.side, 7, {1, -2, -1}), edge_feature(static_cast<std::uint32_t>(cube.edge_between(7, 5))));
}

TEST(Voronoi, EdgeRegion) {
  const Cube cube;
  const VoronoiEdge edge(cube.side, cube.edge_between(6, 7));
  const EdgeRegion<false> region{cube.side, edge};
  EXPECT_EQ(edge.along, (Vec3{2, 0, 0}));
  EXPECT_EQ(face_toward(region, {0, 2, 2}), kNoFeature);
  EXPECT_EQ(face_toward(region, {0, 1, 2}), kNoFeature) << "on a plane is not beyond it";
  EXPECT_EQ(cube.face_center(face_toward(region, {0, 0.5, 2})), (Vec3{0, 0, 1}));
  EXPECT_EQ(cube.face_center(face_toward(region, {0, 2, 0.5})), (Vec3{0, 1, 0}));
  for (const bool of_twin : {false, true}) {
    const FaceBeside<false> face = region.face(of_twin);
    EXPECT_GT(dot(face.normal, cube.face_center(face.id)), 0);
    EXPECT_GT(dot(face.inward, cube.face_center(face.id) - edge.tail), 0);
    EXPECT_EQ(dot(face.inward, edge.along), 0);
  }
}

TEST(Voronoi, FaceRegion) {
  const Cube cube;
  for (int f = 0; f < 6; ++f) {
    const VoronoiFace face(cube.side, f);
    const Vec3 out = cube.face_center(face.id);
    EXPECT_GT(face.height(2 * out), 0);
    EXPECT_LT(face.height({}), 0);
    EXPECT_EQ(edge_toward(face, 5 * out), kNoFeature);
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec3 middle = 0.5 * (face.corner(k) + face.corner(face.after(k)));
      EXPECT_EQ(edge_toward(face, 3 * middle), face.edge(k));
    }
  }
}

TEST(Voronoi, ClippingKeepsThePartInside) {
  ClippedEdge part;
  EXPECT_TRUE(part.cut(1, -3, vertex_feature(0)));
  EXPECT_EQ(part.low, 0.25);
  EXPECT_TRUE(part.cut(-1, 1, vertex_feature(1)));
  EXPECT_EQ(part.high, 0.5);
  EXPECT_TRUE(part.cut(-2, -1, vertex_feature(2)));
  EXPECT_FALSE(part.empty());
  EXPECT_EQ(part.beyond_low, vertex_feature(0));
  EXPECT_EQ(part.beyond_high, vertex_feature(1));
  EXPECT_TRUE(part.cut(3, -1, vertex_feature(3)));
  EXPECT_TRUE(part.empty());
  EXPECT_FALSE(part.cut(1, 2, vertex_feature(4)));
}

TEST(Voronoi, AVertexBeneathItsFaceIsInsideOrLeavesByAnother) {
  const Cube cube;
  for (int f = 0; f < 6; ++f) {
    EXPECT_TRUE(look_beneath(cube.side, f, {0.25, 0.5, 0.75}).inside);
    const Beneath beneath = look_beneath(cube.side, f, {0.25, -3, 0.5});
    EXPECT_FALSE(beneath.inside);
    EXPECT_EQ(cube.face_center(beneath.exit), (Vec3{0, -1, 0}));
  }
}

// ---- degenerate

TEST(Voronoi, SegmentsAndPolygons) {
  const Mat3 identity;
  const Polytope line = segment({0, 0, 0}, {2, 0, 0}), square = hull({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  const PosedBody of_line{line, identity, {}}, of_square{square, identity, {}};
  EXPECT_EQ(face_toward(EdgeRegion<false>{of_line, VoronoiEdge(of_line, 0)}, {1, 1, 1}), kNoFeature);
  EXPECT_EQ(spoke_along(of_line, 1, {-1, 5, 5}), edge_feature(0));
  for (std::uint32_t e = 0; e < square.half_edges().size(); ++e) {
    const VoronoiEdge edge(of_square, static_cast<int>(e));
    const EdgeRegion<false> region{of_square, edge};
    EXPECT_EQ(face_toward(region, {0.5, 0.5, -3}), face_feature(0)) << "from below as from above";
    EXPECT_EQ(face_toward(region, {0.5, 0.5, 3}), face_feature(0));
  }
}

// A part that is a single point of the edge, on the border of the prism: only the slope tells which way to go.
TEST(Voronoi, AnEdgeThatLeavesThePrismFromItsBorder) {
  const Cube cube;
  const Polytope line = segment({0, 1, 2}, {0, 3, 1.5});
  const Mat3 identity;
  const PosedBody of_line{line, identity, {}};
  const VoronoiEdge edge(of_line, 0);
  for (int f = 0; f < 6; ++f) {
    const VoronoiFace face(cube.side, f);
    if (cube.face_center(face.id).z != 1) continue;
    const EdgeOverFace over = clip_over_face(edge, face);
    EXPECT_EQ(over.part.low, 0);
    EXPECT_EQ(over.part.high, 0);
    EXPECT_FALSE(over.low_is_nearer());
    EXPECT_NE(over.part.beyond_high, kNoFeature);
  }
}

TEST(Voronoi, CachedFeaturesAreLookedAtBeforeUse) {
  const Scene scene = at_rest(box({2, 2, 2}), tetrahedron(), {4, 0, 0});
  const PosedPair pair = scene.pair();
  ConvexCache cache;
  cache.feature_a = {Feature::Edge, 23}, cache.feature_b = {Feature::Face, 3};
  EXPECT_EQ(start_features(pair, &cache), (FeaturePair{cache.feature_a, cache.feature_b}));
  for (const FeatureId stale : {FeatureId{Feature::Edge, 24}, FeatureId{Feature::Face, 6},
                                FeatureId{Feature::Vertex, 8}, FeatureId{Feature::Vertex, -1}}) {
    cache.feature_a = stale;
    const FeaturePair start = start_features(pair, &cache);
    EXPECT_EQ(start.a.kind, Feature::Vertex);
    EXPECT_EQ(start.b.kind, Feature::Vertex);
    EXPECT_EQ(pair.a().vertex(start.a.index).x, 1);
  }
}

TEST(Voronoi, AWalkThatComesBackIsNoticed) {
  for (const int length : {1, 2, 3, 7, 20}) {
    for (const int before : {0, 1, 5, 30}) {
      CycleWatch watch;
      int step = 0;
      const auto at = [&](int k) { return k < before ? k : before + (k - before) % length; };
      while (!watch.comes_back({vertex_feature(at(step)), vertex_feature(0)})) ASSERT_LT(++step, 4 * (before + length));
      EXPECT_GE(watch.longest(), length);
    }
  }
}

// ---- against brute force

TEST(Voronoi, NearestPointsOfFeaturesAreNearest) {
  Random random(41);
  for (int i = 0; i < 300; ++i) {
    const Polytope body_a = random_hull(random, 12), body_b = random_hull(random, 12);
    const Pose pose_a = random_pose(random), pose_b = random_pose(random, random_vector(random, 2));
    const PosedPair pair(body_a, pose_a, body_b, pose_b);
    const PosedBody a = posed_a(pair), b = posed_b(pair);
    const auto any = [&](const Polytope& body) {
      const auto kind = static_cast<Feature>(random.below(3));
      const auto count = kind == Feature::Vertex ? static_cast<std::uint32_t>(body.vertex_count())
                         : kind == Feature::Edge ? static_cast<std::uint32_t>(body.half_edges().size())
                                                 : static_cast<std::uint32_t>(body.face_count());
      return FeatureId{kind, static_cast<std::int32_t>(random.below(count))};
    };
    const FeaturePair features{any(body_a), any(body_b)};
    const NearestPoints near = nearest_points(a, b, features);
    const double found = norm(near.q - near.p), sampled = sampled_distance(a, features.a, b, features.b);
    EXPECT_LE(found, sampled + 1e-12);
    EXPECT_GE(found, sampled - 0.4) << "the samples are this dense";
    // The features that hold them are no larger, and hold them.
    EXPECT_LE(near.on.a.kind, features.a.kind);
    EXPECT_LE(near.on.b.kind, features.b.kind);
    const NearestPoints again = nearest_points(a, b, near.on);
    EXPECT_NEAR(norm(again.q - again.p), found, 1e-12);
    EXPECT_TRUE(!near.crossing || found == 0);
  }
}

}  // namespace
}  // namespace clearance::detail
