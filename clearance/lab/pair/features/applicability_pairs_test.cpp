#include <clearance/lab/pair/features/applicability_pairs.h>

#include <clearance/convex/bodies_test.h>

#include <algorithm>
#include <tuple>

namespace clearance::detail {
namespace {

struct Turned {
  FaceOrientationGraph graph_a, graph_b;
  TurnedGraph a, b;

  explicit Turned(const Scene& scene)
      : graph_a(scene.a), graph_b(scene.b), a(graph_a, scene.pose_a), b(graph_b, scene.pose_b) {}
};

std::vector<std::pair<int, int>> sorted(const std::vector<VertexFace>& pairs) {
  std::vector<std::pair<int, int>> out;
  for (const VertexFace& pair : pairs) out.emplace_back(pair.face, pair.vertex);
  std::sort(out.begin(), out.end());
  return out;
}
std::vector<std::tuple<int, int, int>> sorted(const std::vector<EdgeEdge>& pairs) {
  std::vector<std::tuple<int, int, int>> out;
  for (const EdgeEdge& pair : pairs) out.emplace_back(pair.edge_a, pair.edge_b, pair.sense);
  std::sort(out.begin(), out.end());
  return out;
}

TEST(ApplicabilityPairs, CubesFaceToFace) {
  const ApplicablePairs pairs =
      applicable_pairs(FaceOrientationGraph(box({1, 1, 1})), Pose(), FaceOrientationGraph(box({2, 2, 2})), Pose());
  // Every face looks at a face of the other cube, so at its four corners. The arc of an edge lies on one negated arc
  // and meets three others at each end.
  EXPECT_EQ(pairs.faces_of_a.size(), 24u);
  EXPECT_EQ(pairs.faces_of_b.size(), 24u);
  EXPECT_EQ(pairs.edges.size(), 12u * 7u);
  for (const EdgeEdge& edges : pairs.edges) EXPECT_FALSE(edges.crossing);
}

TEST(ApplicabilityPairs, OctahedronOverCube) {
  const ApplicablePairs pairs =
      applicable_pairs(FaceOrientationGraph(box({1, 1, 1})), Pose(), FaceOrientationGraph(octahedron()), Pose());
  EXPECT_EQ(pairs.faces_of_a.size(), 6u);  // a tip each
  EXPECT_EQ(pairs.faces_of_b.size(), 8u);  // a corner each
  // The arcs of the cube's edges and of the octahedron's cross halfway, one to one.
  EXPECT_EQ(pairs.edges.size(), 12u);
  for (const EdgeEdge& edges : pairs.edges) EXPECT_TRUE(edges.crossing);
}

TEST(ApplicabilityPairs, SegmentsAndPoints) {
  const FaceOrientationGraph along_x(segment({0, 0, 0}, {1, 0, 0})), along_y(segment({0, 0, 0}, {0, 1, 0})),
      alone(point({1, 2, 3})), cube(box({1, 1, 1}));
  EXPECT_EQ(applicable_pairs(along_x, Pose(), along_y, Pose()).edges.size(), 2u);  // from above and from below
  const ApplicablePairs parallel = applicable_pairs(along_x, Pose(), along_x, Pose());
  ASSERT_EQ(parallel.count(), 1u);
  EXPECT_EQ(parallel.edges[0].sense, 0);
  EXPECT_EQ(applicable_pairs(alone, Pose(), alone, Pose()).count(), 0u);
  const ApplicablePairs on_cube = applicable_pairs(alone, Pose(), cube, Pose());
  EXPECT_EQ(on_cube.faces_of_b.size(), 6u);
  EXPECT_EQ(on_cube.count(), 6u);
}

// By definition: features are applicable where some direction n has all of a's feature farthest along n and all of b's
// farthest along −n. With small whole coordinates every product is exact.
struct ByDefinition {
  const Polytope &a, &b;

