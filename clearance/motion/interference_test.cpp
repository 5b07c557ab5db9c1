#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/motion/features/reference.h>
#include <clearance/motion/features/reference_stretches.h>
#include <clearance/motion/query.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

const Polytope kBox = box({2, 2, 2});  // from −1 to 1
const auto kGoOn = [] { return true; };

Motion line(Vec3 from, Vec3 velocity) { return Motion::linear(translation(from), velocity).value(); }
Motion thrown(Vec3 from, Vec3 velocity, Vec3 acceleration) {
  return Motion::flight(translation(from), {velocity, acceleration, {}, {}}).value();
}
Polytope hull(std::vector<Vec3> points) { return convex_hull(points).value(); }
Rounded ball(double radius) { return rounded(hull({{0, 0, 0}}), radius); }

// One answer, whoever is called a, with the filter and without.
Interference of(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                Interval interval = {0, 1}, double margin = 0) {
  const auto ask = [&](FeatureFilter filter, bool exchanged) {
    return exchanged ? interference_of_features(b, motion_b, a, motion_a, margin, interval, kGoOn, filter).value()
                     : interference_of_features(a, motion_a, b, motion_b, margin, interval, kGoOn, filter).value();
  };
  const Interference found = ask(FeatureFilter::On, false);
  for (const Interference& other : {ask(FeatureFilter::On, true), ask(FeatureFilter::Off, false)}) {
    EXPECT_EQ(found.status, other.status);
    EXPECT_EQ(found.intervals.size(), other.intervals.size());
    for (std::size_t k = 0; k < std::min(found.intervals.size(), other.intervals.size()); ++k) {
      EXPECT_EQ(found.intervals[k].begin.lower, other.intervals[k].begin.lower);
      EXPECT_EQ(found.intervals[k].begin.upper, other.intervals[k].begin.upper);
      EXPECT_EQ(found.intervals[k].end.lower, other.intervals[k].end.lower);
      EXPECT_EQ(found.intervals[k].end.upper, other.intervals[k].end.upper);
    }
  }
  return found;
}

// Rising pairs of times that are doubles.
void expect_times(const Interference& found, const std::vector<double>& times) {
  ASSERT_EQ(2 * found.intervals.size(), times.size());
  for (std::size_t k = 0; k < found.intervals.size(); ++k) {
    const auto& [begin, end, graze] = found.intervals[k];
    EXPECT_EQ(begin.lower, times[2 * k]);
    EXPECT_EQ(begin.upper, times[2 * k]);
    EXPECT_EQ(end.lower, times[2 * k + 1]);
    EXPECT_EQ(end.upper, times[2 * k + 1]);
  }
}
// Neighbouring doubles around a third.
void expect_third(const Bracket& bracket) {
  EXPECT_EQ(std::nextafter(bracket.lower, 1), bracket.upper);
  EXPECT_LT(std::fma(3, bracket.lower, -1), 0);
  EXPECT_GT(std::fma(3, bracket.upper, -1), 0);
}

// ---- Solved by hand -------------------------------------------------------------------------------------------------

TEST(Interference, BoxesThatPassThroughEachOther) {
  const Interference through = of(kBox, {}, kBox, line({4, 0, 0}, {-8, 0, 0}));
  EXPECT_EQ(through.status, MotionStatus::Contact);
  EXPECT_EQ(through.decided_until, 1);
  expect_times(through, {0.25, 0.75});
  EXPECT_FALSE(through.intervals[0].graze);
  const Interference beside = of(kBox, {}, kBox, line({4, std::nextafter(2.0, 3), 0}, {-8, 0, 0}));
  EXPECT_EQ(beside.status, MotionStatus::Clear);
  EXPECT_TRUE(beside.intervals.empty());
  // Sliding along a face, along an edge, and corner to corner.
  expect_times(of(kBox, {}, kBox, line({4, 2, 0.5}, {-8, 0, 0})), {0.25, 0.75});
  expect_times(of(kBox, {}, kBox, line({4, 2, 2}, {-8, 0, 0})), {0.25, 0.75});
  expect_times(of(kBox, {}, kBox, line({4, 4, 4}, {-4, -4, -4})), {0.5, 1});
  // Cut off by the interval's end.
  expect_times(of(kBox, {}, kBox, line({4, 0, 0}, {-8, 0, 0}), {0, 0.5}), {0.25, 0.5});
}

