// The nearest bodies to a probe, and the nearest two of a world.
#include <clearance/build/mesh.h>
#include <clearance/query/query.h>
#include <clearance/world/box_gap.h>
#include <clearance/world/scenes_test.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace clearance::detail {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

double gap_between(const World& world, BodyId a, std::uint32_t k, BodyId b, std::uint32_t l, double& lower) {
  const bool a_is_space = world.half_space(a).has_value(), b_is_space = world.half_space(b).has_value();
  Distance gap;
  if (a_is_space || b_is_space) {
    const BodyId body = a_is_space ? b : a;
    const std::uint32_t part = a_is_space ? l : k;
    const HalfSpace space = *world.half_space(a_is_space ? a : b);
    const Shape shape = *world.any_shape(body, part);
    if (const auto* convex = std::get_if<Rounded>(&shape))
      gap = distance(space, {}, *convex, world.pose(body, part));
    else
      gap = distance(space, {}, *std::get_if<Mesh>(&shape), world.pose(body, part));
  } else {
    gap = distance(*world.any_shape(a, k), world.pose(a, k), *world.any_shape(b, l), world.pose(b, l));
  }
  lower = gap.lower;
  return gap.upper;
}

// The least of all pairs that are asked about, by loops.
template <class Asked>
std::pair<double, double> least_gap(const World& world, const Asked& asked) {
  double lower = kInf, upper = kInf;
  const std::vector<BodyId> ids = world.bodies();
  for (std::size_t i = 0; i < ids.size(); ++i)
    for (std::size_t j = i + 1; j < ids.size(); ++j) {
      if (!asked(ids[i], ids[j]) || (world.is_static(ids[i]) && world.is_static(ids[j]))) continue;
      for (std::uint32_t k = 0; k < world.part_count(ids[i]); ++k)
        for (std::uint32_t l = 0; l < world.part_count(ids[j]); ++l) {
          double low = 0;
          upper = std::min(upper, gap_between(world, ids[i], k, ids[j], l, low));
          lower = std::min(lower, low);
        }
    }
  return {lower, upper};
}

World scattered(std::uint64_t seed, int count, double half) {
  Random random(seed);
  World world;
  for (int k = 0; k < count; ++k) {
    const Pose pose = random_pose(random, half);
    const bool is_static = random.below(3) == 0;
    if (k % 9 == 4) {
      world.add(mesh_of(box({0.7, 0.5, 0.6})), pose, {.is_static = is_static}).value();
    } else if (k % 7 == 3) {
      const Part parts[] = {{random_shape(random), translation({-1, 0, 0})},
                            {random_shape(random), translation({1, 0, 0})}};
      world.add(parts, pose, {.is_static = is_static}).value();
    } else {
      world.add(random_shape(random), pose, {.is_static = is_static}).value();
    }
  }
  world.add(half_space({0.1, 0.2, 2}, -2.5 * half)).value();
  return world;
}

TEST(BoxGap, ByHandAndNeverTooLarge) {
  const Box unit{{0, 0, 0}, {1, 1, 1}};
  EXPECT_EQ(box_gap(unit, unit), 0);
  EXPECT_EQ(box_gap(unit, {{1, 0, 0}, {2, 1, 1}}), 0);
  EXPECT_NEAR(box_gap(unit, {{4, 5, 0}, {9, 9, 9}}), 5, 1e-12);
  EXPECT_LT(box_gap(unit, {{4, 5, 0}, {9, 9, 9}}), 5);
  EXPECT_NEAR(box_gap({{4, 5, 0}, {9, 9, 9}}, unit), 5, 1e-12);
  EXPECT_NEAR(box_gap({{1e200, 0, 0}, {1e200, 0, 0}}, {{-1e200, 0, 0}, {0, 0, 0}}) / 1e200, 1, 1e-12);
  EXPECT_EQ(box_gap(unit, {{-kInf, -kInf, -kInf}, {kInf, kInf, kInf}}), 0);
  EXPECT_NEAR(box_gap(half_space({0, 0, 2}, -6), {}, unit), 3, 1e-12);
  EXPECT_LT(box_gap(half_space({0, 0, 2}, -6), {}, unit), 3);
  EXPECT_EQ(box_gap(half_space({0, 0, 1}, 0.5), {}, unit), 0);
  // A wall that is turned and moved: x ≤ -1 from a floor z ≤ 0.
  const Pose turned = rotation_about({0, 1, 0}, 1.5707963267948966, {-1, 0, 0});
  EXPECT_NEAR(box_gap(half_space({0, 0, 2}, 0), turned, unit), 1, 1e-12);
  EXPECT_LT(box_gap(half_space({0, 0, 2}, 0), turned, unit), 1);
}

