// Three methods that know nothing of each other, the ray, advancement and contact functions, about the same motions:
// those on which methods in doubles fail, by construction, and random ones.
#include <clearance/motion/moving_case_test.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

using Numbers = RandomMotions::Numbers;

const Polytope kBox = box({2, 2, 2});
const Polytope kPoint = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
const Polytope kTip = convex_hull(std::vector<Vec3>{{-1, 0, 0}, {1, 1, 0}, {1, -1, 1}, {1, -1, -1}}).value();
const Polytope kRod = convex_hull(std::vector<Vec3>{{-2, 0, 0}, {2, 0, 0}}).value();
constexpr double kDenormal = std::numeric_limits<double>::denorm_min();

constexpr MotionMethod kMethods[] = {MotionMethod::Features, MotionMethod::Translation, MotionMethod::Advancement,
                                     MotionMethod::Automatic};

// One status, brackets that overlap, and proofs that hold; interference and clear_throughout say it, too.
FirstContact agreed(const MovingCase& asked, const std::string& what) {
  const FirstContact truth = asked.ask({.method = MotionMethod::Features});
  EXPECT_NE(truth.status, MotionStatus::Undecided) << what;
  for (const MotionMethod method : kMethods)
    expect_agreement(asked, asked.ask({.method = method}), truth, what + ", by " + std::string(to_string(method)));
  const FirstContact any = asked.ask_clear();
  EXPECT_EQ(any.status, truth.status) << what;
  EXPECT_LE(any.lower, truth.upper) << what;
  EXPECT_GE(any.upper, truth.lower) << what;
  expect_proved(asked, any, what);
  EXPECT_EQ(asked.ask_intervals().status, truth.status) << what;
  return truth;
}
void expect_status(MotionStatus status, const MovingCase& asked, const std::string& what) {
  EXPECT_EQ(agreed(asked, what).status, status) << what;
}
void expect_clear(const MovingCase& asked, const std::string& what) { expect_status(MotionStatus::Clear, asked, what); }
void expect_already(const MovingCase& asked, const std::string& what) {
  expect_status(MotionStatus::Already, asked, what);
}
void expect_at(double time, const MovingCase& asked, const std::string& what) {
  const FirstContact truth = agreed(asked, what);
  EXPECT_EQ(truth.status, MotionStatus::Contact) << what;
  EXPECT_LE(truth.lower, time) << what;
  EXPECT_GE(truth.upper, time) << what;
}

// ---- Solved by hand -------------------------------------------------------------------------------------------------

TEST(MotionMethods, MadeToTouch) {
  for (const auto& [name, asked] : cases_made_to_touch()) agreed(asked, name);
}