TEST(Interference, TimesThatAreThirds) {
  const Interference found = of(kBox, {}, kBox, line({4, 0.5, 0.25}, {-6, 0, 0}), {0, 2});
  ASSERT_EQ(found.intervals.size(), 1u);
  expect_third(found.intervals[0].begin);
  EXPECT_EQ(found.intervals[0].end.lower, 1);
  EXPECT_EQ(found.intervals[0].end.upper, 1);
}

TEST(Interference, ABodyInsideTheOther) {
  // Between 2.75 and 5.25 eighths, without contact of features for most of it.
  expect_times(of(kBox, {}, box({0.5, 0.5, 0.5}), line({4, 0, 0}, {-8, 0, 0})), {2.75 / 8, 5.25 / 8});
  const Interference inside = of(kBox, {}, box({0.5, 0.5, 0.5}), line({0, 0, 0}, {0.5, 0, 0}));
  EXPECT_EQ(inside.status, MotionStatus::Already);
  expect_times(inside, {0, 1});
}

TEST(Interference, TurningBodiesComeAndGo) {
  // Turned by half a turn, a rod meets a box beside it while it sticks out far enough.
  const Polytope rod = hull({{-2, 0, 0}, {2, 0, 0}});
  const Motion turning =
      Motion::to(rotation({1, 0, 0, 0}, {0, 2.5, 0}), rotation({0, 0, 0, 1}, {0, 2.5, 0}), 1).value();
  const Interference found = of(kBox, {}, rod, turning);
  ASSERT_EQ(found.intervals.size(), 1u);
  // q = (1 − t, 0, 0, t): symmetric about a half, where the rod is upright. It meets the edge at (1, 1), which is 1
  // beside and 1.5 below its middle, when tan φ = 3/2.
  const double from = found.intervals[0].begin.upper, phi = 2 * std::atan(from / (1 - from));
  EXPECT_NEAR(std::tan(phi), 1.5, 1e-14);
  EXPECT_NEAR(found.intervals[0].end.lower, 1 - from, 1e-14);
}

// ---- Grazes ---------------------------------------------------------------------------------------------------------

TEST(Interference, GrazesAreInstants) {
  const Interference half = of(kBox, {}, kBox, thrown({3, 0, 0}, {-4, 0, 0}, {8, 0, 0}));
  expect_times(half, {0.5, 0.5});
  ASSERT_TRUE(half.intervals[0].graze);
  EXPECT_EQ(half.intervals[0].graze->after, 0.5);
  EXPECT_EQ(half.intervals[0].graze->before, 0.5);
  // 3 − 6t + 9t² = 2 + (3t − 1)².
  const Interference third = of(kBox, {}, kBox, thrown({3, 0.5, 0.25}, {-6, 0, 0}, {18, 0, 0}));
  ASSERT_EQ(third.intervals.size(), 1u);
  expect_third(third.intervals[0].begin);
  expect_third(third.intervals[0].end);
  ASSERT_TRUE(third.intervals[0].graze);
  EXPECT_EQ(third.intervals[0].graze->after, third.intervals[0].begin.lower);
  EXPECT_EQ(third.intervals[0].graze->before, third.intervals[0].begin.upper);
  EXPECT_EQ(of(kBox, {}, kBox, thrown({std::nextafter(3.0, 4), 0, 0}, {-4, 0, 0}, {8, 0, 0})).status,
            MotionStatus::Clear);
  // Edges that pass each other at no distance: one is vertical, the other horizontal.
  const Polytope upright = hull({{0, 0, -1}, {0, 0, 1}}), flat = hull({{0, -1, 0}, {0, 1, 0}});
  expect_times(of(upright, {}, flat, line({2, 0, 0}, {-4, 0, 0})), {0.5, 0.5});
}

TEST(Interference, ContactAtTheEndsOfTheInterval) {
  const Interference last = of(kBox, {}, kBox, line({4, 0, 0}, {-2, 0, 0}));
  EXPECT_EQ(last.status, MotionStatus::Contact);
  expect_times(last, {1, 1});
  const Interference first = of(kBox, {}, kBox, line({2, 0, 0}, {1, 0, 0}));
  EXPECT_EQ(first.status, MotionStatus::Already);
  expect_times(first, {0, 0});
  expect_times(of(kBox, {}, kBox, line({2, 0, 0}, {1, 0, 0}), {0, 0}), {0, 0});
  EXPECT_EQ(of(kBox, {}, kBox, line({2, 0, 0}, {1, 0, 0}), {0.5, 0.5}).status, MotionStatus::Clear);
}

