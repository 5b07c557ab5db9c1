#include <clearance/lab/pair/short_walk.h>

#include <clearance/lab/pair/walk_scenes_test.h>

namespace clearance::detail {
namespace {

TEST(ShortWalk, FewVerticesSolvedByHand) {
  // Two crossing edges of boxes two apart: the basis is both ends of each.
  const Scene scene = at_rest(segment({-1, 0, 0}, {1, 0, 0}), segment({0, -1, 2}, {0, 1, 2}));
  const PosedPair pair = scene.pair();
  FewVertices few_a, few_b;
  few_a.add(0), few_a.add(1), few_a.add(1);
  few_b.add(0), few_b.add(1);
  EXPECT_EQ(few_a.count, 2);
  PointSimplex simplex;
  simplex.add({0, 0}, pair.difference({0, 0}));
  EXPECT_EQ(nearest_of_few(pair, few_a, few_b, simplex), ShortWalkEnd::Nearest);
  EXPECT_EQ(simplex.point(), (Vec3{0, 0, 2}));
}

TEST(ShortWalk, StepsAreLimited) {
  Random random(901);
  const Scene scene = ellipsoid_scene(random);
  const PosedPair pair = scene.pair();
  for (int most = 0; most < 3; ++most) {
    PointSimplex simplex;
    simplex.add({0, 0}, pair.difference({0, 0}));
    int steps = 0;
    const ShortWalkEnd end =
        short_walk(pair, simplex, [&](Vec3 n) { return search_support(pair, n).pair; }, most, steps);
    EXPECT_EQ(end, ShortWalkEnd::OutOfSteps);
    EXPECT_EQ(steps, most);
  }
}

// Any few differences will do to begin with: what is settled is true, and contact in general position is settled.
TEST(ShortWalk, ContactIsSettledFromAnyStart) {
  Random random(902);
  int unresolved = 0;
  for (int round = 0; round < 300; ++round) {
    const Scene scene = round % 2 == 0 ? ordinary_scene(random) : lattice_scene(random);
    const PosedPair pair = scene.pair();
    std::vector<VertexPair> start;
    for (std::uint64_t k = random.below(6); k > 0; --k)
      start.push_back({static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(pair.a().vertex_count()))),
                       static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(pair.b().vertex_count())))});
    Evidence evidence;
    const bool settled = settle_contact(pair, start, evidence);
    EXPECT_EQ(settled, evidence.verdict != Verdict::Unresolved);
    EXPECT_LE(evidence.steps, 64);
    const Status truth = decide_exactly(pair, {}).status;
    if (evidence.verdict == Verdict::Separated) {
      EXPECT_EQ(truth, Status::Separated);
    }
    if (evidence.verdict == Verdict::Penetrating) {
      EXPECT_EQ(truth, Status::Penetrating);
    }
    if (!settled && truth != Status::Touching) ++unresolved;
  }
  EXPECT_LE(unresolved, 6);
}

// Coincident boxes: all differences come with their opposites, and no four of the first ones met have the origin
// strictly inside. The neighbours' differences do.
TEST(ShortWalk, OppositeDifferencesOfSymmetricBodies) {
  for (const Vec3 t : {Vec3{}, Vec3{0.25, 0, 0}, Vec3{0.25, 0.25, 0}}) {
    const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), t);
    Evidence evidence;
    EXPECT_TRUE(settle_contact(scene.pair(), {}, evidence));
    EXPECT_EQ(evidence.verdict, Verdict::Penetrating);
  }
}

}  // namespace
}  // namespace clearance::detail
