// Balls, capsules and rounded boxes at tenths, turned as people turn them: tangent, or past it by a rounding.
#include <clearance/convex/exact/decision.h>
#include <clearance/convex/nice_rounded_test.h>
#include <clearance/convex/tangency.h>
#include <clearance/convex/walk.h>
#include <clearance/proof/check_shapes.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

// Holds, or lacks what tangency and penetration by a hair have none of, or a shell that nobody asked for.
void expect_not_refuted(const Claim& claim, const NiceRounded& pair) {
  const CheckResult checked = check_claim(claim, pair.a, pair.pose_a, pair.b, pair.pose_b);
  ASSERT_TRUE(checked || checked.lacks(Missing::Shell) || checked.lacks(Missing::Certificate)) << checked.reason;
  ASSERT_FALSE(checked.lacks(Missing::Certificate) && claim.status == Status::Separated);
}

Status truth_of(const NiceRounded& pair) {
  const Radii radii = pair.radii();
  if (radii.high == 0) return decide_exactly(pair.cores(), {}).status;
  return decide_exactly(pair.cores(), radii.exact(), {}).status;
}

TEST(Tangency, NicePairsAreDecidedRightlyAndByFewBigNumbers) {
  const std::vector<Rounded> among = nice_rounded_shapes();
  Random random(3);
  int met[kStatusCount] = {}, by_contact = 0, by_big_numbers = 0;
  for (int round = 0; round < nice_rounds(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const NiceRounded pair = nice_rounded_pair(random, among, round);
    const Status truth = truth_of(pair);
    const Answers answers(pair);
    ASSERT_NO_FATAL_FAILURE(answers.expect(truth, [&](const Claim& claim) { expect_not_refuted(claim, pair); }));
    const auto& [boolean, gap, depth] = answers;
    const double size = larger(pair.a.core().size() + 2 * pair.a.radius(), pair.b.core().size() + 2 * pair.b.radius());
    ASSERT_LE(gap.upper - gap.lower, 1e-9 * gap.upper + 1e-13 * size);
    ASSERT_LE(depth.upper - depth.lower, 1e-9 * depth.upper + 1e-13 * size);
    ASSERT_EQ(gap.lower > 0, truth == Status::Separated);
    if (truth != Status::Separated) {
      ASSERT_NEAR(norm(depth.direction), 1, 1e-15);
    }
    ++met[static_cast<int>(truth)];
    if (boolean.decided_by == Algorithm::Contact) ++by_contact;
    if (boolean.decided_by == Algorithm::Exact) ++by_big_numbers;
  }
  EXPECT_GT(met[static_cast<int>(Status::Touching)], nice_rounds() / 200);
  EXPECT_GT(met[static_cast<int>(Status::Separated)], nice_rounds() / 5);
  EXPECT_GT(met[static_cast<int>(Status::Penetrating)], nice_rounds() / 8);
  EXPECT_GT(by_contact, nice_rounds() / 50);
  EXPECT_LT(by_big_numbers, nice_rounds() / 200);
}

// The limit is where the distance is, in doubles: often it is exactly that, often a rounding off.
TEST(Tangency, DistancesCompareWithThemselves) {
  const std::vector<Rounded> among = nice_rounded_shapes();
  Random random(4);
  int equal = 0;
  for (int round = 0; round < nice_rounds() / 4; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const NiceRounded pair = nice_rounded_pair(random, among, round);
    const Distance gap = distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
    if (gap.status != Status::Separated) continue;
    const double tenths = std::round(gap.upper * 10) / 10, quarters = std::round(gap.upper * 4) / 4;
    for (const double limit : {tenths, quarters, gap.lower, gap.upper, std::nextafter(tenths, 0.0)}) {
      const int truth = compare_distance_exactly(pair.cores(), {}, pair.radii().exact() + Dyadic(limit));
      ASSERT_EQ(compare_distance(pair.a, pair.pose_a, pair.b, pair.pose_b, limit), limit > 0 || truth > 0 ? truth : 0);
      if (pair.radii().high == 0) {
        ASSERT_EQ(compare_distance(pair.a.core(), pair.pose_a, pair.b.core(), pair.pose_b, limit), truth);
      }
      if (truth == 0) ++equal;
    }
  }
  EXPECT_GT(equal, nice_rounds() / 250);
}

// Any simplex may come: of other places, degenerate, of one difference twice. What is concluded holds all the same.
TEST(Tangency, AnySimplexWillDo) {
  const std::vector<Rounded> among = nice_rounded_shapes();
  Random random(6);
  int decided = 0;
  for (int round = 0; round < nice_rounds(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const NiceRounded nice = nice_rounded_pair(random, among, round);
    if (nice.radii().high == 0) continue;
    const PosedPair pair = nice.cores();
    PointSimplex simplex;
    for (std::uint64_t k = random.below(4) + 1; k > 0; --k) {
      const auto any_of = [&](const Polytope& body) {
        return static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(body.vertex_count())));
      };
      const VertexPair at{any_of(pair.a()), any_of(pair.b())};
      simplex.add(at, pair.difference(at));
    }
    simplex.weight[0] = 17, simplex.direction = {random.uniform(-1, 1), 0, 1};
    const Tangency found = decide_tangency(pair, nice.radii(), simplex);
    if (found.status == Status::NotAsked) continue;
    ++decided;
    const Status truth = truth_of(nice);
    ASSERT_EQ(found.status, truth);
    if (truth == Status::Separated) {
      ASSERT_GT(found.distance.lower, 0);
      ASSERT_GE(compare_distance_exactly(pair, {}, nice.radii().exact() + Dyadic(found.distance.lower)), 0);
    }
    if (truth == Status::Penetrating) {
      ASSERT_GT(found.depth.lower, 0);
      ASSERT_GE(found.depth.upper, found.depth.lower);
    }
  }
  EXPECT_GT(decided, nice_rounds() / 20);
  PointSimplex none;
  EXPECT_EQ(decide_tangency(PosedPair(among[0].core(), {}, among[0].core(), {}), Radii(1, 1), none).status,
            Status::NotAsked);
}

