// People stack, align, mirror and turn by quarters: poses at which walks in doubles end within rounding.
#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/contact.h>
#include <clearance/convex/exact/decision.h>
#include <clearance/convex/nice_turns_test.h>
#include <clearance/convex/query.h>
#include <clearance/proof/check_shapes.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

int rounds() {
  const char* level = std::getenv("CLEARANCE_TEST_LEVEL");
  return level != nullptr && std::string(level) == "full" ? 1000000 : 12000;
}

Polytope cylinder(int sides) {
  std::vector<Vec3> points;
  for (int k = 0; k < sides; ++k) {
    const double angle = k * 2 * std::acos(-1.0) / sides;
    for (const double z : {-0.5, 0.5}) points.push_back({0.5 * std::cos(angle), 0.5 * std::sin(angle), z});
  }
  return convex_hull(points).value();
}

std::vector<Polytope> shapes() {
  const std::vector<Vec3> wedge{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {0, 1, 1}},
      tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, square{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}},
      segment{{-0.5, 0, 0}, {0.5, 0, 0}}, point{{0, 0, 0}};
  std::vector<Polytope> made{make_box({1, 1, 1}).value(), make_box({1, 1, 1}).value(), make_box({0.2, 0.6, 1}).value(),
                             cylinder(8), cylinder(32)};
  for (const auto& points : {wedge, tetrahedron, square, segment, point}) made.push_back(convex_hull(points).value());
  return made;
}

struct Nice {
  Polytope a, b;
  Pose pose_a, pose_b;
};

Nice nice_pair(Random& random, const std::vector<Polytope>& among, Turns turns, bool halves) {
  const auto step = [&] {
    return halves ? (static_cast<double>(random.below(5)) - 2) / 2 : (static_cast<double>(random.below(31)) - 15) / 10;
  };
  const auto place = [&] {
    const double x = step(), y = step(), z = step();
    return Vec3{x, y, z};
  };
  const bool both_moved = random.below(2) == 0;
  const Quat q = turn(random, turns), other = turns == Turns::Alike ? q : turn(random, turns);
  const Vec3 at_a = both_moved ? place() : Vec3{}, at_b = place();
  const Polytope &a = among[random.below(among.size())], &b = among[random.below(among.size())];
  return {a, b, rotation(q, at_a), rotation(other, at_b)};
}

void expect_proved(const Claim& claim, const Nice& pair) {
  const CheckResult checked = check_claim(claim, pair.a, pair.pose_a, pair.b, pair.pose_b);
  ASSERT_TRUE(checked || checked.lacks(Missing::Shell)) << checked.reason;
}

TEST(Contact, NicePairsAreDecidedRightlyAndByFewBigNumbers) {
  const std::vector<Polytope> among = shapes();
  Random random(7);
  int met[kStatusCount] = {}, by_contact = 0, by_big_numbers = 0;
  for (int round = 0; round < rounds(); ++round) {
    const auto turns = static_cast<Turns>(random.below(static_cast<std::uint64_t>(Turns::kCount)));
    const Nice pair = nice_pair(random, among, turns, round % 2 == 0);
    SCOPED_TRACE("round " + std::to_string(round));
    const Status truth = decide_exactly(PosedPair(pair.a, pair.pose_a, pair.b, pair.pose_b), {}).status;
    const Answers answers(pair);
    ASSERT_NO_FATAL_FAILURE(answers.expect(truth, [&](const Claim& claim) { expect_proved(claim, pair); }));
    const Intersection& boolean = answers.boolean;
    ++met[static_cast<int>(truth)];
    by_contact += boolean.decided_by == Algorithm::Contact;
    by_big_numbers += boolean.decided_by == Algorithm::Exact;
  }
  EXPECT_GT(met[static_cast<int>(Status::Touching)], rounds() / 40);
  EXPECT_GT(met[static_cast<int>(Status::Penetrating)], rounds() / 10);
  EXPECT_GT(by_contact, rounds() / 20);
  RecordProperty("by_big_numbers", by_big_numbers);
  EXPECT_LE(by_big_numbers, rounds() / 50);
}

