// Balls, capsules and rounded boxes at tenths, turned as people turn them: tangent, or past it by a rounding.
#include <clearance/exact/own_coordinate.h>
#include <clearance/narrow/bodies_test.h>
#include <clearance/narrow/exact_decision.h>
#include <clearance/narrow/half_space_query.h>
#include <clearance/narrow/nice_turns_test.h>
#include <clearance/narrow/tangency.h>
#include <clearance/narrow/walk.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace clearance {
namespace {

int rounds() {
  const char* level = std::getenv("CLEARANCE_TEST_LEVEL");
  return level != nullptr && std::string(level) == "full" ? 300000 : 6000;
}

std::vector<Rounded> shapes() {
  const Polytope plate = box({1, 1, 0});
  return {sphere(0.5),
          sphere(0.1),
          make_sphere(0.3, {0.1, 0.2, 0}).value(),
          capsule(1, 0.5),
          capsule(0.6, 0.2),
          rounded(box({0.8, 0.8, 0.8}), 0.1),
          rounded(box({0.2, 0.6, 1}), 0.3),
          rounded(plate, 0.1),
          Rounded(box({1, 1, 1})),
          rounded(make_cylinder(0.5, 1, 16).value(), 0.1)};
}

struct Nice {
  Rounded a, b;
  Pose pose_a, pose_b;

