#include <clearance/lab/pair/conclude.h>

#include <clearance/convex/bodies_test.h>

#include <cmath>

namespace clearance::detail {
namespace {

constexpr VertexPair kNowhere{-1, -1};

// Weights of each body's vertices, added up over the simplex.
double weight_of(const Evidence& evidence, std::int32_t VertexPair::* which, std::int32_t vertex) {
  double sum = 0;
  for (int k = 0; k < evidence.simplex_count; ++k)
    if (evidence.simplex[k].*which == vertex) sum += evidence.weight[k];
  return sum;
}

TEST(Conclude, HandSolvedSeparation) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  Evidence evidence;
  EXPECT_FALSE(conclude_separated(scene.pair(), {0, 1, 0}, kNowhere, evidence));
  EXPECT_EQ(evidence.verdict, Verdict::Unresolved);
  EXPECT_TRUE(conclude_separated(scene.pair(), {1, 0, 0}, kNowhere, evidence));
  EXPECT_EQ(evidence.verdict, Verdict::Separated);
  EXPECT_EQ(evidence.direction, (Vec3{1, 0, 0}));
  EXPECT_EQ(evidence.steps, 2);
  EXPECT_FALSE(conclude_separated(scene.pair(), {-1, 0, 0}, kNowhere, evidence));
}

TEST(Conclude, HandSolvedSupport) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  const SupportPair found = search_support(scene.pair(), {3, 2, 1});
  EXPECT_EQ(found.pair, (VertexPair{7, 0}));
  EXPECT_EQ(found.value, 3 * 1 - 2 - 1);
}

TEST(Conclude, HandSolvedTetrahedron) {
  const Scene scene = at_rest(tetrahedron(), point({0.2, 0.2, 0.2}));
  const VertexPair around[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
  Evidence evidence;
  EXPECT_FALSE(conclude_penetrating(scene.pair(), {around, 3}, evidence));
  EXPECT_TRUE(conclude_penetrating(scene.pair(), around, evidence));
  EXPECT_EQ(evidence.verdict, Verdict::Penetrating);
  EXPECT_EQ(evidence.simplex_count, 4);
  Evidence outside;
  EXPECT_FALSE(conclude_penetrating(at_rest(tetrahedron(), point({1, 1, 1})).pair(), around, outside));
  EXPECT_EQ(outside.verdict, Verdict::Unresolved);
}

TEST(Conclude, HandSolvedInside) {
  const Polytope cube = box({2, 2, 2});
  for (const Vec3 p : {Vec3{0, 0, 0}, Vec3{0.9, 0, 0}, Vec3{0.9, -0.8, 0.7}, Vec3{-0.5, 0.5, 0.25}}) {
    const Polytope small = hull({p, p + Vec3{5, 1, 1}, p + Vec3{5, 0, 2}, p + Vec3{6, 1, 0}});
    const int corner = small.find(0);
    Evidence of_b, of_a;
    EXPECT_TRUE(conclude_inside(at_rest(cube, small).pair(), false, corner, of_b));
    EXPECT_TRUE(conclude_inside(at_rest(small, cube).pair(), true, corner, of_a));
    EXPECT_FALSE(conclude_inside(at_rest(cube, small).pair(), false, small.find(1), of_b));
  }
}

// On a face, edge or corner, or outside by a hair: never inside.
TEST(Conclude, DegenerateTouchIsNotInside) {
  const Polytope cube = box({2, 2, 2});
  for (const Vec3 p : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{std::nextafter(1.0, 2.0), 0.3, 0.2}}) {
    Evidence evidence;
    EXPECT_FALSE(conclude_inside(at_rest(cube, point(p)).pair(), false, 0, evidence));
    EXPECT_FALSE(conclude_separated(at_rest(cube, point({1, 0, 0})).pair(), {1, 0, 0}, kNowhere, evidence));
  }
  Evidence flat;
  EXPECT_FALSE(conclude_inside(at_rest(box({2, 2, 0}), point({0, 0, 0})).pair(), false, 0, flat));
}

TEST(Conclude, DegenerateDirectionsProveNothing) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  Evidence evidence;
  for (const Vec3 n : {Vec3{}, Vec3{kInfinite, 0, 0}, Vec3{std::nan(""), 0, 0}, Vec3{1e-300, 0, 0}, Vec3{1e300, 0, 0}})
    EXPECT_FALSE(conclude_separated(scene.pair(), n, kNowhere, evidence));
}

