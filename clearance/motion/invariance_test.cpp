// The same motion asked about in other ways: backwards, in parts, with the bodies exchanged, seen from something that
// moves, in other units. All numbers are multiples of 2⁻²⁰ or of eighths, so that every change is exact, and what
// contact functions say must not change by a bit.
#include <clearance/motion/moving_case_test.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

using Numbers = RandomMotions::Numbers;

const Polytope kBox = box({2, 2, 2});

// ---- Changes that are exact -----------------------------------------------------------------------------------------

// With one more keyframe at a time behind the last, where the body rests by then.
std::vector<Keyframe> frames_until(const Motion& motion, double end) {
  std::vector<Keyframe> frames(motion.keyframes().begin(), motion.keyframes().end());
  if (frames.back().time < end) frames.push_back({end, frames.back().pose});
  return frames;
}

// At −t where the other is at t.
Motion reversed(const Motion& motion, double end) {
  if (motion.kind() == Motion::Kind::Rest) return motion;
  if (motion.kind() == Motion::Kind::Flight) {
    const double s = end - motion.begins();
    const auto& [velocity, acceleration, angular, center] = motion.flight();
    const Vec3 last = motion.start().translation() + s * velocity + (s * s / 2) * acceleration;
    return Motion::flight(moved_to(motion.start(), last).value(), {-velocity - s * acceleration, acceleration, {}, {}},
                          -end)
        .value();
  }
  std::vector<Keyframe> frames = frames_until(motion, end);
  std::reverse(frames.begin(), frames.end());
  for (Keyframe& frame : frames) frame.time = -frame.time;
  return Motion::through(frames).value();
}
MovingCase reversed(const MovingCase& asked) {
  const auto [begin, end] = asked.interval;
  return {asked.a, asked.b, reversed(asked.motion_a, end), reversed(asked.motion_b, end), {-end, -begin}, asked.margin};
}

// Carried along by something that is at from + s·velocity + s²/2·acceleration, s the time since the interval began.
struct Carrier {
  Vec3 from, velocity, acceleration;
};
Motion carried(const Motion& motion, const Carrier& by, Interval interval) {
  if (motion.kind() == Motion::Kind::Keyframes) {
    EXPECT_EQ(by.acceleration, Vec3{});  // is not made of straight pieces
    std::vector<Keyframe> frames = frames_until(motion, interval.end);
    for (auto& [time, pose] : frames)
      pose = moved_to(pose, pose.translation() + by.from + (time - interval.begin) * by.velocity).value();
    return Motion::through(frames).value();
  }
  EXPECT_TRUE(motion.kind() == Motion::Kind::Rest || motion.begins() == interval.begin);
  Flight flight = motion.flight();
  flight.velocity = flight.velocity + by.velocity;
  flight.acceleration = flight.acceleration + by.acceleration;
  return Motion::flight(moved_to(motion.start(), motion.start().translation() + by.from).value(), flight,
                        interval.begin)
      .value();
}
MovingCase carried(const MovingCase& asked, const Carrier& by) {
  return {asked.a,
          asked.b,
          carried(asked.motion_a, by, asked.interval),
          carried(asked.motion_b, by, asked.interval),
          asked.interval,
          asked.margin};
}

// Powers of two.
struct Units {
  double length = 1, time = 1;
};
Motion in_units(const Motion& motion, Units u) {
  const auto pose = [&](const Pose& p) { return moved_to(p, u.length * p.translation()).value(); };
  if (motion.kind() == Motion::Kind::Rest) return Motion::rest(pose(motion.start()));
  if (motion.kind() == Motion::Kind::Flight) {
    const Flight& flight = motion.flight();
    const Flight other{
        (u.length / u.time) * flight.velocity, (u.length / u.time / u.time) * flight.acceleration, {}, {}};
    return Motion::flight(pose(motion.start()), other, u.time * motion.begins()).value();
  }
  std::vector<Keyframe> frames;
  for (const Keyframe& frame : motion.keyframes()) frames.push_back({u.time * frame.time, pose(frame.pose)});
  return Motion::through(frames).value();
}
Rounded in_units(const Rounded& body, Units u) {
  std::vector<Vec3> points = points_of(body.core());
  for (Vec3& point : points) point = u.length * point;
  return rounded(convex_hull(points).value(), u.length * body.radius());
}
MovingCase in_units(const MovingCase& asked, Units u) {
  return {in_units(asked.a, u),
          in_units(asked.b, u),
          in_units(asked.motion_a, u),
          in_units(asked.motion_b, u),
          {u.time * asked.interval.begin, u.time * asked.interval.end},
          u.length * asked.margin};
}

