#include <clearance/mesh/directions.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

Vec3 any(Random& random, double size) {
  return size * Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

TEST(Directions, SolvedByHand) {
  const Box quarter = arc_seen_from({1, 1, 1}, {5, 1, 1}, {1, 3, 1});
  EXPECT_TRUE(contains(quarter, {{0, 0, 0}, {1, 1, 0}}));
  EXPECT_LT(quarter.high.z, 1e-9);
  EXPECT_LT(quarter.high.x, 1.5);
  const Box up = side_seen_from({0, 0, 0}, {2, 0, 0}, {7, 0, 3});
  EXPECT_TRUE(contains(up, {{0, 0, 1}, {0, 0, 1}}));
  EXPECT_LT(up.high.z - up.low.z, 1e-9);
}

// What tells nothing is everywhere: opposite directions, a point on the line.
TEST(Directions, DegenerateOnesAreEverywhere) {
  const Box all = {{-1, -1, -1}, {1, 1, 1}};
  EXPECT_EQ(arc_seen_from({0, 0, 0}, {3, 0, 0}, {-1, 0, 0}), all);
  EXPECT_EQ(side_seen_from({0, 0, 0}, {3, 0, 0}, {1, 0, 0}), all);
  EXPECT_EQ(side_seen_from({0, 0, 0}, {1, 1, 1}, {3, 3, 3}), all);
}

TEST(Directions, ArcsHoldWhatIsBetweenTheirEndsAtAnyScale) {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const double size = round % 3 == 0 ? 1e-310 : round % 3 == 1 ? 1 : 1e299;
    const Vec3 p = any(random, size), q = any(random, size), r = any(random, size);
    const Box arc = arc_seen_from(p, q, r);
    for (int k = 0; k <= 4; ++k) {
      const double share = 0.25 * k;
      const Vec3 way = (1 - share) * (0.5 * q - 0.5 * p) + share * (0.5 * r - 0.5 * p), scaled = way / norm_max(way);
      const Vec3 unit = scaled / norm(scaled);
      // A point between is rounded where coordinates are denormal.
      EXPECT_TRUE(contains(grown(arc, size < 1e-300 ? 1e-9 : 1e-13), {unit, unit})) << round;
    }
  }
}

// Points of small integers in one half-plane, exactly: p, q and p + s·(q − p) + t·w for t > 0.
TEST(Directions, PagesOfOneHalfPlaneOverlap) {
  Random random(2);
  const auto whole = [&] { return static_cast<double>(random.below(41)) - 20; };
  for (int round = 0; round < 5000; ++round) {
    const Vec3 p{whole(), whole(), whole()}, way{whole(), whole(), whole()}, w{whole(), whole(), whole()};
    if (cross(way, w) == Vec3{}) continue;
    const auto page = [&] {
      const double s = whole(), t = 1 + static_cast<double>(random.below(30));
      return side_seen_from(p, p + way, p + s * way + t * w);
    };
    EXPECT_TRUE(overlap(page(), page())) << round;
  }
}

}  // namespace
}  // namespace clearance::detail
