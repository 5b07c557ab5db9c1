// What Lin and Canny's walk and V-Clip have in common, which is all but their steps: each with planes computed as they
// are needed and with planes stored beforehand.
#include <clearance/lab/pair/features/voronoi_walk.h>

#include <clearance/lab/pair/features/lin_canny.h>
#include <clearance/lab/pair/features/v_clip.h>
#include <clearance/lab/pair/walk_scenes_test.h>

#include <cmath>
#include <ostream>
#include <tuple>

namespace clearance::detail {
namespace {

struct Ask {
  int max_steps = 1000;
  const VoronoiPlanes *planes_a = nullptr, *planes_b = nullptr;
  Trace* trace = nullptr;
};

struct FeatureMethod {
  const char* name;
  Evidence (*run)(const PosedPair& pair, ConvexCache* cache, const Ask& ask);
  double warm_steps;  // the mean of a warm call is below
};

void PrintTo(const FeatureMethod& method, std::ostream* out) { *out << method.name; }

template <class Options, Evidence (*kMethod)(const PosedPair&, ConvexCache*, const Options&, Trace*)>
Evidence run_method(const PosedPair& pair, ConvexCache* cache, const Ask& ask) {
  const Options options{.max_steps = ask.max_steps, .planes_a = ask.planes_a, .planes_b = ask.planes_b};
  return kMethod(pair, cache, options, ask.trace);
}

const FeatureMethod kMethods[] = {{"LinCanny", run_method<LinCannyOptions, lin_canny>, 3},
                                  {"VClip", run_method<VClipOptions, v_clip>, 3.5}};

Evidence run_stored(const FeatureMethod& method, const PosedPair& pair, ConvexCache* cache, Ask ask = {}) {
  const VoronoiPlanes of_a = VoronoiPlanes::build(pair.a()), of_b = VoronoiPlanes::build(pair.b());
  ask.planes_a = &of_a, ask.planes_b = &of_b;
  return method.run(pair, cache, ask);
}

class VoronoiWalkTest : public ::testing::TestWithParam<std::tuple<FeatureMethod, bool>> {
 protected:
  const FeatureMethod& feature_method() const { return std::get<0>(GetParam()); }
  Evidence run(const PosedPair& pair, ConvexCache* cache, const Ask& ask = {}) const {
    const bool stored = std::get<1>(GetParam());
    return stored ? run_stored(feature_method(), pair, cache, ask) : feature_method().run(pair, cache, ask);
  }
  Method method() const {
    return [this](const PosedPair& pair, ConvexCache* cache) { return run(pair, cache); };
  }
  Tally judged(int rounds, std::uint64_t seed, const MakeScene& make, ConvexCache* cache = nullptr) const {
    return judge_family(method(), Promise::NearestPoints, rounds, make, seed, cache);
  }
};
INSTANTIATE_TEST_SUITE_P(Methods, VoronoiWalkTest, ::testing::Combine(::testing::ValuesIn(kMethods), ::testing::Bool()),
                         [](const auto& made) {
                           return std::string(std::get<0>(made.param).name) + (std::get<1>(made.param) ? "Stored" : "");
                         });

Scene bodies_of_any_dimension(Random& random) {
  const Polytope a = random_body(random, false), b = random_body(random, false);
  return {a, b, random_pose(random), random_pose(random, random_vector(random, 1.5))};
}

// ---- solved by hand

TEST_P(VoronoiWalkTest, BoxesFaceToFace) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0.25, 0.125});
  const Evidence evidence = run(scene.pair(), nullptr);
  ASSERT_EQ(evidence.verdict, Verdict::Separated);
  EXPECT_EQ(found_distance(scene, evidence), 1);
  EXPECT_EQ(cross(evidence.direction, {1, 0, 0}), Vec3{});
  EXPECT_GT(evidence.direction.x, 0);
}

