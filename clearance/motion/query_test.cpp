#include <clearance/motion/query.h>

#include <clearance/motion/moving_case_test.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

const Polytope kBox = box({2, 2, 2});

using Case = MovingCase;

TEST(FirstContact, BoxesOnALine) {
  const auto ask = [](Vec3 from, Vec3 velocity, Interval interval = kUnit) {
    return Case{kBox, kBox, {}, line(from, velocity), interval};
  };
  const Case hit = ask({4, 0, 0}, {-4, 0, 0});
  const FirstContact found = hit.ask();
  EXPECT_EQ(found.status, MotionStatus::Contact);
  EXPECT_LT(found.lower, 0.5);
  EXPECT_GE(found.upper, 0.5);
  EXPECT_LE(found.upper - found.lower, 1e-9);
  EXPECT_EQ(found.normal, (Vec3{1, 0, 0}));
  EXPECT_NEAR(found.point_a.x, 1, 1e-8);
  EXPECT_TRUE(hit.check(found));
  expect_right(hit, "face to face");
  expect_right(ask({4, 2, 2}, {-4, 0, 0}), "corner to corner");
  expect_right(ask({4, std::nextafter(2.0, 3), 0}, {-4, 0, 0}), "past by a hair");
  expect_right(ask({4, 2, 0}, {-4, 0, 0}), "along a face");
  expect_right(ask({4, 0, 0}, {-1, 0, 0}), "not far enough");
  expect_right(ask({4, 0, 0}, {-1, 0, 0}, {0, 2}), "just as far");
  expect_right(ask({2, 0, 0}, {1, 0, 0}), "touching, and away");
  expect_right(ask({0.5, 0, 0}, {1, 0, 0}), "inside");
  expect_right(ask({4, 0.5, 0.25}, {-6, 0, 0}), "at a third");
  expect_right(ask({4, 0, 0}, {}), "at rest apart");
  expect_right(ask({0, 0, 0}, {}), "coincident at rest");
  expect_right(ask({4, 0, 0}, {-4, 0, 0}, {0.5, 1}), "an interval that begins with the contact");
  expect_right(ask({4, 0, 0}, {-4, 0, 0}, {0.25, 0.25}), "an instant");
  expect_right(ask({4, 0, 0}, {-4, 0, 0}, {0.5, 0.5}), "an instant of contact");
}

TEST(FirstContact, Grazes) {
  const auto thrown = [](double x) {
    return Case{kBox, kBox, {}, Motion::flight(translation({x, 0, 0}), {{-4, 0, 0}, {8, 0, 0}, {}, {}}).value()};
  };
  expect_right(thrown(3), "touches at its height");
  expect_right(thrown(std::nextafter(3.0, 4)), "does not quite");
  expect_right(thrown(std::nextafter(3.0, 2)), "does for an instant");
  // At thirds: 3(t − 1/3)² above the box.
  const auto third = [](double x) {
    return Case{kBox, kBox, {}, Motion::flight(translation({x, 0, 0}), {{-6, 0, 0}, {18, 0, 0}, {}, {}}).value()};
  };
  expect_right(third(3), "touches at a third");
  expect_right(third(3.0000001), "does not");
  // A box that turns to cos φ = 0.8 exactly, where it reaches seven.
  const Polytope large = box({10, 10, 10});
  for (const double x : {12.0, std::nextafter(12.0, 13), std::nextafter(12.0, 11)})
    expect_right({large, large, {}, Motion::to(translation({x, 0, 0}), rotation({3, 0, 0, 1}, {x, 0, 0}), 1).value()},
                 "reaches at the end: " + std::to_string(x));
  // An edge across an edge, at distance 0 for an instant: both bodies turn.
  const Motion there = Motion::to(rotation({1, 0, 0, 0}, {3, 0, 0}), rotation({1, 0, 0, 1}, {3, 0, 0}), 1).value();
  const Motion back = Motion::to(rotation({1, 0, 0, 0}), rotation({1, 0, 0, -1}), 1).value();
  expect_right({kBox, kBox, back, there}, "both turn");
}

