// Pairs that the tests of the walks in this folder share: ordinary ones, with an exact second opinion, and hard ones.
#pragma once

#include <clearance/lab/conclude.h>
#include <clearance/narrow/bodies_test.h>
#include <clearance/narrow/pair_cache.h>

#include <gtest/gtest.h>

#include <functional>

namespace clearance {

using Method = std::function<Evidence(const PosedPair&, PairCache*)>;

inline Verdict verdict_of(Status status) {
  return status == Status::Separated     ? Verdict::Separated
         : status == Status::Penetrating ? Verdict::Penetrating
                                         : Verdict::Touching;
}

struct Tally {
  int separated = 0, penetrating = 0, touching = 0;  // in truth
  int separated_missed = 0, penetrating_missed = 0;  // Unresolved
  int most_steps = 0;
};

// A verdict may be missing, never wrong.
inline void judge(const Method& method, const Scene& scene, PairCache* cache, Tally& tally) {
  const PosedPair pair = scene.pair();
  const Evidence evidence = method(pair, cache);
  const Status truth = decide_exactly(pair, {}).status;
  tally.most_steps = std::max(tally.most_steps, evidence.steps);
  const bool unresolved = evidence.verdict == Verdict::Unresolved;
  EXPECT_TRUE(unresolved || evidence.verdict == verdict_of(truth));
  if (evidence.verdict == Verdict::Separated) {
    EXPECT_TRUE(separates(pair, evidence.direction));
  }
  if (evidence.verdict == Verdict::Penetrating) {
    EXPECT_EQ(evidence.simplex_count, 4);
  }
  (truth == Status::Separated ? tally.separated : truth == Status::Penetrating ? tally.penetrating : tally.touching)++;
  if (unresolved && truth == Status::Separated) ++tally.separated_missed;
  if (unresolved && truth == Status::Penetrating) ++tally.penetrating_missed;
}

// Random solids at distances where about half of the pairs penetrate.
inline Scene ordinary_scene(Random& random) {
  const int n = 4 + static_cast<int>(random.below(120));
  const auto shape = static_cast<TestShape>(random.below(3));
  const Vec3 t = random.uniform(0.2, 2.0) * random_unit(random);
  return {test_polytope(shape, n, random.bits()), test_polytope(shape, n, random.bits()), random_pose(random),
          random_pose(random, t)};
}

inline Polytope scaled(const Polytope& body, double by) {
  std::vector<Vec3> points;
  for (int v = 0; v < body.vertex_count(); ++v) points.push_back(by * body.vertex(v));
  return hull(points);
}

// Boxes, prisms, needles and plates with parallel faces, edges to edges and corners to corners.
inline std::vector<Scene> stacked_scenes(const std::vector<double>& gaps) {
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
inline std::vector<Scene> hair_scenes() { return stacked_scenes({-0x1p-52, 0.0, 0x1p-52}); }

// Stacked faces, coincident bodies, needles, size ratios, scales and offsets.
inline std::vector<Scene> hard_scenes() {
  std::vector<Scene> scenes = stacked_scenes({-0.5, -1e-3, -1e-9, 1e-9, 1e-3, 0.5});
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

// Bodies of all dimensions on a grid: every kind of tie.
inline Scene grid_scene(Random& random) {
  const Vec3 t = random_vector(random, 3);
  return at_rest(random_body(random, true), random_body(random, true),
                 {std::round(t.x), std::round(t.y), std::round(t.z)});
}

// A cache that some other pair or method left: indices that these bodies may not have.
inline PairCache foreign_cache(Random& random) {
  PairCache cache;
  const auto index = [&] { return static_cast<std::int32_t>(random.below(40)) - 5; };
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

// Frames of a turning body, one degree each, near enough for contact to come and go. Returns the mean of steps when
// warm, over the frames after the first.
inline double warm_steps(const Method& method, int n, double apart) {
  const Polytope a = test_polytope(TestShape::Ellipsoid, n, 1), b = test_polytope(TestShape::Ellipsoid, n, 2);
  PairCache cache;
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

}  // namespace clearance