  static bool farthest(const Polytope& body, Vec3 n, std::initializer_list<int> feature) {
    for (int w = 0; w < body.vertex_count(); ++w)
      for (const int v : feature)
        if (dot(n, body.vertex(w)) > dot(n, body.vertex(v))) return false;
    return true;
  }
  static Vec3 normal(const FaceOrientationGraph& graph, int node) {
    const auto loop = graph.body().face(graph.face_of(node));
    const auto corner = [&](std::size_t k) { return graph.body().vertex(static_cast<int>(loop[k])); };
    const Vec3 n = cross(corner(1) - corner(0), corner(2) - corner(0));
    return graph.face_of(node) == node ? n : -n;
  }
  static std::vector<std::pair<int, int>> vertex_face(const FaceOrientationGraph& of_face, const Polytope& of_vertex) {
    std::vector<std::pair<int, int>> out;
    for (int f = 0; f < static_cast<int>(of_face.nodes().size()); ++f)
      for (int v = 0; v < of_vertex.vertex_count(); ++v)
        if (farthest(of_vertex, -normal(of_face, f), {v})) out.emplace_back(f, v);
    return out;
  }
  static std::vector<std::tuple<int, int, int>> edge_edge(const FaceOrientationGraph& a,
                                                          const FaceOrientationGraph& b) {
    std::vector<std::tuple<int, int, int>> out;
    const int count_a = static_cast<int>(a.arcs().size()), count_b = static_cast<int>(b.arcs().size());
    for (int i = 0; i < count_a; ++i)
      for (int j = 0; j < count_b; ++j) {
        const OrientationArc &e = a.arcs()[static_cast<std::size_t>(i)], &f = b.arcs()[static_cast<std::size_t>(j)];
        const auto fits = [&](Vec3 n) {
          return farthest(a.body(), n, {e.tail, e.head}) && farthest(b.body(), -n, {f.tail, f.head});
        };
        const Vec3 c =
            cross(a.body().vertex(e.head) - a.body().vertex(e.tail), b.body().vertex(f.head) - b.body().vertex(f.tail));
        if (norm_one(c) > 0) {
          for (const int sense : {-1, 1})
            if (fits(static_cast<double>(sense) * c)) out.emplace_back(i, j, sense);
        } else {
          // Parallel: the arcs overlap if an end of one is on the other.
          bool overlap = e.left < 0 || f.left < 0;
          for (const int node : {e.left, e.right}) overlap = overlap || fits(normal(a, node));
          for (const int node : {f.left, f.right}) overlap = overlap || fits(-normal(b, node));
          if (overlap) out.emplace_back(i, j, 0);
        }
      }
    return out;
  }
};

// Grid bodies of all dimensions: parallel faces and edges, coplanar bodies, edges along faces.
TEST(ApplicabilityPairs, AllAndOnlyTheApplicableOnesOfDegeneratePairs) {
  Random random(3);
  int ties = 0;
  for (int round = 0; round < 4000; ++round) {
    const Scene scene = at_rest(random_body(random, true), random_body(random, true));
    const Turned turned(scene);
    const ApplicablePairs pairs = applicable_pairs(turned.a, turned.b);
    ASSERT_EQ(sorted(pairs.faces_of_a), ByDefinition::vertex_face(turned.graph_a, scene.b));
    ASSERT_EQ(sorted(pairs.faces_of_b), ByDefinition::vertex_face(turned.graph_b, scene.a));
    ASSERT_EQ(sorted(pairs.edges), ByDefinition::edge_edge(turned.graph_a, turned.graph_b));
    ties += static_cast<int>(pairs.faces_of_a.size() + pairs.faces_of_b.size()) -
            static_cast<int>(turned.graph_a.nodes().size() + turned.graph_b.nodes().size());
  }
  EXPECT_GT(ties, 1000);
}

// The two definitions of the header, asked of all pairs.
TEST(ApplicabilityPairs, AllAndOnlyTheApplicableOnesOfRandomPairs) {
  Random random(4);
  for (int round = 0; round < 200; ++round) {
    const int n = 4 + static_cast<int>(random.below(40));
    const Scene scene{random_hull(random, n), random_hull(random, n, 1e-3), random_pose(random), random_pose(random)};
    const Turned turned(scene);
    const ApplicablePairs pairs = applicable_pairs(turned.a, turned.b);
    std::vector<VertexFace> faces_of_a;
    for (int f = 0; f < turned.a.node_count(); ++f)
      for (int v = 0; v < turned.b.vertex_count(); ++v)
        if (vertex_face_applicable(turned.a, f, turned.b, v)) faces_of_a.push_back({v, f});
    std::vector<EdgeEdge> edges;
    for (int e = 0; e < turned.a.arc_count(); ++e)
      for (int f = 0; f < turned.b.arc_count(); ++f) add_applicable_edges(turned.a, e, turned.b, f, edges);
    ASSERT_EQ(sorted(pairs.faces_of_a), sorted(faces_of_a));
    ASSERT_EQ(sorted(pairs.edges), sorted(edges));
    ASSERT_EQ(faces_of_a.size(), static_cast<std::size_t>(turned.a.node_count()));  // generic: one vertex each
  }
}

TEST(ApplicabilityPairs, SwappingTheBodiesSwapsThePairs) {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    const Scene scene{random_hull(random, 20), random_hull(random, 30), random_pose(random), random_pose(random)};
    const Turned there(scene), back(scene.swapped());
    const ApplicablePairs pairs = applicable_pairs(there.a, there.b), swapped = applicable_pairs(back.a, back.b);
    EXPECT_EQ(sorted(pairs.faces_of_a), sorted(swapped.faces_of_b));
    EXPECT_EQ(sorted(pairs.faces_of_b), sorted(swapped.faces_of_a));
    std::vector<EdgeEdge> turned_back = swapped.edges;
    // n → −n and u_a × u_b → u_b × u_a: the sense stays.
    for (EdgeEdge& edges : turned_back) std::swap(edges.edge_a, edges.edge_b);
    EXPECT_EQ(sorted(pairs.edges), sorted(turned_back));
  }
}

// The walk looks at a bounded number of products for each feature.
TEST(ApplicabilityPairs, CostGrowsWithTheFeatures) {
  for (const int n : {50, 500}) {
    const FaceOrientationGraph a(test_polytope(TestShape::Ellipsoid, n, 1)),
        b(test_polytope(TestShape::Ellipsoid, n, 2));
    Random random(6);
    const ApplicablePairs pairs = applicable_pairs(a, random_pose(random), b, random_pose(random));
    const double features = static_cast<double>(a.arcs().size() + b.arcs().size());
    EXPECT_LT(static_cast<double>(pairs.looked_at), 60 * features) << n;
    EXPECT_LT(static_cast<double>(pairs.count()), 1.5 * features) << n;
  }
}

TEST(ApplicabilityPairs, CullingKeepsWhatLooksAhead) {
  const FaceOrientationGraph cube(box({1, 1, 1}));
  ASSERT_EQ(faces_facing(cube, Pose(), {3, 0, 0}).size(), 1u);
  EXPECT_EQ(cube.nodes()[static_cast<std::size_t>(faces_facing(cube, Pose(), {3, 0, 0})[0])], (Vec3{1, 0, 0}));
  EXPECT_EQ(faces_facing(cube, Pose(), {1, -2, 3}).size(), 3u);
  EXPECT_TRUE(faces_facing(cube, Pose(), {}).empty());
  Random random(7);
  double kept = 0;
  for (int round = 0; round < 100; ++round) {
    const FaceOrientationGraph graph(random_hull(random, 60));
    kept += static_cast<double>(faces_facing(graph, random_pose(random), random_unit(random)).size()) /
            static_cast<double>(graph.nodes().size());
  }
  EXPECT_NEAR(kept / 100, 0.5, 0.02);
}

}  // namespace
}  // namespace clearance::detail