// No walk in doubles sees a gap of one unit in the last place; a plane shows it all the same.
TEST(FirstContact, SlidingAHairOffIsProved) {
  const Case sliding{kBox, kBox, {}, line({std::nextafter(2.0, 3), 0, 0}, {0, 1, 0})};
  const FirstContact found = sliding.ask();
  EXPECT_TRUE(found.is_clear());
  EXPECT_TRUE(sliding.check(found));
}

TEST(FirstContact, KeyframesAndClocks) {
  const auto visit = [](double nearest) {
    return Motion::through({{-2, translation({6, 0, 0})},
                            {0.5, rotation({2, 0, 0, 1}, {nearest, 0, 0})},
                            {1, rotation({2, 0, 0, 1}, {nearest, 0, 0})},
                            {4, translation({6, 0, 0})}})
        .value();
  };
  for (const double nearest : {2.5, 2.414, 2.3, 2.2, 2.0, 1.0})
    expect_right({kBox, kBox, {}, visit(nearest), {-2, 6}}, "nearest " + std::to_string(nearest));
  // The same motion by another clock.
  const Motion early = Motion::linear(translation({4, 0, 0}), {-4, 0, 0}, -8).value();
  const FirstContact found = Case{kBox, kBox, {}, early, {-8, -7}}.ask();
  EXPECT_LE(found.lower, -7.5);
  EXPECT_GE(found.upper, -7.5);
  // Near zero: half a turn and a little more, the short way and the long one.
  const auto turn = [](Quat end) { return Motion::to(translation({3, 0, 0}), rotation(end, {3, 0, 0}), 1).value(); };
  expect_right({kBox, kBox, {}, turn({-1, 1e-3, 0, 1e-3})}, "q passes near zero");
  expect_right({kBox, kBox, {}, turn({-1, 1e-9, 0, 1e-9})}, "q passes very near zero");
  expect_right({kBox, kBox, {}, turn({-1, 1e-160, 0, 1e-160})}, "q nearly passes zero");
}

TEST(FirstContact, RadiiAndMargins) {
  const Polytope point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  const Rounded ball = rounded(point, 0.5);
  const auto ask = [&](Vec3 from, Vec3 velocity, double margin) {
    return Case{ball, ball, {}, line(from, velocity), kUnit, margin};
  };
  const FirstContact found = ask({3, 0, 0}, {-4, 0, 0}, 0).ask();
  EXPECT_LE(found.lower, 0.5);
  EXPECT_GE(found.upper, 0.5);
  expect_right(ask({3, 0, 0}, {-4, 0, 0}, 0), "balls");
  expect_right(ask({3, 0, 0}, {-4, 0, 0}, 0.75), "balls with a margin");
  expect_right(ask({3, 1, 0}, {-4, 0, 0}, 0), "balls that graze");
  expect_right(ask({3, std::nextafter(1, 2), 0}, {-4, 0, 0}, 0), "balls that do not");
  expect_right({kBox, rounded(kBox, 0.25), {}, line({4, 3, 1}, {-4, -1, 0}), kUnit, 0.125}, "boxes");
  expect_right({kBox, rounded(kBox, 0.25), Motion::to({}, rotation({2, 1, 0, 1}), 1).value(),
                Motion::to(translation({4, 1, 0}), rotation({2, 0, 1, 1}), 1).value(), kUnit, 0.125},
               "boxes that turn");
}

