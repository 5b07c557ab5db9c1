#include <clearance/exact/time/spin_turn.h>

#include <clearance/base/random.h>
#include <clearance/exact/time/pose_path.h>
#include <clearance/math/spin.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

Vec3 random_vector(Random& random, double size) {
  const double x = random.uniform(-size, size), y = random.uniform(-size, size), z = random.uniform(-size, size);
  return {x, y, z};
}

double quotient(const Dyadic& p, const Dyadic& q) {
  std::int64_t of_p = 0, of_q = 0;
  const double x = p.fraction(of_p), y = q.fraction(of_q);
  return p.sign() == 0 ? 0 : std::ldexp(x / y, static_cast<int>(of_p - of_q));
}

Motion spinning(Vec3 omega, Vec3 center = {}, double begin = 0) {
  return Motion::flight({}, {{}, {}, omega, center}, begin).value();
}

PathPiece piece_at(const Motion& motion, double time) { return path_of(motion, time, time).value().front(); }

Vec3 place(const PathPiece& piece, double time, Vec3 v) {
  const ExactPose pose = piece.path.at(time);
  const DyadicVec x = pose.numerator(v);
  return {quotient(x.x, pose.denominator()), quotient(x.y, pose.denominator()), quotient(x.z, pose.denominator())};
}

// How far apart two paths have a point at a time, exactly but for the last rounding.
double difference(const PathPiece& p, const PathPiece& q, double time, Vec3 v) {
  const ExactPose a = p.path.at(time), b = q.path.at(time);
  const ExactPair pair(a, b);
  const DyadicVec d = pair.difference(v, v);
  return std::sqrt(quotient(dot(d, d), pair.scale() * pair.scale()));
}

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(SpinTurn, IsExactAtTheBeginning) {
  const Motion motion = spinning({0.1, 2, -3}, {1, 2, 3}, 4);
  const PathPiece piece = piece_at(motion, 4);
  EXPECT_EQ(piece.blur.sign(), 0);
  EXPECT_EQ(place(piece, 4, {5, 6, 7}), (Vec3{5, 6, 7}));
}

TEST(SpinTurn, AQuarterTurn) {
  const double quarter = 1.5707963267948966;
  const PathPiece piece = piece_at(spinning({0, 0, 1}), quarter);
  const Vec3 x = place(piece, quarter, {1, 0, 5});
  EXPECT_NEAR(x.x, 6.123233995736766e-17, 1e-30);  // what the double lacks of π/2
  EXPECT_NEAR(x.y, 1, 1e-15);
  EXPECT_EQ(x.z, 5);
  EXPECT_GT(piece.blur.sign(), 0);
  EXPECT_LT(piece.blur.to_double(), 1e-30);
}

// The circle of 355/113 half turns: cos 355 + 1 = 4.54…e-10, from tables.
TEST(SpinTurn, ManyRadians) {
  const PathPiece piece = piece_at(spinning({0, 0, 1}), 355);
  const Vec3 x = place(piece, 355, {1, 0, 0});
  EXPECT_NEAR(x.y, -3.0144353359488449e-05, 1e-18);
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(SpinTurn, NothingMovesAlongTheAxis) {
  const Motion motion = spinning({0.25, -0.5, 1}, {3, 1, 2});
  for (const double time : {0.125, 1.0, 7.5}) {
    const PathPiece piece = piece_at(motion, time);
    const ExactPose pose = piece.path.at(time);
    const Vec3 v{1, 5, -2};
    const DyadicVec axis = exact(Vec3{0.25, -0.5, 1});
    EXPECT_EQ(compare(dot(axis, pose.numerator(v)), dot(axis, exact(v)) * pose.denominator()), 0);
  }
}

TEST(SpinTurn, EnormousAndTinyVelocities) {
  for (const double size : {1e300, 1e-300}) {
    const double time = 1 / size;
    const PathPiece one = piece_at(spinning({0, 0, size}), time), same = piece_at(spinning({0, 0, 1}), size * time);
    const Vec3 x = place(one, time, {1, 2, 3}), y = place(same, size * time, {1, 2, 3});
    EXPECT_NEAR(x.x, y.x, 1e-15);
    EXPECT_NEAR(x.y, y.y, 1e-15);
  }
  EXPECT_FALSE(path_of(spinning({0, 0, 1e300}), 0, 1));
}

// ---- Against other ways ---------------------------------------------------------------------------------------------

// Pieces of different middles enclose one motion: at each instant they differ by no more than both blurs.
TEST(SpinTurn, PiecesAgreeWithinTheirBlur) {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    const Vec3 omega = random_vector(random, 5), center = random_vector(random, 1), v = random_vector(random, 3);
    const double begin = random.uniform(-2, 2);
    const Motion motion = Motion::flight(translation(random_vector(random, 4)),
                                         {random_vector(random, 1), random_vector(random, 1), omega, center}, begin)
                              .value();
    const double from = begin + random.unit(), to = from + random.uniform(0, 0.5);
    const double arm = arm_of(motion, norm_one(v));
    const std::vector<PathPiece> pieces = path_of(motion, from, to).value();
    for (const PathPiece& piece : pieces) {
      const double low = piece.from.to_double(), high = piece.to.to_double();
      for (const double time : {low, low + (high - low) * 0.3, high}) {
        const PathPiece there = piece_at(motion, time);
        const double blur = piece.blur.to_double() + there.blur.to_double();
        EXPECT_LT(blur, 1e-20);
        EXPECT_LE(difference(piece, there, time, v), blur * arm);
      }
    }
  }
}