TEST(Interference, PermanentContact) {
  expect_times(of(kBox, {}, kBox, {}), {0, 1});
  expect_times(of(kBox, {}, kBox, Motion::rest(translation({2, 0, 0}))), {0, 1});
  expect_times(of(kBox, {}, kBox, Motion::rest(translation({2, 2, 2}))), {0, 1});
  expect_times(of(kBox, line({0, 0, 0}, {1, 2, 3}), kBox, line({2, 0, 0}, {1, 2, 3})), {0, 1});
  const Polytope point = hull({{0, 0, 0}}), rod = hull({{-1, 0, 0}, {1, 0, 0}});
  expect_times(of(point, {}, point, {}), {0, 1});
  expect_times(of(point, {}, rod, line({-2, 0, 0}, {4, 0, 0})), {0.25, 0.75});
  expect_times(of(rod, {}, rod, line({-4, 0, 0}, {8, 0, 0})), {0.25, 0.75});
  // Turning about what they share.
  expect_times(of(rod, {}, rod, Motion::to(rotation({1, 0, 0, 0}), rotation({0, 0, 0, 1}), 1).value()), {0, 1});
}

// ---- Keyframes ------------------------------------------------------------------------------------------------------

TEST(Interference, KeyframesJoin) {
  const auto at = [](double time, double x) { return Keyframe{time, translation({x, 0, 0})}; };
  const auto through = [](std::vector<Keyframe> frames) { return Motion::through(std::move(frames)).value(); };
  const Interference rests = of(kBox, {}, kBox, through({at(0, 4), at(1, 2), at(2, 2), at(3, 4)}), {0, 4});
  expect_times(rests, {1, 2});
  const Interference touches = of(kBox, {}, kBox, through({at(0, 4), at(1, 2), at(2, 4)}), {0, 2});
  expect_times(touches, {1, 1});
  expect_times(of(kBox, {}, kBox, through({at(0, 4), at(1, 0), at(2, 4), at(3, 0)}), {0, 4}), {0.5, 1.5, 2.5, 4});
  // The other body's keyframes are at other times, and a pose is repeated.
  const Motion other = through({at(-1, 0), at(0.25, 0), at(2.25, 0), at(9, 0)});
  expect_times(of(kBox, other, kBox, through({at(0, 4), at(1, 0), at(2, 4), at(3, 0)}), {0, 4}), {0.5, 1.5, 2.5, 4});
}

TEST(Interference, QuaternionsThatPassNearZero) {
  // q = (1 − 2t, 0, 0, 2⁻³⁰·t): almost half a turn of q, so a whole one of the rod, around t = 1/2, so the rod sweeps
  // all around.
  const Polytope rod = hull({{0, 0, 0}, {3, 0, 0}});
  const Motion whirls =
      Motion::to(rotation({1, 0, 0, 0}, {0, 0, 0}), rotation({-1, 0, 0, 0x1p-30}, {0, 0, 0}), 1).value();
  const Interference found = of(kBox, line({0, 3, 0}, {}), rod, whirls);
  ASSERT_EQ(found.intervals.size(), 1u);
  EXPECT_LT(found.intervals[0].begin.lower, 0.5);
  EXPECT_NEAR(found.intervals[0].begin.upper, 0.5, 1e-8);
  EXPECT_NEAR(found.intervals[0].end.upper, 0.5, 1e-8);
}

// ---- Radii and margins ----------------------------------------------------------------------------------------------

TEST(Interference, Balls) {
  expect_times(of(ball(1), {}, ball(1), line({4, 0, 0}, {-8, 0, 0})), {0.25, 0.75});
  expect_times(of(ball(1), {}, ball(1), line({4, 2, 0}, {-8, 0, 0})), {0.5, 0.5});
  EXPECT_EQ(of(ball(1), {}, ball(1), line({4, std::nextafter(2.0, 3), 0}, {-8, 0, 0})).status, MotionStatus::Clear);
  expect_times(of(ball(1), {}, ball(0.5), line({4, 0, 0}, {-8, 0, 0}), {0, 1}, 0.5), {0.25, 0.75});
  expect_times(of(ball(1), {}, ball(1), {}), {0, 1});
  expect_times(of(ball(1), {}, ball(1), Motion::rest(translation({2, 0, 0}))), {0, 1});
  // x² + 1 = 4 at x = √3, t = (4 ∓ √3)/8.
  const Interference off_axis = of(ball(1), {}, ball(1), line({4, 1, 0}, {-8, 0, 0}));
  ASSERT_EQ(off_axis.intervals.size(), 1u);
  const auto [begin, end, graze] = off_axis.intervals[0];
  EXPECT_EQ(std::nextafter(begin.lower, 1), begin.upper);
  EXPECT_EQ(std::nextafter(end.lower, 1), end.upper);
  EXPECT_NEAR(begin.lower, (4 - std::sqrt(3.0)) / 8, 1e-16);
  EXPECT_NEAR(end.lower, (4 + std::sqrt(3.0)) / 8, 2e-16);
}

