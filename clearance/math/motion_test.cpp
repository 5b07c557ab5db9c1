#include <clearance/math/motion.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace clearance {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

void expect_near(Vec3 found, Vec3 wanted) { EXPECT_NEAR(norm(found - wanted), 0, 1e-14) << found.x << ' ' << found.y; }

template <class T>
std::string fault(const Result<T>& made) {
  return made.ok() ? "none" : made.error().text();
}

TEST(Motion, AtRest) {
  EXPECT_EQ(Motion().at(3).value(), Pose());
  const Motion rest = Motion::rest(translation({1, 2, 3}));
  EXPECT_EQ(rest.kind(), Motion::Kind::Rest);
  EXPECT_EQ(rest.at(0).value(), translation({1, 2, 3}));
  EXPECT_EQ(rest.at(1e9).value(), translation({1, 2, 3}));
}

TEST(Motion, AlongALineAndAParabola) {
  const Motion line = Motion::linear(translation({1, 0, 0}), {0, 2, 0}).value();
  EXPECT_EQ(line.at(3).value().translation(), (Vec3{1, 6, 0}));
  const Motion thrown = Motion::flight(translation({0, 0, 1}), {{3, 0, 20}, {0, 0, -10}, {}, {}}).value();
  EXPECT_EQ(thrown.at(0).value(), translation({0, 0, 1}));
  EXPECT_EQ(thrown.at(2).value().translation(), (Vec3{6, 0, 21}));  // the apex
  EXPECT_EQ(thrown.at(4).value().translation(), (Vec3{12, 0, 1}));
}

TEST(Motion, TurnsAboutItsCenter) {
  // Half a turn about z in two units of time, about the body's point (1, 0, 0), which flies along x.
  const double half = std::acos(-1.0);
  const Motion spinning = Motion::flight(Pose(), {{1, 0, 0}, {}, {0, 0, half / 2}, {1, 0, 0}}).value();
  expect_near(apply(spinning.at(2).value(), {1, 0, 0}), {3, 0, 0});
  expect_near(apply(spinning.at(2).value(), {2, 0, 0}), {2, 0, 0});
  expect_near(apply(spinning.at(1).value(), {2, 0, 0}), {2, 1, 0});
}

TEST(Motion, FromPoseToPose) {
  const Motion quarter = Motion::to(Pose(), rotation({1, 0, 0, 1}, {4, 0, 0}), 2).value();
  EXPECT_EQ(quarter.at(0).value(), Pose());
  EXPECT_EQ(quarter.at(2).value(), rotation({1, 0, 0, 1}, {4, 0, 0}));
  EXPECT_EQ(quarter.at(9).value(), rotation({1, 0, 0, 1}, {4, 0, 0}));
  // Half way q is (1, 0, 0, ½): tangent ½ of the half angle, cosine 3/5, sine 4/5.
  expect_near(apply(quarter.at(1).value(), {1, 0, 0}), {2.6, 0.8, 0});
}

TEST(Motion, ThroughKeyframes) {
  const Motion path = Motion::through({{0, Pose()}, {1, translation({1, 0, 0})}, {3, translation({1, 4, 0})}}).value();
  EXPECT_EQ(path.at(0.5).value().translation(), (Vec3{0.5, 0, 0}));
  EXPECT_EQ(path.at(1).value().translation(), (Vec3{1, 0, 0}));
  EXPECT_EQ(path.at(2).value().translation(), (Vec3{1, 2, 0}));
  EXPECT_EQ(path.at(5).value().translation(), (Vec3{1, 4, 0}));
  EXPECT_EQ(path.keyframes().size(), 3u);
}

TEST(Motion, RefusesFlights) {
  EXPECT_EQ(fault(Motion::linear(Pose(), {kInfinite, 0, 0})), "velocity: not finite");
  EXPECT_EQ(fault(Motion::linear(Pose(), {1e301, 0, 0})), "velocity: beyond 1e300");
  EXPECT_EQ(fault(Motion::flight(Pose(), {{}, {std::nan(""), 0, 0}, {}, {}})), "acceleration: not finite");
  EXPECT_EQ(fault(Motion::flight(Pose(), {{}, {}, {0, 0, 1e302}, {}})), "angular_velocity: beyond 1e300");
  EXPECT_EQ(fault(Motion::flight(Pose(), {{}, {}, {}, {0, kInfinite, 0}})), "center: not finite");
}

TEST(Motion, RefusesOppositeQuaternionsAndNoOthers) {
  const Quat q{0.1, 0.2, 0.3, 0.7};
  const auto scaled = [&](double c) { return rotation({c * q.w, c * q.x, c * q.y, c * q.z}); };
  const std::string opposite = "to: q is the opposite of the one before: no way between";
  EXPECT_EQ(fault(Motion::to(rotation(q), scaled(-4), 1)), opposite);
  EXPECT_EQ(fault(Motion::to(rotation(q), scaled(-0x1p-900), 1)), opposite);
  EXPECT_EQ(fault(Motion::to(rotation({0, 0, 0x1p-1074, 0}), rotation({0, 0, -1e300, 0}), 1)), opposite);
  EXPECT_EQ(fault(Motion::to(rotation(q), scaled(4), 1)), "none");
  const Quat near{-q.w, -q.x, -q.y, -std::nextafter(q.z, 1)};
  EXPECT_EQ(fault(Motion::to(rotation(q), rotation(near), 1)), "none");
  EXPECT_EQ(fault(Motion::to(rotation({0, 0, 1, 0}), rotation({0x1p-1074, 0, -1, 0}), 1)), "none");
}