TEST(MotionMethods, ThirdsAndFifths) {
  for (int n = 3; n <= 11; n += 2) {
    // Contact after 1/n, a time that is no double; and at k/n by the wall on the other side, backwards.
    const std::string of = "1/" + std::to_string(n);
    expect_at(1.0 / n, {kBox, kBox, {}, line({3, 0.5, 0.25}, {-1.0 * n, 0, 0})}, of + " on a line");
    expect_at(1.0 / n, {kBox, kBox, line({0, 0, 0}, {0.5 * n, 0, 0}), line({3, 0.5, 0.25}, {-0.5 * n, 0, 0})},
              of + " by both");
    // (n·t − 1)² above the box: a double root.
    const double square = n * n;
    expect_at(1.0 / n, {kBox, kBox, {}, thrown({3, 0.5, 0.25}, {-2.0 * n, 0, 0}, {2 * square, 0, 0})}, of + " grazed");
    expect_clear({kBox, kBox, {}, thrown({3 + 0x1p-50, 0.5, 0.25}, {-2.0 * n, 0, 0}, {2 * square, 0, 0})},
                 of + " missed");
    // Keyframes whose distance is n units of time.
    const Motion slow = Motion::through({{0, translation({3, 0, 0})}, {1.0 * n, translation({-6, 0, 0})}}).value();
    expect_at(n / 9.0, {kBox, kBox, {}, slow, {0, 1.0 * n}}, of + " of keyframes");
  }
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(MotionMethods, Slides) {
  for (const double z : {0.0, 0.5, 2.0}) {
    expect_at(0.25, {kBox, kBox, {}, line({4, 2, z}, {-8, 0, 0})}, "onto a face, in its plane");
    expect_clear({kBox, kBox, {}, line({4, std::nextafter(2.0, 3), z}, {-8, 0, 0})}, "a hair above it");
    expect_already({kBox, kBox, {}, line({0, 2, z}, {1, 0, 0})}, "on it all the time");
    expect_already({kBox, kBox, {}, line({0, 2, z}, {0, 0, 8})}, "on it, and off");
  }
  expect_at(0.25, {kBox, kRod, {}, line({5, 1, 0}, {-8, 0, 0})}, "a rod along a face");
  expect_at(0.25, {kBox, kRod, {}, line({5, 1, 1}, {-8, 0, 0})}, "a rod along an edge");
  expect_at(0.25, {kRod, kRod, {}, line({6, 0, 0}, {-8, 0, 0})}, "a rod along a rod");
  expect_at(0.25, {kRod, kPoint, {}, line({4, 0, 0}, {-8, 0, 0})}, "a point along a rod");
  expect_at(0.25, {kPoint, kPoint, {}, line({2, 0, 0}, {-8, 0, 0})}, "points");
  // Turning in a plane that it touches from the beginning; a hair above it.
  const Motion spin = Motion::to(translation({0, 0, 2}), rotation({1, 0, 0, 1}, {0, 0, 2}), 1).value();
  const double above = std::nextafter(2.0, 3);
  const Motion spin_above = Motion::to(translation({0, 0, above}), rotation({1, 0, 0, 1}, {0, 0, above}), 1).value();
  expect_already({kBox, kBox, {}, spin}, "spinning on a face");
  expect_clear({kBox, kBox, {}, spin_above}, "spinning a hair above a face");
}

TEST(MotionMethods, TouchingAtTheBeginningAndPermanently) {
  for (const Vec3 to : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 0}, Vec3{8, 8, 8}}) {
    expect_already({kBox, kBox, {}, line({2, 0, 0}, to)}, "a face");
    expect_already({kBox, kBox, {}, line({2, 2, 0}, to)}, "an edge");
    expect_already({kBox, kBox, {}, line({2, 2, 2}, to)}, "a corner");
    expect_already({kBox, kBox, line({0, 0, 0}, to), line({2, 2, 2}, to)}, "carried along");
    expect_already({kBox, kBox, {}, line({0, 0, 0}, to)}, "coincident");
    expect_already({kPoint, kPoint, {}, line({0, 0, 0}, to)}, "points");
    expect_already({rounded(kPoint, 1), rounded(kPoint, 1), {}, line({2, 0, 0}, to)}, "balls");
  }
  const Motion turns = Motion::to({}, rotation({1, 2, 3, 4}), 1).value();
  expect_already({kBox, kBox, turns, turns}, "coincident, turning");
  expect_already({kRod, kRod, {}, Motion::to({}, rotation({0, 0, 0, 1}), 1).value()}, "turning about a common point");
  expect_clear({kPoint, kPoint, {}, Motion::rest(translation({kDenormal, 0, 0}))}, "apart by the least double");
  expect_clear({kBox, kBox, turns, Motion::rest(translation({9, 0, 0}))}, "at rest, and turning far away");
}

