// Scenes on which the tests of this folder hold a method against the exact decision, and the checks they share.
#pragma once

#include <clearance/convex/bodies_test.h>
#include <clearance/convex/convex_cache.h>
#include <clearance/convex/trace.h>
#include <clearance/lab/pair/conclude.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace clearance::detail {

using Method = std::function<Evidence(const PosedPair&, ConvexCache*)>;
using MakeScene = std::function<Scene(Random&)>;

// ---- scenes

// Solids in general position, about as often apart as not.
inline Scene ordinary_scene(Random& random) {
  const int n = 4 + static_cast<int>(random.below(60));
  return {random_hull(random, n), random_hull(random, n), random_pose(random),
          random_pose(random, random_vector(random, 2))};
}
// The same of the experiments' shapes: ellipsoids, rods, plates.
inline Scene shaped_scene(Random& random) {
  const int n = 4 + static_cast<int>(random.below(120));
  const auto shape = static_cast<TestShape>(random.below(3));
  const Vec3 t = random.uniform(0.2, 2.0) * random_unit(random);
  return {test_polytope(shape, n, random.bits()), test_polytope(shape, n, random.bits()), random_pose(random),
          random_pose(random, t)};
}
inline Scene ellipsoid_scene(Random& random) {
  return {test_polytope(TestShape::Ellipsoid, 100, random.bits()),
          test_polytope(TestShape::Ellipsoid, 100, random.bits()), random_pose(random),
          random_pose(random, random_vector(random, 1.6))};
}
// Bodies of any dimension.
inline Scene any_scene(Random& random) {
  return {random_body(random, false), random_body(random, false), random_pose(random),
          random_pose(random, random_vector(random, 1.2))};
}
// The same on a coarse grid: every kind of tie.
inline Scene lattice_scene(Random& random) {
  const Vec3 t = random_vector(random, 3);
  const Polytope a = random_body(random, true), b = random_body(random, true);  // drawn in this order by every compiler
  return at_rest(a, b, {std::round(t.x), std::round(t.y), std::round(t.z)});
}
inline Scene stacked_scene(Random& random) {
  const Vec3 t = random_vector(random, 8);
  return at_rest(box({1, 2, 1}), box({1, 1, 1}), 0.25 * Vec3{std::round(t.x), std::round(t.y), std::round(t.z)});
}
inline Scene coincident_scene(Random& random) {
  const Polytope body = random_hull(random, 20);
  const Pose pose = random_pose(random);
  return {body, body, pose, pose};
}
inline Scene needle_scene(Random& random) {
  return {box({1, 1e-4, 1e-4}), box({1e-4, 1, 1e-4}), random_pose(random),
          random_pose(random, random_vector(random, random.below(2) == 0 ? 0.3 : 2e-4))};
}
inline Scene uneven_scene(Random& random) {
  return {random_hull(random, 20), random_hull(random, 20, 1e-6), random_pose(random),
          random_pose(random, random_vector(random))};
}
inline Scene tiny_scene(Random& random) {
  return {random_hull(random, 20, 1e-6), random_hull(random, 20, 1e-6), random_pose(random),
          random_pose(random, random_vector(random, 2e-6))};
}
inline Scene huge_scene(Random& random) {
  return {random_hull(random, 20, 1e6), random_hull(random, 20, 1e6), random_pose(random),
          random_pose(random, random_vector(random, 2e6))};
}
inline Scene distant_scene(Random& random) {
  const Vec3 far{1e5, -1e5, 1e5};
  return {random_hull(random, 20), random_hull(random, 20), random_pose(random, far),
          random_pose(random, far + random_vector(random, 2))};
}
// A needle or a plate and a solid, each of any size, far away.
inline Scene thin_scene(Random& random) {
  const double size_a = std::pow(10., random.uniform(-6, 6)), size_b = std::pow(10., random.uniform(-6, 6));
  const double depth = random.below(2) == 0 ? 1e-4 : 1;
  std::vector<Vec3> thin;
  for (int k = 0; k < 30; ++k) {
    const Vec3 v = random_vector(random, size_a);
    thin.push_back({v.x, 1e-4 * v.y, depth * v.z});
  }
  const Vec3 far{1e5, 0, 0}, t = random.uniform(0, 1.5) * (size_a + size_b) * random_unit(random);
  return {hull(thin), random_hull(random, 30, size_b), random_pose(random, far), random_pose(random, far + t)};
}