// Parallel capsules: both ends of the cores have the same difference, and an edge between those is none.
TEST(Tangency, ADifferenceTwiceIsNoEdge) {
  const Rounded body = capsule(1, 0.5);
  const Pose beside = translation({3, 0, 0}), at;
  const PosedPair pair(body.core(), at, body.core(), beside);
  PointSimplex simplex;
  for (const VertexPair ends : {VertexPair{0, 0}, VertexPair{1, 1}}) simplex.add(ends, pair.difference(ends));
  ASSERT_EQ(simplex.m[0], simplex.m[1]);
  EXPECT_EQ(decide_tangency(pair, Radii(1.45, 1.45), simplex).status, Status::Separated);
}

// What doubles leave to the integers has a normal of length 1, too: a corner above a triangle, tangent at (3, 4, 0)
// / 5.
TEST(Tangency, NormalsAreUnitVectors) {
  const Rounded ball = sphere(5), corner(box({0, 0, 0})), plate = rounded(box({2, 2, 0}), 5);
  for (const Rounded& body : {ball, plate}) {
    const Vec3 edge = body.core().vertex_count() == 1 ? Vec3{} : Vec3{1, 1, 0};
    const SignedDistance touching = signed_distance(body, {}, corner, translation(edge + Vec3{3, 0, 4}));
    EXPECT_EQ(touching.status, Status::Touching);
    EXPECT_EQ(touching.decided_by, Algorithm::Contact);
    EXPECT_NEAR(norm(touching.normal), 1, 1e-15);
    EXPECT_NEAR(norm(touching.normal - Vec3{0.6, 0, 0.8}), 0, 1e-15);
  }
}

