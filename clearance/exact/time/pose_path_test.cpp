#include <clearance/exact/time/pose_path.h>

#include <clearance/base/random.h>
#include <clearance/exact/posed.h>
#include <clearance/exact/time/root.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

Vec3 random_vector(Random& random, double size) {
  const double x = random.uniform(-size, size), y = random.uniform(-size, size), z = random.uniform(-size, size);
  return {x, y, z};
}

Pose random_pose(Random& random) {
  const double w = random.uniform(-1, 1), x = random.uniform(-1, 1), y = random.uniform(-1, 1);
  return Pose::from_quaternion({w, x, y, random.uniform(-1, 1)}, random_vector(random, 5)).value();
}

Dyadic value(const Polynomial& p, double t) { return p.at(t); }

// Where the path has v at a time is where the pose has it, exactly.
void expect_at(const PosePath& path, double time, const Pose& pose, Vec3 v) {
  const ExactPose exact_pose(pose);
  const PolynomialVec x = path.numerator(v);
  const DyadicVec y = exact_pose.numerator(v);
  const Dyadic over = value(path.denominator(), time);
  ASSERT_GT(over.sign(), 0);
  EXPECT_EQ(compare(value(x.x, time) * exact_pose.denominator(), y.x * over), 0);
  EXPECT_EQ(compare(value(x.y, time) * exact_pose.denominator(), y.y * over), 0);
  EXPECT_EQ(compare(value(x.z, time) * exact_pose.denominator(), y.z * over), 0);
}

double quotient(const Dyadic& p, const Dyadic& q) {
  std::int64_t of_p = 0, of_q = 0;
  const double x = p.fraction(of_p), y = q.fraction(of_q);
  return std::ldexp(x / y, static_cast<int>(of_p - of_q));
}

// The path goes where the motion in doubles goes.
void expect_near(const PathPiece& piece, const Motion& motion, Vec3 v) {
  EXPECT_TRUE(roots_between(piece.path.denominator(), piece.from, piece.to).empty());
  for (int k = 0; k <= 8; ++k) {
    const double from = piece.from.to_double(), to = piece.to.to_double();
    const double t = from + (to - from) * (k / 8.0);
    const Vec3 there = apply(motion.at(t).value(), v);
    const PolynomialVec x = piece.path.numerator(v);
    const Dyadic w = value(piece.path.denominator(), t);
    EXPECT_EQ(w.sign(), 1);
    EXPECT_NEAR(quotient(value(x.x, t), w), there.x, 1e-11);
    EXPECT_NEAR(quotient(value(x.y, t), w), there.y, 1e-11);
    EXPECT_NEAR(quotient(value(x.z, t), w), there.z, 1e-11);
  }
}

TEST(PosePath, AtRestIsThePose) {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    const Pose pose = random_pose(random);
    const Vec3 v = random_vector(random, 2);
    expect_at(PosePath(pose), random.unit(), pose, v);
    const Pose turned = Pose::from_matrix(pose.rotation(), pose.translation()).value();
    expect_at(PosePath(turned), random.unit(), turned, v);
  }
}

TEST(PosePath, BeginsAndEndsAtItsPoses) {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const double from = random.unit(), to = from + random.uniform(0.1, 3);
    // Of any lengths, and often with the same rotation.
    const Pose start = random_pose(random);
    const Pose end = random.below(3) == 0 ? moved_to(start, random_vector(random, 5)).value() : random_pose(random);
    const PosePath path({from, start}, {to, end});
    EXPECT_EQ(path.turns(), !(start.quaternion() == end.quaternion()));
    EXPECT_EQ(path.denominator().degree(), path.turns() ? 2 : 0);
    const Vec3 v = random_vector(random, 2);
    expect_at(path, from, start, v);
    expect_at(path, to, end, v);
  }
}