TEST_P(VoronoiWalkTest, CrossedEdges) {
  // Two tetrahedra, edge above edge at right angles.
  const Polytope lower = hull({{-1, 0, 0}, {1, 0, 0}, {0, -1, -3}, {0, 1, -3}});
  const Polytope upper = hull({{0, -1, 0}, {0, 1, 0}, {-1, 0, 3}, {1, 0, 3}});
  ConvexCache cache;
  const Scene scene = at_rest(lower, upper, {0.125, 0.25, 0.5});
  const PosedPair pair = scene.pair();
  const Evidence evidence = run(pair, &cache);
  ASSERT_EQ(evidence.verdict, Verdict::Separated);
  EXPECT_EQ(found_distance(scene, evidence), 0.5);
  EXPECT_EQ(cache.feature_a.kind, Feature::Edge);
  EXPECT_EQ(cache.feature_b.kind, Feature::Edge);
}

TEST_P(VoronoiWalkTest, VertexOverFace) {
  ConvexCache cache;
  const Scene scene = at_rest(box({4, 4, 1}), octahedron(), {0.25, 0.5, 2});
  const Evidence evidence = run(scene.pair(), &cache);
  ASSERT_EQ(evidence.verdict, Verdict::Separated);
  EXPECT_EQ(found_distance(scene, evidence), 0.5);
  EXPECT_EQ(cache.feature_a.kind, Feature::Face);
  EXPECT_EQ(cache.feature_b.kind, Feature::Vertex);
  EXPECT_TRUE(cache.was_separated);
}

TEST_P(VoronoiWalkTest, Penetrations) {
  // A vertex inside; an edge through a face with both ends outside; one body inside the other.
  EXPECT_EQ(run(at_rest(box({4, 4, 1}), octahedron(), {0.25, 0.5, 1.25}).pair(), nullptr).verdict,
            Verdict::Penetrating);
  const Polytope thin = box({0.25, 0.125, 9});
  EXPECT_EQ(run(at_rest(box({4, 4, 1}), thin, {0.3, 0.1, 0.7}).pair(), nullptr).verdict, Verdict::Penetrating);
  EXPECT_EQ(run(at_rest(box({9, 9, 9}), octahedron(), {0.5, 0.25, -1}).pair(), nullptr).verdict, Verdict::Penetrating);
}

TEST_P(VoronoiWalkTest, DistancesSolvedByHand) { expect_distances_solved_by_hand(method()); }

TEST_P(VoronoiWalkTest, TheTraceEndsAtTheClosestFeatures) {
  Trace trace;
  run(at_rest(box({4, 4, 1}), octahedron(), {0.25, 0.5, 2}).pair(), nullptr, {.trace = &trace});
  ASSERT_FALSE(trace.steps.empty());
  EXPECT_EQ(trace.steps.back().point_a, (Vec3{0.25, 0.5, 0.5}));
  EXPECT_EQ(trace.steps.back().point_b, (Vec3{0.25, 0.5, 1}));
  EXPECT_STREQ(trace.steps.back().what, "face-vertex");
}

// ---- degenerate

TEST_P(VoronoiWalkTest, FlatBodies) {
  const Polytope square = hull({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}});
  const auto gap = [&](const Polytope& a, const Polytope& b, Vec3 shift) {
    const Scene scene = at_rest(a, b, shift);
    const Evidence evidence = run(scene.pair(), nullptr);
    EXPECT_EQ(evidence.verdict, Verdict::Separated);
    return evidence.verdict == Verdict::Separated ? found_distance(scene, evidence) : -1;
  };
  EXPECT_EQ(gap(point({0, 0, 0}), point({0, 3, 4}), {}), 5);
  EXPECT_EQ(gap(point({1, 1, 3}), square, {}), 3);
  EXPECT_EQ(gap(square, point({1, 1, -3}), {}), 3);
  EXPECT_EQ(gap(square, segment({1, 1, 0}, {2, 2, 5}), {0, 0, 2}), 2);
  EXPECT_EQ(gap(square, square, {5, 0, 0}), 3);
  EXPECT_EQ(gap(square, square, {1, 1, -4}), 4);
  EXPECT_EQ(gap(segment({0, 0, 0}, {1, 0, 0}), segment({3, 0, 0}, {4, 0, 0}), {}), 2);
  EXPECT_EQ(gap(segment({0, 0, 0}, {1, 0, 0}), segment({0, 0, 0}, {1, 0, 0}), {0, 0.5, 0}), 0.5);
  EXPECT_EQ(gap(segment({-1, 0, 0}, {1, 0, 0}), segment({0, -1, 2}, {0, 1, 2}), {}), 2);
  EXPECT_EQ(run(at_rest(square, segment({1, 0.5, -1}, {1, 0.75, 1})).pair(), nullptr).verdict, Verdict::Penetrating);
}

