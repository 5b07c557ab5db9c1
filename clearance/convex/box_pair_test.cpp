#include <clearance/convex/box_pair.h>

#include <clearance/base/random.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/nice_turns_test.h>
#include <clearance/convex/walk.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

Polytope random_box(Random& random) {
  const double x = random.uniform(0.1, 2), y = random.uniform(0.1, 2), z = random.uniform(0.1, 2);
  return make_box({x, y, z}).value();
}

Vec3 random_place(Random& random) {
  const double x = random.uniform(-1.5, 1.5), y = random.uniform(-1.5, 1.5), z = random.uniform(-1.5, 1.5);
  return {x, y, z};
}

bool holds_origin(const PosedPair& pair, const PointSimplex& simplex) {
  return surely_inside(volumes(simplex.m), simplex.m, pair.reach());
}

TEST(BoxPair, ParallelBoxesAreSeparatedByAnAxisOrSurroundTheOrigin) {
  Random random(1);
  int apart = 0, around = 0;
  for (int round = 0; round < 20000; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const Polytope a = random_box(random), b = random_box(random);
    const Quat q = turn(random, Turns::Quarters), r = turn(random, Turns::Quarters);
    const Pose pose_a = rotation(q, random_place(random)), pose_b = rotation(r, random_place(random));
    const PosedPair pair(a, pose_a, b, pose_b);
    const BoxPair boxes(pair);
    const Vec3 n = boxes.direction();
    if (boxes.gap() > 0) {
      double least = 1e9;
      for (int v = 0; v < 8; ++v)
        for (int w = 0; w < 8; ++w) least = std::fmin(least, dot(n, pair.difference({v, w})));
      ASSERT_NEAR(least, boxes.gap(), 1e-14);
      ++apart;
    } else {
      PointSimplex simplex;
      boxes.surround(simplex);
      ASSERT_EQ(simplex.count, 4);
      ASSERT_TRUE(holds_origin(pair, simplex));
      ++around;
    }
  }
  EXPECT_GT(apart, 5000);
  EXPECT_GT(around, 2000);
}

// Where the origin lies on a face between tetrahedra of one way to cut the box, the other serves, but for few places.
TEST(BoxPair, CoincidentAndAlignedBoxesNeedNoOtherCorners) {
  const Polytope box = make_box({1, 1, 1}).value();
  const Pose still;
  int around = 0, all = 0;
  for (int x = -9; x <= 9; ++x)
    for (int y = -9; y <= 9; ++y)
      for (int z = -9; z <= 9; ++z) {
        const Pose pose = translation({x / 10.0, y / 10.0, z / 10.0});
        const PosedPair pair(box, still, box, pose);
        PointSimplex simplex;
        BoxPair(pair).surround(simplex);
        const bool holds = holds_origin(pair, simplex);
        if (x == 0 && y == 0 && z == 0) {
          EXPECT_TRUE(holds);
        }
        around += holds, ++all;
      }
  EXPECT_GT(around, 0.98 * all);
}

TEST(BoxPair, TurnedBoxesThatOverlapAreMostlySurrounded) {
  Random random(2);
  int around = 0, all = 0;
  for (int round = 0; round < 20000; ++round) {
    const Polytope a = random_box(random), b = random_box(random);
    const Quat q = turn(random, Turns::Alike), r = turn(random, Turns::Alike);
    const Pose pose_a = rotation(q, {}), pose_b = rotation(r, 0.3 * random_place(random));
    const PosedPair pair(a, pose_a, b, pose_b);
    const BoxPair boxes(pair);
    if (!(boxes.gap() < 0)) continue;
    PointSimplex simplex;
    boxes.surround(simplex);
    around += holds_origin(pair, simplex), ++all;
  }
  EXPECT_GT(around, all / 2);
}

// No numbers break it: it only says where to begin.
TEST(BoxPair, AnySizes) {
  for (const double size : {1e-300, 1e-100, 1.0, 1e100, 1e300}) {
    const Polytope a = make_box({size, size, size}).value(), b = make_box({1, 1e-9, 1}).value();
    for (const double at : {0.0, 1e-300, 1.0, 1e300}) {
      const Pose pose_a = rotation({1, 2, 3, 4}, {}), pose_b = translation({at, at, at});
      for (const bool is_swapped : {false, true}) {
        const PosedPair pair = is_swapped ? PosedPair(b, pose_b, a, pose_a) : PosedPair(a, pose_a, b, pose_b);
        PointSimplex simplex;
        BoxPair(pair).surround(simplex);
        for (const VertexPair& of : simplex.pair) EXPECT_TRUE(pair.has(of));
      }
    }
  }
}

TEST(BoxPair, CornersAroundThePointThatIsNearestToAVertex) {
  Random random(4);
  const Vec3 aside{0.1, 0.2, -0.3};
  const Polytope vertex = make_sphere(1, aside).value().core();
  int by_count[4] = {}, within = 0;
  for (int round = 0; round < 4000; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const Polytope box = random_box(random);
    const Vec3 at = random_place(random);
    const Pose pose = rotation(turn(random, Turns::Alike), random_place(random)), place = translation(at - aside);
    const bool is_box_b = round % 2 == 0;
    const PosedPair pair = is_box_b ? PosedPair(vertex, place, box, pose) : PosedPair(box, pose, vertex, place);
    ASSERT_TRUE(has_vertex_and_box(pair));
    const Vec3 own = transpose_times(pose.rotation(), at - pose.translation()), low = box.box_low(),
               high = box.box_high();
    const auto clamped = [&](int k) { return std::clamp(own[k], low[k], high[k]); };
    const double truth = norm(own - Vec3{clamped(0), clamped(1), clamped(2)});
    PointSimplex simplex;
    if (!set_nearest_of_box(pair, simplex)) {
      ASSERT_LT(truth, 1e-14);
      ++within;
      continue;
    }
    const Vec3 known = simplex.point(), n = simplex.direction;
    const int count = simplex.count;
    ASSERT_NEAR(norm(known), truth, 1e-13);
    ASSERT_NEAR(norm(n / norm(n) - known / truth), 0, 1e-13 / truth);
    ASSERT_TRUE(nearest_point(simplex));
    ASSERT_EQ(simplex.count, count) << "one corner is not needed";
    ASSERT_NEAR(norm(simplex.point() - known), 0, 1e-13);
    ++by_count[count];
  }
  for (const int count : {1, 2, 3}) EXPECT_GT(by_count[count], 200);
  EXPECT_GT(within, 100);
}

}  // namespace
}  // namespace clearance::detail
