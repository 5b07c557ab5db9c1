#include <clearance/solid/exact_hulls.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/convex/query.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

std::vector<DyadicVec> exactly(const std::vector<Vec3>& points) {
  std::vector<DyadicVec> out;
  for (const Vec3& p : points) out.push_back(exact(p));
  return out;
}

TEST(ExactHulls, ByHand) {
  const auto segment = exactly({{0, 0, 0}, {4, 0, 0}}), point = exactly({{1, 3, 4}});
  const HullGap at = compare_hulls(segment, point, 5.0);
  EXPECT_EQ(at.sign, 0);
  EXPECT_TRUE(is_zero(at.on_b - at.weight * point[0]));
  EXPECT_EQ(compare_hulls(segment, point, std::nextafter(5, 6)).sign, -1);
  EXPECT_EQ(compare_hulls(segment, point, std::nextafter(5, 4)).sign, 1);
  const HullGap back = compare_hulls(point, segment, 5.0);
  EXPECT_EQ(back.sign, 0);
  EXPECT_TRUE(is_zero(back.on_b - back.weight * exact(Vec3{1, 0, 0})));
}

TEST(ExactHulls, ContactIsAtZero) {
  const auto a = exactly({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}), b = exactly({{0.5, 0.5, -1}, {0.5, 0.5, 1}});
  EXPECT_EQ(compare_hulls(a, b, 0.0).sign, 0);
  EXPECT_EQ(compare_hulls(a, b, 5e-324).sign, -1);
}

TEST(ExactHulls, LikeTheQueriesOnDoubles) {
  Random random(0x4a11);
  for (int round = 0; round < 300; ++round) {
    const auto some = [&](double at) {
      std::vector<Vec3> points;
      for (std::uint64_t k = 0; k < 1 + random.below(6); ++k)
        points.push_back({at + random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
      return points;
    };
    const std::vector<Vec3> a = some(0), b = some(random.uniform(0, 3));
    const Polytope p = convex_hull(a).value(), q = convex_hull(b).value();
    const Distance gap = distance(p, {}, q, {});
    for (const double limit : {0.0, gap.lower, gap.upper, 0.5, 1.0})
      EXPECT_EQ(compare_hulls(exactly(a), exactly(b), limit).sign, compare_distance(p, {}, q, {}, limit)) << round;
  }
}

}  // namespace
}  // namespace clearance::detail
