#include <clearance/motion/moving_case_test.h>

#include <chrono>

namespace clearance::detail {
namespace {

const Rounded kBox = Rounded(box({1, 1, 1}));
const double kPi = std::acos(-1.0);

Motion spinning(Vec3 place, Vec3 omega, Vec3 velocity = {}, Vec3 center = {}, double begin = 0) {
  return Motion::flight(translation(place), {velocity, {}, omega, center}, begin).value();
}

// Whether they are in contact at a time, where that can be told.
std::optional<bool> meet_at(const MovingCase& asked, double time) {
  const Status status = decide_at(asked.a.core(), asked.motion_a, asked.b.core(), asked.motion_b,
                                  radius_of(asked.a, asked.b, asked.margin), time)
                            .status;
  if (status == Status::NotAsked) return {};
  return status != Status::Separated;
}

void expect_no_contradiction(const MovingCase& asked, const FirstContact& found, int instants) {
  const auto [begin, end] = asked.interval;
  for (int k = 0; k <= instants; ++k) {
    const double time = begin + (end - begin) * (static_cast<double>(k) / instants);
    if (found.is_clear() || time < found.lower) {
      EXPECT_NE(meet_at(asked, time), true) << time;
    }
  }
  if (found.status == MotionStatus::Contact) {
    EXPECT_EQ(meet_at(asked, found.upper), true);
  }
}

// ---- By hand --------------------------------------------------------------------------------------------------------

// The corners go round at a distance of √½ from the axis; a wall at 0.6 is met where cos φ = 0.6/√½, φ from the corner.
TEST(Spin, ACornerMeetsAWall) {
  const MovingCase asked{kBox, kBox, spinning({}, {0, 0, 1}), Motion::rest(translation({1.1, 0, 0})), {0, 2}};
  const FirstContact found = asked.ask();
  EXPECT_EQ(found.status, MotionStatus::Contact);
  const double time = kPi / 4 - std::acos(0.6 / std::sqrt(0.5));
  EXPECT_NEAR(found.lower, time, 1e-8);
  EXPECT_LE(found.lower, time + 1e-15);
  EXPECT_GE(found.upper, time - 1e-15);
  EXPECT_LE(found.upper - found.lower, 2e-9);
  const CheckResult checked = asked.check(found);
  EXPECT_TRUE(checked) << checked.reason;
  EXPECT_NEAR(found.normal.x, 1, 1e-3);
}

TEST(Spin, JustBesideTheWallIsClearForEver) {
  const double reach = std::sqrt(0.5) + 0.5;
  const MovingCase clear{kBox, kBox, spinning({}, {0, 0, 1}), Motion::rest(translation({reach + 1e-6, 0, 0})), {0, 7}};
  const FirstContact found = clear.ask();
  EXPECT_TRUE(found.is_clear());
  EXPECT_TRUE(clear.check(found)) << clear.check(found).reason;
  EXPECT_LE(found.timeline.spans.size(), 200u);
  MovingCase hit = clear;
  hit.motion_b = Motion::rest(translation({reach - 1e-6, 0, 0}));
  EXPECT_EQ(hit.ask().status, MotionStatus::Contact);
}

TEST(Spin, AboutACenter) {
  // About a corner: the opposite one sweeps a circle of radius √2 around it.
  const Motion motion = spinning({}, {0, 0, kPi}, {}, {-0.5, -0.5, 0});
  const double reach = -0.5 + std::sqrt(2.0) + 0.5;
  const MovingCase beyond{kBox, kBox, motion, Motion::rest(translation({reach + 1e-5, -0.5, 0})), {0, 2}};
  EXPECT_TRUE(beyond.ask().is_clear());
  EXPECT_TRUE(beyond.check(beyond.ask()));
  const MovingCase within{kBox, kBox, motion, Motion::rest(translation({reach - 1e-5, -0.5, 0})), {0, 2}};
  const FirstContact found = within.ask();
  EXPECT_EQ(found.status, MotionStatus::Contact);
  EXPECT_NEAR(found.upper, 1.75, 0.01);  // from 45° on the way round to 0°
  EXPECT_TRUE(within.check(found)) << within.check(found).reason;
}

TEST(Spin, IntervalsOfABlade) {
  // A blade of length 2 that meets a small box at (0.9, 0, 0) twice a turn.
  const Rounded blade(box({2, 0.02, 0.2})), peg(box({0.1, 0.1, 0.1}));
  const MovingCase asked{blade, peg, spinning({}, {0, 0, 2 * kPi}), Motion::rest(translation({0.9, 0, 0})), {0.1, 1.1}};
  const Interference found = asked.ask_intervals();
  ASSERT_EQ(found.status, MotionStatus::Contact);
  ASSERT_EQ(found.intervals.size(), 2u);
  for (int k = 0; k < 2; ++k) {
    const ContactInterval& contact = found.intervals[static_cast<std::size_t>(k)];
    const double middle = 0.5 + 0.5 * k;
    EXPECT_NEAR(middle - contact.begin.upper, contact.end.lower - middle, 1e-8);
    EXPECT_LE(contact.begin.upper - contact.begin.lower, 1e-9);
    EXPECT_LE(contact.end.upper - contact.end.lower, 1e-9);
  }
  EXPECT_EQ(found.intervals[0].begin.lower, asked.ask().lower);
}

TEST(Spin, AMargin) {
  MovingCase asked{Rounded(convex_hull(std::vector<Vec3>{{0, 0, 0}}).value()),
                   Rounded(convex_hull(std::vector<Vec3>{{0, 0, 0}}).value()),
                   spinning({2, 0, 0}, {0, 0, 1}, {}, {-1, 0, 0}),
                   Motion::rest(translation({-2, 0, 0})),
                   {0, 6},
                   2.5};
  // The point goes round (1, 0, 0) at a distance of 1: 2.5 from (−2, 0, 0) where cos φ = (2.5² − 10)/6.
  const FirstContact found = asked.ask();
  EXPECT_EQ(found.status, MotionStatus::Contact);
  EXPECT_NEAR(found.upper, std::acos((2.5 * 2.5 - 10) / 6), 1e-8);
  EXPECT_TRUE(asked.check(found)) << asked.check(found).reason;
  asked.margin = 1.99;
  EXPECT_TRUE(asked.ask().is_clear());
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(Spin, StartsInContact) {
  // On a table, about the vertical: touching for ever; exact where the motion begins.
  const MovingCase asked{kBox, kBox, spinning({}, {0, 0, 3}), Motion::rest(translation({0, 0, -1})), {0, 1}};
  const FirstContact found = asked.ask();
  EXPECT_EQ(found.status, MotionStatus::Already);
  EXPECT_TRUE(asked.check(found)) << asked.check(found).reason;
  // Later it is a touch without depth: never called clear.
  EXPECT_NE(asked.during({0.5, 1}).ask().status, MotionStatus::Clear);
  EXPECT_EQ(asked.ask_intervals().status, MotionStatus::Undecided);
}

TEST(Spin, SlidesAHairAboveATable) {
  const double hair = std::nextafter(1.0, 2.0);
  const MovingCase asked{kBox, kBox, spinning({}, {0, 0, 3}), Motion::rest(translation({0, 0, -hair})), {0.25, 1}};
  const FirstContact found = asked.ask();
  EXPECT_TRUE(found.is_clear());
  EXPECT_TRUE(asked.check(found)) << asked.check(found).reason;
}

TEST(Spin, LandsFlat) {
  // Falls on a table while it turns about the vertical: face on face at t = 0.5.
  const MovingCase asked{kBox, kBox, spinning({0, 0, 2}, {0, 0, 5}, {0, 0, -2}), Motion::rest({}), {0, 1}};
  const FirstContact found = asked.ask();
  EXPECT_EQ(found.status, MotionStatus::Contact);
  EXPECT_LE(found.lower, 0.5);
  EXPECT_GE(found.upper, 0.5);
  EXPECT_LE(found.upper - found.lower, 1e-9);
  EXPECT_TRUE(asked.check(found)) << asked.check(found).reason;
}

TEST(Spin, FastAndForLong) {
  for (const double speed : {1e3, 1e6}) {
    // A million radians beside a wall, and one that comes near in the end.
    const MovingCase beside{kBox, kBox, spinning({}, {0, 0, speed}), Motion::rest(translation({1.4, 0, 0})), {0, 1}};
    EXPECT_TRUE(beside.ask().is_clear());
    EXPECT_TRUE(beside.check(beside.ask())) << beside.check(beside.ask()).reason;
    const MovingCase nears{kBox, kBox, spinning({}, {0, 0, speed}), line({3, 0, 0}, {-2.2, 0, 0}), {0, 1}};
    const FirstContact found = nears.ask();
    EXPECT_EQ(found.status, MotionStatus::Contact) << speed;
    EXPECT_NEAR(found.upper, (3 - 0.5 - std::sqrt(0.5)) / 2.2, 10 / speed);
    EXPECT_FALSE(nears.check(found).is_refuted()) << nears.check(found).reason;
  }
}

TEST(Spin, BudgetsAndDeadlines) {
  const MovingCase asked{kBox, kBox, spinning({}, {0, 0, 1}), Motion::rest(translation({1.1, 0, 0})), {0, 2}};
  for (int most = 0; most < 20; ++most) {
    const FirstContact found = asked.ask({.max_instants = most});
    EXPECT_NE(found.status, MotionStatus::Clear);
    EXPECT_FALSE(asked.check(found).is_refuted());
    if (found.status == MotionStatus::Undecided) {
      EXPECT_LE(found.lower, asked.ask().upper);
    }
  }
  EXPECT_EQ(asked.ask({.deadline = std::chrono::steady_clock::now()}).status, MotionStatus::Undecided);
  const Interference late =
      interference(asked.a, asked.motion_a, asked.b, asked.motion_b, asked.interval, {.max_instants = 1}).value();
  EXPECT_EQ(late.status, MotionStatus::Undecided);
}

TEST(Spin, ATangentIsNotGuessed) {
  // Corners at a distance of exactly 5 from the axis touch a wall at x = 5 whenever they pass.
  const Rounded bar(box({8, 6, 1}));
  const MovingCase asked{bar, kBox, spinning({}, {0, 0, 1}), Motion::rest(translation({5.5, 0, 0})), {0, 1}};
  const FirstContact found = asked.ask();
  EXPECT_TRUE(found.status == MotionStatus::Undecided || found.status == MotionStatus::Contact);
  EXPECT_NEAR(found.lower, std::atan2(3.0, 4.0), 1e-4);
  EXPECT_FALSE(asked.check(found).is_refuted());
}

// ---- Random: invariance, samples, rational motions nearby -----------------------------------------------------------

MovingCase random_case(Random& random) {
  const auto vector = [&](double size) {
    const double x = random.uniform(-size, size), y = random.uniform(-size, size), z = random.uniform(-size, size);
    return Vec3{x, y, z};
  };
  const auto hull = [&] {
    std::vector<Vec3> points(4 + random.below(9));
    for (Vec3& p : points) p = vector(1);
    return Rounded(convex_hull(points).value());
  };
  const Rounded a = hull(), b = hull();
  const Vec3 away = vector(1) * 4;
  const Motion motion_a = spinning({}, vector(4), vector(0.5), vector(0.5));
  const Motion motion_b = random.below(2) == 0 ? spinning(away, vector(3), away * -0.8) : line(away, away * -0.8);
  return {a, b, motion_a, motion_b, {0, 1}, random.below(4) == 0 ? 0.125 : 0};
}

// The same from keyframes, `count` a unit of time, and a bound on how far any point is from where it should be: turning
// by Θ between two of them, the way of q lags by 0.005Θ³, and the center leaves its parabola by s²/8·a.
Motion rational_near(const Motion& motion, double end, int count) {
  std::vector<Keyframe> frames;
  for (int k = 0; k <= count; ++k) frames.push_back({end * k / count, motion.at(end * k / count).value()});
  for (std::size_t k = 1; k < frames.size(); ++k) {
    const Quat p = frames[k - 1].pose.quaternion(), q = frames[k].pose.quaternion();
    if (p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z < 0)
      frames[k].pose = Pose::from_quaternion({-q.w, -q.x, -q.y, -q.z}, frames[k].pose.translation()).value();
  }
  return Motion::through(std::move(frames)).value();
}

// Contact a little later than the bracket may be wide was out of reach, and so were planes for a shorter time: plain
// contacts stayed undecided, three of two thousand.
TEST(Spin, ContactJustBeyondTheBracketIsReached) {
  Random random(21);
  for (int round = 0; round <= 1717; ++round) {
    const MovingCase asked = random_case(random);
    if (round != 396 && round != 869 && round != 1717) continue;
    const FirstContact found = asked.ask();
    EXPECT_EQ(found.status, MotionStatus::Contact) << round;
    EXPECT_TRUE(asked.check(found)) << round << ": " << asked.check(found).reason;
  }
}

TEST(Spin, AgreesWithRationalMotionsNearby) {
  Random random(21);
  const int rounds = is_full_level() ? 2000 : 60;
  int contacts = 0;
  for (int round = 0; round < rounds; ++round) {
    const MovingCase asked = random_case(random);
    const FirstContact found = asked.ask();
    const std::string what = "round " + std::to_string(round);
    ASSERT_NE(found.status, MotionStatus::Undecided) << what;
    const CheckResult checked = asked.check(found);
    EXPECT_TRUE(checked) << what << ": " << checked.reason;
    contacts += found.status == MotionStatus::Contact ? 1 : 0;
    // Θ is below 8/256; the center is off the origin of the frame, which goes round: (Θ²/8)·|c| more.
    const int count = 256;
    const double theta = 8.0 / count, off = 2 * (0.005 * theta * theta * theta * 3 + theta * theta / 8 * 1.5);
    MovingCase near = asked;
    near.motion_a = rational_near(asked.motion_a, 1, count), near.motion_b = rational_near(asked.motion_b, 1, count);
    near.margin += off;
    const FirstContact early = near.ask();
    MovingCase wide = asked;
    wide.margin += 2 * off;
    const FirstContact earlier = wide.ask();
    const auto first = [](const FirstContact& contact) { return contact.is_clear() ? kInfinity : contact.upper; };
    EXPECT_LE(early.is_clear() ? kInfinity : early.lower, first(found)) << what;
    EXPECT_LE(earlier.is_clear() ? kInfinity : earlier.lower, first(early)) << what;
  }
  EXPECT_GT(contacts, rounds / 4);
}

// A plane between two bodies that turn goes at a constant rate: accelerations that they share bend their ways against
// it, and one that spins needs no room of its own where circles keep it away, so that the other has all of it. Planes
// stood where one of the bodies was: the checker refused them.
TEST(Spin, PlanesLeaveRoomForAccelerationsAndForTheOther) {
  Random random(24);
  const auto vector = [&](double size) {
    const double x = random.uniform(-size, size), y = random.uniform(-size, size), z = random.uniform(-size, size);
    return Vec3{x, y, z};
  };
  const int rounds = is_full_level() ? 2000 : 200;
  for (int round = 0; round < rounds; ++round) {
    MovingCase asked = random_case(random);
    asked.interval = {0, 2};
    const Vec3 away = vector(1) * 4, gravity{0, 0, random.uniform(-20, -5)};
    const auto falls = [&](Vec3 place, double speed) {
      return Motion::flight(translation(place), {vector(1), gravity, vector(speed), vector(0.5)}).value();
    };
    asked.motion_b = falls(away, round % 2 == 0 ? 3 : 30);
    asked.motion_a =
        round % 3 == 0 ? Motion::to(translation({}), rotation({1, 0.5, -0.25, 1}, vector(2)), 2).value() : falls({}, 4);
    if (round % 5 == 0) asked.motion_b = asked.motion_b.with_offset(rotation({1, 0, 0.5, 0.25}, vector(0.5)));
    const FirstContact found = asked.ask();
    EXPECT_FALSE(asked.check(found).is_refuted()) << round << ": " << asked.check(found).reason;
  }
}

TEST(Spin, ExchangeSplittingAndSamples) {
  Random random(22);
  const int rounds = is_full_level() ? 500 : 30;
  for (int round = 0; round < rounds; ++round) {
    const MovingCase asked = random_case(random);
    const FirstContact found = asked.ask(), other = asked.exchanged().ask();
    EXPECT_EQ(found.status, other.status);
    if (found.status == MotionStatus::Contact) {
      EXPECT_LE(found.lower, other.upper);
      EXPECT_LE(other.lower, found.upper);
    }
    expect_no_contradiction(asked, found, 60);
    const Interference all = asked.ask_intervals();
    if (all.status == MotionStatus::Undecided) continue;
    EXPECT_EQ(all.status, found.status);
    for (int k = 0; k <= 60; ++k) {
      const double time = k / 60.0;
      if (const std::optional<bool> meet = meet_at(asked, time)) {
        bool in_bracket = false;
        for (const ContactInterval& c : all.intervals)
          in_bracket = in_bracket || (c.begin.lower < time && time < c.begin.upper) ||
                       (c.end.lower < time && time < c.end.upper);
        if (!in_bracket) {
          EXPECT_EQ(*meet, are_in_contact(all, time)) << round << " at " << time;
        }
      }
    }
    const MovingCase first = asked.during({0, 0.5}), rest = asked.during({0.5, 1});
    const FirstContact of_first = first.ask();
    if (!of_first.is_clear()) {
      EXPECT_LE(of_first.lower, found.upper);
    } else {
      EXPECT_EQ(rest.ask().is_clear(), found.is_clear());
    }
  }
}

// What is held stands at an offset in what moves: the same as the body whose vertices are there.
TEST(Offset, TheSameAsVerticesInPlace) {
  Random random(23);
  for (int round = 0; round < 40; ++round) {
    const MovingCase asked = random_case(random);
    // A quarter turn and whole numbers: doubles say exactly where the vertices are.
    const Pose offset = rotation({1, 0, 0, 1}, {1, 2, -1});
    std::vector<Vec3> points;
    for (const Vec3 v : points_of(asked.a.core())) {
      const Vec3 moved = v - Vec3{1, 2, -1};
      points.push_back({moved.y, -moved.x, moved.z});
    }
    MovingCase held = asked;
    held.a = Rounded(convex_hull(points).value());
    for (const Motion& motion :
         {asked.motion_a, rational_near(asked.motion_a, 1, 8), Motion::rest({}), line({}, {0.5, 0.25, 0})}) {
      MovingCase plain = asked;
      plain.motion_a = motion;
      held.motion_a = motion.with_offset(offset);
      const FirstContact x = plain.ask(), y = held.ask();
      EXPECT_EQ(x.status, y.status);
      EXPECT_FALSE(held.check(y).is_refuted()) << held.check(y).reason;
      if (x.status == MotionStatus::Contact) {
        EXPECT_NEAR(x.upper, y.upper, 2.5e-9);
      }
      if (is_rational(motion) && is_rational(plain.motion_b)) {
        const ContactOfFeatures truth = held.reference();
        EXPECT_EQ(truth.status, x.status);
        if (x.status == MotionStatus::Contact) {
          EXPECT_TRUE(truth.lower <= x.upper && x.lower <= truth.upper);
        }
      }
    }
  }
}

// The squares of such bodies' coordinates are 0: their circles were once taken for points, by the search and by the
// checker alike, and a bar that turns into a cube was called clear.
TEST(Spin, OfVerySmallAndVeryLargeBodies) {
  const auto scaled = [](const Polytope& body, double scale) {
    std::vector<Vec3> points = points_of(body);
    for (Vec3& p : points) p = scale * p;
    return convex_hull(points).value();
  };
  // From 0 to 2, from 0 to 1 and from −½ to ½.
  std::vector<Vec3> corners;
  for (const Vec3& p : points_of(box({2, 1, 1}))) corners.push_back(p + Vec3{1, 0.5, 0});
  const Polytope bar = convex_hull(corners).value();
  for (const double scale : {0x1p-570, 0x1p-540, 1.0, 0x1p540}) {
    const Motion turns = Motion::flight(translation(scale * Vec3{1.5, 0, 0}), {{}, {}, {0, 0, 1.5}, {}}).value();
    const MovingCase asked{scaled(box({2, 2, 2}), scale), scaled(bar, scale), {}, turns};
    const FirstContact found = asked.ask();
    EXPECT_FALSE(asked.check(found).is_refuted()) << scale << ": " << asked.check(found).reason;
    ASSERT_EQ(found.status, MotionStatus::Contact) << scale;
    // The edge at (0, 1) is at x = 1.5 − sin(1.5·t), the cube's side at 1.
    const double time = std::asin(0.5) / 1.5;
    EXPECT_LE(found.lower, time + 1e-12) << scale;
    EXPECT_GE(found.upper, time - 1e-12) << scale;
    // Forged: one plane between them all the time, which balls of no size would keep to.
    FirstContact forged;
    forged.status = MotionStatus::Clear;
    forged.lower = forged.upper = kInfinity;
    TimeSpan span;
    span.from = 0, span.to = 1;
    span.plane.kind = Plane::Kind::Vector;
    span.plane.normal = {1, 0, 0};
    span.offset = {scale * 1.25, 0};
    forged.timeline.spans = {span};
    EXPECT_FALSE(static_cast<bool>(asked.check(forged))) << scale;
  }
}

}  // namespace
}  // namespace clearance::detail