// ---- What is expected -----------------------------------------------------------------------------------------------

void expect_same_bracket(const Bracket& found, const Bracket& expected, const std::string& what) {
  EXPECT_EQ(found.lower, expected.lower) << what;
  EXPECT_EQ(found.upper, expected.upper) << what;
}
void expect_same(std::span<const ContactInterval> found, std::span<const ContactInterval> expected,
                 const std::string& what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  for (std::size_t k = 0; k < found.size(); ++k) {
    expect_same_bracket(found[k].begin, expected[k].begin, what);
    expect_same_bracket(found[k].end, expected[k].end, what);
  }
}

// All three questions, answered as the intervals have it.
void expect_all(const MovingCase& asked, const std::vector<ContactInterval>& intervals, const std::string& what) {
  const Interference all = asked.ask_intervals();
  expect_same(all.intervals, intervals, what);
  const ContactTime truth = first_of({MotionStatus::NotAsked, 0, intervals}, asked.interval);
  EXPECT_EQ(all.status, truth.status) << what;
  expect_agreement(asked, asked.ask(), truth, what);
  const FirstContact any = asked.ask_clear();
  EXPECT_EQ(any.status, truth.status) << what;
  EXPECT_LE(any.lower, truth.upper) << what;
  EXPECT_GE(any.upper, truth.lower) << what;
  expect_proved(asked, any, what);
}

std::vector<ContactInterval> mirrored(const std::vector<ContactInterval>& intervals) {
  std::vector<ContactInterval> other;
  for (std::size_t k = intervals.size(); k-- > 0;) {
    const auto& [begin, end, graze] = intervals[k];
    other.push_back({{-end.upper, -end.lower}, {-begin.upper, -begin.lower}, {}});
  }
  return other;
}
std::vector<ContactInterval> times(double unit, std::vector<ContactInterval> intervals) {
  for (ContactInterval& contact : intervals)
    for (Bracket* end : {&contact.begin, &contact.end}) *end = {unit * end->lower, unit * end->upper};
  return intervals;
}

// ---- Motions --------------------------------------------------------------------------------------------------------

void for_each_motion(std::uint64_t seed, int quick, int full,
                     const std::function<void(const MovingCase&, const std::string&)>& look_at) {
  for (const auto& [name, asked] : cases_made_to_touch()) look_at(asked, name);
  RandomMotions motions(seed, {Numbers::Fine, Numbers::Eighths, Numbers::Quarters});
  const int rounds = is_full_level() ? full : quick;
  for (int round = 0; round < rounds && !testing::Test::HasFailure(); ++round)
    look_at(round % 8 == 7 ? motions.next_rounded(3) : motions.next(8), "round " + std::to_string(round));
}

// ---- Backwards ------------------------------------------------------------------------------------------------------

TEST(MotionInvariance, ReversalByHand) {
  // 3.25 − 7t + 8t² = 2 at 1/4 and 5/8.
  const MovingCase asked{kBox, kBox, {}, thrown({3.25, 0, 0}, {-7, 0, 0}, {16, 0, 0})};
  const Interference forward = asked.ask_intervals();
  ASSERT_EQ(forward.intervals.size(), 1u);
  EXPECT_EQ(forward.intervals[0].begin.lower, 0.25);
  EXPECT_EQ(forward.intervals[0].end.upper, 0.625);
  const FirstContact back = reversed(asked).ask();
  EXPECT_EQ(back.status, MotionStatus::Contact);
  EXPECT_LE(back.lower, -0.625);
  EXPECT_GE(back.upper, -0.625);
  EXPECT_TRUE(reversed(asked).check(back));
}

// What was the last instant of contact is the first.
TEST(MotionInvariance, Reversal) {
  for_each_motion(21, 80, 2000, [](const MovingCase& asked, const std::string& what) {
    const Interference forward = asked.ask_intervals();
    const MovingCase back = reversed(asked);
    expect_all(asked, forward.intervals, what);
    expect_all(back, mirrored(forward.intervals), what + ", reversed");
    // Twice is not at all.
    expect_same(reversed(back).ask_intervals().intervals, forward.intervals, what + ", reversed twice");
  });
}