TEST(FirstContact, RefusesAndRunsOut) {
  const auto fault = [](const Motion& motion, Interval interval, const MotionOptions& options = {}) {
    const Result<FirstContact> found = first_contact(kBox, {}, kBox, motion, interval, options);
    return found ? std::string("none") : found.error().text();
  };
  const Motion moves = line({4, 0, 0}, {-4, 0, 0});
  EXPECT_EQ(fault(moves, {}), "interval: its ends must be finite");
  EXPECT_EQ(fault(moves, {1, 0}), "interval: ends before it begins");
  EXPECT_EQ(fault(moves, {0, kInfinity}), "interval: its ends must be finite");
  EXPECT_EQ(fault(moves, {-1, 0}), "interval: begins before a motion does");
  EXPECT_EQ(fault(moves, kUnit, {.margin = -1}), "margin: must be finite and 0 or more");
  EXPECT_EQ(fault(moves, kUnit, {.width = std::nan("")}), "width: must be finite and 0 or more");
  const Motion spins = Motion::flight({}, {{}, {}, {0, 0, 1}, {}}).value();
  EXPECT_EQ(fault(spins, kUnit, {.method = MotionMethod::Features}),
            "method: there are no contact functions under an angular velocity");
  EXPECT_EQ(fault(spins, {0, 0x1p20}), "none");
  EXPECT_EQ(fault(spins, {0, 0x1.00001p20}), "motion: turns by more than 2^20 radians until the interval ends");
  EXPECT_EQ(fault(Motion::flight({}, {{}, {}, {0, 0, 1e300}, {}}).value(), kUnit),
            "motion: turns by more than 2^20 radians until the interval ends");
  // Out of instants, out of time: never a guess.
  const Case turning{kBox, kBox, {}, Motion::to(translation({9, 0, 0}), rotation({1, 1, 0, 1}, {-9, 0, 0}), 1).value()};
  for (int most = 0; most < 12; ++most) {
    const FirstContact found = turning.ask({.max_instants = most});
    EXPECT_NE(found.status, MotionStatus::Clear);
    EXPECT_TRUE(turning.check(found)) << most;
    if (found.status == MotionStatus::Undecided) {
      EXPECT_EQ(found.upper, kInfinity);
    }
  }
  const FirstContact late = turning.ask({.deadline = std::chrono::steady_clock::now()});
  EXPECT_EQ(late.status, MotionStatus::Undecided);
  EXPECT_EQ(FirstContact{}.status, MotionStatus::NotAsked);
  EXPECT_FALSE(FirstContact{}.is_clear());
}

TEST(FirstContact, EveryMethod) {
  const Case asked{kBox, kBox, {}, line({4, 0.5, 0.25}, {-6, 0, 0})};
  for (const MotionMethodRow& row : motion_methods()) {
    const FirstContact found = asked.ask({.method = row.method, .max_instants = 1000});
    EXPECT_EQ(found.status, MotionStatus::Contact) << row.name;
    EXPECT_LE(found.lower, 1.0 / 3) << row.name;
    EXPECT_GE(found.upper, 1.0 / 3) << row.name;
    EXPECT_EQ(to_string(row.method), row.name);
    // Through a thin wall, between two instants of the steps.
    const Case fast{box({0.01, 2, 2}), kBox, {}, line({400, 0, 0}, {-800, 0, 0})};
    const FirstContact through =
        fast.ask({.method = row.method, .max_instants = row.method == MotionMethod::FixedSteps ? 10 : 1000000});
    EXPECT_EQ(through.status, row.method == MotionMethod::FixedSteps ? MotionStatus::Undecided : MotionStatus::Contact)
        << row.name;
  }
}

TEST(ClearThroughout, AFreeMotionIsOnePlane) {
  const Case far{kBox, kBox, Motion::to({}, rotation({2, 1, 0, 1}), 1).value(),
                 Motion::to(translation({40, 0, 0}), rotation({1, 1, 1, 0}, {38, 2, 0}), 1).value()};
  const FirstContact found = clear_throughout(far.a, far.motion_a, far.b, far.motion_b, kUnit).value();
  EXPECT_TRUE(found.is_clear());
  EXPECT_LE(found.timeline.spans.size(), 2u);
  EXPECT_TRUE(far.check(found));
  const Case hit{kBox, kBox, {}, line({4, 0, 0}, {-4, 0, 0})};
  const FirstContact met = clear_throughout(hit.a, hit.motion_a, hit.b, hit.motion_b, kUnit).value();
  EXPECT_EQ(met.status, MotionStatus::Contact);
  EXPECT_TRUE(hit.check(met));
}

}  // namespace
}  // namespace clearance::detail
