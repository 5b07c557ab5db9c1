// Two half-spaces.
#include <clearance/convex/bodies_test.h>
#include <clearance/parts/turned_answer.h>
#include <clearance/query/half_space.h>
#include <clearance/query/half_space_oracle_test.h>

#include <cmath>

namespace clearance::detail {
namespace {

const Vec3 kUp{0, 0, 1}, kDown{0, 0, -1};
constexpr double kLargest = std::numeric_limits<double>::max();

void expect_proved(const HalfSpace& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b) {
  const Intersection met = intersects(a, pose_a, b, pose_b);
  const Distance gap = distance(a, pose_a, b, pose_b);
  const Penetration depth = penetration(a, pose_a, b, pose_b);
  EXPECT_EQ(gap.status, met.status);
  EXPECT_EQ(depth.status, met.status);
  EXPECT_EQ(intersects(b, pose_b, a, pose_a).status, met.status);
  for (const Claim& claim : {claim_of(met), claim_of(gap), claim_of(depth)})
    EXPECT_HOLDS(check_claim(claim, a, pose_a, b, pose_b));
  EXPECT_HOLDS(check_claim(claim_of(turned(met)), b, pose_b, a, pose_a));
  EXPECT_HOLDS(check_claim(claim_of(turned(depth)), b, pose_b, a, pose_a));
  if (gap.status == Status::Separated) {
    EXPECT_GE(compare_distance(a, pose_a, b, pose_b, gap.lower), 0);
    EXPECT_LE(compare_distance(a, pose_a, b, pose_b, gap.upper), 0);
    EXPECT_EQ(compare_distance(a, pose_a, b, pose_b, 0), 1);
  } else {
    EXPECT_EQ(gap.upper, 0);
    EXPECT_EQ(compare_distance(a, pose_a, b, pose_b, 0), 0);
    EXPECT_EQ(compare_distance(a, pose_a, b, pose_b, 0x1p-1074), -1);
  }
  EXPECT_EQ(compare_distance(a, pose_a, b, pose_b, -1), 1);
  EXPECT_EQ(compare_distance(a, pose_a, b, pose_b, kInfinite), -1);
}

TEST(HalfSpacePair, FloorAndCeiling) {
  const HalfSpace floor = half_space({0, 0, 2}, 2), ceiling = half_space(kDown, -3);  // z ≤ 1, z ≥ 3
  const Distance gap = distance(floor, {}, ceiling, {});
  EXPECT_EQ(gap.status, Status::Separated);
  EXPECT_EQ(gap.lower, 2);
  EXPECT_EQ(gap.upper, 2);
  EXPECT_EQ(gap.point_a.z, 1);
  EXPECT_EQ(gap.point_b.z, 3);
  EXPECT_EQ(gap.feature_a, Feature::Face);
  EXPECT_EQ(gap.feature_b, Feature::Face);
  EXPECT_EQ(compare_distance(floor, {}, ceiling, {}, 2), 0);
  EXPECT_EQ(compare_distance(floor, {}, ceiling, {}, std::nextafter(2, 3)), -1);
  EXPECT_EQ(compare_distance(floor, {}, ceiling, {}, std::nextafter(2, 1)), 1);
  expect_proved(floor, {}, ceiling, {});

  EXPECT_EQ(intersects(floor, {}, ceiling, translation({9, 9, -2})).status, Status::Touching);
  expect_proved(floor, {}, ceiling, translation({9, 9, -2}));

  const Penetration depth = penetration(floor, {}, ceiling, translation({0, 0, -3.5}));  // z ≥ −0.5
  EXPECT_EQ(depth.status, Status::Penetrating);
  EXPECT_EQ(depth.lower, 1.5);
  EXPECT_EQ(depth.upper, 1.5);
  EXPECT_EQ(depth.translation, (Vec3{0, 0, 1.5}));
  EXPECT_EQ(depth.point_b.z, -0.5);
  EXPECT_EQ(depth.point_a.z, 1);
  expect_proved(floor, {}, ceiling, translation({0, 0, -3.5}));
}

TEST(HalfSpacePair, OthersCannotBeMovedApart) {
  const HalfSpace floor = half_space(kUp, -1e300);
  for (const HalfSpace& other : {half_space({1, 0, 0}, -1e300), half_space(kUp, -5), half_space({0x1p-1074, 0, -1}, 0),
                                 half_space({0, 1e-300, -1e300}, -1e300)}) {
    const Penetration depth = penetration(floor, {}, other, {});
    EXPECT_EQ(depth.status, Status::Penetrating);
    EXPECT_EQ(depth.lower, kLargest);
    EXPECT_EQ(depth.upper, kInfinite);
    EXPECT_EQ(depth.translation, Vec3{});
    expect_proved(floor, {}, other, {});
    Claim claim = claim_of(depth);
    claim.depth->bracket.upper = kLargest;
    EXPECT_FALSE(check_claim(claim, floor, {}, other, {}));
    claim = claim_of(depth);
    claim.depth->translation = claim.depth->direction = kUp;
    EXPECT_FALSE(check_claim(claim, floor, {}, other, {}));
  }
}

// Opposite in the world, though not as they were made; and a hair beside it.
TEST(HalfSpacePair, PosesDecideWhatIsOpposite) {
  const HalfSpace floor = half_space(kUp, 0);
  EXPECT_EQ(intersects(floor, rotation({2, 0, 1, 0}), half_space({-4, 0, -3}, -5), {}).status, Status::Separated);
  EXPECT_EQ(intersects(floor, rotation({2, 0, 1, 0}), half_space({-4, 0, -3}, 0), {}).status, Status::Touching);
  EXPECT_EQ(intersects(floor, rotation({2, 0, 1, 0x1p-80}), half_space({-4, 0, -3}, -5), {}).status,
            Status::Penetrating);
  const Distance gap = distance(floor, rotation({2, 0, 1, 0}), half_space({-4, 0, -3}, -5), {});
  EXPECT_LE(gap.lower, 1);
  EXPECT_GE(gap.upper, 1);
  EXPECT_LE(gap.upper, gap.lower + 0x1p-52);
  for (const double offset : {-5.0, 0.0, 5.0, 0.3})
    expect_proved(floor, rotation({2, 0, 1, 0}), half_space({-4, 0, -3}, offset), translation({0.1, 0.2, 0.3}));
  // One turn for both: of any length, far away.
  for (const Quat q : {Quat{1, 2, 3, 4}, Quat{1e-200, 3e-200, 0, 0}, Quat{0, 1e150, 1e-3, 2}})
    for (const double offset : {-0.25, -0.1, 0.0, 0.1, 7.0}) {
      const Pose pose = rotation(q, {1e8, -1e8, 0.1});
      const Intersection met = intersects(floor, pose, half_space(kDown, offset), pose);
      EXPECT_EQ(met.status, offset < 0 ? Status::Separated : offset > 0 ? Status::Penetrating : Status::Touching);
      expect_proved(floor, pose, half_space(kDown, offset), pose);
    }
}

TEST(HalfSpacePair, OnlyBelow) {
  const HalfSpace floor = half_space(kUp, 0), ceiling = half_space(kDown, -3);
  for (const double limit : {0.0, -1.0, 2.0, 3.0, std::nextafter(3.0, 4), kInfinite, -kInfinite, std::nan("")}) {
    DistanceOptions options;
    options.only_below = limit;
    const Distance found = distance(floor, {}, ceiling, {}, options);
    EXPECT_EQ(found.status, Status::Separated);
    EXPECT_EQ(found.lower, 3);
    EXPECT_EQ(found.upper, limit <= 3 ? kInfinite : 3);
    EXPECT_HOLDS(check_claim(claim_of(found), floor, {}, ceiling, {}));
  }
}

TEST(HalfSpacePair, AtRandom) {
  Random random(9);
  int counts[kStatusCount] = {};
  for (int round = 0; round < 2000; ++round) {
    const KnownHalfSpace known = some_known_half_space(random);
    const Pose pose_a = some_known_pose(random, 1), pose_b = round % 3 == 0 ? some_known_pose(random, 1) : pose_a;
    const double scale = round % 2 == 0 ? 1 : 3;
    const KnownHalfSpace other{-scale * known.normal,
                               {some_eighth(random, 1), some_eighth(random, 1), some_eighth(random, 1)}};
    const HalfSpace a = known.space(), b = other.space();
    expect_proved(a, pose_a, b, pose_b);
    if (round % 3 == 0) continue;
    // Under one pose: b's border, a point of it, is as far above a as b is.
    const HalfSpaceOracle oracle(known, pose_a, pose_b);
    const int sign = oracle.height(other.on).sign();
    const Intersection met = intersects(a, pose_a, b, pose_b);
    ASSERT_EQ(met.status, sign > 0 ? Status::Separated : sign < 0 ? Status::Penetrating : Status::Touching);
    ++counts[static_cast<int>(met.status)];
    const Distance gap = distance(a, pose_a, b, pose_b);
    const Penetration depth = penetration(a, pose_a, b, pose_b);
    if (sign > 0) {
      ASSERT_GE(oracle.compare_height(other.on, gap.lower), 0);
      ASSERT_LE(oracle.compare_height(other.on, gap.upper), 0);
    } else {
      ASSERT_LE(oracle.compare_height(other.on, -Dyadic(depth.lower)), 0);
      ASSERT_GE(oracle.compare_moved(other.on, depth.translation, {}), 0);
      ASSERT_LE(depth.upper - depth.lower, 1e-14 * depth.upper);
    }
  }
  for (const Status status : {Status::Separated, Status::Touching, Status::Penetrating})
    EXPECT_GT(counts[static_cast<int>(status)], 20) << to_string(status);
}

}  // namespace
}  // namespace clearance::detail
