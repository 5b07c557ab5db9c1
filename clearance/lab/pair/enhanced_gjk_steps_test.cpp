// What the walks made of these steps have in common: Cameron's, Rabbitz's, and the witness planes that end in the
// latter.
#include <clearance/lab/pair/enhanced_gjk_steps.h>

#include <clearance/lab/pair/enhanced_gjk.h>
#include <clearance/lab/pair/features/witness_plane.h>
#include <clearance/lab/pair/rabbitz.h>
#include <clearance/lab/pair/walk_scenes_test.h>

#include <ostream>

namespace clearance::detail {
namespace {

struct Walk {
  const char* name;
  Evidence (*run)(const PosedPair& pair, ConvexCache* cache, int max_steps);
  int hard_steps;                        // on hard pairs, fewer than these
  int hard_missed;                       // of separated hard pairs
  int steps_of_a_limit;                  // where max_steps is one more: these more
  int steps_beyond;                      // the last searches, which no limit forbids
  double warm_100, warm_500, warm_deep;  // mean steps of a warm call: 100 and 500 vertices, 500 penetrating
};

void PrintTo(const Walk& walk, std::ostream* out) { *out << walk.name; }

template <SubAlgorithm kSub>
Evidence run_enhanced_gjk(const PosedPair& pair, ConvexCache* cache, int max_steps) {
  return enhanced_gjk(pair, cache, {.sub_algorithm = kSub, .max_steps = max_steps});
}
template <SubAlgorithm kSub>
Evidence run_rabbitz(const PosedPair& pair, ConvexCache* cache, int max_steps) {
  return rabbitz(pair, cache, {.sub_algorithm = kSub, .max_steps = max_steps});
}
Evidence run_witness_plane(const PosedPair& pair, ConvexCache* cache, int max_steps) {
  return witness_plane(pair, cache, {.max_steps = max_steps});
}

const Walk kWalks[] = {
    // Johnson's determinants have no digits left on the slivers that needles make: one pair is given up there.
    {"EnhancedGjkJohnson", run_enhanced_gjk<SubAlgorithm::Johnson>, 60, 1, 1, 10, 4.5, 5.5, 1},
    {"EnhancedGjkVoronoi", run_enhanced_gjk<SubAlgorithm::Voronoi>, 60, 0, 1, 10, 4.5, 5.5, 1},
    {"RabbitzJohnson", run_rabbitz<SubAlgorithm::Johnson>, 60, 0, 1, 10, 1.1, 1.1, 0.2},
    {"RabbitzVoronoi", run_rabbitz<SubAlgorithm::Voronoi>, 60, 0, 1, 10, 1.1, 1.1, 0.2},
    {"WitnessPlane", run_witness_plane, 80, 0, 2, 12, 1.2, 1.2, 1},
};

class SimplexWalkTest : public ::testing::TestWithParam<Walk> {
 protected:
  Method method() const {
    return [run = GetParam().run](const PosedPair& pair, ConvexCache* cache) { return run(pair, cache, 1000); };
  }
};
INSTANTIATE_TEST_SUITE_P(Walks, SimplexWalkTest, ::testing::ValuesIn(kWalks),
                         [](const auto& made) { return made.param.name; });

TEST_P(SimplexWalkTest, TouchingIsNotCalled) { expect_touching_is_open(method()); }

TEST_P(SimplexWalkTest, HardPairsAreNeverCalledWrongly) {
  const Tally hard = judge_all(method(), Promise::Verdict, hard_scenes());
  EXPECT_GT(hard.separated, 100);
  EXPECT_GT(hard.penetrating, 100);
  EXPECT_LE(hard.separated_missed, GetParam().hard_missed);
  EXPECT_EQ(hard.penetrating_missed, 0);
  EXPECT_LT(hard.most_steps, GetParam().hard_steps);
  const Tally hair = judge_all(method(), Promise::Verdict, hair_scenes());
  EXPECT_GT(hair.touching, 5);
  EXPECT_LT(hair.most_steps, GetParam().hard_steps);
}

TEST_P(SimplexWalkTest, GridBodiesOfAllDimensionsAreNeverCalledWrongly) {
  const Tally tally = judge_family(method(), Promise::Verdict, 2000, lattice_scene, 11);
  EXPECT_EQ(tally.separated_missed, 0);
  EXPECT_LE(tally.penetrating_missed, 4);  // the origin on a diagonal of every tetrahedron tried
  EXPECT_GT(tally.touching, 100);
}

TEST_P(SimplexWalkTest, StopsAtItsStepLimit) {
  Random random(12);
  for (int round = 0; round < 50; ++round) {
    const Scene scene = shaped_scene(random);
    for (int most = 0; most < 4; ++most) {
      const Evidence evidence = GetParam().run(scene.pair(), nullptr, most);
      EXPECT_LE(evidence.steps, GetParam().steps_of_a_limit * most + GetParam().steps_beyond);
      EXPECT_TRUE(most > 0 || evidence.verdict == Verdict::Unresolved);
    }
  }
}

TEST_P(SimplexWalkTest, OrdinaryPairsAreAllDecidedFromAnyCache) {
  Random random(13);
  Tally tally;
  for (int round = 0; round < 1000; ++round) {
    const Scene scene = shaped_scene(random);
    ConvexCache cache = round % 2 == 0 ? ConvexCache{} : foreign_cache(random);
    judge(method(), Promise::Verdict, scene, &cache, tally);
    judge(method(), Promise::Verdict, scene.swapped(), nullptr, tally);
  }
  EXPECT_GT(tally.separated, 500);
  EXPECT_GT(tally.penetrating, 500);
  EXPECT_EQ(tally.separated_missed, 0);
  EXPECT_EQ(tally.penetrating_missed, 0);
}

TEST_P(SimplexWalkTest, AForeignCacheDoesNoHarmToGridBodies) {
  Random random(15);
  Tally tally;
  for (int round = 0; round < 500; ++round) {
    ConvexCache cache = foreign_cache(random);
    judge(method(), Promise::Verdict, lattice_scene(random), &cache, tally);
  }
  EXPECT_EQ(tally.separated_missed, 0);
  EXPECT_LE(tally.penetrating_missed, 2);
}

TEST_P(SimplexWalkTest, AWarmCallTakesFewSteps) {
  EXPECT_LT(warm_steps(method(), 100, 2.5), GetParam().warm_100);
  EXPECT_LT(warm_steps(method(), 500, 2.5), GetParam().warm_500);
  EXPECT_LT(warm_steps(method(), 500, 0.3), GetParam().warm_deep);
}

}  // namespace
}  // namespace clearance::detail