TEST(NearestPair, ByHand) {
  World world;
  EXPECT_EQ(world.distance().lower(), kInf);  // nothing is near anything
  EXPECT_EQ(world.distance().ending, Ending::Complete);
  const BodyId a = world.add(box({1, 1, 1})).value();
  EXPECT_EQ(world.distance().upper(), kInf);
  const BodyId b = world.add(box({1, 1, 1}), translation({4, 0, 0})).value();
  const BodyId c = world.add(box({1, 1, 1}), translation({9, 0, 0})).value();
  Nearest found = world.distance();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].a, a);
  EXPECT_EQ(found[0].b, b);
  EXPECT_TRUE(found.lower() <= 3 && found.upper() >= 3);
  EXPECT_NEAR(found.lower(), 3, 1e-8);
  EXPECT_NEAR(found.upper(), 3, 1e-8);
  EXPECT_GE(found.others, 3);
  EXPECT_FALSE(found.is_free());
  // The limit is compared exactly.
  EXPECT_EQ(world.distance(3).size(), 1u);
  EXPECT_TRUE(world.distance(std::nextafter(3.0, 0)).is_free());
  EXPECT_GE(world.distance(1).lower(), 1);
  // Filters: the two nearest may touch.
  world.allow(a, b).expect();
  found = world.distance();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].a, b);
  EXPECT_EQ(found[0].b, c);
  EXPECT_NEAR(found.upper(), 4, 1e-8);
  // A wall is a.
  const BodyId wall = world.add(half_space({1, 0, 0}, -2.5)).value();
  found = world.distance();
  EXPECT_EQ(found[0].a, wall);
  EXPECT_EQ(found[0].b, a);
  EXPECT_NEAR(found.upper(), 2, 1e-8);
  world.move(c, translation({4.5, 0, 0})).expect();
  found = world.distance();
  EXPECT_EQ(found.upper(), 0);
  EXPECT_EQ(found[0].distance.status, Status::Penetrating);
}

TEST(NearestPair, AgreesWithLoops) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    World world = scattered(seed, 24, 14);
    const std::vector<BodyId> ids = world.bodies();
    const auto everything = [](BodyId, BodyId) { return true; };
    const auto [lower, upper] = least_gap(world, everything);
    const Nearest found = world.distance();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_LE(found.lower(), upper);
    EXPECT_GE(found.upper(), lower);
    EXPECT_NEAR(found.upper(), upper, 1e-9 * (1 + upper));
    EXPECT_NEAR(found.lower(), lower, 1e-9 * (1 + upper));
    if (upper > 0) {
      EXPECT_TRUE(world.distance(0.999 * upper).is_free());
      EXPECT_EQ(world.distance(1.001 * upper).size(), 1u);
    }
    // Without those two it is another pair.
    const BodyId a = found[0].a, b = found[0].b;
    world.allow(a, b).expect();
    const auto others = [&](BodyId x, BodyId y) { return !((x == a && y == b) || (x == b && y == a)); };
    const auto [next_lower, next_upper] = least_gap(world, others);
    EXPECT_NEAR(world.distance().upper(), next_upper, 1e-9 * (1 + next_upper));
    EXPECT_LE(found.others, next_upper);
  }
}

// Ten thousand bodies: all pairs would be fifty million queries.
TEST(NearestPair, LooksAtFewPairsOfMany) {
  World world;
  Random random(4);
  for (int k = 0; k < 10000; ++k)
    world.add(box({0.1, 0.1, 0.1}), translation({1.0 * (k % 100), 1.0 * (k / 100), random.uniform(0, 0.1)})).value();
  world.add(box({0.1, 0.1, 0.1}), translation({50.5, 50.5, 0})).value();
  const auto begin = std::chrono::steady_clock::now();
  const Nearest found = world.distance();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].b.index, 10000u);
}