// Boxes at tenths, however turned: at most one query in three thousand needs big numbers. The same of cylinders on each
// other, side by side and rim to rim, which pass each other by a hair in two planes at once.
TEST(Contact, BoxesAndCylindersRarelyNeedBigNumbers) {
  const std::vector<Polytope> boxes{make_box({1, 1, 1}).value(), make_box({0.4, 1.1, 0.7}).value()},
      cylinders{make_cylinder(0.5, 1).value(), make_cylinder(0.4, 1.1).value()};
  for (const Turns turns : {Turns::None, Turns::Quarters, Turns::Eighths, Turns::SmallIntegers, Turns::Alike})
    for (const auto* among : {&boxes, &cylinders}) {
      if (among == &cylinders && turns == Turns::Eighths) continue;  // caps of many vertices, parallel but for a hair
      Random random(8);
      int statuses = 0, distances = 0;
      for (int round = 0; round < 6000; ++round) {
        const Nice pair = nice_pair(random, *among, turns, false);
        statuses += intersects(pair.a, pair.pose_a, pair.b, pair.pose_b).decided_by == Algorithm::Exact;
        distances += distance(pair.a, pair.pose_a, pair.b, pair.pose_b).decided_by == Algorithm::Exact;
      }
      EXPECT_LE(statuses, 2) << static_cast<int>(turns);
      EXPECT_LE(distances, 2) << static_cast<int>(turns);
    }
}

// At the tip of a cone, and on bodies of many faces, where only those of the vertex are of use: the body comes from
// afar and is moved by what the distance says.
TEST(Contact, TipsAndManyFacesRarelyNeedBigNumbers) {
  std::vector<Vec3> points{{0, 0, 1}};
  for (int k = 0; k < 500; ++k) {
    const double angle = k * 2 * std::acos(-1.0) / 500;
    points.push_back({std::cos(angle), std::sin(angle), 0});
  }
  const Polytope cone = convex_hull(points).value(), box = make_box({1, 0.7, 0.4}).value(),
                 egg = test_polytope(TestShape::Ellipsoid, 1000, 3);
  Random random(17);
  int by_big_numbers = 0, rounds = 0;
  for (const auto& [a, b] : {std::pair(cone, box), std::pair(egg, box), std::pair(cone, egg), std::pair(egg, egg)})
    for (int round = 0; round < 300; ++round, ++rounds) {
      const Vec3 from{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(1, 3)};
      const Quat turned = turn(random, Turns::SmallIntegers);
      const Distance gap = distance(a, {}, b, rotation(turned, from));
      if (gap.status != Status::Separated) continue;
      const Nice pair{a, b, {}, rotation(turned, from + (gap.point_a - gap.point_b))};
      const Intersection found = intersects(pair.a, pair.pose_a, pair.b, pair.pose_b);
      EXPECT_EQ(found.status, decide_exactly(PosedPair(pair.a, pair.pose_a, pair.b, pair.pose_b), {}).status);
      ASSERT_NO_FATAL_FAILURE(expect_proved(claim_of(found), pair));
      by_big_numbers += found.decided_by == Algorithm::Exact;
    }
  RecordProperty("by_big_numbers", by_big_numbers);
  EXPECT_LE(by_big_numbers, rounds * 3 / 20);
}

// Deep symmetric overlaps: of boxes four corners are known to do, of other bodies five or six vertices are found.
TEST(Contact, DeepOverlaps) {
  const Polytope box = make_box({1, 1, 1}).value();
  const Polytope prism =
      convex_hull(std::vector<Vec3>{
                      {1, 0, -1}, {-1, 0, -1}, {0, 1, -1}, {0, -1, -1}, {1, 0, 1}, {-1, 0, 1}, {0, 1, 1}, {0, -1, 1}})
          .value();
  const Pose alike = rotation({0.9, 0.1, 0.3, 0.2});
  const std::pair<Pose, Pose> poses[] = {
      {{}, {}}, {alike, alike}, {{}, rotation({0.9, 0.1, 0.3, 0.2}, {0.3, 0.2, 0.2})}};
  int by_contact = 0;
  for (const auto& [pose_a, pose_b] : poses)
    for (const Polytope& body : {box, prism}) {
      const Intersection found = intersects(body, pose_a, body, pose_b);
      EXPECT_EQ(found.status, Status::Penetrating);
      EXPECT_NE(found.decided_by, Algorithm::Exact);
      if (body.is_box()) {
        EXPECT_EQ(found.decided_by, Algorithm::Walk);
        EXPECT_EQ(found.certificate.simplex.count, 4);
      }
      by_contact += found.decided_by == Algorithm::Contact;
      const Nice pair{body, body, pose_a, pose_b};
      expect_proved(claim_of(found), pair);
      expect_proved(claim_of(distance(body, pose_a, body, pose_b)), pair);
      expect_proved(claim_of(penetration(body, pose_a, body, pose_b)), pair);
    }
  EXPECT_GT(by_contact, 0);
}

