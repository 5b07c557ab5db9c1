#include <clearance/lab/pair/programs/gradient_projection.h>

#include <clearance/lab/pair/walk_scenes_test.h>

namespace clearance::detail {
namespace {

Evidence run(const PosedPair& pair, ConvexCache* cache) { return gradient_projection(pair, cache); }

GradientProjectionOptions with(bool cure, bool conjugate) {
  GradientProjectionOptions options;
  options.cure = cure, options.conjugate = conjugate;
  options.max_steps = 20000;
  return options;
}

TEST(GradientProjection, SolvedByHand) {
  expect_distances_solved_by_hand(run);
  // The centres' segment leaves both boxes where they are nearest: no step, and the support search of the verdict.
  EXPECT_EQ(run(at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0}).pair(), nullptr).steps, 1);
}

TEST(GradientProjection, TouchingIsNotCalled) { expect_touching_is_open(run); }

TEST(GradientProjection, StopsAtItsLimit) { expect_stops_at_its_limit(gradient_projection); }

TEST(GradientProjection, SwappedBodiesAreAsFarApart) {
  Random random(702);
  for (int round = 0; round < 60; ++round) {
    const Scene scene = ordinary_scene(random);
    const Evidence one = run(scene.pair(), nullptr), other = run(scene.swapped().pair(), nullptr);
    ASSERT_EQ(one.verdict, other.verdict);
    if (one.verdict == Verdict::Separated) {
      EXPECT_NEAR(found_distance(scene, one), found_distance(scene.swapped(), other), 1e-12);
    }
  }
}

TEST(GradientProjection, AgreesWithTheExactDecision) { expect_agreement(run, Promise::NearestPoints, 1); }

TEST(GradientProjection, NeverWrongOnDegeneratePairs) { expect_agreement_on_ties(run, Promise::NearestPoints); }

// Fig. 16: two ridges that cross at a small angle, one above the other. Each point can only slide along its ridge, and
// one of them begins where the other's pull is square to its ridge; without the cure it stays there until the other has
// found the place nearest to it, and so on in turn. With it, it goes along, and both arrive at once.
TEST(GradientProjection, TheZigZagAndItsCure) {
  const Polytope ridge = segment({-4, 0, 0}, {4, 0, 0});
  long plain = 0, cured = 0;
  for (int k = 1; k <= 20; ++k) {
    const Scene scene{ridge, ridge, Pose(), rotation_about({0, 0, 1}, 0.1 + 0.02 * k, {0, 0.2, 1})};
    const Evidence without = gradient_projection(scene.pair(), nullptr, with(false, false)),
                   cure = gradient_projection(scene.pair(), nullptr, with(true, false)),
                   both = gradient_projection(scene.pair(), nullptr);
    const ExactDecision truth = decide_exactly(scene.pair(), {});
    for (const Evidence& evidence : {without, cure, both}) {
      ASSERT_EQ(evidence.verdict, Verdict::Separated);
      expect_nearest(scene, evidence, truth);
    }
    plain += without.steps, cured += cure.steps;
    EXPECT_LE(cure.steps, 4);
    EXPECT_LE(both.steps, 4);
  }
  EXPECT_LT(10 * cured, plain);
  RecordProperty("steps_plain", std::to_string(plain));
  RecordProperty("steps_cured", std::to_string(cured));
}

// On thin bodies each of the two remedies saves steps.
TEST(GradientProjection, TheRemediesOnThinBodies) {
  const auto thin = [](Random& random) {
    return Scene{test_polytope(TestShape::Rod, 60, random.bits()), test_polytope(TestShape::Plate, 60, random.bits()),
                 random_pose(random), random_pose(random, 1.5 * random_unit(random))};
  };
  const auto steps = [&](bool cure, bool conjugate) {
    const auto method = [&](const PosedPair& pair, ConvexCache* cache) {
      return gradient_projection(pair, cache, with(cure, conjugate));
    };
    return judge_family(method, Promise::NearestPoints, 100, thin).steps;
  };
  const long plain = steps(false, false), cured = steps(true, false), both = steps(true, true);
  EXPECT_LT(cured, plain);
  EXPECT_LT(4 * both, 3 * cured);
  RecordProperty("steps_plain", std::to_string(plain));
  RecordProperty("steps_cured", std::to_string(cured));
  RecordProperty("steps_both", std::to_string(both));
}

TEST(GradientProjection, CoherenceSparesSteps) {
  const Coherence apart = turn_slowly(2.3, 0.02, run), deep = turn_slowly(0.3, 0.02, run);
  EXPECT_LT(2 * apart.warm, apart.cold);
  EXPECT_LT(3 * deep.warm, deep.cold);
  expect_foreign_caches_are_harmless(run, Promise::NearestPoints);
}

// Plates 10⁴ times as wide as thick, stacked: at an edge between two faces of almost one direction the walls that hold
// a point change with every step, and conjugate directions that began anew each time took thousands.
TEST(GradientProjection, RegressionStackedPlates) {
  const auto stacked = [](Random& random) {
    const auto plate = [&](double height) {
      std::vector<Vec3> points;
      for (int k = 0; k < 20; ++k) {
        const Vec3 p = random_vector(random);
        points.push_back({p.x, p.y, 1e-4 * (p.z + height)});
      }
      return hull(points);
    };
    const Pose pose = random_pose(random);
    return Scene{plate(0), plate(2.5), pose, pose};
  };
  const Tally found = judge_family(run, Promise::NearestPoints, 60, stacked);
  EXPECT_EQ(found.separated, 60);
  EXPECT_EQ(found.missed(), 0);
  EXPECT_LT(found.steps, 60 * 60);
}

}  // namespace
}  // namespace clearance::detail