// In doubles: within kSpinError, at small angles and at large ones.
TEST(SpinTurn, DoublesAreWithinTheirError) {
  Random random(2);
  double worst = 0;
  for (int round = 0; round < 2000; ++round) {
    const double angle = std::ldexp(random.uniform(0.5, 1), static_cast<int>(random.below(28)) - 8);
    const Vec3 omega = random_vector(random, 1);
    const double begin = random.uniform(-1, 1), time = begin + angle / norm(omega);
    Quat q;
    ASSERT_TRUE(Spin(omega).set_turn(begin, time, q));
    const PathPiece rounded{time, time, PosePath(Pose::from_quaternion(q).value())};
    for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
      worst = std::max(worst, difference(rounded, piece_at(spinning(omega, {}, begin), time), time, axis));
  }
  EXPECT_LT(worst, kSpinError);
  EXPECT_GT(worst, kSpinError / 64);  // or the bound says little
}

// Where the motion in doubles goes, with an offset, too.
TEST(PosePath, OffsetsAreTakenAlongExactly) {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    const auto pose = [&] {
      return Pose::from_quaternion({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 1},
                                   random_vector(random, 3))
          .value();
    };
    const Pose start = pose(), end = pose(), at = pose();
    const Pose offset = round % 2 == 0 ? at : Pose::from_matrix(at.rotation(), at.translation()).value();
    const Motion turning = Motion::to(start, end, 2).value();
    const Motion flying =
        Motion::flight(start, {random_vector(random, 1), {}, random_vector(random, 2), random_vector(random, 1)})
            .value();
    for (const Motion& motion : {turning, flying, Motion::rest(start)}) {
      const Motion held = motion.with_offset(offset);
      const Vec3 v = random_vector(random, 2);
      for (const double time : {0.0, 0.3, 1.7}) {
        const PathPiece piece = path_of(held, time, time).value().front();
        const Vec3 there = place(piece, time, v), expected = apply(held.at(time).value(), v);
        EXPECT_LT(norm(there - expected), 1e-13);
        EXPECT_EQ(piece.path.turns(), motion.kind() != Motion::Kind::Rest);
        // By way of the frame the same, exactly.
        const DyadicVec local = piece.path.local(v);
        const PolynomialVec turned = piece.path.turned_in_frame(local);
        const Dyadic w = piece.path.frame_denominator().at(time);
        if (is_rational(motion)) {
          const Dyadic& s = piece.path.place_scale();
          const Dyadic x = turned.x.at(time) * s + w * piece.path.local_scale() * piece.path.place().x.at(time);
          EXPECT_EQ(compare(x, piece.path.numerator(v).x.at(time) * s), 0);
          EXPECT_EQ(compare(w * piece.path.local_scale(), piece.path.denominator().at(time)), 0);
        }
      }
    }
  }
}

}  // namespace
}  // namespace clearance::detail
