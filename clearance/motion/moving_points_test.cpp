#include <clearance/motion/moving_points.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/convex/query.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

MovingPoint still(Vec3 p) { return {p, p}; }
const MovingTriangle kFloor = {still({0, 0, 0}), still({1, 0, 0}), still({0, 1, 0})};

ContactTime of(const MovingPoint& point, const MovingTriangle& triangle) {
  return first_contact(point, triangle).value();
}
ContactTime of(const MovingEdge& a, const MovingEdge& b) { return first_contact(a, b).value(); }

void expect_at(const ContactTime& time, double t) {
  EXPECT_EQ(time.status, t == 0 ? MotionStatus::Already : MotionStatus::Contact);
  EXPECT_EQ(time.lower, t);
  EXPECT_EQ(time.upper, t);
}

// p/q lies strictly between two neighbouring doubles.
void expect_between_doubles(const ContactTime& time, double p, double q) {
  ASSERT_EQ(time.status, MotionStatus::Contact);
  EXPECT_EQ(std::nextafter(time.lower, 2), time.upper);
  EXPECT_LT(std::fma(q, time.lower, -p), 0);
  EXPECT_GT(std::fma(q, time.upper, -p), 0);
}

TEST(ContactTime, ClaimsNothingUntilFilledIn) {
  const ContactTime nothing;
  EXPECT_EQ(nothing.status, MotionStatus::NotAsked);
  EXPECT_FALSE(nothing.is_clear());
  EXPECT_STREQ(to_string(nothing.status), "not asked");
}

TEST(MovingPoints, APointFallsOntoATriangle) {
  expect_between_doubles(of(MovingPoint{{0.25, 0.25, 1}, {0.25, 0.25, -2}}, kFloor), 1, 3);
  expect_at(of(MovingPoint{{0.25, 0.25, 1}, {0.25, 0.25, -3}}, kFloor), 0.25);
  expect_at(of(MovingPoint{{0.25, 0.25, 1}, {0.25, 0.25, 0}}, kFloor), 1);
  expect_at(of(MovingPoint{{0.25, 0.25, 0}, {0.25, 0.25, 9}}, kFloor), 0);
  EXPECT_TRUE(of(MovingPoint{{0.25, 0.25, 1}, {0.25, 0.25, 0x1p-1074}}, kFloor).is_clear());
  // The rim and the corners belong to it, what is beyond does not.
  expect_at(of(MovingPoint{{0.5, 0.5, 1}, {0.5, 0.5, -1}}, kFloor), 0.5);
  expect_at(of(MovingPoint{{1, 0, 1}, {1, 0, -1}}, kFloor), 0.5);
  EXPECT_TRUE(of(MovingPoint{{0.5, std::nextafter(0.5, 1), 1}, {0.5, std::nextafter(0.5, 1), -1}}, kFloor).is_clear());
}

// z − t², where z is a tangent of the parabola: a contact of one instant, and none if the point is a hair lower.
TEST(MovingPoints, AGrazeOfOneInstant) {
  const MovingTriangle turning = {still({0, 0, 0}), {{1, 0, 0}, {1, 0, 1}}, still({0, 1, 0})};
  expect_at(of(MovingPoint{{0, 0.25, -0.25}, {1, 0.25, 0.75}}, turning), 0.5);
  EXPECT_TRUE(
      of(MovingPoint{{0, 0.25, std::nextafter(-0.25, -1)}, {1, 0.25, std::nextafter(0.75, 0)}}, turning).is_clear());
  const ContactTime higher =
      of(MovingPoint{{0, 0.25, std::nextafter(-0.25, 0)}, {1, 0.25, std::nextafter(0.75, 1)}}, turning);
  ASSERT_EQ(higher.status, MotionStatus::Contact);
  EXPECT_LT(higher.upper, 0.5);
  EXPECT_GT(higher.lower, 0.5 - 1e-6);
}

