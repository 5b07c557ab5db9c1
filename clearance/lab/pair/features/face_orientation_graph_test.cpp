#include <clearance/lab/pair/features/face_orientation_graph.h>

#include <clearance/convex/bodies_test.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

TEST(FaceOrientationGraph, BoxIsAnOctahedronOnTheSphere) {
  const FaceOrientationGraph graph(box({2, 4, 6}));
  ASSERT_EQ(graph.nodes().size(), 6u);
  ASSERT_EQ(graph.arcs().size(), 12u);
  for (const Vec3& n : graph.nodes()) EXPECT_EQ(norm_one(n), 1);
  for (int v = 0; v < 8; ++v) EXPECT_EQ(graph.around_vertex(v).size(), 3u);
  for (int f = 0; f < 6; ++f) EXPECT_EQ(graph.around_node(f).size(), 4u);
  for (const OrientationArc& arc : graph.arcs()) {
    const Vec3 left = graph.nodes()[static_cast<std::size_t>(arc.left)],
               right = graph.nodes()[static_cast<std::size_t>(arc.right)];
    EXPECT_EQ(dot(left, right), 0);
    // Walking along the edge with the outside up, the left face is on the left.
    const Vec3 u = graph.body().vertex(arc.head) - graph.body().vertex(arc.tail);
    EXPECT_GT(dot(cross(left, right), u), 0);
  }
}

TEST(FaceOrientationGraph, FlatBodies) {
  const FaceOrientationGraph polygon(hull({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
  ASSERT_EQ(polygon.nodes().size(), 2u);
  EXPECT_EQ(polygon.nodes()[0], -polygon.nodes()[1]);
  EXPECT_EQ(polygon.arcs().size(), 4u);
  for (const OrientationArc& arc : polygon.arcs()) EXPECT_EQ(arc.left + arc.right, 1);
  std::vector<std::int32_t> front, back;
  polygon.loop(0, front);
  polygon.loop(1, back);
  std::reverse(back.begin(), back.end());
  EXPECT_EQ(front, back);

  const FaceOrientationGraph stick(segment({0, 0, 0}, {0, 3, 0}));
  EXPECT_TRUE(stick.nodes().empty());
  ASSERT_EQ(stick.arcs().size(), 1u);
  EXPECT_EQ(stick.arcs()[0].left, -1);
  EXPECT_EQ(std::fabs(stick.along()[0].y), 1);

  const FaceOrientationGraph dot_alone(point({1, 2, 3}));
  EXPECT_TRUE(dot_alone.nodes().empty());
  EXPECT_TRUE(dot_alone.arcs().empty());
  EXPECT_TRUE(dot_alone.around_vertex(0).empty());
}

TEST(FaceOrientationGraph, NormalsStaySquareToEdgesUnderAMatrixThatIsNoRotation) {
  const Mat3 skewed{{{1, 4e-5, 0}, {0, 1, -3e-5}, {2e-5, 0, 1}}};
  const Pose pose = Pose::from_matrix(skewed, {5, 6, 7}).value();
  Random random(1);
  const FaceOrientationGraph graph(random_hull(random, 30));
  const TurnedGraph turned(graph, pose);
  for (int e = 0; e < turned.arc_count(); ++e)
    for (const int f : {turned.arc(e).left, turned.arc(e).right})
      EXPECT_LT(std::fabs(dot(turned.node(f), turned.along(e))), 1e-14);
}

// A direction between the nodes around a vertex is one in which that vertex is the farthest.
TEST(FaceOrientationGraph, RegionsAreWhereAVertexIsExtreme) {
  Random random(2);
  for (int round = 0; round < 50; ++round) {
    const FaceOrientationGraph graph(random_hull(random, 25, std::pow(10., random.uniform(-6, 6))));
    const Pose pose = random_pose(random, {1e5, -1e5, 3});
    const TurnedGraph turned(graph, pose);
    for (int v = 0; v < turned.vertex_count(); ++v) {
      Vec3 middle;
      for (const ArcEnd end : turned.around_vertex(v))
        middle = middle + turned.node(turned.arc(end.arc).left) + turned.node(turned.arc(end.arc).right);
      for (int w = 0; w < turned.vertex_count(); ++w) {
        if (w == v) continue;
        EXPECT_GT(dot(middle, turned.vertex(v)), dot(middle, turned.vertex(w)));
      }
    }
  }
}

// Thin triangles: the product of the two short edges keeps the normal square to the long one as well.
TEST(FaceOrientationGraph, NormalsOfNeedles) {
  const double h = 1e-4;
  const FaceOrientationGraph graph(hull({{0, 0, 0}, {1, h, 0.3}, {1 + h, -h, 0.3 + h}, {1 - h, 0, 0.3 + 3 * h}}));
  const TurnedGraph turned(graph, Pose());
  for (int e = 0; e < turned.arc_count(); ++e)
    for (const int f : {turned.arc(e).left, turned.arc(e).right})
      EXPECT_LT(std::fabs(dot(turned.node(f), turned.along(e))), kParallel);
}

}  // namespace
}  // namespace clearance::detail