// Single cases, each with the kind of proof that is meant for it.
TEST(Contact, SingleCases) {
  const Polytope box = make_box({1, 1, 1}).value();
  struct Case {
    Pose a, b;
    Status status;
    Certificate::Kind kind;
    int pairs;
  };
  const Case cases[] = {
      {{}, translation({1, 0.3, 0.2}), Status::Touching, Certificate::Kind::Touch, 4},
      {{}, translation({1, 0, 0}), Status::Touching, Certificate::Kind::Touch, 4},
      {{}, translation({1, 1, 0.5}), Status::Touching, Certificate::Kind::Touch, 2},
      {{}, translation({1, 1, 1}), Status::Touching, Certificate::Kind::Touch, 1},
      // 1.3 − 0.3 is above 1, 0.9 − −0.1 is 1, 0.7 − −0.3 below it, all by less than an ulp.
      {translation({0.3, 0, 0}), translation({1.3, 0.1, 0.2}), Status::Separated, Certificate::Kind::Plane, 0},
      {translation({-0.3, 0, 0}), translation({0.7, 0.1, 0.2}), Status::Penetrating, Certificate::Kind::Simplex, 5},
      // The same in two planes at once.
      {translation({-0.3, 0.4, 0.7}), translation({-1.1, 1.4, -0.3}), Status::Penetrating, Certificate::Kind::Simplex,
       5},
      // Turned about the axis that they meet along, by any angle: coordinates along it stay exact.
      {rotation({0.9, 0.3, 0, 0}), rotation({0.2, -0.7, 0, 0}, {1, 0.1, 0.2}), Status::Touching,
       Certificate::Kind::Touch, 4},
  };
  for (const Case& given : cases) {
    const Nice pair{box, box, given.a, given.b};
    const Intersection found = intersects(box, given.a, box, given.b);
    EXPECT_EQ(found.status, given.status);
    EXPECT_EQ(found.decided_by, Algorithm::Contact);
    EXPECT_EQ(found.certificate.kind, given.kind);
    EXPECT_LE(found.certificate.simplex.count, given.pairs);
    expect_proved(claim_of(found), pair);
    expect_proved(claim_of(distance(box, given.a, box, given.b)), pair);
    expect_proved(claim_of(penetration(box, given.a, box, given.b)), pair);
  }
}

// Pairs that come back, moved or not, with the cache of the last time: it decides nothing by itself.
TEST(Contact, WhatIsRememberedIsProvedAgain) {
  const std::vector<Polytope> among = shapes();
  Random random(11);
  int recalled = 0, asked = 0;
  for (int round = 0; round < 3000; ++round) {
    const Nice first = nice_pair(random, among, static_cast<Turns>(random.below(5)), round % 2 == 0);
    ConvexCache cache;
    for (int step = 0; step < 6; ++step) {
      Nice pair = first;
      if (step > 1) {
        Random again(static_cast<std::uint64_t>(round * 8 + step));
        const std::vector<Polytope> same{first.a, first.b};
        const Nice other = nice_pair(again, same, static_cast<Turns>(again.below(5)), step % 2 == 0);
        pair.pose_b = step % 2 == 0 ? moved_to(first.pose_b, other.pose_b.translation()).value() : other.pose_b;
      }
      const Status truth = decide_exactly(PosedPair(pair.a, pair.pose_a, pair.b, pair.pose_b), {}).status;
      ConvexCache same = cache;
      const bool was_contact = cache.contact != ContactEvidence::None;
      const Intersection boolean = intersects(pair.a, pair.pose_a, pair.b, pair.pose_b, cache);
      ASSERT_EQ(boolean.status, truth) << round << ' ' << step;
      ASSERT_NO_FATAL_FAILURE(expect_proved(claim_of(boolean), pair)) << round << ' ' << step;
      if (step == 1 && was_contact) {
        ++asked;
        const PosedPair posed(pair.a, pair.pose_a, pair.b, pair.pose_b);
        recalled += recall_contact(posed, same).status == truth;
      }
      const Distance gap = distance(pair.a, pair.pose_a, pair.b, pair.pose_b, cache);
      ASSERT_EQ(gap.status, truth);
      ASSERT_NO_FATAL_FAILURE(expect_proved(claim_of(gap), pair));
      const Penetration depth = penetration(pair.a, pair.pose_a, pair.b, pair.pose_b, cache);
      ASSERT_EQ(depth.status, truth);
      ASSERT_NO_FATAL_FAILURE(expect_proved(claim_of(depth), pair));
    }
  }
  EXPECT_GT(asked, 100);
  EXPECT_EQ(recalled, asked);
}

