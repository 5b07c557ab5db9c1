// Scenes on which the tests of this folder hold a method against the exact decision.
#pragma once

#include <clearance/lab/conclude.h>
#include <clearance/narrow/bodies_test.h>
#include <clearance/narrow/pair_cache.h>

#include <algorithm>
#include <cmath>

namespace clearance {

using MakeScene = Scene (*)(Random&);

// Solids in general position, about as often apart as not.
inline Scene ordinary_scene(Random& random) {
  const int n = 4 + static_cast<int>(random.below(60));
  return {random_hull(random, n), random_hull(random, n), random_pose(random),
          random_pose(random, random_vector(random, 2))};
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
  return at_rest(random_body(random, true), random_body(random, true),
                 {std::round(t.x), std::round(t.y), std::round(t.z)});
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

struct Agreement {
  int separated = 0, penetrating = 0, touching = 0;  // by the exact decision
  int unresolved = 0;                                // of the first two
  int most_steps = 0;
  long steps = 0;
};

// Weights not negative and summing to 1; the points they stand for as far apart as the bodies are.
inline void expect_nearest(const PosedPair& pair, const Evidence& evidence, const ExactDecision& truth) {
  ASSERT_GE(evidence.simplex_count, 1);
  double total = 0;
  for (int k = 0; k < evidence.simplex_count; ++k) {
    EXPECT_GE(evidence.weight[k], 0);
    total += evidence.weight[k];
  }
  EXPECT_NEAR(total, 1, 8 * kUnit);
  const double length = norm(nearest_difference(pair, evidence));
  EXPECT_NEAR(length, truth.upper, 1e-9 * truth.upper + 1e-13 * pair.reach());
}

// Never a wrong verdict, on scenes made by `make`; nearest points where the method promises them.
template <class Method>
Agreement compare_with_truth(MakeScene make, int rounds, bool finds_nearest, const Method& method,
                             std::uint64_t seed = 301) {
  Random random(seed);
  Agreement result;
  for (int round = 0; round < rounds; ++round) {
    const Scene scene = make(random);
    const PosedPair pair = scene.pair();
    const ExactDecision truth = decide_exactly(pair, {});
    const Evidence evidence = method(pair, static_cast<PairCache*>(nullptr));
    EXPECT_NE(evidence.verdict, Verdict::Touching);
    if (evidence.verdict == Verdict::Separated) {
      EXPECT_EQ(truth.status, Status::Separated);
      EXPECT_TRUE(separates(pair, evidence.direction));
      if (finds_nearest) expect_nearest(pair, evidence, truth);
    }
    if (evidence.verdict == Verdict::Penetrating) {
      EXPECT_EQ(truth.status, Status::Penetrating);
      EXPECT_EQ(evidence.simplex_count, 4);
    }
    int& kind = truth.status == Status::Separated     ? result.separated
                : truth.status == Status::Penetrating ? result.penetrating
                                                      : result.touching;
    ++kind;
    if (truth.status != Status::Touching && evidence.verdict == Verdict::Unresolved) ++result.unresolved;
    result.steps += evidence.steps;
    result.most_steps = std::max(result.most_steps, evidence.steps);
  }
  return result;
}

// Two ellipsoids, the second turning by `angle` a frame: steps of all frames but the first, with and without the cache.
struct Coherence {
  long cold = 0, warm = 0;
};
template <class Method>
Coherence turn_slowly(double distance, double angle, const Method& method) {
  Coherence total;
  Random random(302);
  for (int motion = 0; motion < 10; ++motion) {
    const Polytope a = test_polytope(TestShape::Ellipsoid, 100, random.bits());
    const Polytope b = test_polytope(TestShape::Ellipsoid, 100, random.bits());
    const Vec3 axis = random_unit(random), t = distance * random_unit(random);
    PairCache cache;
    for (int frame = 0; frame < 10; ++frame) {
      const Scene scene{a, b, Pose(), rotation_about(axis, angle * frame, t)};
      const Evidence cold = method(scene.pair(), static_cast<PairCache*>(nullptr)), warm = method(scene.pair(), &cache);
      EXPECT_EQ(cold.verdict, warm.verdict);
      EXPECT_NE(warm.verdict, Verdict::Unresolved);
      if (frame > 0) total.cold += cold.steps, total.warm += warm.steps;
    }
  }
  return total;
}

// A cache that another method left, of other bodies, must be neither believed nor read beyond their vertices.
template <class Method>
void expect_foreign_caches_are_harmless(const Method& method) {
  Random random(303);
  for (int round = 0; round < 50; ++round) {
    const Scene scene = ordinary_scene(random);
    PairCache cache;
    cache.direction = random_vector(random), cache.has_direction = random.below(2) == 0;
    cache.was_separated = random.below(2) == 0;
    cache.simplex_count = static_cast<std::uint8_t>(random.below(5));
    for (int k = 0; k < 4; ++k) {
      cache.simplex_a[k] = static_cast<std::uint32_t>(random.below(90));
      cache.simplex_b[k] = static_cast<std::uint32_t>(random.below(90));
    }
    const Status truth = decide_exactly(scene.pair(), {}).status;
    const Verdict found = method(scene.pair(), &cache).verdict;
    EXPECT_EQ(found, truth == Status::Separated ? Verdict::Separated : Verdict::Penetrating);
  }
}

}  // namespace clearance
