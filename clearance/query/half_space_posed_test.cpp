// Half-spaces with a pose, against convex bodies.
#include <clearance/convex/nice_rounded_test.h>
#include <clearance/parts/turned_answer.h>
#include <clearance/query/half_space.h>
#include <clearance/query/half_space_oracle_test.h>
#include <clearance/query/ray.h>

#include <cmath>

namespace clearance::detail {
namespace {

const Vec3 kUp{0, 0, 1};

void expect_proved(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b) {
  const Intersection status = intersects(a, pose_a, b, pose_b);
  const Distance gap = distance(a, pose_a, b, pose_b);
  const Penetration depth = penetration(a, pose_a, b, pose_b);
  EXPECT_EQ(gap.status, status.status);
  EXPECT_EQ(depth.status, status.status);
  for (const Claim& claim : {claim_of(status), claim_of(gap), claim_of(depth)})
    EXPECT_HOLDS(check_claim(claim, a, pose_a, b, pose_b));
  // The other way round.
  EXPECT_HOLDS(check_claim(claim_of(turned(status)), b, pose_b, a, pose_a));
  EXPECT_HOLDS(check_claim(claim_of(turned(depth)), b, pose_b, a, pose_a));
}

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(PosedHalfSpace, ATranslationAlongTheNormalRaisesTheFloor) {
  const HalfSpace floor = half_space(kUp, 1);
  const Distance gap = distance(floor, translation({5, 5, 2}), box({2, 2, 2}), translation({0, 0, 6}));
  EXPECT_EQ(gap.status, Status::Separated);
  EXPECT_LE(gap.lower, 2);
  EXPECT_GE(gap.upper, 2);
  EXPECT_NEAR(gap.point_a.z, 3, 1e-13);
  const Intersection touching = intersects(floor, translation({5, 5, 2}), box({2, 2, 2}), translation({0, 0, 4}));
  EXPECT_EQ(touching.status, Status::Touching);
  EXPECT_EQ(touching.decided_by, Algorithm::Contact);
  EXPECT_EQ(touching.certificate.plane.kind, Plane::Kind::Vector);
}

TEST(PosedHalfSpace, AQuarterTurnMakesAFloorAWall) {
  const HalfSpace floor = half_space(kUp, 1);
  for (const double s : {1.0, 0.3, -7.0}) {
    const Pose turn = rotation({s, 0, s, 0}, {0.1, 0, 0});  // z to x: x ≤ 1.1
    const Intersection met = intersects(floor, turn, box({2, 2, 2}), translation({2.1, 0, 0}));
    EXPECT_EQ(met.decided_by, Algorithm::Contact);
    const int sum = (Dyadic(2.1) - Dyadic(1) - Dyadic(1) - Dyadic(0.1)).sign();
    EXPECT_EQ(met.status, sum > 0 ? Status::Separated : sum < 0 ? Status::Penetrating : Status::Touching);
    const Penetration depth = penetration(floor, turn, box({2, 2, 2}), translation({1.5, 0, 0}));
    EXPECT_EQ(depth.direction, (Vec3{1, 0, 0}));
    EXPECT_NEAR(depth.upper, 0.6, 1e-13);
    expect_proved(floor, turn, box({2, 2, 2}), translation({2.1, 0, 0}));
  }
}

// (2, 0, 1, 0) takes the floor's normal to (4, 0, 3)/5; its plane through (0, 0, 1) goes through (0.8, 0, 0.6).
TEST(PosedHalfSpace, ARationalTurnIsExact) {
  const HalfSpace floor = half_space(kUp, 1);
  const Pose turn = rotation({2, 0, 1, 0});
  // 4x + 3z ≤ 5: touched by the ball of radius 1 about (1, 0, 2), since 4 + 6 = 10 = 5 + 5.
  EXPECT_EQ(intersects(floor, turn, sphere(1), translation({1, 0, 2})).status, Status::Touching);
  EXPECT_EQ(intersects(floor, turn, sphere(1 + 0x1p-52), translation({1, 0, 2})).status, Status::Penetrating);
  EXPECT_EQ(intersects(floor, turn, sphere(1 - 0x1p-53), translation({1, 0, 2})).status, Status::Separated);
  EXPECT_EQ(intersects(floor, turn, sphere(1), translation({1, 0, 2})).certificate.plane.kind, Plane::Kind::Face);
  EXPECT_EQ(compare_distance(floor, turn, sphere(0.5), translation({1, 0, 2}), 0.5), 0);
  EXPECT_EQ(compare_distance(floor, turn, sphere(0.5), translation({1, 0, 2}), std::nextafter(0.5, 1)), -1);
  EXPECT_EQ(compare_distance(floor, turn, sphere(0.5), translation({1, 0, 2}), std::nextafter(0.5, 0)), 1);
  expect_proved(floor, turn, sphere(1), translation({1, 0, 2}));
  // The same body under the same pose stands on it for any turn.
  for (const Quat q : {Quat{2, 0, 1, 0}, Quat{1, 2, 3, 4}, Quat{0.1, 0.7, 1e-9, 3}, Quat{1e-200, 3e-200, 0, 0}}) {
    const Pose pose = rotation(q, {1e8, -3e8, 0.1});
    const Rounded body = make_sphere(0.5, {3, 4, 1.5}).value(), cube = box({1, 1, 1});
    EXPECT_EQ(intersects(floor, pose, body, pose).status, Status::Touching);
    expect_proved(floor, pose, body, pose);
    EXPECT_EQ(intersects(half_space(kUp, -0.5), pose, cube, pose).status, Status::Touching);
    expect_proved(half_space(kUp, -0.5), pose, cube, pose);
  }
}

// The plane of a half-space under a matrix is where its points are, not where its normal would be as a vector.
TEST(PosedHalfSpace, AMatrixThatLeans) {
  const double lean = 0x1p-15;
  const Pose pose = Pose::from_matrix({{{1, 0, lean}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0}).value();
  // x ≤ 1 becomes x − lean·z ≤ 1: at z = 2¹⁵ the border is at x = 2.
  const HalfSpace wall = half_space({1, 0, 0}, 1);
  const Rounded dot_there = point({0, 0, 0});
  EXPECT_EQ(intersects(wall, pose, dot_there, translation({2, 0, 0x1p15})).status, Status::Touching);
  EXPECT_EQ(intersects(wall, pose, dot_there, translation({std::nextafter(2, 3), 0, 0x1p15})).status,
            Status::Separated);
  EXPECT_EQ(intersects(wall, pose, dot_there, translation({std::nextafter(2, 1), 0, 0x1p15})).status,
            Status::Penetrating);
  EXPECT_EQ(intersects(half_space(kUp, 1), pose, dot_there, translation({9, 9, 1})).status, Status::Touching);
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(PosedHalfSpace, HugeAndTinyNormalsUnderAnyTurn) {
  const Pose turn = rotation({1, 2, 3, 4}, {1, 2, 3}), other = rotation({4, -1, 0.5, 2}, {1, 2.5, 3});
  for (const double n : {1e300, 1e-300, 0x1p-1074, 1.0, 0x1p401, 0x1p-401})
    for (const double size : {1e300, 1e-300, 1.0})
      for (const double c : {0.0, 1e300, -1e-300, -2.0}) {
        const HalfSpace space = half_space({n, 0, n}, c);
        expect_proved(space, turn, box({size / 2, size / 2, size / 4}), other);
        expect_proved(space, turn, rounded(box({size / 2, 0, 0}), size / 8), other);
      }
}

TEST(PosedHalfSpace, UnitDirectionsUnderTinyNormals) {
  const Pose turn = rotation({2, 0, 1, 0});
  const Penetration depth = penetration(half_space({0, 0, 0x1p-1074}, 0), turn, box({2, 2, 2}), {});
  EXPECT_NEAR(depth.direction.x, 0.8, 1e-15);
  EXPECT_NEAR(depth.direction.z, 0.6, 1e-15);
  EXPECT_NEAR(depth.upper, 1.4, 1e-14);
}

// The plane is 1e600 away: no translation in doubles goes as far.
TEST(PosedHalfSpace, DepthsBeyondAllDoubles) {
  for (const Pose& turn : {Pose(), rotation({2, 0, 1, 0})}) {
    const HalfSpace space = half_space({0, 0, 1e-300}, 1e300);
    const Penetration depth = penetration(space, turn, box({2, 2, 2}), {});
    EXPECT_EQ(depth.status, Status::Penetrating);
    EXPECT_EQ(depth.lower, std::numeric_limits<double>::max());
    EXPECT_EQ(depth.upper, kInfinite);
    EXPECT_EQ(depth.translation, Vec3{});
    EXPECT_TRUE(is_finite(depth.point_b));
    expect_proved(space, turn, box({2, 2, 2}), {});
    expect_proved(half_space({0, 0, 1e-300}, -1e300), turn, box({2, 2, 2}), {});
  }
}

TEST(PosedHalfSpace, OnlyBelow) {
  const HalfSpace floor = half_space(kUp, 0);
  const Rounded body = rounded(box({1, 1, 1}), 0.25);
  for (const Pose& turn : {Pose(), rotation({2, 0, 1, 0}), rotation({1, 2, 3, 4}, {1e8, 0, 0})})
    for (const double z : {2.0, 0.75, 0.0}) {
      const Pose pose_b = turn * translation({0, 0, z});
      const Distance plain = distance(floor, turn, body, pose_b);
      for (const double limit : {0.0, -0.0, -1.0, -kInfinite, kInfinite, std::nan(""), 1.0, 1.25, 2.0, plain.lower,
                                 plain.upper, 0x1p-1074}) {
        DistanceOptions options;
        options.only_below = limit;
        const Distance found = distance(floor, turn, body, pose_b, options);
        EXPECT_EQ(found.status, plain.status);
        EXPECT_EQ(found.lower, plain.lower);
        EXPECT_FALSE(found.has_witness);
        const bool is_beyond = plain.status == Status::Separated && plain.lower >= limit;
        EXPECT_EQ(found.upper, is_beyond ? kInfinite : plain.upper);
        EXPECT_HOLDS(check_claim(claim_of(found), floor, turn, body, pose_b));
      }
    }
}

TEST(PosedHalfSpace, CachesOfOtherBodiesChangeNothing) {
  Random random(6);
  const Rounded body = test_polytope(TestShape::Ellipsoid, 200, 1);
  ConvexCache cache;
  cache.vertex_b = 123456;
  for (int k = 0; k < 200; ++k) {
    const HalfSpace a = half_space(random_vector(random), random.uniform(-1, 1));
    const Pose pose_a = random_pose(random, random_vector(random)), pose_b = random_pose(random, random_vector(random));
    EXPECT_EQ(intersects(a, pose_a, body, pose_b, cache).status, intersects(a, pose_a, body, pose_b).status);
    const Distance warm = distance(a, pose_a, body, pose_b, cache), cold = distance(a, pose_a, body, pose_b);
    EXPECT_EQ(warm.lower, cold.lower);
    EXPECT_EQ(warm.upper, cold.upper);
    if (k % 10 == 0) cache.vertex_b = -7, cache.of_a = &body;
  }
}

// ---- Against the oracle ---------------------------------------------------------------------------------------------

TEST(PosedHalfSpace, AgreesWithThePlaneThroughThreeMappedPoints) {
  Random random(17);
  const std::vector<Rounded> bodies = {box({1, 1, 1}),      sphere(0.5),
                                       point({0.25, 0, 0}), segment({0, 0, 0}, {1, 0.5, 0}),
                                       box({1, 1, 0}),      rounded(box({1, 0.5, 1}), 0.125),
                                       capsule(1, 0.25),    random_hull(random, 40)};
  int counts[kStatusCount] = {}, exact_decisions = 0;
  for (int round = 0; round < nice_rounds() / 2; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const double far = round % 3 == 0 ? 1e8 : 1;
    const KnownHalfSpace known = some_known_half_space(random);
    const HalfSpace a = known.space();
    const Pose pose_a = some_known_pose(random, far);
    // Near the plane: beside it, or in its frame.
    Pose pose_b = some_known_pose(random, far);
    if (round % 2 == 0)
      pose_b = pose_a;
    else
      pose_b = moved_to(pose_b, apply(pose_a, known.on)).value();
    if (random.below(4) == 0) {
      const Vec3 t = pose_b.translation();
      pose_b =
          moved_to(pose_b, t + Vec3{some_eighth(random, 2), some_eighth(random, 2), some_eighth(random, 2)}).value();
    }
    const Rounded& b = bodies[random.below(bodies.size())];
    const HalfSpaceOracle oracle(known, pose_a, pose_b);
    const int sign = oracle.compare_lift(b, {});
    const Status wanted = sign > 0 ? Status::Separated : sign < 0 ? Status::Penetrating : Status::Touching;
    ++counts[static_cast<int>(wanted)];

    const Intersection met = intersects(a, pose_a, b, pose_b);
    ASSERT_EQ(met.status, wanted);
    exact_decisions += met.decided_by == Algorithm::Exact;
    const Distance gap = distance(a, pose_a, b, pose_b);
    ASSERT_EQ(gap.status, wanted);
    const Penetration depth = penetration(a, pose_a, b, pose_b);
    ASSERT_EQ(depth.status, wanted);
    const double size = b.core().size() + 2 * b.radius();
    if (wanted == Status::Separated) {
      ASSERT_GE(oracle.compare_lift(b, gap.lower), 0);
      ASSERT_LE(oracle.compare_lift(b, gap.upper), 0);
      ASSERT_TRUE(gap.upper - gap.lower <= 1e-9 * gap.upper + 1e-13 * size ||
                  gap.upper == std::nextafter(gap.lower, kInfinite));
    }
    if (wanted == Status::Penetrating) {
      ASSERT_LE(oracle.compare_lift(b, -Dyadic(depth.lower)), 0);
      for (int v = 0; v < b.core().vertex_count(); ++v)
        ASSERT_GE(oracle.compare_moved(b.core().vertex(v), depth.translation, b.radius()), 0);
      ASSERT_LE(depth.upper - depth.lower, 1e-9 * depth.upper + 1e-13 * size + 0x1p-1070);
    }
    for (const double limit : {gap.lower, gap.upper, 0.0, 0.25}) {
      const int compared = oracle.compare_lift(b, limit);
      ASSERT_EQ(compare_distance(a, pose_a, b, pose_b, limit), compared < 0 && limit == 0 ? 0 : compared);
    }
    for (const Claim& claim : {claim_of(met), claim_of(gap), claim_of(depth)})
      ASSERT_HOLDS(check_claim(claim, a, pose_a, b, pose_b));
    ASSERT_HOLDS(check_claim(claim_of(turned(depth)), b, pose_b, a, pose_a));
  }
  for (const Status status : {Status::Separated, Status::Touching, Status::Penetrating})
    EXPECT_GT(counts[static_cast<int>(status)], nice_rounds() / 200) << to_string(status);
  EXPECT_GT(exact_decisions, nice_rounds() / 200);
}

// Ordinary poses are decided by the filter, not by big numbers.
TEST(PosedHalfSpace, RandomPosesNeedNoBigNumbers) {
  Random random(5);
  for (int k = 0; k < 500; ++k) {
    const Rounded body = rounded(random_hull(random, 12), k % 2 == 0 ? 0 : random.unit());
    const HalfSpace a = half_space(random_vector(random), random.uniform(-1, 1));
    const Pose pose_a = k % 3 == 0 ? Pose::from_matrix(random_pose(random).rotation(), random_vector(random, 3)).value()
                                   : random_pose(random, random_vector(random, 3));
    const Pose pose_b = random_pose(random, random_vector(random, 3));
    EXPECT_EQ(intersects(a, pose_a, body, pose_b).decided_by, Algorithm::Automatic);
    EXPECT_EQ(distance(a, pose_a, body, pose_b).decided_by, Algorithm::Automatic);
    EXPECT_EQ(penetration(a, pose_a, body, pose_b).decided_by, Algorithm::Automatic);
    expect_proved(a, pose_a, body, pose_b);
  }
}

// ---- Rays and boxes -------------------------------------------------------------------------------------------------

TEST(PosedHalfSpace, Rays) {
  const HalfSpace floor = half_space({0, 0, 4}, 4);
  const auto hit = cast_ray(floor, translation({0, 0, 1}), {0, 0, 4}, {8, 0, 0});
  ASSERT_TRUE(hit);
  EXPECT_LE(hit->lower, 0.5);
  EXPECT_GE(hit->upper, 0.5);
  EXPECT_EQ(hit->normal, kUp);
  // 4x + 3z ≤ 5 from (1, 0, 2), where it is 10, to (1, 0, 1/3) at 5 …: (1, 0, 0) at 4.
  const auto slope = cast_ray(half_space(kUp, 1), rotation({2, 0, 1, 0}), {1, 0, 2}, {1, 0, 0});
  ASSERT_TRUE(slope);
  EXPECT_LE(slope->lower, 5.0 / 6);
  EXPECT_NEAR(slope->lower, 5.0 / 6, 1e-12);
  EXPECT_NEAR(slope->normal.x, 0.8, 1e-15);
  // On the border, exactly: (2, 0, −1).
  EXPECT_TRUE(cast_ray(half_space(kUp, 1), rotation({2, 0, 1, 0}), {2, 0, 5}, {2, 0, -1}));
  EXPECT_FALSE(cast_ray(half_space(kUp, 1), rotation({2, 0, 1, 0}), {2, 0, 5}, {2, 0, std::nextafter(-1, 0)}));
  EXPECT_EQ(cast_ray(half_space(kUp, 1), rotation({2, 0, 1, 0}), {2, 0, -1}, {2, 0, 5})->upper, 0);
}

TEST(PosedHalfSpace, RaysAgreeWithTheOracle) {
  Random random(23);
  int hits = 0, borders = 0;
  for (int round = 0; round < 3000; ++round) {
    const KnownHalfSpace known = some_known_half_space(random);
    const Pose pose = some_known_pose(random, round % 3 == 0 ? 1e8 : 1);
    const Vec3 near = apply(pose, known.on);
    const auto end = [&] {
      return near + Vec3{some_eighth(random, 2), some_eighth(random, 2), some_eighth(random, 2)};
    };
    const Vec3 from = end(), to = end();
    const HalfSpaceOracle oracle(known, pose, {});
    const Dyadic h0 = oracle.height(from), h1 = oracle.height(to);
    const auto hit = cast_ray(known.space(), pose, from, to);
    ASSERT_EQ(hit.has_value(), h0.sign() <= 0 || h1.sign() <= 0);
    borders += h0.sign() == 0 || h1.sign() == 0;
    if (!hit) continue;
    if (h0.sign() <= 0) {
      ASSERT_EQ(hit->upper, 0);
      continue;
    }
    ++hits;
    // h0 + s(h1 − h0) is 0 between lower and upper.
    ASSERT_GE((h0 + Dyadic(hit->lower) * (h1 - h0)).sign(), 0);
    ASSERT_LE((h0 + Dyadic(hit->upper) * (h1 - h0)).sign(), 0);
    ASSERT_LE(hit->upper - hit->lower, 1e-9);
  }
  EXPECT_GT(hits, 300);
  EXPECT_GT(borders, 20);
}

TEST(PosedHalfSpace, BoxesAreInfiniteButForAnAxis) {
  const Box all{{-kInfinite, -kInfinite, -kInfinite}, {kInfinite, kInfinite, kInfinite}};
  Box below = all;
  below.high.z = 3;
  EXPECT_EQ(world_box(half_space(kUp, 1), translation({7, 7, 2})), below);
  EXPECT_EQ(world_box(half_space({0, 0, 2}, 2), translation({7, 7, 2})).high.z, std::nextafter(3.0, 4));
  Box beyond = all;
  beyond.low.x = -1;
  EXPECT_EQ(world_box(half_space(kUp, 1), rotation({1, 0, -1, 0})), beyond);  // −x ≤ 1
  EXPECT_EQ(world_box(half_space(kUp, 1), rotation({2, 0, 1, 0})), all);
  EXPECT_EQ(world_box(half_space({0, 1, 1}, 1), {}), all);
}

}  // namespace
}  // namespace clearance::detail