TEST_P(VoronoiWalkTest, TouchingIsOpen) { expect_touching_is_open(method()); }

TEST_P(VoronoiWalkTest, ExactCoincidences) {
  const Tally tally = judged(1500, 31, lattice_scene);
  EXPECT_EQ(tally.separated_missed, 0);
  // Features that lie in one plane prove no penetration.
  EXPECT_LT(tally.penetrating_missed, 0.08 * tally.penetrating);
  EXPECT_GT(tally.penetrating, 100);
  EXPECT_GT(tally.touching, 30);
}

TEST_P(VoronoiWalkTest, ExtremeShapes) {
  const auto needles = [](Random& random) {
    const Polytope needle = box({1e4, 1, 1});
    return Scene{needle, needle, random_pose(random), random_pose(random, random_vector(random, 2e3))};
  };
  const auto uneven = [](Random& random) {
    const Polytope large = random_hull(random, 30, 1e6), small = random_hull(random, 30);
    return Scene{large, small, random_pose(random),
                 random_pose(random, random.uniform(5e5, 1.2e6) * random_unit(random))};
  };
  const auto tiny_and_distant = [](Random& random) {
    const Vec3 away{1e5, 1e5, -1e5};
    const Polytope a = random_hull(random, 30, 1e-6), b = random_hull(random, 30, 1e-6);
    return Scene{a, b, random_pose(random, away), random_pose(random, away + random_vector(random, 2e-6))};
  };
  for (const MakeScene& make :
       {MakeScene(needles), MakeScene(uneven), MakeScene(tiny_and_distant), MakeScene(huge_scene)}) {
    const Tally tally = judged(150, 32, make);
    EXPECT_EQ(tally.missed(), 0);
    EXPECT_LT(tally.most_steps, 100);
  }
}

// Squares of coordinates overflow; nothing may be concluded, read out of bounds or loop.
TEST_P(VoronoiWalkTest, Overflow) {
  Random random(33);
  for (const double size : {1e200, 1e-200}) {
    for (int i = 0; i < 20; ++i) {
      const Polytope a = random_hull(random, 12, size), b = random_hull(random, 12, size);
      const Scene scene{a, b, random_pose(random), random_pose(random, random_vector(random, 3 * size))};
      EXPECT_LE(run(scene.pair(), nullptr).steps, 2000);
    }
  }
}

TEST_P(VoronoiWalkTest, StopsAtItsStepBound) {
  Random random(7);
  const Polytope a = test_polytope(TestShape::Rod, 500, 1), b = test_polytope(TestShape::Rod, 500, 2);
  for (int i = 0; i < 50; ++i) {
    const Scene scene{a, b, random_pose(random), random_pose(random, random_vector(random))};
    ConvexCache cache;
    cache.feature_a = cache.feature_b = {Feature::Face, 0};
    EXPECT_LE(run(scene.pair(), &cache, {.max_steps = 5}).steps, 8);
  }
}

// ---- invariance

TEST_P(VoronoiWalkTest, SwappingAndScaling) {
  Random random(34);
  for (int i = 0; i < 100; ++i) {
    std::vector<Vec3> points_a, points_b, twice_a, twice_b;
    for (int k = 0; k < 15; ++k) points_a.push_back(random_vector(random)), points_b.push_back(random_vector(random));
    for (const Vec3 p : points_a) twice_a.push_back(2 * p);
    for (const Vec3 p : points_b) twice_b.push_back(2 * p);
    const Pose turn_a = random_pose(random);
    const Quat turn_b = random_quaternion(random);
    const Vec3 shift = random_vector(random, 2);
    const Scene scene{hull(points_a), hull(points_b), turn_a, rotation(turn_b, shift)};
    const Scene twice{hull(twice_a), hull(twice_b), turn_a, rotation(turn_b, 2 * shift)};
    const Evidence evidence = run(scene.pair(), nullptr), doubled = run(twice.pair(), nullptr);
    const Evidence swapped = run(scene.swapped().pair(), nullptr);
    ASSERT_EQ(evidence.verdict, doubled.verdict);
    ASSERT_EQ(evidence.verdict, swapped.verdict);
    ASSERT_EQ(evidence.steps, doubled.steps);
    if (evidence.verdict != Verdict::Separated) continue;
    EXPECT_EQ(2 * found_distance(scene, evidence), found_distance(twice, doubled));
    EXPECT_NEAR(found_distance(scene, evidence), found_distance(scene.swapped(), swapped), 1e-13);
  }
}

