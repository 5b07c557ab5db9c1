#include <clearance/lab/spacetime/prism_trees.h>

#include <clearance/build/primitives.h>
#include <clearance/lab/spacetime/straight_cases_test.h>

#include <cmath>
#include <set>

namespace clearance::lab {
namespace {

double rounded(const Rational& x) { return Homogeneous<2>({x.numerator, x.denominator}).rounded(0); }

FirstMeeting meet(const StraightCase& asked, PrismTreeCounts* counts = nullptr) {
  const TranslatingBody bodies[] = {{asked.a, asked.motion_a}, {asked.b, asked.motion_b}};
  return first_meeting(bodies, asked.interval, counts).value();
}
double time_of(const FirstMeeting& found) {
  return found.is_clear() ? std::numeric_limits<double>::infinity() : rounded(found.time);
}

const Shape kCube = Rounded(box({2, 2, 2}));

// ---- Solved by hand

TEST(PrismTrees, TimeAndPlace) {
  const auto found =
      meet({kCube, mesh_of(box({2, 2, 2})), straight({0, 0, 0}, {0, 0, 3}), straight({3, 0.5, 0.25}, {-3, 0, 3})});
  ASSERT_FALSE(found.is_clear());
  EXPECT_EQ(compare(found.time.numerator * Dyadic(3.0), found.time.denominator), 0);
  for (const SolidMeeting& met : found.meetings) {
    EXPECT_EQ(rounded(met.place.x), 1);
    EXPECT_LE(std::fabs(rounded(met.place.z) - 1), 1.25);
  }
}
TEST(PrismTrees, GrazesTiesAndTheEnds) {
  EXPECT_EQ(time_of(meet({kCube, kCube, {}, straight({4, 2, 0.5}, {-8, 0, 0})})), 0.25);
  EXPECT_EQ(time_of(meet({kCube, kCube, {}, straight({4, 2, 2}, {-8, 0, 0})})), 0.25);
  EXPECT_EQ(time_of(meet({kCube, kCube, {}, straight({4, 0, 0}, {-4, 4, 0})})), 0.5);
  EXPECT_TRUE(meet({kCube, kCube, {}, straight({4, std::nextafter(2.0, 3), 0}, {-8, 0, 0})}).is_clear());
  EXPECT_EQ(time_of(meet({kCube, kCube, {}, straight({4, 0, 0}, {-2, 0, 0})})), 1);
  EXPECT_TRUE(meet({kCube, kCube, {}, straight({4, 0, 0}, {std::nextafter(-2.0, 0), 0, 0})}).is_clear());
  EXPECT_EQ(time_of(meet({kCube, kCube, {}, straight({3, 0, 0}, {-4, 0, 0}), {0.25, 0.25}})), 0.25);
  EXPECT_TRUE(meet({kCube, kCube, {}, straight({3, 0, 0}, {-1, 0, 0}), {0, 0}}).is_clear());
}
TEST(PrismTrees, InitialContactInAllWays) {
  const Shape small = Rounded(box({0.5, 0.5, 0.5})), mesh = mesh_of(box({2, 2, 2}));
  for (const Vec3 velocity : {Vec3{}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{-1, 0, 0}, Vec3{1, 2, 3}})
    for (const Vec3 at : {Vec3{2, 0, 0}, Vec3{2, 2, 0}, Vec3{2, 2, 2}, Vec3{}, Vec3{0.5, 0, 0}, Vec3{1, 1, 1}})
      for (const Shape& other : {kCube, mesh}) {
        EXPECT_EQ(time_of(meet({kCube, other, {}, straight(at, velocity)})), 0);
        EXPECT_EQ(time_of(meet({other, kCube, straight({}, velocity), straight(at, velocity)})), 0);
        if (norm_max(at) < 1) {
          const auto in = meet({other, small, {}, straight(0.25 * at, velocity)});
          EXPECT_EQ(time_of(in), 0);
          EXPECT_EQ(in.meetings[0].kind, SolidMeeting::Kind::InsideOfA);
          EXPECT_EQ(meet({small, other, {}, straight(0.25 * at, velocity)}).meetings[0].kind,
                    SolidMeeting::Kind::InsideOfB);
        }
      }
}
TEST(PrismTrees, OfSeveral) {
  const Shape block = Rounded(box({1, 1, 1}));
  const Motion rest = straight({}, {}), right = straight({5, 0, 0}, {-5, 0, 0}), top = straight({0, 4, 0}, {0, -6, 0}),
               far = straight({9, 9, 9}, {0, 0, 1}), onto_far = straight({9, 9, 12.5}, {0, 0, -4});
  const TranslatingBody bodies[] = {{block, rest}, {block, right}, {block, top}, {block, far}, {block, onto_far}};
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  const auto found = first_meeting(bodies, {0, 1}).value();
  for (const SolidMeeting& met : found.meetings) pairs.insert({met.body_a, met.body_b});
  EXPECT_EQ(time_of(found), 0.5);
  EXPECT_EQ(pairs, (std::set<std::pair<std::size_t, std::size_t>>{{0, 2}, {3, 4}}));
  EXPECT_TRUE(first_meeting(std::span<const TranslatingBody>(), {0, 1}).value().is_clear());
}
TEST(PrismTrees, AlongKeyframes) {
  StraightCase asked{kCube, kCube, {}, around_a_corner(), {0, 3}};
  const auto found = meet(asked);
  EXPECT_EQ(compare(found.time.numerator * Dyadic(3.0), Dyadic(8.0) * found.time.denominator), 0);
  EXPECT_EQ(rounded(found.meetings[0].place.y), 1);
  asked.interval = {0.5, 2.5};
  EXPECT_TRUE(meet(asked).is_clear());
}

// ---- Bad input

TEST(PrismTrees, WhatIsRefused) {
  const auto fault = [](const Shape& shape, const Motion& motion) {
    const Motion rest;
    const TranslatingBody bodies[] = {{kCube, rest}, {shape, motion}};
    const auto made = first_meeting(bodies, {0, 1});
    return made ? "none" : made.error().text();
  };
  MeshOptions open;
  open.kind = MeshKind::Surface;
  const Mesh solid = mesh_of(box({1, 1, 1}));
  const Shape surface = make_mesh(solid.vertices(), solid.triangles_as_given(), open).value();
  EXPECT_EQ(fault(surface, {}), "body 1: shape: is no solid");
  EXPECT_EQ(fault(Rounded(box({1, 1, 0})), {}), "body 1: shape: is flat");
  EXPECT_EQ(fault(rounded(box({1, 1, 1}), 0.5), {}), "body 1: shape: has a radius; prisms are of polyhedra");
  EXPECT_EQ(fault(HalfSpace::make({0, 0, 1}, 0).value(), {}), "body 1: shape: is a half-space, and no polyhedron");
  EXPECT_EQ(fault(kCube, Motion::flight(Pose(), {{}, {0, 0, -1}, {}, {}}).value()),
            "body 1: motion: is accelerated; prisms are of straight motions");
}

// ---- Against motion/ and against all pairs of faces

bool holds(const ContactTime& bracket, const Rational& time) {
  return compare(Dyadic(bracket.lower) * time.denominator, time.numerator) <= 0 &&
         compare(Dyadic(bracket.upper) * time.denominator, time.numerator) >= 0;
}

TEST(PrismTrees, AgreesWithMotion) {
  const int rounds = detail::is_full_level() ? 30'000 : 10'000;
  StraightCases cases(22);
  int clear = 0, already = 0, contact = 0;
  PrismTreeCounts counts;
  for (int round = 0; round < rounds; ++round) {
    const StraightCase asked = cases.next();
    const FirstContact expected = asked.ask();
    const FirstMeeting found = meet(asked, &counts);
    ASSERT_EQ(found.is_clear(), expected.status == MotionStatus::Clear) << round;
    if (!found.is_clear()) {
      ASSERT_TRUE(holds(expected, found.time)) << round;
    }
    (expected.status == MotionStatus::Clear ? clear : expected.status == MotionStatus::Already ? already : contact)++;
  }
  for (const int count : {clear, already, contact}) EXPECT_GT(20 * count, rounds);
  // Many of these meet in many ways at once, and those are not settled by doubles.
  EXPECT_LT(counts.exact, counts.features / 4);
}

TEST(PrismTrees, AgreesWithAllPairsOfFaces) {
  const int rounds = detail::is_full_level() ? 4'000 : 200;
  StraightCases cases(23);
  for (int round = 0; round < rounds; ++round) {
    const StraightCase asked = cases.next();
    const MovingBody<4> bodies[] = {prisms_of(asked.a, asked.motion_a, asked.interval).value().prisms,
                                    prisms_of(asked.b, asked.motion_b, asked.interval).value().prisms};
    const auto expected = first_collision<4>(bodies);
    const FirstMeeting found = meet(asked);
    ASSERT_EQ(found.is_clear(), expected.is_clear()) << round;
    if (found.is_clear()) continue;
    const auto& at = expected.meetings[0].point;
    EXPECT_EQ(compare(found.time.numerator * at.weight(), at[3] * found.time.denominator), 0) << round;
    // Places are the reference's, too, unless one is inside the other.
    for (const SolidMeeting& met : found.meetings) {
      if (met.kind == SolidMeeting::Kind::InsideOfA || met.kind == SolidMeeting::Kind::InsideOfB) continue;
      const auto is_there = [&](const auto& meeting) {
        const auto equal = [&](const Rational& x, int c) {
          return compare(x.numerator * meeting.point.weight(), meeting.point[c] * x.denominator) == 0;
        };
        return equal(met.place.x, 0) && equal(met.place.y, 1) && equal(met.place.z, 2);
      };
      EXPECT_TRUE(std::any_of(expected.meetings.begin(), expected.meetings.end(), is_there)) << round;
    }
  }
}

// ---- Larger bodies: few pairs are looked at

TEST(PrismTrees, LookAtFew) {
  for (const int n : {100, 1000, 10000}) {
    const Shape a = mesh_of(test_polytope(TestShape::Ellipsoid, n, 1)),
                b = mesh_of(test_polytope(TestShape::Ellipsoid, n, 2));
    const StraightCase asked{a, b, {}, straight({5, 0.5, 0.25}, {-5, 0, 0})};
    PrismTreeCounts counts;
    const FirstMeeting found = meet(asked, &counts);
    EXPECT_TRUE(holds(asked.ask(), found.time));
    // Boxes along the axes are as thick as they are wide on a slope: their number grows like the root of n.
    EXPECT_LT(static_cast<double>(counts.boxes), 60 * std::sqrt(n)) << n;
    EXPECT_LT(counts.exact, 10u) << n;
  }
}

}  // namespace
}  // namespace clearance::lab