// A cache of any bytes: of other bodies and places, with numbers that are none.
TEST(Contact, AnyCacheWillDo) {
  const std::vector<Polytope> among = shapes();
  Random random(12);
  constexpr double kOdd[] = {
      0, 1, -1, 1e-300, 1e300, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()};
  for (int round = 0; round < 4000; ++round) {
    const Nice pair = nice_pair(random, among, static_cast<Turns>(random.below(5)), round % 2 == 0);
    const auto index = [&] { return static_cast<std::uint32_t>(random.below(round % 3 == 0 ? 4000000000 : 9)); };
    const auto odd = [&] { return random.below(2) == 0 ? kOdd[random.below(7)] : random.uniform(-1, 1); };
    ConvexCache cache;
    cache.start_for(pair.a.identity(), pair.b.identity());
    cache.contact = static_cast<ContactEvidence>(random.below(5));
    cache.simplex_count = static_cast<std::uint8_t>(random.below(7));
    cache.has_direction = static_cast<std::uint8_t>(random.below(3));
    const double x = odd(), y = odd(), z = odd();
    cache.direction = {x, y, z};
    for (int k = 0; k < 4; ++k) cache.simplex_a[k] = index(), cache.simplex_b[k] = index();
    for (int k = 0; k < 2; ++k) cache.beyond_a[k] = index(), cache.beyond_b[k] = index();
    const Status truth = decide_exactly(PosedPair(pair.a, pair.pose_a, pair.b, pair.pose_b), {}).status;
    ConvexCache of_distance = cache;
    const Intersection boolean = intersects(pair.a, pair.pose_a, pair.b, pair.pose_b, cache);
    ASSERT_EQ(boolean.status, truth) << round;
    ASSERT_NO_FATAL_FAILURE(expect_proved(claim_of(boolean), pair)) << round;
    ASSERT_EQ(distance(pair.a, pair.pose_a, pair.b, pair.pose_b, of_distance).status, truth) << round;
  }
}

// Any simplex may come: of other places, degenerate, of one pair four times. What is concluded holds all the same.
TEST(Contact, AnySimplexWillDo) {
  const std::vector<Polytope> among = shapes();
  Random random(9);
  int decided = 0;
  for (int round = 0; round < 4000; ++round) {
    const Nice nice = nice_pair(random, among, static_cast<Turns>(random.below(5)), round % 2 == 0);
    const PosedPair pair(nice.a, nice.pose_a, nice.b, nice.pose_b);
    PointSimplex simplex;
    for (std::uint64_t k = random.below(4) + 1; k > 0; --k) {
      const VertexPair at{static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(nice.a.vertex_count()))),
                          static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(nice.b.vertex_count())))};
      simplex.add(at, pair.difference(at));
    }
    const ContactDecision contact = decide_contact(pair, simplex);
    if (contact.status == Status::NotAsked) continue;
    ++decided;
    Claim claim;
    claim.status = contact.status;
    set_certificate(claim.certificate, pair, contact);
    ASSERT_NO_FATAL_FAILURE(expect_proved(claim, nice)) << round;
  }
  EXPECT_GT(decided, 500);
  EXPECT_EQ(decide_contact(PosedPair(among[0], {}, among[0], {}), {}).status, Status::NotAsked);
}

}  // namespace
}  // namespace clearance::detail