TEST(MotionMethods, KeyframesThatRepeatAPose) {
  const auto through = [](std::vector<Keyframe> frames) { return Motion::through(std::move(frames)).value(); };
  const Pose away = translation({6, 0, 0}), near = translation({2, 0, 0}), turned = rotation({1, 0, 0, 1}, {6, 0, 0});
  const auto ask = [&](std::vector<Keyframe> frames, Interval interval) {
    return MovingCase{kBox, kBox, {}, through(std::move(frames)), interval};
  };
  expect_clear(ask({{0, away}, {1, away}, {2, away}}, {0, 3}), "always the same");
  expect_at(2, ask({{0, away}, {1, away}, {2, near}, {3, near}, {4, away}}, {0, 4}), "waits, touches, waits, leaves");
  expect_already(ask({{0, away}, {1, near}, {2, near}, {3, away}}, {1.5, 3}), "begins while it waits");
  expect_already(ask({{0, away}, {1, near}, {2, near}, {3, away}}, {2, 3}), "begins as it leaves");
  expect_clear(ask({{0, away}, {1, near}, {2, near}, {3, away}}, {std::nextafter(2.0, 3), 3}), "begins just after");
  expect_clear(ask({{0, away}, {1, near}}, {0, std::nextafter(1.0, 0)}), "ends just before");
  expect_at(1, ask({{0, away}, {1, near}}, {0, 1}), "ends as it touches");
  expect_at(1, ask({{0, away}, {1, near}}, {0, 8}), "rests in contact ever after");
  expect_at(3, ask({{0, turned}, {1, away}, {2, turned}, {3, near}}, {0, 3}), "to a touch, turned by a quarter");
  // The same instant, for either: a keyframe of each.
  const Motion here = through({{0, translation({-2, 0, 0})}, {1, {}}, {2, {}}, {3, translation({-2, 0, 0})}});
  expect_at(1, {kBox, kBox, here, through({{-1, away}, {1, near}, {3, away}}), {0, 3}}, "both arrive");
  // Frames of one unit in the last place.
  const double later = std::nextafter(1.0, 2);
  expect_at(1, ask({{0, away}, {1, near}, {later, away}, {2, away}}, {0, 2}), "away at once");
}

TEST(MotionMethods, QuaternionsThatPassNearZero) {
  // q = (1 − 2t, 0, 0, ε·t): nearly a whole turn, nearly all of it around t = 1/2.
  const auto whirls = [](double y, double least) {
    return Motion::to(translation({0, y, 0}), rotation({-1, 0, 0, least}, {0, y, 0}), 1).value();
  };
  std::vector<double> leasts = {0x1p-10, 0x1p-30, 0x1p-60};
  if (is_full_level()) leasts.insert(leasts.end(), {0x1p-500, 1e-300});  // numbers of thousands of bits: seconds
  for (const double least : leasts) {
    const std::string what = "passes zero by 2^" + std::to_string(std::log2(least));
    expect_status(MotionStatus::Contact, {kBox, kRod, {}, whirls(2.5, least)}, what + ", through");
    expect_clear({kBox, kRod, {}, whirls(3.5, least)}, what + ", beyond reach");
    // Upright at 1/(2 + ε), which is less than a half.
    expect_status(MotionStatus::Contact, {kBox, kRod, {}, whirls(3, least)}, what + ", touching");
    expect_clear({kBox, kRod, {}, whirls(std::nextafter(3.0, 4), least)}, what + ", a hair above");
    if (least > (is_full_level() ? 1e-200 : 1e-4))
      agreed({kBox, kRod, whirls(0, least), whirls(3.25, least)}, what + ", both");
  }
  // Of different lengths: the same places at other times.
  expect_status(
      MotionStatus::Contact,
      {kBox, kRod, {}, Motion::to(translation({0, 2.5, 0}), rotation({0, 0, 0, 1e-200}, {0, 2.5, 0}), 1).value()},
      "a short one");
  expect_status(
      MotionStatus::Contact,
      {kBox, kRod, {}, Motion::to(translation({0, 2.5, 0}), rotation({0, 0, 0, 1e200}, {0, 2.5, 0}), 1).value()},
      "a long one");
}