  PosedPair cores() const { return {a.core(), pose_a, b.core(), pose_b}; }
  Radii radii() const { return {a.radius(), b.radius()}; }
};

Nice nice_pair(Random& random, const std::vector<Rounded>& among, int round) {
  const auto turns = static_cast<Turns>(random.below(static_cast<std::uint64_t>(Turns::kCount)));
  const int steps = round % 2 == 0 ? 10 : 4;  // tenths and quarters: only those are exactly so
  const auto place = [&] {
    const int most = steps == 10 ? 12 : 5;
    const auto step = [&] {
      return static_cast<double>(static_cast<int>(random.below(2 * static_cast<std::uint64_t>(most) + 1)) - most) /
             steps;
    };
    const double x = step(), y = step(), z = step();
    return Vec3{x, y, z};
  };
  const Quat q = turn(random, turns), other = turns == Turns::Alike ? q : turn(random, turns);
  const Vec3 at_a = random.below(2) == 0 ? Vec3{} : place();
  Vec3 at_b = place();
  const Rounded &a = among[random.below(among.size())], &b = among[random.below(among.size())];
  if (random.below(2) == 0) {  // one beside or on the other
    const Vec3 half = 0.5 * ((a.core().box_high() - a.core().box_low()) + (b.core().box_high() - b.core().box_low()));
    const double radii = a.radius() + b.radius();
    const std::uint64_t k = random.below(3);
    if (k == 0) at_b.x = at_a.x + half.x + radii;
    if (k == 1) at_b.y = at_a.y - half.y - radii;
    if (k == 2) at_b.z = at_a.z + half.z + radii;
  }
  return {a, b, rotation(q, at_a), rotation(other, at_b)};
}

// Holds, or lacks what tangency and penetration by a hair have none of, or a shell that nobody asked for.
void expect_not_refuted(const Claim& claim, const Nice& pair) {
  const CheckResult checked = check_claim(claim, pair.a, pair.pose_a, pair.b, pair.pose_b);
  ASSERT_TRUE(checked || checked.lacks(Missing::Shell) || checked.lacks(Missing::Certificate)) << checked.reason;
  ASSERT_FALSE(checked.lacks(Missing::Certificate) && claim.status == Status::Separated);
}

Status truth_of(const Nice& pair) {
  const Radii radii = pair.radii();
  if (radii.high == 0) return decide_exactly(pair.cores(), {}).status;
  return decide_exactly(pair.cores(), radii.exact(), {}).status;
}

TEST(Tangency, NicePairsAreDecidedRightlyAndByFewBigNumbers) {
  const std::vector<Rounded> among = shapes();
  Random random(3);
  int met[kStatusCount] = {}, by_contact = 0, by_big_numbers = 0;
  for (int round = 0; round < rounds(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const Nice pair = nice_pair(random, among, round);
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
  EXPECT_GT(met[static_cast<int>(Status::Touching)], rounds() / 200);
  EXPECT_GT(met[static_cast<int>(Status::Separated)], rounds() / 5);
  EXPECT_GT(met[static_cast<int>(Status::Penetrating)], rounds() / 8);
  EXPECT_GT(by_contact, rounds() / 50);
  EXPECT_LT(by_big_numbers, rounds() / 200);
}

// The limit is where the distance is, in doubles: often it is exactly that, often a rounding off.
TEST(Tangency, DistancesCompareWithThemselves) {
  const std::vector<Rounded> among = shapes();
  Random random(4);
  int equal = 0;
  for (int round = 0; round < rounds() / 4; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const Nice pair = nice_pair(random, among, round);
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
  EXPECT_GT(equal, rounds() / 250);
}

// Any simplex may come: of other places, degenerate, of one difference twice. What is concluded holds all the same.
TEST(Tangency, AnySimplexWillDo) {
  const std::vector<Rounded> among = shapes();
  Random random(6);
  int decided = 0;
  for (int round = 0; round < rounds(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const Nice nice = nice_pair(random, among, round);
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
  EXPECT_GT(decided, rounds() / 20);
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
  const auto expect_narrow = [](const Nice& pair) {
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

// A floor, walls and a ceiling, and bodies that stand on them, lean at them, hang from them.
TEST(Tangency, BodiesOnAxisPlanes) {
  const std::vector<Rounded> among = shapes();
  const Vec3 normals[] = {{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0, -1, 0}, {0, 0.6, 0.8}, {0, 0, 2}};
  Random random(8);
  int touching = 0;
  for (int round = 0; round < rounds() / 2; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const Nice pair = nice_pair(random, among, round);
    const Vec3 n = normals[random.below(6)];
    const Rounded& b = pair.b;
    const double under =
        dot(n, pair.pose_b.translation()) -
        0.5 * dot(Vec3{std::fabs(n.x), std::fabs(n.y), std::fabs(n.z)}, b.core().box_high() - b.core().box_low()) -
        b.radius() * norm(n);
    const HalfSpace plane = half_space(n, round % 2 == 0 ? under : (static_cast<double>(random.below(21)) - 10) / 10);
    const Intersection status = intersects(plane, pair.b, pair.pose_b);
    const Distance gap = distance(plane, pair.b, pair.pose_b);
    const Penetration depth = penetration(plane, pair.b, pair.pose_b);
    ASSERT_EQ(gap.status, status.status);
    ASSERT_EQ(depth.status, status.status);
    for (const Claim& claim : {claim_of(status), claim_of(gap), claim_of(depth)}) {
      const CheckResult checked = check_claim(claim, plane, pair.b, pair.pose_b);
      ASSERT_TRUE(checked) << checked.reason;
    }
    if (status.status == Status::Separated) {
      ASSERT_GE(compare_distance(plane, pair.b, pair.pose_b, gap.lower), 0);
      ASSERT_LE(compare_distance(plane, pair.b, pair.pose_b, gap.upper), 0);
    } else {
      ASSERT_EQ(compare_distance(plane, pair.b, pair.pose_b, 0), 0);
      ASSERT_EQ(compare_distance(plane, pair.b, pair.pose_b, 0x1p-1074), -1);
    }
    touching += status.status == Status::Touching;
    const int k = n.x != 0 ? 0 : n.y != 0 ? 1 : 2;
    if (norm_one(n) == 1 && norm_max(n) == 1 && own_coordinate(pair.pose_b, k).is_exact()) {
      ASSERT_NE(status.decided_by, Algorithm::Exact);
    }
  }
  EXPECT_GT(touching, rounds() / 200);
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
}  // namespace clearance
