#include <clearance/math/pose.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::string fault(const Result<Pose>& pose) { return pose.ok() ? "none" : pose.error().text(); }

TEST(Pose, TurnsByHand) {
  EXPECT_EQ(apply(Pose(), {1, 2, 3}), (Vec3{1, 2, 3}));
  EXPECT_EQ(apply(translation({1, 1, 1}), {1, 2, 3}), (Vec3{2, 3, 4}));
  EXPECT_EQ(apply(rotation({1, 0, 0, 1}, {0, 0, 9}), {1, 2, 3}), (Vec3{-2, 1, 12}));  // a quarter turn about z
  EXPECT_EQ(apply(rotation({2, 2, 2, 2}), {1, 2, 3}), (Vec3{3, 1, 2}));
  const Vec3 turned = apply(rotation_about({0, 0, 2}, std::acos(-1.0) / 2), {1, 0, 0});
  EXPECT_NEAR(turned.x, 0, 1e-15);
  EXPECT_NEAR(turned.y, 1, 1e-15);
}

TEST(Pose, RefusesQuaternions) {
  EXPECT_EQ(fault(Pose::from_quaternion({0, 0, 0, 0})), "q: zero quaternion");
  EXPECT_EQ(fault(Pose::from_quaternion({-0.0, 0, 0, -0.0})), "q: zero quaternion");
  EXPECT_EQ(fault(Pose::from_quaternion({1, kNaN, 0, 0})), "q: not finite");
  EXPECT_EQ(fault(Pose::from_quaternion({1, 0, 0, kInfinity})), "q: not finite");
  EXPECT_EQ(fault(Pose::from_quaternion({}, {0, kNaN, 0})), "t: not finite");
  EXPECT_EQ(fault(Pose::from_quaternion({}, {0, 0, -kInfinity})), "t: not finite");
  EXPECT_EQ(fault(Pose::from_quaternion({}, {0, 0, 1.1e300})), "t: coordinate beyond 1e300");
  EXPECT_EQ(fault(Pose::from_quaternion({}, {0, -1e300, 1e300})), "none");
  for (const double s : {5e-324, 1e-310, 1e-160, 1e160, 1.7e308})
    EXPECT_EQ(fault(Pose::from_quaternion({s, -s, 0, s})), "none");
}

TEST(Pose, RefusesMatrices) {
  const auto matrix = [](double xx, double xy, double zz) { return Mat3{{{xx, xy, 0}, {0, 1, 0}, {0, 0, zz}}}; };
  EXPECT_EQ(fault(Pose::from_matrix(matrix(1, 0, 1))), "none");
  EXPECT_EQ(fault(Pose::from_matrix(matrix(1 + 4.9e-5, 0, 1))), "none");
  EXPECT_EQ(fault(Pose::from_matrix(matrix(1 + 5.1e-5, 0, 1))),
            "R: not a rotation: an entry of RᵀR − I is 0.000102 (at most 1e-4 is taken)");
  EXPECT_EQ(fault(Pose::from_matrix(matrix(1, 0.5, 1))),
            "R: not a rotation: an entry of RᵀR − I is 0.5 (at most 1e-4 is taken)");
  EXPECT_EQ(fault(Pose::from_matrix(matrix(1, 0, -1))), "R: a reflection: det R is negative");
  EXPECT_EQ(fault(Pose::from_matrix(matrix(1, kNaN, 1))), "R: not finite");
  EXPECT_NE(fault(Pose::from_matrix(matrix(1e200, 0, 1))), "none");  // its square overflows
  EXPECT_NE(fault(Pose::from_matrix(matrix(0, 0, 0))), "none");
  EXPECT_EQ(fault(Pose::from_matrix({}, {kNaN, 0, 0})), "t: not finite");
  EXPECT_EQ(Pose::from_matrix(matrix(1, 0, 1))->kind(), Pose::Kind::Matrix);
}

TEST(Pose, KeepsItsSource) {
  const Quat q{0.1, 0.2, -0.3, 7};
  const Pose pose = rotation(q, {1, 2, 3});
  EXPECT_EQ(pose.kind(), Pose::Kind::Quaternion);
  EXPECT_EQ(pose.quaternion(), q);
  EXPECT_EQ(pose.translation(), (Vec3{1, 2, 3}));
  const Mat3 nearly{{{1, 1e-5, 0}, {0, 1, 0}, {0, 0, 1}}};
  EXPECT_EQ(Pose::from_matrix(nearly)->rotation(), nearly);
}

TEST(Pose, RotationsAreOrthogonalAtEveryLength) {
  Random random(1);
  for (int i = 0; i < 5000; ++i) {
    const double scale = std::ldexp(1.0, static_cast<int>(random.below(2000)) - 1000);
    const auto part = [&] { return scale * random.uniform(-1, 1); };
    const Quat q{part(), part(), part(), part()};
    const Mat3 r = rotation(q).rotation(), columns = transpose(r);
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) {
        // Entries are off by kRotationError: inner products of rows by 2·√3 of that, and the rounding of three
        // products.
        ASSERT_NEAR(dot(r.row[j], r.row[k]), j == k ? 1 : 0, 4 * kRotationError);
        ASSERT_NEAR(dot(columns.row[j], columns.row[k]), j == k ? 1 : 0, 4 * kRotationError);
      }
    ASSERT_NEAR(determinant(r), 1, 8 * kRotationError);
    // Lengths of q that are powers of two apart are the same rotation to the bit.
    ASSERT_EQ(rotation({q.w / scale, q.x / scale, q.y / scale, q.z / scale}).rotation(), r);
    ASSERT_EQ(rotation({-q.w, -q.x, -q.y, -q.z}).rotation(), r);
  }
}

