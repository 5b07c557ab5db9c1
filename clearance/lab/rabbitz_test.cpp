#include <clearance/lab/rabbitz.h>

#include <clearance/lab/enhanced_gjk.h>
#include <clearance/lab/enhanced_gjk_scenes_test.h>

namespace clearance {
namespace {

class RabbitzTest : public ::testing::TestWithParam<SubAlgorithm> {
 protected:
  Method method() const {
    RabbitzOptions options;
    options.sub_algorithm = GetParam();
    return [options](const PosedPair& pair, PairCache* cache) { return rabbitz(pair, cache, options); };
  }
};
INSTANTIATE_TEST_SUITE_P(SubAlgorithms, RabbitzTest, ::testing::Values(SubAlgorithm::Johnson, SubAlgorithm::Voronoi),
                         [](const auto& made) { return made.param == SubAlgorithm::Johnson ? "Johnson" : "Voronoi"; });

TEST_P(RabbitzTest, HandSolved) {
  const Polytope cube = box({1, 1, 1});
  const Evidence apart = method()(at_rest(cube, cube, {2, 0, 0}).pair(), nullptr);
  EXPECT_EQ(apart.verdict, Verdict::Separated);
  EXPECT_GT(apart.direction.x, 0);
  EXPECT_EQ(apart.steps, 1);  // the first direction will do
  EXPECT_EQ(method()(at_rest(cube, cube, {0.3, 0.2, 0.1}).pair(), nullptr).verdict, Verdict::Penetrating);
  EXPECT_EQ(method()(at_rest(point({0, 0, 0}), point({3, 4, 0})).pair(), nullptr).verdict, Verdict::Separated);
  EXPECT_EQ(method()(at_rest(cube, point({0.1, 0.2, 0.3})).pair(), nullptr).verdict, Verdict::Penetrating);
  EXPECT_EQ(method()(at_rest(cube, cube, {1, 0, 0}).pair(), nullptr).verdict, Verdict::Unresolved);
}

// Last time's plane fails and last time's simplex is far away: the walk must find its way from there.
TEST_P(RabbitzTest, BothKindsOfMemoryAreTriedAndNeitherBelieved) {
  const Polytope cube = box({1, 1, 1});
  PairCache cache;
  const auto step = [&](Vec3 t) { return method()(at_rest(cube, cube, t).pair(), &cache); };
  EXPECT_EQ(step({2, 0, 0}).verdict, Verdict::Separated);
  EXPECT_EQ(step({2, 0.1, 0}).steps, 1);
  EXPECT_EQ(step({0.4, 0.1, 0.2}).verdict, Verdict::Penetrating);
  const Evidence again = step({0.4, 0.1, 0.21});
  EXPECT_EQ(again.verdict, Verdict::Penetrating);
  EXPECT_EQ(again.steps, 0);  // the tetrahedron still holds the origin
  EXPECT_EQ(step({-2, 0, 0.3}).verdict, Verdict::Separated);
  EXPECT_EQ(step({0, 3, 0}).verdict, Verdict::Separated);
}

TEST_P(RabbitzTest, HardPairsAreNeverCalledWrongly) {
  Tally tally;
  for (const Scene& scene : hard_scenes()) judge(method(), scene, nullptr, tally);
  EXPECT_EQ(tally.separated_missed, 0);
  EXPECT_EQ(tally.penetrating_missed, 0);
  EXPECT_LT(tally.most_steps, 60);
  Tally hair;
  for (const Scene& scene : hair_scenes()) judge(method(), scene, nullptr, hair);
  EXPECT_GT(hair.touching, 5);
  EXPECT_LT(hair.most_steps, 60);
}

TEST_P(RabbitzTest, GridBodiesOfAllDimensionsAreNeverCalledWrongly) {
  Random random(21);
  Tally tally;
  for (int round = 0; round < 2000; ++round) judge(method(), grid_scene(random), nullptr, tally);
  EXPECT_EQ(tally.separated_missed, 0);
  EXPECT_LE(tally.penetrating_missed, 4);  // the origin on a diagonal of every tetrahedron tried
  EXPECT_GT(tally.touching, 100);
}

TEST_P(RabbitzTest, StopsAtItsStepLimit) {
  Random random(22);
  for (int round = 0; round < 50; ++round) {
    const Scene scene = ordinary_scene(random);
    for (int most = 0; most < 4; ++most) {
      RabbitzOptions options;
      options.sub_algorithm = GetParam(), options.max_steps = most;
      EXPECT_LE(rabbitz(scene.pair(), nullptr, options).steps, most + 10);
      EXPECT_TRUE(most > 0 || rabbitz(scene.pair(), nullptr, options).verdict == Verdict::Unresolved);
    }
  }
}

TEST_P(RabbitzTest, OrdinaryPairsAreAllDecidedFromAnyCache) {
  Random random(23);
  Tally tally;
  for (int round = 0; round < 1000; ++round) {
    const Scene scene = ordinary_scene(random);
    PairCache cache = round % 2 == 0 ? PairCache{} : foreign_cache(random);
    judge(method(), scene, &cache, tally);
    judge(method(), scene.swapped(), nullptr, tally);
  }
  EXPECT_GT(tally.separated, 500);
  EXPECT_GT(tally.penetrating, 500);
  EXPECT_EQ(tally.separated_missed, 0);
  EXPECT_EQ(tally.penetrating_missed, 0);
}

TEST_P(RabbitzTest, AWarmCallTakesAboutOneStep) {
  EXPECT_LT(warm_steps(method(), 100, 2.5), 1.1);
  EXPECT_LT(warm_steps(method(), 500, 2.5), 1.1);
  EXPECT_LT(warm_steps(method(), 500, 0.3), 0.2);
}

// What it gives up (the nearest points) it gains in steps.
TEST(Rabbitz, StopsBeforeTheNearestPointIsKnown) {
  Random random(24);
  long own = 0, enhanced = 0;
  for (int round = 0; round < 300; ++round) {
    const Scene scene = ordinary_scene(random);
    const Evidence evidence = rabbitz(scene.pair(), nullptr);
    if (evidence.verdict != Verdict::Separated) continue;
    own += evidence.steps, enhanced += enhanced_gjk(scene.pair(), nullptr).steps;
  }
  EXPECT_GT(own, 0);
  EXPECT_LT(2 * own, enhanced);
}

}  // namespace
}  // namespace clearance