TEST(MotionMethods, GrazesOfTurningBodies) {
  // Upright at a half, with its end at the height of the face, a hair above and below.
  const auto rod_at = [](double y) {
    return Motion::to(translation({0, y, 0}), rotation({0, 0, 0, 1}, {0, y, 0}), 1).value();
  };
  expect_at(0.5, {kBox, kRod, {}, rod_at(3)}, "the end of a rod");
  expect_clear({kBox, kRod, {}, rod_at(std::nextafter(3.0, 4))}, "a hair above");
  EXPECT_EQ(agreed({kBox, kRod, {}, rod_at(std::nextafter(3.0, 2))}, "a hair below").status, MotionStatus::Contact);
  // The same where upright is at a third: q = (1 − t, 0, 0, 2t).
  const auto rod_at_third = [](double y) {
    return Motion::to(translation({0, y, 0}), rotation({0, 0, 0, 2}, {0, y, 0}), 1).value();
  };
  expect_at(1.0 / 3, {kBox, kRod, {}, rod_at_third(3)}, "at a third");
  expect_clear({kBox, kRod, {}, rod_at_third(std::nextafter(3.0, 4))}, "a hair above, at a third");
  EXPECT_EQ(agreed({kBox, kRod, {}, rod_at_third(std::nextafter(3.0, 2))}, "a hair below, at a third").status,
            MotionStatus::Contact);
  // Both turn, about the line through both, with ends that meet.
  const Motion here = Motion::to({}, rotation({0, 0, 0, 1}), 1).value();
  expect_at(0.5, {kRod, kRod, here, rod_at(4)}, "end to end");
  expect_clear({kRod, kRod, here, rod_at(std::nextafter(4.0, 5))}, "nearly end to end");
}

// ---- Numbers at the ends of the range -------------------------------------------------------------------------------

TEST(MotionMethods, IntervalsThatAreNone) {
  const Motion moves = line({4, 0, 0}, {-4, 0, 0});
  const double nan = std::nan("");
  for (const Interval bad :
       {Interval{}, Interval{1, 0}, Interval{0, kInfinity}, Interval{-kInfinity, 0}, Interval{nan, 1}, Interval{0, nan},
        Interval{kInfinity, kInfinity}, Interval{-kDenormal, 1}}) {
    for (const MotionMethod method : kMethods) {
      EXPECT_FALSE(first_contact(kBox, {}, kBox, moves, bad, {.method = method}).ok());
      EXPECT_FALSE(clear_throughout(kBox, {}, kBox, moves, bad, {.method = method}).ok());
    }
    EXPECT_FALSE(interference(kBox, {}, kBox, moves, bad).ok());
  }
  const auto at_instant = [&](double t) { return MovingCase{kBox, kTip, {}, moves, {t, t}}; };
  expect_clear(at_instant(0), "the first instant");
  expect_clear(at_instant(std::nextafter(0.5, 0)), "just before");
  expect_already(at_instant(0.5), "the instant of contact");
  expect_already(at_instant(1), "later");
  expect_clear(MovingCase{kBox, kTip, {}, moves, {0, kDenormal}}, "the shortest interval");
  expect_at(0.5, {kBox, kTip, {}, moves, {std::nextafter(0.5, 0), 0.5}}, "two doubles");
  expect_at(0.5, {kBox, kTip, {}, moves, {std::nextafter(0.5, 0), std::nextafter(0.5, 1)}}, "three doubles");
}