TEST(Compose, QuarterTurnsByHand) {
  // A quarter turn about z, then a step along the turned x.
  const Pose turned = rotation({1, 0, 0, 1}, {5, 0, 0});
  const Pose both = compose(turned, translation({2, 0, 0})).value();
  EXPECT_EQ(both.translation(), (Vec3{5, 2, 0}));
  EXPECT_EQ(both.rotation(), turned.rotation());
  EXPECT_EQ(apply(compose(turned, turned).value(), {1, 0, 0}), (Vec3{4, 5, 0}));
}

TEST(Compose, TheIdentityChangesNoBit) {
  const Pose pose = rotation({0.1, 0.7, -0.3, 2}, {1.0 / 3, 2, 3});
  EXPECT_EQ(compose(pose, Pose{}).value(), pose);
  EXPECT_EQ(compose(Pose{}, pose).value(), pose);
  EXPECT_EQ(relative(Pose{}, pose).value(), pose);
}

TEST(Compose, RelativeUndoesIt) {
  Random random(5);
  const auto draw = [&](double scale) { return scale * random.uniform(-1, 1); };
  for (int k = 0; k < 200; ++k) {
    const double length = k % 2 == 0 ? 1 : 0x1p-600;
    const auto pose = [&] {
      return rotation({draw(length), draw(length), draw(length), draw(length)}, {draw(9), draw(9), draw(9)});
    };
    const Pose a = pose(), b = k % 3 == 0 ? Pose::from_matrix(pose().rotation(), {1, 2, 3}).value() : pose();
    const Pose again = compose(a, relative(a, b).value()).value();
    EXPECT_LE(norm(again.translation() - b.translation()), 1e-13);
    for (int row = 0; row < 3; ++row) EXPECT_LE(norm(again.rotation().row[row] - b.rotation().row[row]), 1e-14);
  }
}

TEST(Compose, WhatLeavesTheRangeIsRefused) {
  const Pose far = translation({9e299, 0, 0});
  EXPECT_EQ(compose(far, far).error().text(), "t: coordinate beyond 1e300");
}

TEST(Compose, InversesAndProducts) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 0.1};
    const Vec3 t{random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)};
    const Pose turned = rotation(q, t),
               pose = round % 2 == 0 ? turned : Pose::from_matrix(turned.rotation(), t).value();
    const Vec3 v{1, -2, 0.5}, back = apply(inverse(pose).value(), apply(pose, v));
    EXPECT_NEAR(norm(back - v), 0, 1e-14);
    EXPECT_NEAR(norm(apply(inverse(pose).value() * pose, v) - v), 0, 1e-14);
    EXPECT_NEAR(norm(apply(pose * turned, v) - apply(pose, apply(turned, v))), 0, 1e-14);
  }
}

TEST(Compose, MatricesOfSixteen) {
  const Pose pose = Pose::from_matrix({{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}, {4, 5, 6}).value();
  const double rows[16] = {0, -1, 0, 4, 1, 0, 0, 5, 0, 0, 1, 6, 0, 0, 0, 1},
               columns[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1};
  EXPECT_EQ(Pose::from_rows(rows).value(), pose);
  EXPECT_EQ(Pose::from_columns(columns).value(), pose);
  EXPECT_EQ(fault(Pose::from_rows(columns)), "matrix: the last row is not 0 0 0 1") << "the other order";
  EXPECT_EQ(fault(Pose::from_columns(rows)), "matrix: the last row is not 0 0 0 1");
  const double scaled[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1};
  EXPECT_EQ(fault(Pose::from_rows(scaled)), "R: not a rotation: an entry of RᵀR − I is 3 (at most 1e-4 is taken)");
}

TEST(Compose, Interpolation) {
  const Pose from = rotation({1, 0, 0, 0}, {1, 0, 0}), to = rotation({3, 0, 0, 3}, {3, 2, 0});  // a quarter about z
  EXPECT_EQ(interpolate(from, to, 0).value(), from);
  EXPECT_EQ(interpolate(from, to, 1).value(), to);
  const Pose middle = interpolate(from, to, 0.5).value();
  EXPECT_EQ(middle.translation(), (Vec3{2, 1, 0}));
  const double h = std::sqrt(0.5);
  EXPECT_NEAR(norm(apply(middle, {1, 0, 0}) - Vec3{2 + h, 1 + h, 0}), 0, 1e-15);
  const Pose other_sign = rotation({-3, 0, 0, -3}, {3, 2, 0});
  EXPECT_NEAR(norm(apply(interpolate(from, other_sign, 0.5).value(), {1, 0, 0}) - Vec3{2 + h, 1 + h, 0}), 0, 1e-15)
      << "the shorter way round";
  const Pose large = rotation({1e300, 0, 0, 1e300}), tiny = rotation({5e-324, 0, 0, -5e-324});
  EXPECT_NEAR(norm(apply(interpolate(large, tiny, 0.5).value(), {1, 0, 0}) - Vec3{1, 0, 0}), 0, 1e-15);
  for (const double share : {-0.1, 1.1, kNaN, kInfinity})
    EXPECT_EQ(fault(interpolate(from, to, share)), "share: not from 0 to 1");
  EXPECT_EQ(fault(interpolate(Pose::from_matrix({}).value(), to, 0.5)),
            "pose: given by a matrix: only quaternions are interpolated");
}

}  // namespace
}  // namespace clearance::detail