TEST(MovingPoints, AllInOnePlaneThroughout) {
  // Along the floor to the slanted side, x + y = 1, at 2 − 3t = 1.
  expect_between_doubles(of(MovingPoint{{1.75, 0.25, 0}, {-1.25, 0.25, 0}}, kFloor), 1, 3);
  // Into a corner, head on, and past it.
  expect_at(of(MovingPoint{{3, 0, 0}, {-1, 0, 0}}, kFloor), 0.5);
  expect_at(of(MovingPoint{{1, -1, 0}, {1, 1, 0}}, kFloor), 0.5);
  EXPECT_TRUE(of(MovingPoint{{1.5, -1, 0}, {1.5, 1, 0}}, kFloor).is_clear());
  expect_at(of(MovingPoint{{0.25, 0.25, 0}, {5, 5, 0}}, kFloor), 0);
  // Two edges that slide along one line.
  const MovingEdge waits = {still({0, 0, 0}), still({1, 0, 0})};
  expect_between_doubles(of(waits, MovingEdge{{{2, 0, 0}, {-1, 0, 0}}, {{3, 0, 0}, {0, 0, 0}}}), 1, 3);
  EXPECT_TRUE(of(waits, MovingEdge{{{2, 0, 0}, {1.5, 0, 0}}, {{3, 0, 0}, {4, 0, 0}}}).is_clear());
  // In one plane, an end against the middle.
  expect_at(of(waits, MovingEdge{{{0.5, 1, 0}, {0.5, -1, 0}}, {{0.5, 3, 0}, {0.5, 1, 0}}}), 0.5);
}

TEST(MovingPoints, WithoutExtent) {
  const MovingTriangle segment = {still({0, 0, 0}), still({1, 0, 0}), still({0.5, 0, 0})};
  const MovingTriangle point = {still({0, 0, 0}), still({0, 0, 0}), still({0, 0, 0})};
  expect_at(of(MovingPoint{{0.75, 0, 1}, {0.75, 0, -1}}, segment), 0.5);
  EXPECT_TRUE(of(MovingPoint{{0.75, 0x1p-60, 1}, {0.75, 0x1p-60, -1}}, segment).is_clear());
  expect_at(of(MovingPoint{{-1, -1, -1}, {1, 1, 1}}, point), 0.5);
  EXPECT_TRUE(of(MovingPoint{{-1, -1, -1}, {1, 1, 0.5}}, point).is_clear());
  expect_at(of(still({0, 0, 0}), point), 0);
  // A triangle that is a segment for one instant, just when the point gets there.
  const MovingTriangle folds = {still({0, 0, 0}), still({1, 0, 0}), {{0.5, 1, 0}, {0.5, -1, 0}}};
  expect_at(of(MovingPoint{{0.5, 0, 1}, {0.5, 0, -1}}, folds), 0.5);
  EXPECT_TRUE(of(MovingPoint{{0.5, 0.125, 1}, {0.5, 0.125, -1}}, folds).is_clear());
  const MovingEdge dot = {still({0, 0, 0}), still({0, 0, 0})};
  expect_at(of(dot, MovingEdge{{{-1, 1, 0}, {-1, -1, 0}}, {{1, 1, 0}, {1, -1, 0}}}), 0.5);
  expect_at(of(dot, dot), 0);
  EXPECT_TRUE(of(dot, MovingEdge{still({1, 0, 0}), still({1, 0, 0})}).is_clear());
}

TEST(MovingPoints, EdgesCross) {
  const MovingEdge waits = {still({-1, 0, 0}), still({1, 0, 0})};
  expect_between_doubles(of(waits, MovingEdge{{{0, -1, 1}, {0, -1, -2}}, {{0, 1, 1}, {0, 1, -2}}}), 1, 3);
  expect_at(of(waits, MovingEdge{{{1, -1, 1}, {1, -1, -1}}, {{1, 1, 1}, {1, 1, -1}}}), 0.5);
  const double beyond = std::nextafter(1.0, 2);
  EXPECT_TRUE(of(waits, MovingEdge{{{beyond, -1, 1}, {beyond, -1, -1}}, {{beyond, 1, 1}, {beyond, 1, -1}}}).is_clear());
}

TEST(MovingPoints, TheSmallestAndTheLargestCoordinates) {
  for (const double scale : {0x1p-1070, 1e-300, 1e300}) {
    const MovingTriangle floor = {still({0, 0, 0}), still({scale, 0, 0}), still({0, scale, 0})};
    expect_at(of(MovingPoint{{0, 0, scale}, {0, 0, -scale}}, floor), 0.5);
    expect_at(of(MovingPoint{{scale, 0, scale}, {scale, 0, -scale}}, floor), 0.5);
  }
}