TEST(Conclude, NearestPointsKeepTheWeightsOfEachBody) {
  const Corners vertex = Corners::at(3), edge = Corners::on_edge(1, 2, 0.25);
  const Corners triangle{3, {4, 5, 6}, {0.5, 0.125, 0.375}}, cut{3, {4, 5, 6}, {0, 1, 0}};
  const std::pair<Corners, Corners> cases[] = {{vertex, vertex}, {vertex, triangle}, {edge, vertex},
                                               {edge, edge},     {edge, triangle},   {cut, edge}};
  for (const auto& [a, b] : cases) {
    Evidence evidence;
    set_nearest(a, b, evidence);
    EXPECT_LE(evidence.simplex_count, a.count + b.count - 1);
    for (int k = 0; k < a.count; ++k) EXPECT_EQ(weight_of(evidence, &VertexPair::a, a.vertex[k]), a.weight[k]);
    for (int k = 0; k < b.count; ++k) EXPECT_EQ(weight_of(evidence, &VertexPair::b, b.vertex[k]), b.weight[k]);
    for (int k = 0; k < evidence.simplex_count; ++k) EXPECT_GE(evidence.weight[k], 0);
  }
}

// Regression: a face of 1e300 has no corners around a point, since none of its products is finite; the pieces of
// nothing were then written past the end. Found by fuzz_pair.
TEST(Conclude, PointsWithoutCornersAreNotNearest) {
  Evidence evidence;
  evidence.simplex_count = 3;
  set_nearest(Corners(), Corners::at(5), evidence);
  EXPECT_EQ(evidence.simplex_count, 0);
  set_nearest(Corners::on_edge(1, 2, 0.5), Corners(), evidence);
  EXPECT_EQ(evidence.simplex_count, 0);
}

TEST(Conclude, NearestDifferenceOfCrossedEdges) {
  const Scene scene = at_rest(segment({-1, 0, 0}, {1, 0, 0}), segment({0, -1, 2}, {0, 3, 2}));
  Evidence evidence;
  set_nearest(Corners::on_edge(0, 1, 0.5), Corners::on_edge(0, 1, 0.25), evidence);
  EXPECT_EQ(nearest_difference(scene.pair(), evidence), (Vec3{0, 0, 2}));
}

// Whatever is asked, no verdict contradicts the exact decision.
TEST(Conclude, NeverWrongOnGridBodies) {
  Random random(41);
  int inside = 0, separated = 0;
  for (int round = 0; round < 3000; ++round) {
    const Vec3 t = random_vector(random, 3);
    const Polytope b = random_body(random, true), a = random_body(random, true);
    const Scene scene = at_rest(a, b, {std::round(t.x), std::round(t.y), std::round(t.z)});
    const PosedPair pair = scene.pair();
    const Status truth = decide_exactly(pair, {}).status;
    Evidence evidence;
    const bool of_a = random.below(2) == 0;
    const Polytope& body = of_a ? scene.a : scene.b;
    const auto v = static_cast<int>(random.below(static_cast<std::uint64_t>(body.vertex_count())));
    if (conclude_inside(pair, of_a, v, evidence)) {
      ++inside;
      EXPECT_EQ(truth, Status::Penetrating);
    }
    if (conclude_separated(pair, random_vector(random), kNowhere, evidence)) {
      ++separated;
      EXPECT_EQ(truth, Status::Separated);
      EXPECT_TRUE(separates(pair, evidence.direction));
    }
  }
  EXPECT_GT(inside, 20);
  EXPECT_GT(separated, 200);
}

// A random interior point of a solid is found inside by conclude_inside, whatever corner it is seen from.
TEST(Conclude, InteriorPointsAreFoundInside) {
  Random random(42);
  int missed = 0;
  for (int round = 0; round < 500; ++round) {
    const Polytope body = random_hull(random, 20);
    Vec3 p = body.center();
    p = p + random.uniform(0, 0.8) *
                (body.vertex(static_cast<int>(random.below(static_cast<std::uint64_t>(body.vertex_count())))) - p);
    const Pose pose = random_pose(random, random_vector(random));
    const Scene scene{body, point(p), pose, pose};
    Evidence evidence;
    missed += conclude_inside(scene.pair(), false, 0, evidence) ? 0 : 1;
  }
  EXPECT_LE(missed, 2);  // seen from its corner, a point can lie on the edge of two triangles of the far side
}

}  // namespace
}  // namespace clearance::detail