TEST(Interference, CapsulesAndRoundedBoxes) {
  const Rounded along_x = rounded(hull({{-1, 0, 0}, {1, 0, 0}}), 0.5),
                along_y = rounded(hull({{0, -1, 0}, {0, 1, 0}}), 0.5);
  expect_times(of(along_x, {}, along_y, line({0.5, 0.25, 3}, {0, 0, -4})), {0.5, 1});
  expect_times(of(along_x, {}, along_x, line({0.5, 0, 3}, {0, 0, -4})), {0.5, 1});  // parallel
  expect_times(of(along_x, {}, along_x, line({6, 0, 0}, {-6, 0, 0})), {0.5, 1});    // end to end
  expect_times(of(along_x, {}, ball(0.5), line({0.5, 0, 3}, {0, 0, -4})), {0.5, 1});
  // Five from an edge, by 3² + 4²: it rolls along, as far off as it may be throughout.
  const Rounded thick = rounded(kBox, 2.5);
  expect_times(of(thick, {}, ball(2.5), line({4, 4, 5}, {-8, 0, 0})), {0.375, 0.625});
  // Along a face.
  expect_times(of(kBox, {}, ball(0.5), line({4, 1.5, 0}, {-8, 0, 0})), {0.375, 0.625});
  EXPECT_EQ(of(kBox, {}, ball(0.5), line({4, std::nextafter(1.5, 2), 0}, {-8, 0, 0})).status, MotionStatus::Clear);
}

// ---- Events nearer to each other than doubles -----------------------------------------------------------------------

// (3t − 1)² is at most 2⁻¹¹⁹ for less than a double's distance around a third.
TEST(Interference, AnIntervalWithoutADouble) {
  const Polytope tiny = hull({{-0x1p-120, -1, -1}, {-0x1p-120, 1, -1}, {-0x1p-120, 0, 1}, {0x1p-120, 0, 0}});
  const Polytope mirrored = hull({{0x1p-120, -1, -1}, {0x1p-120, 1, -1}, {0x1p-120, 0, 1}, {-0x1p-120, 0, 0}});
  const Interference found = of(tiny, {}, mirrored, thrown({1, 0, 0}, {-6, 0, 0}, {18, 0, 0}));
  ASSERT_EQ(found.intervals.size(), 1u);
  expect_third(found.intervals[0].begin);
  expect_third(found.intervals[0].end);
  EXPECT_FALSE(found.intervals[0].graze);  // not one instant
}

// Apart by 2⁻¹²⁰ − (3t − 1)² at most, so at no double.
TEST(Interference, AGapWithoutADouble) {
  const Polytope wall = hull({{-1, -2, -2}, {-1, 2, -2}, {0, -2, -2}, {0, 2, -2}, {-1, 0, 2}, {0, 0, 2}});
  const Polytope tip = hull({{0x1p-120, 0, 0}, {0x1p-119, -1, -1}, {0x1p-119, 1, -1}, {0x1p-119, 0, 1}});
  const Interference found = of(wall, {}, tip, thrown({-1, 0, 0}, {6, 0, 0}, {-18, 0, 0}), {0.25, 0.4375});
  EXPECT_EQ(found.status, MotionStatus::Already);
  expect_times(found, {0.25, 0.4375});
}

// ---- Invariance -----------------------------------------------------------------------------------------------------

TEST(Interference, ReversalSplittingAndACommonTranslation) {
  const Vec3 from = {4, 0.5, -0.25}, to = {-4, 0.25, 0.5};
  const auto forward = of(kBox, {}, kBox, line(from, to - from)), backward = of(kBox, {}, kBox, line(to, from - to));
  expect_times(forward, {0.25, 0.75});
  expect_times(backward, {0.25, 0.75});
  expect_times(of(kBox, {}, kBox, line(from, to - from), {0, 0.5}), {0.25, 0.5});
  expect_times(of(kBox, {}, kBox, line(from, to - from), {0.5, 1}), {0.5, 0.75});
  const Vec3 away = {0x1p30, -0x1p20, 0x1p25};
  expect_times(of(kBox, line(away, {}), kBox, line(from + away, to - from)), {0.25, 0.75});
  // The clock shifted.
  const Motion later = Motion::linear(translation(from), to - from, 16).value();
  expect_times(of(kBox, {}, kBox, later, {16, 17}), {16.25, 16.75});
}