inline Polytope scaled(const Polytope& body, double by) {
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(body.vertex_count()));
  for (int v = 0; v < body.vertex_count(); ++v) points.push_back(by * body.vertex(v));
  return hull(points);
}

// Boxes, prisms, needles and plates with parallel faces, edges to edges and corners to corners.
inline std::vector<Scene> facing_scenes(const std::vector<double>& gaps) {
  std::vector<Scene> scenes;
  const Polytope cube = box({1, 1, 1}), needle = box({1, 1e-4, 1e-4}), plate = box({1, 1, 1e-4});
  const Polytope prism = make_prism(32, 0.7, 1).value();
  for (const double gap : gaps)
    for (const Vec3 along : {Vec3{1, 0, 0}, Vec3{0, 0, 1}, Vec3{1, 1, 0}, Vec3{1, 1, 1}}) {
      scenes.push_back(at_rest(cube, cube, (1 + gap) * along));
      scenes.push_back(at_rest(cube, cube, (1 + gap) * along + Vec3{0, 0.25, 0}));
      scenes.push_back(at_rest(prism, cube, (1 + gap) * along));
      scenes.push_back(at_rest(needle, plate, gap * along));
    }
  return scenes;
}

// Gaps below every error bound of doubles, where a verdict may be missing.
inline std::vector<Scene> hair_scenes() { return facing_scenes({-0x1p-52, 0.0, 0x1p-52}); }

// Facing bodies, coincident ones, needles, size ratios, scales and offsets.
inline std::vector<Scene> hard_scenes() {
  std::vector<Scene> scenes = facing_scenes({-0.5, -1e-3, -1e-9, 1e-9, 1e-3, 0.5});
  const Polytope cube = box({1, 1, 1}), needle = box({1, 1e-4, 1e-4}), plate = box({1, 1, 1e-4});
  const Polytope prism = make_prism(32, 0.7, 1).value();
  Random random(7);
  for (const Polytope& body : {cube, needle, plate, prism, octahedron(), tetrahedron()}) {
    scenes.push_back(at_rest(body, body));
    const Pose pose = random_pose(random, random_vector(random));
    scenes.push_back({body, body, pose, pose});
    for (int k = 0; k < 20; ++k)
      scenes.push_back({body, needle, random_pose(random), random_pose(random, random_vector(random))});
  }
  const Polytope rock = test_polytope(TestShape::Ellipsoid, 60, 3);
  for (const double scale : {1e-6, 1e6}) {
    const Polytope other = scaled(rock, scale);
    for (int k = 0; k < 20; ++k) {
      const Vec3 u = random_unit(random);
      const double reach = random.uniform(0.2, 2.2);
      scenes.push_back({rock, other, random_pose(random), random_pose(random, (reach * larger(1, scale)) * u)});
      scenes.push_back({other, other, random_pose(random), random_pose(random, (reach * scale) * u)});
    }
  }
  for (int k = 0; k < 20; ++k) {
    const Vec3 far = 1e5 * random_unit(random);
    scenes.push_back({rock, rock, random_pose(random, far), random_pose(random, far + random_vector(random, 1.5))});
  }
  return scenes;
}

// ---- against the exact decision

enum class Promise : std::uint8_t { Verdict, NearestPoints };

