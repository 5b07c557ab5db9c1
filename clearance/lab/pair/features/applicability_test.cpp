#include <clearance/lab/pair/features/applicability.h>

#include <clearance/lab/pair/walk_scenes_test.h>

namespace clearance::detail {
namespace {

Evidence run(const PosedPair& pair, ConvexCache* cache) { return applicability(pair, cache); }

struct Turned {
  FaceOrientationGraph graph_a, graph_b;
  TurnedGraph a, b;
  Vec3 shift;

  explicit Turned(const Scene& scene)
      : graph_a(scene.a),
        graph_b(scene.b),
        a(graph_a, scene.pose_a),
        b(graph_b, scene.pose_b),
        shift(scene.pose_b.translation() - scene.pose_a.translation()) {}

  FeatureInterference pruned() const { return interference(a, b, shift, applicable_pairs(a, b)); }
  int edges() const { return a.arc_count() + b.arc_count(); }
};

// Every edge of each body against every face of the other.
bool any_edge_meets_a_face(const Turned& turned) {
  for (const bool of_a : {true, false}) {
    const TurnedGraph &of_edge = of_a ? turned.a : turned.b, &of_face = of_a ? turned.b : turned.a;
    for (int e = 0; e < of_edge.arc_count(); ++e)
      for (int f = 0; f < of_face.node_count(); ++f)
        if (edge_meets_face(turned.a, turned.b, turned.shift, of_a, e, f, 0)) return true;
  }
  return false;
}

// Is the first vertex of one body inside the other, a solid?
bool is_inside(const TurnedGraph& inner, const TurnedGraph& outer, Vec3 shift) {
  const Polytope& body = outer.graph().body();
  for (int f = 0; f < outer.node_count(); ++f) {
    const Vec3 on_face = outer.vertex(static_cast<int>(body.face(f)[0]));
    if (dot(outer.node(f), inner.vertex(0) + shift - on_face) > 0) return false;
  }
  return body.dimension() == 3;
}

bool overlap_by_brute_force(const Turned& turned) {
  return any_edge_meets_a_face(turned) || is_inside(turned.b, turned.a, turned.shift) ||
         is_inside(turned.a, turned.b, -turned.shift);
}

// Two bodies so near to each other that about half of such pairs overlap.
Scene near_contact(Random& random, int n) {
  const Vec3 t = random.uniform(0.3, 2.2) * random_unit(random);
  return {random_hull(random, n), random_hull(random, n), random_pose(random), random_pose(random, t)};
}

TEST(Applicability, TipThroughAFace) {
  const Scene scene = at_rest(box({2, 2, 2}), octahedron(), {0, 0, 1.5});
  const FeatureInterference found = Turned(scene).pruned();
  EXPECT_EQ(found.verdict, Verdict::Penetrating);
  EXPECT_TRUE(found.has_crossing);
  EXPECT_FALSE(found.edge_of_a);
  EXPECT_EQ(applicability(scene.pair(), nullptr).verdict, Verdict::Penetrating);
}

TEST(Applicability, SeparatedByTheLargestGap) {
  const Scene scene = at_rest(box({2, 2, 2}), octahedron(), {0, 0, 2.5});
  const FeatureInterference found = Turned(scene).pruned();
  EXPECT_EQ(found.verdict, Verdict::Separated);
  EXPECT_EQ(found.gap, 0.5);
  EXPECT_EQ(found.direction, (Vec3{0, 0, 1}));
  EXPECT_EQ(found.edge_face_tests, 26);  // 6 + 8 faces and 12 pairs of edges
  const Evidence evidence = applicability(scene.pair(), nullptr);
  EXPECT_EQ(evidence.verdict, Verdict::Separated);
  EXPECT_TRUE(separates(scene.pair(), evidence.direction));
}

TEST(Applicability, OneInsideTheOther) {
  const Scene scene = at_rest(box({4, 4, 4}), octahedron(), {0.3, 0.2, 0.1});
  const FeatureInterference found = Turned(scene).pruned();
  EXPECT_EQ(found.verdict, Verdict::Penetrating);
  EXPECT_FALSE(found.has_crossing);
  EXPECT_EQ(applicability(scene.pair(), nullptr).verdict, Verdict::Penetrating);
  EXPECT_EQ(applicability(scene.swapped().pair(), nullptr).verdict, Verdict::Penetrating);
}

// A post through a slab, turned by 45°: all crossing edges and faces look the same way, and no pair that looks against
// each other crosses. The planes of the pairs know nevertheless.
TEST(Applicability, OverlapInWhichNoApplicablePairCrosses) {
  const Scene scene{box({2, 2, 2}), box({2, 2, 4}), Pose(), rotation_about({0.02, 0.01, 1}, 0.785)};
  const Turned turned(scene);
  EXPECT_TRUE(any_edge_meets_a_face(turned));
  const FeatureInterference found = turned.pruned();
  EXPECT_FALSE(found.has_crossing);
  EXPECT_EQ(found.verdict, Verdict::Penetrating);
  EXPECT_EQ(applicability(scene.pair(), nullptr).verdict, Verdict::Penetrating);
}

TEST(Applicability, TouchingIsLeftOpen) {
  const Scene stacked = at_rest(box({1, 1, 1}), box({1, 1, 1}), {0.25, 0, 1});
  EXPECT_EQ(Turned(stacked).pruned().verdict, Verdict::Unresolved);
  EXPECT_EQ(applicability(stacked.pair(), nullptr).verdict, Verdict::Unresolved);
  EXPECT_EQ(applicability(at_rest(box({1, 1, 1}), box({1, 1, 1}), {1, 1, 1}).pair(), nullptr).verdict,
            Verdict::Unresolved);
  // A hair above, by much more than rounding.
  EXPECT_EQ(applicability(at_rest(box({1, 1, 1}), box({1, 1, 1}), {0.25, 0, 1 + 1e-11}).pair(), nullptr).verdict,
            Verdict::Separated);
  // Coincident.
  EXPECT_EQ(applicability(at_rest(box({1, 1, 1}), box({1, 1, 1})).pair(), nullptr).verdict, Verdict::Penetrating);
}

TEST(Applicability, FlatBodies) {
  const Polytope square = hull({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
  const Polytope stick = segment({0, 0, -1}, {0, 0, 1});
  EXPECT_EQ(applicability(at_rest(square, stick, {0.2, 0.1, 0}).pair(), nullptr).verdict, Verdict::Penetrating);
  EXPECT_EQ(applicability(at_rest(square, stick, {0.2, 0.1, 1.5}).pair(), nullptr).verdict, Verdict::Separated);
  EXPECT_EQ(applicability(at_rest(square, stick, {1.2, 0.1, 0}).pair(), nullptr).verdict, Verdict::Separated);
  EXPECT_EQ(applicability(at_rest(stick, box({1, 1, 1}), {0.1, 0.2, 0.3}).pair(), nullptr).verdict,
            Verdict::Penetrating);
  EXPECT_EQ(applicability(at_rest(square, box({1, 1, 1}), {0, 0, 0.6}).pair(), nullptr).verdict, Verdict::Separated);
  EXPECT_EQ(applicability(at_rest(point({0.1, 0, 0}), box({1, 1, 1})).pair(), nullptr).verdict, Verdict::Penetrating);
  // Within one plane, or a point and a segment: nothing to look at, and nothing is claimed.
  EXPECT_EQ(applicability(at_rest(square, square, {3, 0, 0}).pair(), nullptr).verdict, Verdict::Unresolved);
  EXPECT_EQ(applicability(at_rest(stick, stick, {3, 0, 0}).pair(), nullptr).verdict, Verdict::Unresolved);
  EXPECT_EQ(applicability(at_rest(stick, point({3, 0, 0})).pair(), nullptr).verdict, Verdict::Unresolved);
}

TEST(Applicability, MovingBothChangesNothing) {
  Random random(11);
  for (int round = 0; round < 200; ++round) {
    const Scene scene = near_contact(random, 20);
    const Vec3 t{1024, -512, 64};
    const Scene moved{scene.a, scene.b, rotation(scene.pose_a.quaternion(), scene.pose_a.translation() + t),
                      rotation(scene.pose_b.quaternion(), scene.pose_b.translation() + t)};
    EXPECT_EQ(applicability(scene.pair(), nullptr).verdict, applicability(moved.pair(), nullptr).verdict);
    EXPECT_EQ(applicability(scene.pair(), nullptr).verdict, applicability(scene.swapped().pair(), nullptr).verdict);
  }
}

// Nothing is lost by looking at applicable pairs alone: the answer is that of all edges against all faces, with about
// as many tests as there are edges.
TEST(Applicability, NothingIsLost) {
  Random random(12);
  int overlapping = 0;
  for (int round = 0; round < 3000; ++round) {
    const Scene scene = near_contact(random, 4 + static_cast<int>(random.below(16)));
    const Turned turned(scene);
    const FeatureInterference found = turned.pruned();
    const bool overlap = overlap_by_brute_force(turned);
    ASSERT_EQ(found.verdict, overlap ? Verdict::Penetrating : Verdict::Separated) << round;
    EXPECT_LE(found.edge_face_tests, 2 * turned.edges());
    overlapping += overlap;
  }
  EXPECT_GT(overlapping, 900);
  EXPECT_LT(overlapping, 2100);
}

TEST(Applicability, NothingIsLostOnDegeneratePairs) {
  Random random(13);
  int decided = 0, contacts = 0;
  for (int round = 0; round < 4000; ++round) {
    const Scene scene = at_rest(random_body(random, true), random_body(random, true));
    const Status truth = decide_exactly(scene.pair(), {}).status;
    const FeatureInterference found = Turned(scene).pruned();
    contacts += truth == Status::Touching;
    if (found.verdict == Verdict::Unresolved) continue;
    ++decided;
    ASSERT_EQ(found.verdict == Verdict::Separated, truth == Status::Separated) << round;
    ASSERT_EQ(found.verdict == Verdict::Penetrating, truth == Status::Penetrating) << round;
  }
  EXPECT_GT(contacts, 200);
  EXPECT_GT(decided, 2500);
}

// The row: against the exact decision, and hardly anything left open.
TEST(Applicability, AgreesWithTheExactDecision) {
  const auto make = [](Random& random) { return near_contact(random, 8 + static_cast<int>(random.below(60))); };
  EXPECT_LT(judge_family(run, Promise::Verdict, 1500, make).missed(), 15);
}

TEST(Applicability, EndsOnNeedlesPlatesAndAllScales) {
  EXPECT_LT(judge_family(run, Promise::Verdict, 400, thin_scene).missed(), 40);
}

TEST(Applicability, WarmAfterASmallMotion) {
  Random random(16);
  for (int round = 0; round < 50; ++round) {
    const Scene scene{random_hull(random, 40), random_hull(random, 40), random_pose(random),
                      random_pose(random, 4 * random_unit(random))};
    ConvexCache cache;
    const Evidence cold = applicability(scene.pair(), &cache);
    ASSERT_EQ(cold.verdict, Verdict::Separated);
    EXPECT_GT(cold.steps, 50);
    const Scene moved{scene.a, scene.b, scene.pose_a,
                      rotation(scene.pose_b.quaternion(), scene.pose_b.translation() + random_vector(random, 0.01))};
    const Evidence warm = applicability(moved.pair(), &cache);
    EXPECT_EQ(warm.verdict, Verdict::Separated);
    EXPECT_EQ(warm.steps, 1);
  }
}

TEST(Applicability, TraceShowsThePlanesThatRoseToTheLargestGap) {
  const Scene scene = at_rest(box({2, 2, 2}), octahedron(), {0, 0, 2.5});
  Trace trace;
  applicability(scene.pair(), nullptr, {}, &trace);
  ASSERT_FALSE(trace.steps.empty());
  EXPECT_EQ(trace.steps.back().direction, (Vec3{0, 0, 1}));
  EXPECT_STREQ(trace.steps.back().what, "vertex-face");
  EXPECT_EQ(trace.steps.back().point_b.z - trace.steps.back().point_a.z, 0.5);
}

}  // namespace
}  // namespace clearance::detail