// A sphere over the middle of a square turned by an eighth about the axis: no vertex in any corner of the quadrants.
TEST(Tangency, ABallOnATurnedSquare) {
  const Rounded ball = sphere(0.5), block(box({1, 1, 1}));
  for (int k = 0; k < 16; ++k) {
    const Pose turned = rotation_about({0, 0, 1}, k * std::acos(-1.0) / 8, {0.1, 0.2, 0.25});
    const Intersection touching = intersects(ball, translation({0.1, 0.3, 1.25}), block, turned);
    EXPECT_EQ(touching.status, Status::Touching) << k;
    EXPECT_EQ(touching.decided_by, Algorithm::Contact) << k;
  }
}

// A needle and a ball that is a hair beside it: the cores nearly meet, but what is between them counts. And a speck on
// a slab of a million times its size: weights in doubles put the nearest point no better than that.
TEST(Tangency, DepthsAreNarrowWhateverTheSizes) {
  const auto expect_narrow = [](const NiceRounded& pair) {
    const Penetration depth = penetration(pair.a, pair.pose_a, pair.b, pair.pose_b);
    const auto size_of = [](const Rounded& body) { return 0.57 * body.core().size() + 2 * body.radius(); };
    EXPECT_EQ(depth.status, Status::Penetrating);
    EXPECT_LE(depth.upper - depth.lower, 1e-9 * depth.upper + 1e-13 * larger(size_of(pair.a), size_of(pair.b)));
  };
  expect_narrow({rounded(box({1, 1e-4, 1e-4}), 0.05344059424755716), rounded(box({0, 0, 0}), 7.003063795473682e-14),
                 rotation({0.9913476630125835, 0.13752662503147747, -0.9516982521017494, 0.2745120477391229},
                          {59002.257624096885, 66865.64565553704, -45252.04875345122}),
                 rotation({-0.3208015917599456, -0.3308623500571143, -0.02609027430833634, 0.9433182935262091},
                          {59002.25466650761, 66865.6060207431, -45252.32425515826})});
  expect_narrow({rounded(box({1e-6, 1e-6, 0}), 38443.100802783614), rounded(box({1e6, 1e6, 0}), 63657.89203690431),
                 rotation({-0.9301258231302281, 0.8668734599193777, 0.483061289061484, -0.12321605211036658},
                          {-0.19979565145063896, 0.2213307492496637, -0.03308167314386112}),
                 rotation({-0.10902769843015103, 0.880860493529709, -0.22995843707799601, 0.41376793997993927},
                          {293.77227009335, 42280.95327129344, -159531.80563068937})});
}

// Bodies modelled far from the origin of their own coordinates lose digits in doubles; not the distance.
TEST(Tangency, DistancesFarFromTheOrigin) {
  Random random(12);
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const Vec3 at = std::pow(10.0, 5 + round % 6) * Vec3{1, -0.3, 0.1};
    const auto anywhere = [&] {
      const double x = random.uniform(-1, 1), y = random.uniform(-1, 1), z = random.uniform(-1, 1);
      return Vec3{x, y, z};
    };
    const auto body = [&] {
      std::vector<Vec3> points;
      for (int k = 0; k < 20; ++k) points.push_back(at + anywhere());
      return hull(points);
    };
    const Polytope a = body(), b = body();
    const Vec3 way = anywhere(), shift = random.uniform(3, 5) / norm(way) * way;
    const Quat q{random.uniform(-1, 1), 0.3, random.uniform(-1, 1), 0.2};
    const Pose turned = rotation(q, {}), pose_a = round % 2 == 0 ? Pose() : turned,
               pose_b = round % 2 == 0 ? translation(shift) : rotation(q, shift);
    const Distance found = distance(a, pose_a, b, pose_b);
    const PosedPair pair(a, pose_a, b, pose_b);
    const ExactDecision truth = decide_exactly(pair, {});
    ASSERT_EQ(found.status, truth.status);
    EXPECT_NE(found.decided_by, Algorithm::Exact);
    EXPECT_LE(found.lower, truth.upper);
    EXPECT_GE(found.upper, truth.lower);
    EXPECT_LE(found.upper - found.lower, allowed_width(pair, found.upper));
    EXPECT_HOLDS(check_claim(claim_of(found), a, pose_a, b, pose_b));
  }
}

}  // namespace
}  // namespace clearance::detail