// ---- against the exact decision and the proved distance

TEST_P(VoronoiWalkTest, RandomPairs) {
  const auto solids = [](Random& random) {
    const Polytope a = random_hull(random, 30), b = random_hull(random, 30);
    return Scene{a, b, random_pose(random), random_pose(random, random_vector(random, 2))};
  };
  for (const Tally& tally : {judged(600, 35, solids), judged(1000, 35, bodies_of_any_dimension)}) {
    EXPECT_LT(tally.separated_missed, 0.005 * tally.separated);
    EXPECT_LT(tally.penetrating_missed, 0.01 * tally.penetrating);
    EXPECT_GT(tally.separated, 100);
    EXPECT_GT(tally.penetrating, 100);
  }
}

// Long rods, many sides: faces of forty corners, edges that leave a face near a corner.
TEST_P(VoronoiWalkTest, LongAndRound) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 40; ++k)
    for (const double z : {-0.5, 0.5}) corners.push_back({std::cos(k * 0.15707963), std::sin(k * 0.15707963), z});
  const Polytope drum = hull(corners);
  const auto drums = [&](Random& random) {
    const Vec3 shift = random_vector(random, 2);
    return random.below(2) == 0 ? at_rest(drum, drum, shift)
                                : Scene{drum, drum, random_pose(random), random_pose(random, shift)};
  };
  const Polytope a = test_polytope(TestShape::Rod, 300, 1), b = test_polytope(TestShape::Rod, 300, 2);
  const auto rods = [&](Random& random) {
    return Scene{a, b, random_pose(random), random_pose(random, random_vector(random))};
  };
  ConvexCache cache;
  for (const Tally& tally : {judged(200, 36, drums), judged(200, 36, rods, &cache)}) {
    EXPECT_EQ(tally.missed(), 0);
    EXPECT_GT(tally.separated, 50);
  }
}

// A matrix that is a rotation to 1e-5 only: lengths in the bodies' frames are not those of the world.
TEST_P(VoronoiWalkTest, RoughMatrices) {
  const auto rough = [](Random& random) {
    Mat3 matrix = random_pose(random).rotation();
    matrix.row[0] = 1.00002 * matrix.row[0];
    const Polytope a = random_hull(random, 20), b = random_hull(random, 20);
    return Scene{a, b, random_pose(random), Pose::from_matrix(matrix, random_vector(random, 2)).value()};
  };
  EXPECT_EQ(judged(200, 37, rough).missed(), 0);
}

// ---- coherence

TEST_P(VoronoiWalkTest, StaleCache) {
  ConvexCache cache;
  const auto make = [&](Random& random) {
    cache = foreign_cache(random);
    return bodies_of_any_dimension(random);
  };
  const Tally tally = judged(600, 38, make, &cache);
  EXPECT_GT(tally.separated, 100);
  EXPECT_GT(tally.penetrating, 100);
}

TEST_P(VoronoiWalkTest, FewStepsAfterASmallMotion) {
  Random random(39);
  const Polytope a = test_polytope(TestShape::Ellipsoid, 500, 1), b = test_polytope(TestShape::Ellipsoid, 500, 2);
  ConvexCache cache;
  int steps = 0;
  const int frames = 200;
  for (int i = 0; i < frames; ++i) {
    const Scene scene{a, b, rotation_about({1, 2, 3}, 0.0175 * i),
                      rotation_about({3, -1, 1}, -0.0175 * i, {2.5, 0, 1})};
    const Evidence evidence = run(scene.pair(), &cache);
    ASSERT_EQ(evidence.verdict, Verdict::Separated);
    if (i > 0) steps += evidence.steps;
  }
  EXPECT_LT(steps, feature_method().warm_steps * frames);
}

// ---- with planes stored beforehand, and without

class StoredPlanesTest : public ::testing::TestWithParam<FeatureMethod> {};
INSTANTIATE_TEST_SUITE_P(Methods, StoredPlanesTest, ::testing::ValuesIn(kMethods),
                         [](const auto& made) { return made.param.name; });