TEST(MotionMethods, SpeedsAtTheEndsOfTheRange) {
  const double nan = std::nan("");
  for (const double bad : {nan, kInfinity, -kInfinity, 2e300}) {
    EXPECT_FALSE(Motion::linear({}, {0, bad, 0}).ok());
    EXPECT_FALSE(Motion::flight({}, {{}, {bad, 0, 0}, {}, {}}).ok());
    EXPECT_FALSE(Motion::linear({}, {}, bad == 2e300 ? nan : bad).ok());
  }
  // The least double, that many times.
  expect_already({kBox, kBox, {}, line({2, 0, 0}, {kDenormal, 0, 0})}, "leaving");
  expect_clear({kBox, kTip, {}, line({std::nextafter(2.0, 3), 0, 0}, {-kDenormal, 0, 0})}, "approaching");
  expect_at(2, {kPoint, kPoint, {}, line({2 * kDenormal, 0, 0}, {-kDenormal, 0, 0}), {0, 4}}, "points");
  expect_clear({kPoint, kPoint, {}, line({2 * kDenormal, 0, 0}, {kDenormal, 0, 0}), {0, 4}}, "points that part");
  expect_at(2, {kPoint, kPoint, {}, thrown({2 * kDenormal, 0, 0}, {}, {-kDenormal, 0, 0}), {0, 4}}, "points that fall");
  expect_at(0.5, {kBox, kBox, {}, line({4, kDenormal, 0}, {-4, kDenormal, -kDenormal})}, "aside");
  expect_at(0.5, {kBox, kBox, {}, thrown({4, 0, 0}, {-4, 0, 0}, {0, kDenormal, 0})}, "bent by hardly anything");
  // The largest.
  expect_at(0.5, {kPoint, kPoint, {}, line({5e299, 0, 0}, {-1e300, 0, 0})}, "a point from far away");
  expect_clear({kPoint, kBox, {}, line({4, 0, 0}, {1e300, 0, 0}), {0, 0.5}}, "gone");
  expect_status(MotionStatus::Contact, {kPoint, kBox, {}, line({5e299, 0, 0}, {-1e300, 0, 0})}, "coming");
  // A long time.
  const Motion slow = Motion::linear(translation({4, 0, 0}), {-0x1p-50, 0, 0}, -0x1p60).value();
  expect_at(-0x1p60 + 0x1p51, {kBox, kBox, {}, slow, {-0x1p60, -0x1p59}}, "slow and long ago");
  expect_clear({kBox, kBox, {}, Motion::rest(translation({4, 0, 0})), {-1e300, 1e300}}, "at rest for ever");
  expect_already({kBox, kBox, {}, Motion::rest(translation({1, 0, 0})), {-1e300, 1e300}}, "in contact for ever");
}

// ---- Random ---------------------------------------------------------------------------------------------------------

TEST(MotionMethods, AgreeOnRandomMotions) {
  RandomMotions motions(31, {Numbers::Doubles, Numbers::Fine, Numbers::Eighths, Numbers::Quarters, Numbers::Quarters});
  const int rounds = is_full_level() ? 8'000 : 300;
  int contacts = 0, clear = 0;
  for (int round = 0; round < rounds && !HasFailure(); ++round) {
    const FirstContact truth =
        agreed(round % 8 == 7 ? motions.next_rounded(3) : motions.next(8), "round " + std::to_string(round));
    contacts += truth.status == MotionStatus::Contact ? 1 : 0;
    clear += truth.is_clear() ? 1 : 0;
  }
  EXPECT_GT(contacts, rounds / 8);
  EXPECT_GT(clear, rounds / 16);
}

// ---- Regressions ----------------------------------------------------------------------------------------------------

