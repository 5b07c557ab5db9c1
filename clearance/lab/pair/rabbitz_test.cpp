#include <clearance/lab/pair/rabbitz.h>

#include <clearance/lab/pair/enhanced_gjk.h>
#include <clearance/lab/pair/walk_scenes_test.h>

namespace clearance::detail {
namespace {

class RabbitzTest : public ::testing::TestWithParam<SubAlgorithm> {
 protected:
  Method method() const {
    RabbitzOptions options;
    options.sub_algorithm = GetParam();
    return [options](const PosedPair& pair, ConvexCache* cache) { return rabbitz(pair, cache, options); };
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
  ConvexCache cache;
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

// What it gives up (the nearest points) it gains in steps.
TEST(Rabbitz, StopsBeforeTheNearestPointIsKnown) {
  Random random(24);
  long own = 0, enhanced = 0;
  for (int round = 0; round < 300; ++round) {
    const Scene scene = shaped_scene(random);
    const Evidence evidence = rabbitz(scene.pair(), nullptr);
    if (evidence.verdict != Verdict::Separated) continue;
    own += evidence.steps, enhanced += enhanced_gjk(scene.pair(), nullptr).steps;
  }
  EXPECT_GT(own, 0);
  EXPECT_LT(2 * own, enhanced);
}

}  // namespace
}  // namespace clearance::detail