// A half-edge and its twin are one edge.
FeatureId one_name(const Polytope& body, FeatureId id) {
  if (id.kind != Feature::Edge || body.half_edges().empty()) return id;
  const auto e = static_cast<std::uint32_t>(id.index);
  return edge_feature(std::min(e, body.half_edges()[e].twin));
}

// The same verdicts and, of bodies in general position, the same closest features; bodies far from their own origins
// included, where a plane's offset has few digits left.
TEST_P(StoredPlanesTest, Agree) {
  Random random(40);
  int separated = 0, penetrating = 0;
  for (int i = 0; i < 1500; ++i) {
    const Vec3 away = i % 3 == 0 ? Vec3{1e4, -1e4, 2e4} : Vec3{};
    const auto any = [&] {
      std::vector<Vec3> points(30);
      for (Vec3& p : points) p = away + random_vector(random);
      return hull(points);
    };
    const Polytope a = any(), b = any();
    const Quat turn_a = random_quaternion(random), turn_b = random_quaternion(random);
    const auto centred = [&](Quat turn, Vec3 shift) {
      return rotation(turn, shift - rotation(turn, {}).rotation() * away);
    };
    const Scene scene{a, b, centred(turn_a, {}), centred(turn_b, random_vector(random, 2))};
    ConvexCache cache, other;
    const Evidence evidence = GetParam().run(scene.pair(), &cache, {});
    const Evidence same = run_stored(GetParam(), scene.pair(), &other);
    ASSERT_EQ(evidence.verdict, same.verdict);
    penetrating += evidence.verdict == Verdict::Penetrating ? 1 : 0;
    if (evidence.verdict != Verdict::Separated) continue;
    ++separated;
    EXPECT_EQ(one_name(a, cache.feature_a), one_name(a, other.feature_a));
    EXPECT_EQ(one_name(b, cache.feature_b), one_name(b, other.feature_b));
    EXPECT_EQ(found_distance(scene, evidence), found_distance(scene, same));
  }
  EXPECT_GT(separated, 300);
  EXPECT_GT(penetrating, 300);
}

// ---- regressions

// Regression: two triangles whose edges tie from every start of Lin and Canny's walk, which gave up on three separated
// grid pairs in 160,000.
TEST_P(VoronoiWalkTest, TiesFromEveryStart) {
  const Scene scene =
      at_rest(hull({{2, -2, -1}, {-2, -2, 2}, {1, 2, 0}}), hull({{-1, 1, 2}, {0, 2, -1}, {1, -2, -1}}), {1, 1, 1});
  const PosedPair pair = scene.pair();
  const Evidence evidence = run(pair, nullptr);
  ASSERT_EQ(evidence.verdict, Verdict::Separated);
  EXPECT_LE(norm(nearest_difference(pair, evidence)),
            distance(scene.a, scene.pose_a, scene.b, scene.pose_b).upper * (1 + 1e-12));
}

// Regression: on a grid a step often leaves the distance as it is, and Lin and Canny's walk, which took that for
// rounding, ended beside the closest features; from a foreign pair of features one in some thousand distances was too
// large, by up to its whole length.
TEST_P(VoronoiWalkTest, TiesFromAnywhere) {
  Random random(33);
  int separated = 0;
  for (int i = 0; i < 12000; ++i) {
    const Vec3 shift = random_vector(random, 4);
    const Polytope b = random_body(random, true), a = random_body(random, true);
    const Scene scene = at_rest(a, b, {std::round(shift.x), std::round(shift.y), std::round(shift.z)});
    ConvexCache cache;
    const auto any = [&](const Polytope& body) {
      return FeatureId{Feature::Vertex,
                       static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(body.vertex_count())))};
    };
    cache.feature_a = any(scene.a), cache.feature_b = any(scene.b);
    const Evidence evidence = run(scene.pair(), &cache);
    if (evidence.verdict != Verdict::Separated) continue;
    ++separated;
    const Distance gap = distance(scene.a, scene.pose_a, scene.b, scene.pose_b);
    ASSERT_LE(found_distance(scene, evidence), gap.upper * (1 + 1e-12)) << i;
  }
  EXPECT_GT(separated, 5000);
}

}  // namespace
}  // namespace clearance::detail