// ---- In parts -------------------------------------------------------------------------------------------------------

// Cut at some instants, and exactly at, just before and just after every end of contact.
std::vector<double> cuts_of(const MovingCase& asked, const Interference& known) {
  const auto [begin, end] = asked.interval;
  std::vector<double> cuts = {begin, end, begin + (end - begin) / 3, begin + 0.375 * (end - begin)};
  for (const ContactInterval& contact : known.intervals)
    for (const double time : {contact.begin.lower, contact.begin.upper, contact.end.lower, contact.end.upper})
      for (const double near : {std::nextafter(time, -kInfinity), time, std::nextafter(time, kInfinity)})
        if (near >= begin && near <= end) cuts.push_back(near);
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

TEST(MotionInvariance, Splitting) {
  for_each_motion(22, 10, 150, [](const MovingCase& asked, const std::string& what) {
    const Interference whole = asked.ask_intervals();
    const std::vector<double> cuts = cuts_of(asked, whole);
    const auto expect_part = [&](Interval part) {
      if (testing::Test::HasFailure()) return;
      expect_all(asked.during(part), cut_to(whole, part),
                 what + ", from " + std::to_string(part.begin) + " to " + std::to_string(part.end));
    };
    for (std::size_t k = 0; k < cuts.size(); ++k) {
      expect_part({cuts.front(), cuts[k]});  // in two
      expect_part({cuts[k], cuts.back()});
      if (!is_full_level()) continue;
      if (k > 0) expect_part({cuts[k - 1], cuts[k]});  // in many
      expect_part({cuts[k], cuts[k]});
    }
  });
}

// The parts, one after the other, say what the whole says; and so do those that its own bracket makes.
TEST(MotionInvariance, PartsJoin) {
  for_each_motion(23, 60, 2000, [](const MovingCase& asked, const std::string& what) {
    const auto [begin, end] = asked.interval;
    const FirstContact whole = asked.ask();
    for (const int parts : {2, 3, 7}) {
      FirstContact first;
      double from = begin;
      for (int k = 1; k <= parts && (k == 1 || first.is_clear()); ++k) {
        const double to = k == parts ? end : begin + (end - begin) * k / parts;
        first = asked.during({from, to}).ask();
        from = to;
      }
      ASSERT_EQ(first.is_clear(), whole.is_clear()) << what;
      if (whole.is_clear()) continue;
      EXPECT_LE(first.lower, whole.upper) << what;
      EXPECT_GE(first.upper, whole.lower) << what;
    }
    if (whole.status != MotionStatus::Contact) return;
    const FirstContact before = asked.during({begin, whole.lower}).ask(),
                       after = asked.during({whole.upper, end}).ask(),
                       around = asked.during({whole.lower, whole.upper}).ask();
    EXPECT_TRUE(before.is_clear() || before.upper == whole.lower) << what;
    EXPECT_FALSE(around.is_clear()) << what;
    // A graze is over then, perhaps.
    EXPECT_EQ(after.status == MotionStatus::Already, asked.meet_at(whole.upper)) << what;
  });
}

// ---- Exchanged ------------------------------------------------------------------------------------------------------

TEST(MotionInvariance, ExchangeByHand) {
  // A corner of b on a's face.
  const Polytope tip = convex_hull(std::vector<Vec3>{{0, 0, 0}, {2, 1, 0}, {2, -1, 1}, {2, -1, -1}}).value();
  const MovingCase asked{kBox, tip, {}, line({3, 0.25, 0.5}, {-6, 0, 0})};
  const FirstContact one = asked.ask(), two = asked.exchanged().ask();
  EXPECT_EQ(one.normal, (Vec3{1, 0, 0}));
  EXPECT_EQ(two.normal, (Vec3{-1, 0, 0}));
  EXPECT_EQ(one.feature_a, Feature::Face);
  EXPECT_EQ(one.feature_b, Feature::Vertex);
  EXPECT_EQ(two.feature_a, Feature::Vertex);
  EXPECT_EQ(two.feature_b, Feature::Face);
}

TEST(MotionInvariance, Exchange) {
  for_each_motion(24, 80, 2000, [](const MovingCase& asked, const std::string& what) {
    const MovingCase other = asked.exchanged();
    expect_all(other, asked.ask_intervals().intervals, what + ", exchanged");
    // What is decided exactly is the same to the bit, and so are the features of a graze.
    const ContactOfFeatures one = asked.reference(), two = other.reference();
    expect_same_bracket({two.lower, two.upper}, {one.lower, one.upper}, what);
    const FirstContact by_features = asked.ask({.method = MotionMethod::Features}),
                       exchanged = other.ask({.method = MotionMethod::Features});
    EXPECT_EQ(by_features.status, exchanged.status) << what;
    expect_same_bracket({exchanged.lower, exchanged.upper}, {by_features.lower, by_features.upper}, what);
  });
}

// Normal, points and features, where there is one choice of them: corners on faces and edges across, at no nice number.
TEST(MotionInvariance, ExchangeTurnsTheNormal) {
  RandomMotions motions(25, {Numbers::Fine});
  int contacts = 0, features = 0;
  for (int round = 0; round < 400; ++round) {
    const MovingCase asked = motions.next(8);
    if (asked.a.core().vertex_count() < 4 || asked.b.core().vertex_count() < 4) continue;
    const FirstContact one = asked.ask(), two = asked.exchanged().ask();
    ASSERT_EQ(one.status, two.status) << round;
    if (one.status != MotionStatus::Contact) continue;
    ++contacts;
    EXPECT_LT(norm(one.normal + two.normal), 1e-6) << round;
    EXPECT_LT(norm(one.point_a - two.point_b), 1e-6) << round;
    EXPECT_LT(norm(one.point_b - two.point_a), 1e-6) << round;
    features += one.feature_a == two.feature_b && one.feature_b == two.feature_a ? 1 : 0;
  }
  EXPECT_GT(contacts, 80);
  EXPECT_EQ(features, contacts);
}

// ---- Seen from something that moves ---------------------------------------------------------------------------------

bool has_keyframes(const MovingCase& asked) {
  return asked.motion_a.kind() == Motion::Kind::Keyframes || asked.motion_b.kind() == Motion::Kind::Keyframes;
}

TEST(MotionInvariance, CommonTranslationVelocityAcceleration) {
  const Vec3 away{0x1p20, -0x1p12, 0x1p4}, fast{-48, 0x1p8, 3}, falling{0, -10, 0x1p6};
  const Carrier carriers[] = {{{1, -2, 0.5}, {}, {}}, {away, {}, {}},       {{}, {1, 2, -3}, {}},
                              {{}, fast, {}},         {{}, {}, {0, 0, -8}}, {away, fast, falling}};
  for_each_motion(26, 30, 500, [&](const MovingCase& asked, const std::string& what) {
    // A hair is lost beside a million.
    if (what == "past by a hair") return;
    const Interference still = asked.ask_intervals();
    for (const Carrier& by : carriers) {
      if (has_keyframes(asked) && !(by.acceleration == Vec3{})) continue;
      expect_all(carried(asked, by), still.intervals, what + ", carried " + std::to_string(&by - carriers));
    }
  });
}

// ---- In other units -------------------------------------------------------------------------------------------------

TEST(MotionInvariance, UnitsOfLengthAndTime) {
  const Units units[] = {{0x1p-1, 1},  {0x1p60, 1}, {0x1p-60, 1},    {1, 0x1p3},
                         {1, 0x1p-40}, {1, 0x1p40}, {0x1p10, 0x1p-7}};
  for_each_motion(27, 40, 500, [&](const MovingCase& asked, const std::string& what) {
    const Interference plain = asked.ask_intervals();
    for (const Units& unit : units)
      expect_all(in_units(asked, unit), times(unit.time, plain.intervals),
                 what + ", in units " + std::to_string(&unit - units));
  });
}

// Bits of an answer depend on no unit: every bound is relative.
TEST(MotionInvariance, UnitsChangeNoBits) {
  RandomMotions motions(28, {Numbers::Doubles, Numbers::Eighths});
  for (int round = 0; round < 200; ++round) {
    const MovingCase asked = motions.next(8);
    const FirstContact one = asked.ask(), two = in_units(asked, {0x1p5, 0x1p-3}).ask();
    ASSERT_EQ(one.status, two.status) << round;
    EXPECT_EQ(two.lower, 0x1p-3 * one.lower) << round;
    EXPECT_EQ(two.upper, 0x1p-3 * one.upper) << round;
  }
}

}  // namespace
}  // namespace clearance::detail