TEST(MovingPoints, RefuseWhatIsNoCoordinate) {
  const double bad[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1e301};
  for (const double x : bad) {
    EXPECT_FALSE(first_contact(MovingPoint{{x, 0, 0}, {}}, kFloor));
    EXPECT_FALSE(first_contact(still({}), MovingTriangle{kFloor.a, kFloor.b, {{}, {0, x, 0}}}));
    EXPECT_EQ(first_contact(MovingEdge{}, MovingEdge{{}, {{}, {0, 0, x}}}).error().place, "b");
  }
}

// ---- Against the queries at rest ------------------------------------------------------------------------------------

Vec3 at(const MovingPoint& p, double t) { return (1 - t) * p.from + t * p.to; }

MovingPoint small_numbers(Random& random) {
  const auto number = [&] { return static_cast<double>(random.below(5)) - 2; };
  const double x = number(), y = number(), z = number(), x1 = number(), y1 = number(), z1 = number();
  return {{x, y, z}, {x1, y1, z1}};
}

Status at_rest(std::initializer_list<Vec3> a, std::initializer_list<Vec3> b) {
  return intersects(convex_hull(std::vector<Vec3>(a)).value(), {}, convex_hull(std::vector<Vec3>(b)).value(), {})
      .status;
}

// Small integers, so that everything that can coincide does so often; the instants are dyadic, so that all points there
// are exact.
template <class Meet>
void expect_as_at_rest(const ContactTime& time, const Meet& meet) {
  constexpr int kInstants = 32;
  for (int k = 0; k <= kInstants; ++k) {
    const double t = k / static_cast<double>(kInstants);
    if (time.is_clear() || t < time.lower) {
      ASSERT_FALSE(meet(t)) << t;
    } else if (t == time.lower && t == time.upper) {
      ASSERT_TRUE(meet(t)) << t;
    }
  }
}

TEST(MovingPoints, NeverMeetAtRestBeforeTheyMeetInMotion) {
  Random random(11);
  int contacts = 0;
  for (int round = 0; round < 1500; ++round) {
    const MovingPoint p = small_numbers(random), a = small_numbers(random), b = small_numbers(random),
                      c = small_numbers(random);
    const ContactTime in_triangle = of(p, MovingTriangle{a, b, c});
    expect_as_at_rest(in_triangle, [&](double t) {
      return at_rest({at(p, t)}, {at(a, t), at(b, t), at(c, t)}) != Status::Separated;
    });
    const ContactTime across = of(MovingEdge{p, a}, MovingEdge{b, c});
    expect_as_at_rest(
        across, [&](double t) { return at_rest({at(p, t), at(a, t)}, {at(b, t), at(c, t)}) != Status::Separated; });
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << round;
    contacts += !in_triangle.is_clear() + !across.is_clear();
  }
  EXPECT_GT(contacts, 500);
}

bool are_same(const ContactTime& a, const ContactTime& b) {
  return a.status == b.status && a.lower == b.lower && a.upper == b.upper;
}

MovingPoint shifted(const MovingPoint& p, Vec3 by) { return {p.from + by, p.to + by}; }

TEST(MovingPoints, OrderAndPlaceChangeNothing) {
  Random random(12);
  const Vec3 by = {64, -32, 128};
  for (int round = 0; round < 1500; ++round) {
    const MovingPoint p = small_numbers(random), a = small_numbers(random), b = small_numbers(random),
                      c = small_numbers(random);
    const ContactTime in_triangle = of(p, MovingTriangle{a, b, c}), across = of(MovingEdge{p, a}, MovingEdge{b, c});
    EXPECT_TRUE(are_same(in_triangle, of(p, MovingTriangle{b, c, a})));
    EXPECT_TRUE(are_same(in_triangle, of(p, MovingTriangle{c, b, a})));
    EXPECT_TRUE(
        are_same(in_triangle, of(shifted(p, by), MovingTriangle{shifted(a, by), shifted(b, by), shifted(c, by)})));
    EXPECT_TRUE(are_same(across, of(MovingEdge{b, c}, MovingEdge{p, a})));
    EXPECT_TRUE(are_same(across, of(MovingEdge{a, p}, MovingEdge{c, b})));
    // Backward in time they meet if they meet at all.
    const auto back = [](const MovingPoint& q) { return MovingPoint{q.to, q.from}; };
    EXPECT_EQ(in_triangle.is_clear(), of(back(p), MovingTriangle{back(a), back(b), back(c)}).is_clear());
    EXPECT_EQ(across.is_clear(), of(MovingEdge{back(p), back(a)}, MovingEdge{back(b), back(c)}).is_clear());
  }
}

}  // namespace
}  // namespace clearance::detail