TEST(PosePath, OneRotationWrittenWithTwoLengthsDoesNotTurn) {
  const Pose start = Pose::from_quaternion({1, 2, 3, 4}, {1, 0, 0}).value();
  const Pose end = Pose::from_quaternion({3, 6, 9, 12}, {0, 1, 0}).value();
  const PosePath path({0, start}, {1, end});
  EXPECT_FALSE(path.turns());
  expect_at(path, 0, start, {1, 2, 3});
  expect_at(path, 1, end, {1, 2, 3});
}

TEST(PosePath, EdgesAreDifferences) {
  Random random(3);
  const PosePath path({0, random_pose(random)}, {1, random_pose(random)});
  for (int round = 0; round < 50; ++round) {
    const Vec3 v = random_vector(random, 2), w = random_vector(random, 2);
    const PolynomialVec edge = path.edge(v, w), difference = path.numerator(w) - path.numerator(v);
    EXPECT_TRUE((edge.x - difference.x).is_zero() && (edge.y - difference.y).is_zero());
    EXPECT_TRUE((edge.z - difference.z).is_zero());
  }
}

// None where there is no path.
std::vector<PathPiece> pieces_of(const Motion& motion, double from, double to) {
  return path_of(motion, from, to).value_or(std::vector<PathPiece>());
}

TEST(PathOf, GoesWhereTheMotionGoes) {
  Random random(4);
  for (int round = 0; round < 60; ++round) {
    const Vec3 v = random_vector(random, 2);
    const Pose start = random_pose(random);
    const Motion motions[] = {
        Motion::rest(start), Motion::linear(start, random_vector(random, 3)).value(),
        Motion::flight(start, {random_vector(random, 3), random_vector(random, 3), {}, random_vector(random, 1)})
            .value(),
        Motion::to(start, random_pose(random), 2).value(),
        Motion::through({{0, start}, {0.5, random_pose(random)}, {0.75, random_pose(random)}, {2, start}}).value()};
    for (const Motion& motion : motions) {
      const double from = random.uniform(0, 1), to = from + random.uniform(0, 3);
      const std::vector<PathPiece> pieces = pieces_of(motion, from, to);
      ASSERT_FALSE(pieces.empty());
      EXPECT_EQ(compare(pieces.front().from, from), 0);
      EXPECT_EQ(compare(pieces.back().to, to), 0);
      for (std::size_t k = 1; k < pieces.size(); ++k) EXPECT_EQ(compare(pieces[k - 1].to, pieces[k].from), 0);
      for (const PathPiece& piece : pieces) expect_near(piece, motion, v);
    }
  }
}

TEST(PathOf, OneInstantAndAfterTheEnd) {
  Random random(5);
  const Pose start = random_pose(random), end = random_pose(random);
  const Motion motion = Motion::to(start, end, 1).value();
  for (const double instant : {0.0, 0.5, 1.0, 7.0}) {
    const std::vector<PathPiece> pieces = pieces_of(motion, instant, instant);
    ASSERT_EQ(pieces.size(), 1u) << instant;
    EXPECT_EQ(compare(pieces[0].from, instant), 0);
    EXPECT_EQ(compare(pieces[0].to, instant), 0);
  }
  const std::vector<PathPiece> long_after = pieces_of(motion, 0.25, 7);
  ASSERT_EQ(long_after.size(), 2u);
  expect_at(long_after.back().path, 7, end, {1, 2, 3});
}

TEST(PathOf, AngularVelocityHasPiecesOfHalfARadian) {
  const Motion spinning = Motion::flight({}, {{}, {}, {0, 0, 2}, {}}, 1).value();
  EXPECT_TRUE(is_rational(Motion()));
  EXPECT_FALSE(is_rational(spinning));
  EXPECT_EQ(path_of(spinning, 1, 1).value().size(), 1u);
  const std::vector<PathPiece> pieces = path_of(spinning, 1, 3).value();
  EXPECT_EQ(pieces.size(), 9u);
  for (const PathPiece& piece : pieces) expect_near(piece, spinning, {1, 2, 3});
  EXPECT_FALSE(path_of(spinning, 1, 1e3));
}

}  // namespace
}  // namespace clearance::detail