struct Tally {
  int separated = 0, penetrating = 0, touching = 0;  // by the exact decision
  int separated_missed = 0, penetrating_missed = 0;  // of those, Unresolved
  int most_steps = 0;
  long steps = 0;

  int missed() const { return separated_missed + penetrating_missed; }
};

inline double found_distance(const Scene& scene, const Evidence& evidence) {
  EXPECT_EQ(evidence.verdict, Verdict::Separated);
  return norm(nearest_difference(scene.pair(), evidence));
}

// Weights not negative and summing to 1; the points they stand for as far apart as the bodies are, within the width
// that CONTRACT §4 allows.
inline void expect_nearest(const Scene& scene, const Evidence& evidence, const ExactDecision& truth) {
  ASSERT_NO_FATAL_FAILURE(expect_weights(evidence));
  const double size = std::max(scene.a.size(), scene.b.size());
  EXPECT_NEAR(found_distance(scene, evidence), truth.upper, 1e-9 * truth.upper + 1e-13 * size);
}

// A verdict may be missing, never wrong. Touching is no verdict of this folder's methods.
inline void judge(const Method& method, Promise promise, const Scene& scene, ConvexCache* cache, Tally& tally) {
  const PosedPair pair = scene.pair();
  const ExactDecision truth = decide_exactly(pair, {});
  const Evidence evidence = method(pair, cache);
  const bool missed = evidence.verdict == Verdict::Unresolved;
  tally.steps += evidence.steps, tally.most_steps = std::max(tally.most_steps, evidence.steps);
  if (truth.status == Status::Touching) {
    ++tally.touching;
    EXPECT_TRUE(missed);
  } else if (truth.status == Status::Separated) {
    ++tally.separated, tally.separated_missed += missed ? 1 : 0;
    if (missed) return;
    ASSERT_EQ(evidence.verdict, Verdict::Separated);
    EXPECT_TRUE(separates(pair, evidence.direction));
    if (promise == Promise::NearestPoints) expect_nearest(scene, evidence, truth);
  } else {
    ++tally.penetrating, tally.penetrating_missed += missed ? 1 : 0;
    if (missed) return;
    ASSERT_EQ(evidence.verdict, Verdict::Penetrating);
    EXPECT_EQ(evidence.simplex_count, 4);
  }
}

inline Tally judge_all(const Method& method, Promise promise, const std::vector<Scene>& scenes) {
  Tally tally;
  for (const Scene& scene : scenes) judge(method, promise, scene, nullptr, tally);
  return tally;
}

// Scenes that `make` draws. A cache stays from one to the next.
inline Tally judge_family(const Method& method, Promise promise, int rounds, const MakeScene& make,
                          std::uint64_t seed = 301, ConvexCache* cache = nullptr) {
  Random random(seed);
  Tally tally;
  for (int round = 0; round < rounds && !testing::Test::HasFatalFailure(); ++round) {
    SCOPED_TRACE(round);
    judge(method, promise, make(random), cache, tally);
  }
  return tally;
}

struct Family {
  const char* name;
  Scene (*make)(Random&);
};

// Of each ordinary family at most `most_missed` pairs stay open, and none takes `too_many` steps.
inline void expect_agreement(const Method& method, Promise promise, int most_missed,
                             int too_many = std::numeric_limits<int>::max()) {
  for (const Family& family :
       {Family{"ordinary", ordinary_scene}, Family{"ellipsoid", ellipsoid_scene}, Family{"any", any_scene},
        Family{"needle", needle_scene}, Family{"uneven", uneven_scene}, Family{"tiny", tiny_scene},
        Family{"huge", huge_scene}, Family{"distant", distant_scene}}) {
    SCOPED_TRACE(family.name);
    const Tally found = judge_family(method, promise, 120, family.make);
    EXPECT_GT(found.separated, 20);
    EXPECT_GT(found.penetrating, 10);
    EXPECT_LE(found.missed(), most_missed);
    EXPECT_LT(found.most_steps, too_many);
  }
}

