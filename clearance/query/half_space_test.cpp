#include <clearance/convex/nice_rounded_test.h>
#include <clearance/exact/own_coordinate.h>
#include <clearance/proof/check_shapes.h>
#include <clearance/query/half_space.h>

#include <cmath>

namespace clearance::detail {
namespace {

const Vec3 kUp{0, 0, 1};

void expect_proved(const HalfSpace& a, const Rounded& b, const Pose& pose) {
  const Intersection status = intersects(a, {}, b, pose);
  EXPECT_HOLDS(check_claim(claim_of(status), a, b, pose));
  const Distance gap = distance(a, {}, b, pose);
  EXPECT_EQ(gap.status, status.status);
  EXPECT_HOLDS(check_claim(claim_of(gap), a, b, pose));
  const Penetration depth = penetration(a, {}, b, pose);
  EXPECT_EQ(depth.status, status.status);
  EXPECT_HOLDS(check_claim(claim_of(depth), a, b, pose));
}

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(HalfSpaceQuery, ABoxAboveTheFloor) {
  const HalfSpace floor = half_space({0, 0, 2}, 2);  // z ≤ 1
  const Distance gap = distance(floor, {}, box({2, 2, 2}), translation({7, 8, 5}));
  EXPECT_EQ(gap.status, Status::Separated);
  EXPECT_NEAR(gap.lower, 3, 1e-13);
  EXPECT_LE(gap.lower, 3);
  EXPECT_GE(gap.upper, 3);
  EXPECT_EQ(gap.feature_a, Feature::Face);
  EXPECT_EQ(gap.feature_b, Feature::Face);
  EXPECT_NEAR(gap.point_b.z, 4, 1e-13);
  EXPECT_NEAR(gap.point_a.z, 1, 1e-13);
  EXPECT_FALSE(gap.has_witness);
  EXPECT_EQ(gap.decided_by, Algorithm::Automatic);
  expect_proved(floor, box({2, 2, 2}), translation({7, 8, 5}));
}

TEST(HalfSpaceQuery, FeaturesOfATiltedBox) {
  const HalfSpace floor = half_space(kUp, 0);
  EXPECT_EQ(distance(floor, {}, box({1, 1, 1}), rotation({2, 1, 0, 0}, {0, 0, 3})).feature_b, Feature::Edge);
  EXPECT_EQ(distance(floor, {}, box({1, 1, 1}), rotation({2, 1, 1, 0}, {0, 0, 3})).feature_b, Feature::Vertex);
}

TEST(HalfSpaceQuery, ABoxDeepInTheFloor) {
  const HalfSpace floor = half_space({0, 0, 4}, 0);
  const Penetration depth = penetration(floor, {}, box({2, 2, 2}), translation({0, 0, 0.75}));
  EXPECT_EQ(depth.status, Status::Penetrating);
  EXPECT_NEAR(depth.upper, 0.25, 1e-13);
  EXPECT_LE(depth.lower, 0.25);
  EXPECT_GE(depth.upper, 0.25);
  EXPECT_EQ(depth.direction, kUp);
  EXPECT_NEAR(depth.point_b.z, -0.25, 1e-13);
  EXPECT_NEAR(depth.point_a.z, 0, 1e-13);
  EXPECT_EQ(distance(floor, {}, box({2, 2, 2}), translation({0, 0, 0.75})).upper, 0);
  expect_proved(floor, box({2, 2, 2}), translation({0, 0, 0.75}));
}

TEST(HalfSpaceQuery, ASphereAgainstAnObliqueWall) {
  const HalfSpace wall = half_space({3, 0, 4}, 10);  // 2 from the origin
  const Distance gap = distance(wall, {}, sphere(1), translation({3, 7, 4}));
  EXPECT_NEAR(gap.lower, 2, 1e-13);
  EXPECT_NEAR(gap.point_b.x, 2.4, 1e-13);
  EXPECT_NEAR(gap.point_a.x, 1.2, 1e-13);
  expect_proved(wall, sphere(1), translation({3, 7, 4}));
  // Its centre inside: the depth is more than the radius.
  const Penetration depth = penetration(wall, {}, sphere(1), translation({0, 7, 0}));
  EXPECT_NEAR(depth.upper, 3, 1e-13);
  expect_proved(wall, sphere(1), translation({0, 7, 0}));
  // Its centre outside: less.
  EXPECT_NEAR(penetration(wall, {}, sphere(3), translation({3, 7, 4})).upper, 0, 1e-13);
  EXPECT_EQ(penetration(wall, {}, sphere(3), translation({3, 7, 4})).status, Status::Touching);
  EXPECT_NEAR(penetration(wall, {}, sphere(4), translation({3, 7, 4})).upper, 1, 1e-13);
  expect_proved(wall, sphere(4), translation({3, 7, 4}));
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

Status status_of(const HalfSpace& a, const Rounded& b, const Pose& pose) { return intersects(a, {}, b, pose).status; }

TEST(HalfSpaceQuery, ANeighbouringDoubleTellsTouchingFromTheRest) {
  const HalfSpace floor = half_space({0, 0, 3}, 3);
  for (const Rounded& body : {Rounded(box({1, 1, 2})), Rounded(box({1, 1, 0})), Rounded(point({0, 0, 0})), sphere(1),
                              rounded(box({1, 1, 1}), 0.5)}) {
    const double down = body.core().box_low().z - body.radius(), at = 1 - down;
    for (const double z : {std::nextafter(at, kInfinite), at, std::nextafter(at, -kInfinite)}) {
      const Status wanted = z > at ? Status::Separated : z < at ? Status::Penetrating : Status::Touching;
      EXPECT_EQ(status_of(floor, body, translation({5, 6, z})), wanted);
      EXPECT_EQ(intersects(floor, {}, body, translation({5, 6, z})).decided_by, Algorithm::Exact);
      expect_proved(floor, body, translation({5, 6, z}));
    }
  }
}

TEST(HalfSpaceQuery, TangencyToAnObliquePlaneIsDecidedThroughSquares) {
  // |(1, 1, 1)| is irrational: no sphere with a double radius about a double point touches exactly …
  const HalfSpace slope = half_space({1, 1, 1}, 0);
  const double radius = 1.7320508075688772;  // √3 rounded, below it
  EXPECT_EQ(status_of(slope, sphere(radius), translation({1, 1, 1})), Status::Separated);
  EXPECT_EQ(status_of(slope, sphere(std::nextafter(radius, 2)), translation({1, 1, 1})), Status::Penetrating);
  expect_proved(slope, sphere(radius), translation({1, 1, 1}));
  expect_proved(slope, sphere(std::nextafter(radius, 2)), translation({1, 1, 1}));
  // … but with (1, 2, 2) one does.
  const HalfSpace other = half_space({1, 2, 2}, 3);
  EXPECT_EQ(status_of(other, sphere(2), translation({1, 2, 2})), Status::Touching);
  expect_proved(other, sphere(2), translation({1, 2, 2}));
}

TEST(HalfSpaceQuery, ATurnedCornerTouchesAtARationalHeight) {
  // (2, 0, 1, 0) turns about y by cosine 3/5, sine 4/5: the lowest corner of the cube is at exactly −7/5, no double.
  const Rounded cube = box({2, 2, 2});
  const HalfSpace at = half_space({0, 0, 5}, -7);
  EXPECT_EQ(status_of(at, cube, rotation({2, 0, 1, 0})), Status::Touching);
  expect_proved(at, cube, rotation({2, 0, 1, 0}));
  EXPECT_EQ(status_of(half_space(kUp, -1.4), cube, rotation({2, 0, 1, 0})),
            compare(Dyadic(5) * Dyadic(-1.4), Dyadic(-7)) < 0 ? Status::Separated : Status::Penetrating);
}

TEST(HalfSpaceQuery, HugeAndTinyNormalsOffsetsAndBodies) {
  for (const double n : {1e300, 1e-300, 0x1p-1074, 1.0})
    for (const double size : {1e300, 1e-300, 1.0})
      for (const double z : {0.0, 0.5, 2.0, -2.0}) {
        const HalfSpace floor = half_space({0, 0, n}, 0);
        const Pose pose = translation({0, 0, z * size / 4});
        expect_proved(floor, box({size / 2, size / 2, size / 4}), pose);
        expect_proved(floor, rounded(box({size / 2, 0, 0}), size / 8), pose);
      }
  expect_proved(half_space({1e300, 1e300, 1e300}, 1e300), sphere(1e300), translation({-1e300, 1e300, 0}));
  expect_proved(half_space({1e-300, 1, 1e300}, -1e300), sphere(1e-300), translation({1, 1, 1}));
}

TEST(HalfSpaceQuery, FarFromTheOriginTheBracketIsStillNarrow) {
  const Rounded body = box({1, 1, 1});
  const HalfSpace wall = half_space({1, 2, 3}, 1e9);
  const Pose pose = rotation({1, 2, 3, 4}, {1e9, 2e9, -1e9 + 3});
  const Distance gap = distance(wall, {}, body, pose);
  ASSERT_EQ(gap.status, Status::Separated);
  EXPECT_LE(gap.upper - gap.lower, 1e-9 * gap.upper + 1e-13);
  expect_proved(wall, body, pose);
}

TEST(HalfSpaceQuery, TheLowestVertexOfANearlyLevelFaceIsFoundExactly) {
  const Rounded cylinder = make_cylinder(1, 2, 120).value();
  const HalfSpace floor = half_space(kUp, 0);
  for (const double tilt : {0x1p-44, 0x1p-48, 0x1p-50, 0x1p-52, 0x1p-54})
    for (const double gap : {0x1p-46, 0x1p-50, 0.0, -0x1p-50})
      expect_proved(floor, cylinder, rotation({1, tilt, tilt / 3, 0}, {0, 0, 1 + gap}));
}

TEST(HalfSpaceQuery, ADepthThatIsADoubleAlongANormalThatIsNone) {
  // Depth 1 along (1, 2, 2)/3: moving by 1 along the rounded direction does not quite end it.
  const double far = 0x1p40;
  const Penetration depth = penetration(half_space({1, 2, 2}, far + 3), {}, sphere(3), translation({far + 1, 2, 2}));
  EXPECT_EQ(depth.decided_by, Algorithm::Exact);
  EXPECT_LE(depth.lower, 1);
  EXPECT_GT(depth.upper, 1);
  EXPECT_LT(depth.upper, 1 + 1e-15);
  expect_proved(half_space({1, 2, 2}, far + 3), sphere(3), translation({far + 1, 2, 2}));
}

// ---- Invariance -----------------------------------------------------------------------------------------------------

TEST(HalfSpaceQuery, APowerOfTwoInTheNormalChangesNothing) {
  Random random(2);
  for (int k = 0; k < 100; ++k) {
    const Rounded body = rounded(random_body(random, k % 2 == 0), k % 3 == 0 ? 0.25 : 0);
    const Vec3 n = random_vector(random);
    const double c = random.uniform(-1, 1);
    const Pose pose = random_pose(random, random_vector(random, 2));
    for (const double s : {0x1p80, 0x1p-80, 0x1p600, 0x1p-600}) {
      const HalfSpace one = half_space(n, c), other = half_space(s * n, s * c);
      EXPECT_EQ(status_of(one, body, pose), status_of(other, body, pose));
      const Distance gap = distance(one, {}, body, pose), other_gap = distance(other, {}, body, pose);
      EXPECT_LE(gap.lower, other_gap.upper);
      EXPECT_LE(other_gap.lower, gap.upper);
    }
  }
}

TEST(HalfSpaceQuery, CachesChangeNoStatus) {
  Random random(6);
  const Rounded body = test_polytope(TestShape::Ellipsoid, 200, 1);
  ConvexCache cache;
  cache.vertex_b = 123456;  // of another body
  for (int k = 0; k < 200; ++k) {
    const HalfSpace a = half_space(random_vector(random), random.uniform(-1, 1));
    const Pose pose = random_pose(random, random_vector(random));
    EXPECT_EQ(intersects(a, {}, body, pose, cache).status, status_of(a, body, pose));
    const Distance warm = distance(a, {}, body, pose, cache), cold = distance(a, {}, body, pose);
    EXPECT_EQ(warm.lower, cold.lower);
    EXPECT_EQ(warm.upper, cold.upper);
  }
}

// ---- Against brute force --------------------------------------------------------------------------------------------

TEST(HalfSpaceQuery, AgreesWithALargeBoxThatHasTheSameFace) {
  // The box lies below z = 0 and is turned with its plane: near the origin it cannot be told from the half-space.
  Random random(8);
  const Polytope block = hull({{-64, -64, -64},
                               {64, -64, -64},
                               {-64, 64, -64},
                               {64, 64, -64},
                               {-64, -64, 0},
                               {64, -64, 0},
                               {-64, 64, 0},
                               {64, 64, 0}});
  int counts[kStatusCount] = {};
  for (int k = 0; k < 600; ++k) {
    // (2, 0, ±1, 0) takes (0, 0, 1) to (±4, 0, 3)/5.
    const int side = static_cast<int>(random.below(3)) - 1;
    const Pose turned = side == 0 ? Pose() : rotation({2, 0, static_cast<double>(side), 0});
    const HalfSpace a = side == 0 ? half_space(kUp, 0) : half_space({4.0 * side, 0, 3}, 0);
    const Rounded b = rounded(random_body(random, true), k % 3 == 0 ? static_cast<double>(random.below(3)) : 0);
    const Vec3 t = random_vector(random, 3);
    const Pose pose = k % 2 == 0 ? translation({std::round(t.x), std::round(t.y), std::round(t.z)})
                                 : rotation({2, 0, 1, 0}, {std::round(t.x), std::round(t.y), std::round(t.z)});
    const Intersection found = intersects(a, {}, b, pose), wanted = intersects(Rounded(block), turned, b, pose);
    EXPECT_EQ(found.status, wanted.status);
    ++counts[static_cast<int>(found.status)];
    const Distance gap = distance(a, {}, b, pose), other = distance(Rounded(block), turned, b, pose);
    EXPECT_LE(gap.lower, other.upper);
    EXPECT_LE(other.lower, gap.upper);
    if (found.status != Status::Separated) {
      const Penetration depth = penetration(a, {}, b, pose), deep = penetration(Rounded(block), turned, b, pose);
      EXPECT_LE(depth.lower, deep.upper);
      EXPECT_LE(deep.lower, depth.upper);
    }
    expect_proved(a, b, pose);
  }
  for (const Status status : {Status::Separated, Status::Touching, Status::Penetrating})
    EXPECT_GT(counts[static_cast<int>(status)], 20) << to_string(status);
}

TEST(HalfSpaceQuery, EveryAnswerIsProvedAndNarrow) {
  Random random(5);
  for (int k = 0; k < 600; ++k) {
    const int n = k % 7 == 0 ? 100 : 12;
    const Rounded body = rounded(random_hull(random, n), k % 2 == 0 ? 0 : random.unit());
    const Pose pose = k % 3 == 0 ? Pose::from_matrix(random_pose(random).rotation(), random_vector(random, 3)).value()
                                 : random_pose(random, random_vector(random, 3));
    const HalfSpace a = half_space(random_vector(random), random.uniform(-1, 1));
    expect_proved(a, body, pose);
    const double size = body.core().size() + 2 * body.radius();
    const Distance gap = distance(a, {}, body, pose);
    EXPECT_LE(gap.upper - gap.lower, 1e-9 * gap.upper + 1e-13 * size);
    const Penetration depth = penetration(a, {}, body, pose);
    EXPECT_LE(depth.upper - depth.lower, 1e-9 * depth.upper + 1e-13 * size);
  }
}

TEST(HalfSpaceQuery, ComparesWithALimitExactly) {
  const HalfSpace floor = half_space({0, 0, 7}, 0);
  const Rounded body = rounded(box({1, 1, 1}), 0.25);
  const Pose pose = translation({0, 0, 2});  // 1.25 above
  EXPECT_EQ(compare_distance(floor, {}, body, pose, 1.25), 0);
  EXPECT_EQ(compare_distance(floor, {}, body, pose, std::nextafter(1.25, 2)), -1);
  EXPECT_EQ(compare_distance(floor, {}, body, pose, std::nextafter(1.25, 1)), 1);
  EXPECT_EQ(compare_distance(floor, {}, body, pose, 0), 1);
  EXPECT_EQ(compare_distance(floor, {}, body, pose, -1), 1);
  EXPECT_EQ(compare_distance(floor, {}, body, pose, kInfinite), -1);
  for (const double z : {0.75, 0.5, 0.0}) {  // touching, deep, deeper: the distance is 0
    EXPECT_EQ(compare_distance(floor, {}, body, translation({0, 0, z}), 0), 0);
    EXPECT_EQ(compare_distance(floor, {}, body, translation({0, 0, z}), 0x1p-1074), -1);
    EXPECT_EQ(compare_distance(floor, {}, body, translation({0, 0, z}), -0x1p-1074), 1);
  }
  Random random(9);
  for (int k = 0; k < 200; ++k) {
    const HalfSpace a = half_space(random_vector(random), -3);
    const Pose at = random_pose(random, random_vector(random));
    const Distance gap = distance(a, {}, body, at);
    EXPECT_GE(compare_distance(a, {}, body, at, gap.lower), 0);
    EXPECT_LE(compare_distance(a, {}, body, at, gap.upper), 0);
  }
}

// ---- The checker refuses what is not so -----------------------------------------------------------------------------

TEST(HalfSpaceCheck, RefusesFalseClaims) {
  const HalfSpace floor = half_space({0, 0, 2}, 0);
  const Rounded body = rounded(box({2, 2, 2}), 0.5);
  const Pose above = translation({0, 0, 3}), inside = translation({0, 0, 1}), touching = translation({0, 0, 1.5});
  const auto refused = [&](const Claim& claim, const Pose& pose) {
    return !check_claim(claim, floor, body, pose).holds;
  };

  const Claim separated = claim_of(distance(floor, {}, body, above));
  EXPECT_HOLDS(check_claim(separated, floor, body, above));
  EXPECT_TRUE(refused(separated, inside));
  EXPECT_TRUE(refused(separated, touching));
  Claim claim = separated;
  claim.distance->lower = std::nextafter(1.5, 2);
  claim.distance->upper = 2;
  EXPECT_TRUE(refused(claim, above));
  claim.distance = Bracket{1, std::nextafter(1.5, 1)};
  EXPECT_TRUE(refused(claim, above));
  claim = separated;
  claim.certificate.plane.normal = {0, 0x1p-60, 1};
  EXPECT_TRUE(refused(claim, above));
  claim.certificate.plane.normal = {0, 0, -1};
  EXPECT_TRUE(refused(claim, above));
  claim.certificate.plane.normal = {0, 0, 0};
  EXPECT_TRUE(refused(claim, above));

  const Claim deep = claim_of(penetration(floor, {}, body, inside));
  EXPECT_HOLDS(check_claim(deep, floor, body, inside));
  EXPECT_TRUE(refused(deep, above));
  EXPECT_TRUE(refused(deep, touching));
  claim = deep;
  claim.depth->bracket = {0.25, std::nextafter(0.5, 0)};
  EXPECT_TRUE(refused(claim, inside));
  claim.depth->bracket = {std::nextafter(0.5, 1), 1};
  EXPECT_TRUE(refused(claim, inside));
  claim.depth = Claim::Depth{{0.25, 0.5}, kUp, {0, 0, 0.5}};
  EXPECT_HOLDS(check_claim(claim, floor, body, inside));
  claim.depth->direction = {0, 1, 0};
  EXPECT_TRUE(refused(claim, inside));
  claim.depth = Claim::Depth{{0.25, 0.5}, {0, 1, 0}, {0, 0.5, 0}};
  EXPECT_TRUE(refused(claim, inside));
  claim.depth = Claim::Depth{{0.25, 0.5}, kUp, {0, 0, std::nextafter(0.5, 0)}};
  EXPECT_TRUE(refused(claim, inside));
  claim = deep;
  claim.certificate.simplex.b[0] = 7;  // an upper corner
  EXPECT_TRUE(refused(claim, inside));
  claim.certificate.simplex.b[0] = 8;  // no corner
  EXPECT_TRUE(refused(claim, inside));

  const Claim tangent = claim_of(penetration(floor, {}, body, touching));
  EXPECT_HOLDS(check_claim(tangent, floor, body, touching));
  EXPECT_TRUE(refused(tangent, above));
  EXPECT_TRUE(refused(tangent, inside));
}

// A floor, walls and a ceiling, and bodies that stand on them, lean at them, hang from them.
TEST(HalfSpaceQuery, NiceBodiesOnAxisPlanes) {
  const std::vector<Rounded> among = nice_rounded_shapes();
  const Vec3 normals[] = {{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0, -1, 0}, {0, 0.6, 0.8}, {0, 0, 2}};
  Random random(8);
  int touching = 0;
  for (int round = 0; round < nice_rounds() / 2; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const NiceRounded pair = nice_rounded_pair(random, among, round);
    const Vec3 n = normals[random.below(6)];
    const Rounded& b = pair.b;
    const double under =
        dot(n, pair.pose_b.translation()) -
        0.5 * dot(Vec3{std::fabs(n.x), std::fabs(n.y), std::fabs(n.z)}, b.core().box_high() - b.core().box_low()) -
        b.radius() * norm(n);
    const HalfSpace plane = half_space(n, round % 2 == 0 ? under : (static_cast<double>(random.below(21)) - 10) / 10);
    const Intersection status = intersects(plane, {}, pair.b, pair.pose_b);
    const Distance gap = distance(plane, {}, pair.b, pair.pose_b);
    const Penetration depth = penetration(plane, {}, pair.b, pair.pose_b);
    ASSERT_EQ(gap.status, status.status);
    ASSERT_EQ(depth.status, status.status);
    for (const Claim& claim : {claim_of(status), claim_of(gap), claim_of(depth)}) {
      const CheckResult checked = check_claim(claim, plane, pair.b, pair.pose_b);
      ASSERT_TRUE(checked) << checked.reason;
    }
    if (status.status == Status::Separated) {
      ASSERT_GE(compare_distance(plane, {}, pair.b, pair.pose_b, gap.lower), 0);
      ASSERT_LE(compare_distance(plane, {}, pair.b, pair.pose_b, gap.upper), 0);
    } else {
      ASSERT_EQ(compare_distance(plane, {}, pair.b, pair.pose_b, 0), 0);
      ASSERT_EQ(compare_distance(plane, {}, pair.b, pair.pose_b, 0x1p-1074), -1);
    }
    touching += status.status == Status::Touching;
    const int k = n.x != 0 ? 0 : n.y != 0 ? 1 : 2;
    if (norm_one(n) == 1 && norm_max(n) == 1 && own_coordinate(pair.pose_b, k).is_exact()) {
      ASSERT_NE(status.decided_by, Algorithm::Exact);
    }
  }
  EXPECT_GT(touching, nice_rounds() / 200);
}

}  // namespace
}  // namespace clearance::detail
