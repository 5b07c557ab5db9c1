#include <clearance/lab/spacetime/first_collision.h>

#include <clearance/lab/spacetime/made_polytopes_test.h>
#include <clearance/lab/spacetime/straight_cases_test.h>

#include <cmath>

namespace clearance::lab {
namespace {

FirstCollision<4> collide(const StraightCase& asked) {
  const auto a = prisms_of(asked.a, asked.motion_a, asked.interval),
             b = prisms_of(asked.b, asked.motion_b, asked.interval);
  const MovingBody<4> bodies[] = {a.value().prisms, b.value().prisms};
  return first_collision<4>(bodies);
}

// The exact time lies in a bracket of doubles.
void expect_time_in(const FirstCollision<4>& found, const ContactTime& expected, const Interval& interval,
                    const std::string& what) {
  ASSERT_EQ(found.is_clear(), expected.status == MotionStatus::Clear) << what;
  if (found.is_clear()) return;
  for (const auto& meeting : found.meetings) {
    const Dyadic time = meeting.point[3], weight = meeting.point.weight();
    EXPECT_LE(compare(Dyadic(expected.lower) * weight, time), 0) << what;
    EXPECT_GE(compare(Dyadic(expected.upper) * weight, time), 0) << what;
    if (expected.status == MotionStatus::Already) {
      EXPECT_EQ(compare(Dyadic(interval.begin) * weight, time), 0) << what;
    }
  }
}

// ---- Solved by hand

TEST(FirstCollision, InThePlane) {
  // A square of half 1 at rest at the origin, a triangle that comes from the right with its corner first.
  PrismMotion<2> rest, comes;
  rest.end = comes.end = 4.0;
  comes.velocity = {-2.0, 0.0};
  const MovingBody<3> bodies[] = {{make_prism(polygon({square(1)}), rest).value()},
                                  {make_prism(polygon({{{4, 0.5}, {6, -1}, {6, 1}}}), comes).value()}};
  const auto found = first_collision<3>(bodies);
  ASSERT_FALSE(found.is_clear());
  EXPECT_EQ(found.rounded_time(), 1.5);
  EXPECT_EQ(found.meetings[0].point.rounded(0), 1);
  EXPECT_EQ(found.meetings[0].point.rounded(1), 0.5);
  EXPECT_EQ(found.meetings.size(), 1u);
}

const Shape kCube = Rounded(box({2, 2, 2}));

TEST(FirstCollision, AtAThird) {
  const auto found = collide({kCube, kCube, {}, straight({3, 0.5, 0.25}, {-3, 0, 0})});
  ASSERT_FALSE(found.is_clear());
  const auto& at = found.meetings[0].point;
  EXPECT_EQ(compare(at[3] * Dyadic(3.0), at.weight()), 0);
  EXPECT_EQ(compare(at[0], at.weight()), 0);
}

// Four corners of a face at once, and all pairs of faces that meet in them.
TEST(FirstCollision, ATieOfFourCorners) {
  const auto found = collide({kCube, Rounded(box({1, 1, 1})), {}, straight({3.5, 0, 0}, {-4, 0, 0})});
  std::set<std::pair<double, double>> places;
  for (const auto& meeting : found.meetings) places.insert({meeting.point.rounded(1), meeting.point.rounded(2)});
  EXPECT_EQ(places.size(), 4u);
  EXPECT_EQ(found.rounded_time(), 0.5);
}

TEST(FirstCollision, InitialContactInAllWays) {
  const Shape small = Rounded(box({0.5, 0.5, 0.5})), mesh = mesh_of(box({2, 2, 2}));
  const auto expect_at_once = [](const StraightCase& asked) {
    const auto found = collide(asked);
    ASSERT_FALSE(found.is_clear());
    EXPECT_EQ(found.rounded_time(), 0);
  };
  for (const Vec3 velocity : {Vec3{}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{-1, 0, 0}, Vec3{1, 2, 3}}) {
    expect_at_once({kCube, kCube, {}, straight({2, 0, 0}, velocity)});  // face on face
    expect_at_once({kCube, kCube, {}, straight({2, 2, 0}, velocity)});  // edge on edge
    expect_at_once({kCube, kCube, {}, straight({2, 2, 2}, velocity)});  // corner on corner
    expect_at_once({kCube, kCube, {}, straight({}, velocity)});         // the same
    expect_at_once({kCube, small, {}, straight({}, velocity)});         // inside
    expect_at_once({small, mesh, {}, straight({}, velocity)});          // inside, the other way round
    expect_at_once({kCube, kCube, straight({}, velocity), straight({1, 1, 1}, velocity)});
    expect_at_once({kCube, small, straight({}, velocity), straight({0, 0, 0.25}, velocity)});
  }
}

TEST(FirstCollision, GrazesAndSlides) {
  // Along a face, an edge against an edge, a corner past a corner; and past by as little as there is.
  EXPECT_EQ(collide({kCube, kCube, {}, straight({4, 2, 0.5}, {-8, 0, 0})}).rounded_time(), 0.25);
  EXPECT_EQ(collide({kCube, kCube, {}, straight({4, 2, 2}, {-8, 0, 0})}).rounded_time(), 0.25);
  EXPECT_EQ(collide({kCube, kCube, {}, straight({4, 0, 0}, {-4, 4, 0})}).rounded_time(), 0.5);
  EXPECT_TRUE(collide({kCube, kCube, {}, straight({4, std::nextafter(2.0, 3), 0}, {-8, 0, 0})}).is_clear());
  // Just at the end, and just not.
  EXPECT_EQ(collide({kCube, kCube, {}, straight({4, 0, 0}, {-2, 0, 0})}).rounded_time(), 1);
  EXPECT_TRUE(collide({kCube, kCube, {}, straight({4, 0, 0}, {std::nextafter(-2.0, 0), 0, 0})}).is_clear());
}

// A block goes into the open side of a U, to its floor; a ring is passed through its hole.
TEST(FirstCollision, OfBodiesThatAreNotConvex) {
  PrismMotion<3> rest, falls;
  rest.end = falls.end = 4.0;
  falls.velocity = {0.0, -1.0, 0.0};
  const auto u = make_prism(upright(u_loops(), 0, 1), rest).value();
  const auto block = [&](double half, double low) {
    std::vector<Corner2> at = square(half);
    for (Corner2& x : at) x[1] += 4.5;
    return make_prism(upright({at}, low, low + 1), falls).value();
  };
  const auto time = [](const IncidencePolytope<4>& a, const IncidencePolytope<4>& b) {
    const MovingBody<4> bodies[] = {{a}, {b}};
    return first_collision<4>(bodies).rounded_time();
  };
  EXPECT_EQ(time(u, block(0.5, 0.25)), 4);
  EXPECT_EQ(time(u, block(1, 0.25)), 0.5);  // its sides fit exactly: it touches as it comes in
  EXPECT_EQ(time(u, block(1.25, 0)), 0.25);
  PrismMotion<3> through;
  through.end = 4.0;
  through.velocity = {0.0, 0.0, 2.0};
  const auto ring = make_prism(upright(frame_loops(), 0, 1), rest).value();
  const auto rod = [&](double half) { return make_prism(upright({square(half)}, -3, -2), through).value(); };
  EXPECT_EQ(time(ring, rod(0.5)), std::numeric_limits<double>::infinity());
  EXPECT_EQ(time(ring, rod(1)), 1);
  EXPECT_EQ(time(ring, rod(2)), 1);
}

TEST(FirstCollision, OfSeveral) {
  const auto body = [](Vec3 from, Vec3 velocity) {
    return prisms_of(Rounded(box({1, 1, 1})), straight(from, velocity), {0, 1}).value().prisms;
  };
  std::vector<MovingBody<4>> bodies = {body({0, 0, 0}, {}), body({5, 0, 0}, {-5, 0, 0}), body({0, 4, 0}, {0, -6, 0}),
                                       body({9, 9, 9}, {0, 0, 1})};
  const auto found = first_collision<4>(bodies);
  EXPECT_EQ(found.rounded_time(), 0.5);
  EXPECT_EQ(found.meetings[0].body_a, 0u);
  EXPECT_EQ(found.meetings[0].body_b, 2u);
  // Two pairs at the same time.
  bodies.push_back(body({9, 9, 12.5}, {0, 0, -4}));
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (const auto& meeting : first_collision<4>(bodies).meetings) pairs.insert({meeting.body_a, meeting.body_b});
  EXPECT_EQ(pairs, (std::set<std::pair<std::size_t, std::size_t>>{{0, 2}, {3, 4}}));
  EXPECT_TRUE(first_collision<4>({}).is_clear());
}

// ---- Flat bodies, an interval of one instant, pieces

TEST(FirstCollision, OfFlatBodies) {
  const auto at = [](std::vector<Vec3> points) { return Shape(Rounded(convex_hull(points).value())); };
  const Shape dot = at({{0, 0, 0}}), rod = at({{-1, 0, 0}, {1, 0, 0}}), plate = Rounded(box({2, 2, 0}));
  const auto time = [](const Shape& a, const Shape& b, Vec3 from, Vec3 velocity) {
    const StraightCase asked{a, b, {}, straight(from, velocity)};
    const auto found = collide(asked);
    expect_time_in(found, asked.ask(MotionMethod::Features), {0, 1}, "flat");
    return found.rounded_time();
  };
  EXPECT_EQ(time(dot, dot, {2, 0, 0}, {-4, 0, 0}), 0.5);
  EXPECT_EQ(time(dot, dot, {2, 0, 0}, {-4, 0x1p-50, 0}), std::numeric_limits<double>::infinity());
  EXPECT_EQ(time(rod, dot, {3, 0, 0}, {-4, 0, 0}), 0.5);
  EXPECT_EQ(time(rod, rod, {3, 0, 0}, {-2, 0, 0}), 0.5);
  EXPECT_EQ(time(rod, rod, {0.5, 1, 0}, {0, -4, 0}), 0.25);
  EXPECT_EQ(time(plate, plate, {3, 0.5, 0}, {-2, 0, 0}), 0.5);
  EXPECT_EQ(time(plate, plate, {0.5, 0.5, 1}, {0, 0, -4}), 0.25);
  EXPECT_EQ(time(plate, plate, {0.5, 0.5, 0}, {}), 0);
  EXPECT_EQ(time(plate, dot, {0.25, 0.25, 2}, {0, 0, -4}), 0.5);
  EXPECT_EQ(time(plate, rod, {2.5, 0, 0}, {-1, 0, 0}), 0.5);
  EXPECT_EQ(time(kCube, plate, {0, 0, 3}, {0, 0, -4}), 0.5);
  EXPECT_EQ(time(kCube, rod, {0, 0, 0}, {0, 0, -4}), 0);
}
TEST(FirstCollision, OfOneInstant) {
  EXPECT_EQ(collide({kCube, kCube, {}, straight({2, 0, 0}, {-1, 0, 0}), {0, 0}}).rounded_time(), 0);
  EXPECT_EQ(collide({kCube, kCube, {}, straight({3, 0, 0}, {-4, 0, 0}), {0.25, 0.25}}).rounded_time(), 0.25);
  EXPECT_EQ(collide({kCube, Rounded(box({0.5, 0.5, 0.5})), {}, straight({}, {}), {1, 1}}).rounded_time(), 1);
  EXPECT_TRUE(collide({kCube, kCube, {}, straight({3, 0, 0}, {-1, 0, 0}), {0, 0}}).is_clear());
}
TEST(FirstCollision, AlongKeyframes) {
  StraightCase asked{kCube, kCube, {}, around_a_corner(), {0, 3}};
  const auto found = collide(asked);
  EXPECT_EQ(compare(found.meetings[0].point[3] * Dyadic(3.0), Dyadic(8.0) * found.meetings[0].point.weight()), 0);
  expect_time_in(found, asked.ask(MotionMethod::Features), asked.interval, "keyframes");
  asked.interval = {0.5, 2.5};
  EXPECT_TRUE(collide(asked).is_clear());
}
TEST(FirstCollision, WhatIsRefused) {
  const auto fault = [](const Shape& shape, const Motion& motion, Interval interval) {
    const auto made = prisms_of(shape, motion, interval);
    return made ? "none" : made.error().text();
  };
  EXPECT_EQ(fault(kCube, {}, {1, 0}), "interval: ends before it begins");
  EXPECT_EQ(fault(kCube, {}, {}), "interval: its ends must be finite");
  EXPECT_EQ(fault(kCube, straight({}, {}), {-1, 0}), "interval: begins before a motion does");
  EXPECT_EQ(fault(kCube, Motion::to(Pose(), rotation({0, 0, 0, 1}, {}), 1).value(), {0, 1}),
            "motion: turns; prisms are of bodies that only translate");
  EXPECT_EQ(fault(kCube, Motion::flight(Pose(), {{}, {0, 0, -1}, {}, {}}).value(), {0, 1}),
            "motion: is accelerated; prisms are of straight motions");
  EXPECT_EQ(fault(kCube, Motion::flight(Pose(), {{}, {}, {0, 0, 1}, {}}).value(), {0, 1}),
            "motion: turns; prisms are of bodies that only translate");
  EXPECT_EQ(fault(rounded(box({1, 1, 1}), 0.5), {}, {0, 1}), "shape: has a radius; prisms are of polyhedra");
  EXPECT_EQ(fault(HalfSpace::make({0, 0, 1}, 0).value(), {}, {0, 1}), "shape: is a half-space, and no polyhedron");
}

// ---- Against motion/, which knows nothing of prisms

TEST(FirstCollision, AgreesWithMotion) {
  const int rounds = detail::is_full_level() ? 12'000 : 600;
  StraightCases cases(21);
  int clear = 0, already = 0, contact = 0;
  for (int round = 0; round < rounds; ++round) {
    const StraightCase asked = cases.next();
    const FirstContact expected = asked.ask();
    const auto found = collide(asked);
    expect_time_in(found, expected, asked.interval, "round " + std::to_string(round));
    if (HasFailure()) return;
    (expected.status == MotionStatus::Clear ? clear : expected.status == MotionStatus::Already ? already : contact)++;
    if (round % 20 == 0 && std::holds_alternative<Rounded>(asked.a) && std::holds_alternative<Rounded>(asked.b))
      expect_time_in(found, asked.ask(MotionMethod::Features), asked.interval, "features " + std::to_string(round));
  }
  for (const int count : {clear, already, contact}) EXPECT_GT(20 * count, rounds);
}

}  // namespace
}  // namespace clearance::lab