TEST(Motion, RefusesTimesAndMatrices) {
  const Pose matrix = Pose::from_matrix(Mat3()).value();
  EXPECT_EQ(fault(Motion::to(Pose(), matrix, 1)), "to: poses given by matrices have no motion between them");
  EXPECT_EQ(fault(Motion::to(Pose(), Pose(), 0)), "duration: not positive and finite");
  EXPECT_EQ(fault(Motion::to(Pose(), Pose(), kInfinite)), "duration: not positive and finite");
  EXPECT_EQ(fault(Motion::through({})), "keyframes: none");
  EXPECT_EQ(fault(Motion::through({{std::nan(""), Pose()}})), "keyframes[0]: a time that is not finite");
  EXPECT_EQ(fault(Motion::through({{0, Pose()}, {1, Pose()}, {1, Pose()}})), "keyframes[2]: times do not rise");
  EXPECT_EQ(fault(Motion::through({{0, Pose()}, {std::nan(""), Pose()}})), "keyframes[1]: times do not rise");
  EXPECT_EQ(fault(Motion::through({{0, Pose()}, {1, matrix}})),
            "keyframes[1]: poses given by matrices have no motion between them");
}

// ---- Regressions

// at() gave the start of a flight for a pose it could not express: far from where the body was, and nobody knew.
TEST(Motion, BeyondTheRangeThereIsNoPose) {
  const Motion away = Motion::linear(translation({1e300, 0, 0}), {1e300, 0, 0}).value();
  EXPECT_EQ(fault(away.at(1)), "t: the flight has left the range at this time: beyond 1e300");
  EXPECT_EQ(away.at(0).value(), translation({1e300, 0, 0}));
  const Motion falling = Motion::flight(Pose(), {{1e300, 0, 0}, {-1e300, 0, 0}, {}, {}}).value();
  EXPECT_EQ(falling.at(2).value(), Pose());  // up, down and back
  EXPECT_EQ(fault(falling.at(1e10)), "t: the flight has left the range at this time: beyond 1e300");
}

// The length of an angular velocity from 1e155 on is infinite in squares: at() asserted on a motion that flight() had
// accepted. Below 1e-162 its squares vanish, and the body did not turn at all.
TEST(Motion, TurnsAtAnySpeedThatWasAccepted) {
  const double half_turn = std::acos(-1.0);
  for (const double speed : {1e300, 1e200, 1e155, 1.0, 1e-155, 1e-200, 1e-300}) {
    const Motion fast = Motion::flight(Pose(), {{}, {}, {0, 0, speed}, {}}).value();
    expect_near(apply(fast.at(half_turn / speed).value(), {1, 0, 0}), {-1, 0, 0});
    const Motion diagonal = Motion::flight(Pose(), {{}, {}, {speed, speed, 0}, {}}).value();
    expect_near(apply(diagonal.at(half_turn / speed / std::sqrt(2.0)).value(), {1, 0, 0}), {0, 1, 0});
  }
  const Motion fast = Motion::flight(Pose(), {{}, {}, {0, 0, 1e300}, {}}).value();
  EXPECT_EQ(fault(fast.at(1e10)), "angular_velocity: turns by more than 2^20 radians until this time");
  // In a corner of the range, where the start turned about the world's origin would leave it.
  const Pose corner = translation({1e300, 1e300, 0});
  EXPECT_EQ(Motion::flight(corner, {{}, {}, {0, 0, 1}, {}}).value().at(0.75).value().translation(),
            corner.translation());
}

TEST(Motion, TimesBeforeTheBeginningAreRefused) {
  const std::string bad = "time: before the motion begins, or not finite";
  const Motion motions[] = {Motion::linear(Pose(), {1, 0, 0}).value(),
                            Motion::to(Pose(), translation({1, 0, 0}), 1).value()};
  for (const Motion& motion : motions)
    for (const double time : {-1.0, -5e-324, std::nan(""), kInfinite, -kInfinite})
      EXPECT_EQ(fault(motion.at(time)), bad);
  // What is at rest has always been there; others begin when they say.
  EXPECT_EQ(fault(Motion().at(-1)), "none");
  EXPECT_EQ(fault(Motion().at(-kInfinite)), bad);
  const Motion late = Motion::linear(Pose(), {1, 0, 0}, 3).value();
  EXPECT_EQ(fault(late.at(2.5)), bad);
  EXPECT_EQ(late.at(3.5).value().translation(), (Vec3{0.5, 0, 0}));
  EXPECT_EQ(Motion::through({{-2, Pose()}, {2, translation({4, 0, 0})}}).value().at(-1).value().translation(),
            (Vec3{1, 0, 0}));
}

// Halves of the smallest double are nothing, and sums of the largest are infinite: both gave the pose at the beginning.
TEST(Motion, BetweenQuaternionsOfAnyLength) {
  for (const double scale : {0x1p-1074, 0x1p-1000, 1.0, 0x1.fffffffffffffp1023}) {
    const Motion quarter = Motion::to(rotation({scale, 0, 0, 0}), rotation({scale, 0, 0, scale}), 1).value();
    expect_near(apply(quarter.at(0.5).value(), {1, 0, 0}), {0.6, 0.8, 0});
    for (const double time : {0.1, 0.3, 0.7, 0.9}) EXPECT_TRUE(quarter.at(time).ok());
  }
  // Nearly opposite, q goes through nothing in doubles.
  const Motion over = Motion::to(rotation({0, 0, 1, 0}), rotation({0x1p-1074, 0, -1, 0}), 1).value();
  EXPECT_EQ(fault(over.at(0.5)), "q: rounding leaves nothing of it at this time");
}

}  // namespace
}  // namespace clearance