// Ties of every kind: never wrong, and one in a hundred open at most.
inline void expect_agreement_on_ties(const Method& method, Promise promise) {
  for (const Family& family :
       {Family{"lattice", lattice_scene}, Family{"stacked", stacked_scene}, Family{"coincident", coincident_scene}}) {
    SCOPED_TRACE(family.name);
    EXPECT_LE(judge_family(method, promise, 200, family.make).missed(), 2);
  }
}

// ---- solved by hand, and ends

inline void expect_distances_solved_by_hand(const Method& method) {
  const auto gap = [&](const Scene& scene) { return found_distance(scene, method(scene.pair(), nullptr)); };
  const Polytope cube = box({1, 1, 1}), square = hull({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  EXPECT_DOUBLE_EQ(gap(at_rest(cube, cube, {2, 0, 0})), 1);
  EXPECT_DOUBLE_EQ(gap(at_rest(cube, cube, {4, 5, 1})), 5);  // edges 3, 4, 0 apart
  EXPECT_DOUBLE_EQ(gap(at_rest(cube, cube, {2, 3, 3})), 3);  // corners 1, 2, 2 apart
  EXPECT_DOUBLE_EQ(gap(at_rest(point({0, 0, 0}), point({3, 4, 0}))), 5);
  EXPECT_DOUBLE_EQ(gap(at_rest(segment({-1, 0, 0}, {1, 0, 0}), segment({0, -1, 2}, {0, 1, 2}))), 2);
  EXPECT_DOUBLE_EQ(gap(at_rest(segment({0, 0, 0}, {1, 0, 0}), segment({3, 0, 0}, {4, 0, 0}))), 2);
  EXPECT_DOUBLE_EQ(gap(at_rest(hull({{-2, -2, 0}, {2, -2, 0}, {0, 3, 0}}), point({0, 0, 7}))), 7);
  EXPECT_DOUBLE_EQ(gap(at_rest(square, square, {4, 5, 0})), 5);
  EXPECT_DOUBLE_EQ(gap(at_rest(square, point({0.25, 0.5, 0}), {0, 0, 7})), 7);
  EXPECT_EQ(method(at_rest(cube, cube, {0.3, 0.2, 0.1}).pair(), nullptr).verdict, Verdict::Penetrating);
}

// Contact is no verdict; a billionth beside it is, or may be, on the right side.
inline void expect_touching_is_open(const Method& method) {
  const Polytope cube = box({1, 1, 1}), square = hull({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  const auto verdict = [&](const Scene& scene) { return method(scene.pair(), nullptr).verdict; };
  for (const Vec3 t : {Vec3{1, 0, 0}, Vec3{1, 0.5, 0}, Vec3{1, 0.5, 0.25}, Vec3{1, 1, 0}, Vec3{1, 1, 0.25},
                       Vec3{1, 1, 1}, Vec3{-1, 0.25, 1}}) {
    EXPECT_EQ(verdict(at_rest(cube, cube, t)), Verdict::Unresolved);
    EXPECT_NE(verdict(at_rest(cube, cube, (1 - 0x1p-30) * t)), Verdict::Separated);
    EXPECT_EQ(verdict(at_rest(cube, cube, (1 + 0x1p-30) * t)), Verdict::Separated);
  }
  EXPECT_NE(verdict(at_rest(cube, cube)), Verdict::Separated);
  EXPECT_EQ(verdict(at_rest(point({1, 2, 3}), point({1, 2, 3}))), Verdict::Unresolved);
  EXPECT_EQ(verdict(at_rest(square, square, {0.5, 0.5, 0})), Verdict::Unresolved);  // within one plane
}

// No more steps than allowed, but for those that settle a contact: its own 64 searches, and one for the verdict.
template <class Options>
void expect_stops_at_its_limit(Evidence (*method)(const PosedPair&, ConvexCache*, const Options&, Trace*)) {
  Random random(304);
  for (int most = 0; most < 30; ++most)
    for (const Scene& scene : {ordinary_scene(random), ellipsoid_scene(random)}) {
      Options options;
      options.max_steps = most;
      EXPECT_LE(method(scene.pair(), nullptr, options, nullptr).steps, most + 66);
    }
}

// ---- coherence

// Two ellipsoids, the second turning by `angle` a frame: steps of all frames but the first, with and without the cache.
struct Coherence {
  long cold = 0, warm = 0;
};
inline Coherence turn_slowly(double distance, double angle, const Method& method) {
  Coherence total;
  Random random(302);
  for (int motion = 0; motion < 10; ++motion) {
    const Polytope a = test_polytope(TestShape::Ellipsoid, 100, random.bits());
    const Polytope b = test_polytope(TestShape::Ellipsoid, 100, random.bits());
    const Vec3 axis = random_unit(random), t = distance * random_unit(random);
    ConvexCache cache;
    for (int frame = 0; frame < 10; ++frame) {
      const Scene scene{a, b, Pose(), rotation_about(axis, angle * frame, t)};
      const Evidence cold = method(scene.pair(), nullptr), warm = method(scene.pair(), &cache);
      EXPECT_EQ(cold.verdict, warm.verdict);
      EXPECT_NE(warm.verdict, Verdict::Unresolved);
      if (frame > 0) total.cold += cold.steps, total.warm += warm.steps;
    }
  }
  return total;
}

// Frames of a turning body, one degree each, near enough for contact to come and go. Returns the mean of steps when
// warm, over the frames after the first.
inline double warm_steps(const Method& method, int n, double apart) {
  const Polytope a = test_polytope(TestShape::Ellipsoid, n, 1), b = test_polytope(TestShape::Ellipsoid, n, 2);
  ConvexCache cache;
  long steps = 0;
  constexpr int kFrames = 90;
  for (int frame = 0; frame <= kFrames; ++frame) {
    const Scene scene{a, b, Pose(), rotation_about({1, 2, 3}, 0.01745 * frame, {apart, 0.1, 0.05})};
    const Evidence evidence = method(scene.pair(), &cache);
    EXPECT_NE(evidence.verdict, Verdict::Unresolved);
    if (frame > 0) steps += evidence.steps;
  }
  return static_cast<double>(steps) / kFrames;
}

// A cache that some other pair or method left: indices that these bodies may not have, in some caches few, in some
// many.
inline ConvexCache foreign_cache(Random& random) {
  ConvexCache cache;
  const std::uint64_t range = 8 + random.below(90);
  const auto index = [&] { return static_cast<std::int32_t>(random.below(range)) - 5; };
  cache.direction = random.below(4) == 0 ? Vec3{} : random_vector(random);
  cache.has_direction = random.below(2) == 0, cache.was_separated = random.below(2) == 0;
  cache.simplex_count = static_cast<std::uint8_t>(random.below(5));
  for (int k = 0; k < 4; ++k) {
    cache.simplex_a[k] = static_cast<std::uint32_t>(index());
    cache.simplex_b[k] = static_cast<std::uint32_t>(index());
  }
  cache.vertex_a = index(), cache.vertex_b = index();
  const auto feature = [&] { return FeatureId{static_cast<Feature>(random.below(3)), index()}; };
  cache.feature_a = feature(), cache.feature_b = feature();
  return cache;
}

// It must be neither believed nor read beyond the bodies' vertices.
inline void expect_foreign_caches_are_harmless(const Method& method, Promise promise) {
  Random random(303);
  Tally tally;
  for (int round = 0; round < 50; ++round) {
    const Scene scene = ordinary_scene(random);
    ConvexCache cache = foreign_cache(random);
    judge(method, promise, scene, &cache, tally);
  }
  EXPECT_EQ(tally.missed(), 0);
}

}  // namespace clearance::detail