// Cut short, it still proves what it says.
TEST(NearestPair, CutShortClaimsOnlyWhatIsProved) {
  World world = scattered(3, 60, 30);
  const double least = world.distance().upper();
  // There is no callback to stop from: deadlines that pass sooner or later.
  for (int most = 0; most < 60; ++most) {
    const Limits limits{.deadline = std::chrono::steady_clock::now() + std::chrono::microseconds(10 * most)};
    const Nearest found = world.view().distance(kInf, limits);
    EXPECT_LE(found.lower(), least);
    EXPECT_GE(found.upper(), least);
    EXPECT_TRUE(found.ending == Ending::Complete || found.ending == Ending::TimedOut);
    EXPECT_FALSE(found.is_free());
  }
}

// ---- Of a probe -----------------------------------------------------------------------------------------------------

TEST(NearestBodies, ByHand) {
  World world;
  const Rounded cube = box({1, 1, 1});
  EXPECT_TRUE(world.nearest(cube, {}).is_free());
  EXPECT_EQ(world.nearest(cube, {}).lower(), kInf);
  std::vector<BodyId> ids;
  for (int k = 1; k <= 5; ++k) ids.push_back(world.add(cube, translation({3.0 * k, 0, 0})).value());
  const BodyId floor = world.add(half_space({0, 0, 1}, -4)).value();
  Nearest near = world.nearest(cube, {}, 3);
  ASSERT_EQ(near.size(), 3u);
  EXPECT_EQ(near[0].a, ids[0]);
  EXPECT_NEAR(near[0].distance.upper, 2, 1e-8);
  EXPECT_EQ(near[1].a, floor);
  EXPECT_NEAR(near[1].distance.upper, 3.5, 1e-8);
  EXPECT_EQ(near[2].a, ids[1]);
  EXPECT_NEAR(near[2].distance.upper, 5, 1e-8);
  EXPECT_GE(near.others, 5);
  EXPECT_LE(near.others, 8);
  EXPECT_EQ(near.ending, Ending::Complete);
  near = world.nearest(cube, {}, 100);
  EXPECT_EQ(near.size(), 6u);
  EXPECT_EQ(near.others, kInf);
  EXPECT_EQ(world.nearest(cube, {}, 0).ending, Ending::NotAsked);
  // A body counts once, by its nearest part.
  const Part parts[] = {{cube, {}}, {cube, translation({0.5, 0, 0})}};
  const BodyId two = world.add(parts, translation({1.25, 0, 0})).value();
  near = world.nearest(cube, {}, 2);
  ASSERT_EQ(near.size(), 2u);
  EXPECT_EQ(near[0].a, two);
  EXPECT_EQ(near[0].part_a, 0u);
  EXPECT_EQ(near[1].a, ids[0]);
}

TEST(NearestBodies, AgreesWithLoopsFarAndNear) {
  Random random(6);
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    World world = scattered(seed, 30, 8);
    for (const double half : {0.0, 5.0, 100.0, 1e6}) {
      const Pose pose = random_pose(random, half);
      const Shape probe = half == 5 ? Shape(mesh_of(box({0.7, 0.5, 0.6}))) : Shape(random_shape(random));
      std::map<std::uint32_t, double> upper;
      for (const BodyId id : world.bodies())
        for (std::uint32_t k = 0; k < world.part_count(id); ++k) {
          World two;  // the same question by another way
          const BodyId other = world.half_space(id) ? two.add(*world.half_space(id)).value()
                                                    : two.add(*world.any_shape(id, k), world.pose(id, k)).value();
          const double gap = two.within(1e9, probe, pose).value()[0].distance.upper;
          EXPECT_TRUE(two.contains(other));
          const auto at = upper.try_emplace(id.index, gap).first;
          at->second = std::min(at->second, gap);
        }
      std::vector<double> sorted;
      for (const auto& [index, gap] : upper) sorted.push_back(gap);
      std::sort(sorted.begin(), sorted.end());
      for (const std::size_t count : {1u, 4u, 31u}) {
        const Nearest near = world.nearest(probe, pose, count);
        ASSERT_EQ(near.size(), std::min<std::size_t>(count, 31));
        for (std::size_t k = 0; k < near.size(); ++k) {
          EXPECT_NEAR(near[k].distance.upper, sorted[k], 1e-8 * (1 + sorted[k]));
          EXPECT_NEAR(near[k].distance.upper, upper[near[k].a.index], 1e-8 * (1 + sorted[k]));
        }
        if (count < 31) {
          EXPECT_LE(near.others, sorted[count] * (1 + 1e-8));
        }
      }
    }
  }
}

}  // namespace
}  // namespace clearance::detail