// Where both bodies turn, a plane keeps clear of either by itself, at a share of the gap that goes by how much each of
// them bends. One that turns about the normal, or is a point, does not bend along it: the plane lay at its very side,
// and by a rounding inside.
TEST(MotionMethods, PlanesLeaveRoomBesideABodyThatDoesNotBend) {
  const auto expect_proof = [](const MovingCase& asked, MotionStatus status) {
    const FirstContact found = asked.ask();
    EXPECT_EQ(found.status, status);
    const CheckResult checked = asked.check(found);
    EXPECT_TRUE(checked) << checked.reason;
  };
  const auto moves = [](Pose start, Pose end) { return Motion::to(start, end, 1).value(); };
  expect_proof({kPoint, box({0.25, 0.5, 1}), moves({}, rotation({1, 0, 0, 1}, {0, 0.25, -0.25})),
                moves(rotation({1, 0, 1, 0}, {-3, 0, 1}), rotation({1, 1, 1, 1}, {3, -0.75, -1.25}))},
               MotionStatus::Clear);
  expect_proof({box({0.5, 0.75, 1.25}), box({0.75, 2, 1.5}),
                moves(rotation({1, 0, 0, 1}), rotation({0, 0, 0, 1}, {-0.25, -0.25, 0.25})),
                moves(translation({-3, 0.5, -0.25}), rotation({1, 1, 0, 0}, {3, -1.5, 0.75}))},
               MotionStatus::Contact);
  // On the spot, far away: the plane is placed in the world, with that many digits less.
  for (const double away : {0.0, 0x1p10, 0x1p20 + 0.1, 0x1p30 + 0.1, 0x1p40}) {
    const Vec3 here{away, away, away}, there = here + Vec3{2.5, 0.25, 0.125};
    expect_proof({kBox, kBox, moves(translation(here), rotation({1, 0, 0, 1}, here)),
                  moves(translation(there), rotation({1, 1, 0, 0}, there))},
                 MotionStatus::Clear);
  }
}

// The gap closes as the third power of the time that is left, 21·(1/2 − t)³. Steps that each gain less than the one
// before went on for a million instants, and nobody asked the contact functions.
TEST(MotionMethods, AGapThatClosesAsAThirdPower) {
  const Motion turning =
      Motion::to(rotation({0, 0, 0, 1}, {2, -3, 1.5}), rotation({1, 1, 0, 0}, {-3, 0, 0}), 1).value();
  const Polytope cube = box({1, 1, 1}), slab = box({2, 1, 1.75});
  expect_at(0.5, {cube, slab, {}, turning}, "through it");
  expect_at(0.5, {cube, slab, {}, turning, {0.25, 0.5}}, "to the instant of contact");
  expect_clear({cube, slab, {}, turning, {0.25, 0.4999}}, "to shortly before");
  const Motion other =
      Motion::to(rotation({0, 0, 0, 1}, {3, 0, -0.25}), rotation({1, 0, 1, 0}, {-3, -0.5, 0.75}), 1).value();
  const Polytope plate = box({0.25, 0.75, 0}), rod = box({0.25, 1.25, 0.25});
  expect_at(0.5, {plate, rod, Motion::rest(rotation({1, 1, 0, 0})), other}, "a thin one");
}

// At a late hour doubles may be farther apart than the bracket is to be wide. A contact that contact functions had
// found then began later than the timeline ended, and the checker refused the hole.
TEST(MotionMethods, AClockTooCoarseForTheBracket) {
  Random random(8);
  const auto quarters = [&](int most) {
    return static_cast<double>(random.below(static_cast<std::size_t>(8 * most + 1))) / 4 - most;
  };
  int by_features = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const double begin = trial % 2 == 0 ? 8 : -8, speed = 0x1p20;
    const Vec3 from{quarters(3), quarters(3), quarters(3)}, way{quarters(6), quarters(6), quarters(6)};
    const Motion flight =
        Motion::linear(rotation({0.5, 0.5, 0.5, 0.5}, from), speed * (trial % 3 == 0 ? way : Vec3{0, 0, way.z}), begin)
            .value();
    const MovingCase asked{
        trial % 5 == 0 ? kTip : kBox, trial % 7 == 0 ? kRod : kTip, {}, flight, {begin, begin + 0x1p-20}};
    const FirstContact found = asked.ask();
    if (found.status == MotionStatus::Contact && found.decided_by == MotionMethod::Features) ++by_features;
    const CheckResult checked = asked.check(found);
    EXPECT_FALSE(checked.is_refuted()) << trial << ": " << checked.reason;
  }
  EXPECT_GT(by_features, 0);
}

}  // namespace
}  // namespace clearance::detail