// ---- Against the status at an instant -------------------------------------------------------------------------------

// In contact inside, apart outside; the rounds have a thousand instants together.
void expect_sampled(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b, int samples) {
  const Interference found = of(a, motion_a, b, motion_b);
  const Stretches stretches(motion_a, motion_b, {0, 1});
  const Dyadic radius = radius_of(a, b, 0);
  const auto meet = [&](double t) { return !are_apart_at(t, stretches, a, b, radius); };
  for (const auto& [begin, end, graze] : found.intervals) {
    if (graze) continue;
    EXPECT_TRUE(meet(begin.upper));
    EXPECT_TRUE(meet(end.lower));
    EXPECT_TRUE(begin.lower == begin.upper || !meet(begin.lower));
    EXPECT_TRUE(end.lower == end.upper || !meet(end.upper));
  }
  for (int k = 0; k <= samples; ++k) {
    const double t = static_cast<double>(k) / samples;
    bool expected = false;
    for (const auto& [begin, end, graze] : found.intervals) expected = expected || (t >= begin.upper && t <= end.lower);
    ASSERT_EQ(meet(t), expected) << t;
  }
}

TEST(Interference, SampledInstantsAgree) {
  Random random(11);
  const auto vector = [&](double size) {
    const double x = random.uniform(-size, size), y = random.uniform(-size, size);
    return Vec3{x, y, random.uniform(-size, size)};
  };
  const auto pose = [&](Vec3 t) {
    const double w = random.uniform(-1, 1), x = random.uniform(-1, 1), y = random.uniform(-1, 1);
    return rotation({w, x, y, random.uniform(-1, 1)}, t);
  };
  for (int round = 0; round < 8; ++round) {
    const auto body = [&] {
      std::vector<Vec3> points(4);
      for (Vec3& point : points) point = vector(1);
      return rounded(hull(points), round % 3 == 2 ? 0.25 : 0);
    };
    const Rounded a = body(), b = body();
    const Motion moves =
        Motion::through({{0, pose({2, 0, 0})}, {0.5, pose(vector(0.5))}, {1, pose({-2, 0, 0})}}).value();
    expect_sampled(a, round % 2 == 0 ? Motion::rest(pose({})) : Motion::to(pose({}), pose(vector(0.5)), 1).value(), b,
                   moves, 125);
  }
}

// ---- The door -------------------------------------------------------------------------------------------------------

TEST(Interference, RefusesAndStops) {
  const Motion passes = line({4, 0, 0}, {-8, 0, 0});
  const auto asked = [&](const Motion& motion, Interval interval, const MotionOptions& options) {
    return interference(kBox, {}, kBox, motion, interval, options);
  };
  EXPECT_TRUE(asked(passes, {0, 1}, {}).ok());
  EXPECT_FALSE(asked(passes, {}, {}).ok());
  EXPECT_FALSE(asked(passes, {1, 0}, {}).ok());
  EXPECT_FALSE(asked(passes, {-1, 0}, {}).ok());
  EXPECT_FALSE(asked(passes, {0, 1}, {.margin = -1}).ok());
  EXPECT_FALSE(asked(passes, {0, 1}, {.width = std::nan("")}).ok());
  EXPECT_FALSE(asked(Motion::flight({}, {{}, {}, {0, 0, 0x1p21}, {}}).value(), {0, 1}, {}).ok());
  expect_times(asked(passes, {0, 1}, {}).value(), {0.25, 0.75});
  const Interference none = asked(passes, {0, 1}, {.max_instants = 0}).value();
  EXPECT_EQ(none.status, MotionStatus::Undecided);
  EXPECT_EQ(none.decided_until, 0);
  EXPECT_TRUE(none.intervals.empty());
  const Interference late = asked(passes, {0, 1}, {.deadline = std::chrono::steady_clock::now()}).value();
  EXPECT_EQ(late.status, MotionStatus::Undecided);
  // However far it gets, what it says until there is true.
  for (int instants = 1; instants < 4096; instants *= 2) {
    const Interference part = asked(passes, {0, 1}, {.max_instants = instants}).value();
    if (part.status != MotionStatus::Undecided) {
      expect_times(part, {0.25, 0.75});
    } else if (part.decided_until < 0.25) {
      EXPECT_TRUE(part.intervals.empty());
    } else {
      expect_times(part, {0.25, std::min(part.decided_until, 0.75)});
    }
  }
}

}  // namespace
}  // namespace clearance::detail
