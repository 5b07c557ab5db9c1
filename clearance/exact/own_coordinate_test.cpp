#include <clearance/exact/own_coordinate.h>

#include <clearance/base/random.h>
#include <clearance/exact/posed.h>
#include <clearance/math/sum.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

// Is row k of the pose's exact turn the axis that is claimed, or none at all?
void expect_right(const Pose& pose, int k) {
  const OwnCoordinate own = own_coordinate(pose, k);
  const ExactPose exact(pose);
  int axis = -1, entries = 0;
  double sign = 0;
  for (int j = 0; j < 3; ++j) {
    const Vec3 unit{j == 0 ? 1.0 : 0, j == 1 ? 1.0 : 0, j == 2 ? 1.0 : 0};
    const DyadicVec column = exact.edge({}, unit);
    const Dyadic entry = k == 0 ? column.x : k == 1 ? column.y : column.z;
    entries += entry.sign() != 0;
    for (const double side : {1.0, -1.0})
      if ((entry - Dyadic(side) * exact.denominator()).sign() == 0) axis = j, sign = side;
  }
  if (entries > 1) axis = -1, sign = 0;
  EXPECT_EQ(own.axis, axis);
  EXPECT_EQ(own.sign, sign);
}

TEST(OwnCoordinate, IsWhatTheExactTurnSays) {
  const double h = std::sqrt(0.5), tiny = 6.123233995736766e-17;
  const double parts[] = {0, 1, -1, h, -h, 0.5, -0.5, tiny, 1e-300, std::nextafter(h, 1), 3};
  int found = 0, all = 0;
  for (const double w : parts)
    for (const double x : parts)
      for (const double y : parts)
        for (const double z : parts) {
          const Result<Pose> pose = Pose::from_quaternion({w, x, y, z});
          if (!pose) continue;
          for (int k = 0; k < 3; ++k) {
            ++all;
            found += own_coordinate(pose.value(), k).is_exact();
            ASSERT_NO_FATAL_FAILURE(expect_right(pose.value(), k)) << w << ' ' << x << ' ' << y << ' ' << z;
          }
        }
  EXPECT_GT(found, 500);
  EXPECT_LT(found, all / 10);
  const Mat3 turned{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}, bent{{{1, 0, 0}, {0, 1, 1e-20}, {0, 0, 1}}};
  for (int k = 0; k < 3; ++k) {
    expect_right(Pose::from_matrix(turned).value(), k);
    expect_right(Pose::from_matrix(bent).value(), k);
  }
  EXPECT_FALSE(own_coordinate(Pose::from_matrix(bent).value(), 1).is_exact());
}

TEST(OwnCoordinate, DefaultIsNone) { EXPECT_FALSE(OwnCoordinate{}.is_exact()); }

TEST(ExactSum, AgreesWithBigNumbers) {
  Random random(3);
  int zeros = 0;
  for (int round = 0; round < 200000; ++round) {
    // Few digits at few places: sums that cancel in part or wholly.
    const auto number = [&] {
      const double digits = static_cast<double>(random.below(round % 2 == 0 ? 8 : 1000000)) - (round % 2 == 0 ? 3 : 0);
      return std::ldexp(digits, static_cast<int>(random.below(round % 3 == 0 ? 3 : 140)) - 70);
    };
    double term[4];
    for (double& value : term) value = number();
    if (round % 5 == 0) term[3] = -((term[0] + term[1]) + term[2]);
    const ExactSum<4> sum(term);
    const Dyadic exact = (Dyadic(term[0]) + Dyadic(term[1])) + (Dyadic(term[2]) + Dyadic(term[3]));
    ASSERT_EQ(sum.sign(), exact.sign());
    zeros += sum.sign() == 0;
    const double down = sum.down();
    ASSERT_LE((Dyadic(down) - exact).sign(), 0);
    double above = down;
    for (int k = 0; k < 2; ++k) above = std::nextafter(above, std::numeric_limits<double>::infinity());
    ASSERT_GT((Dyadic(above) - exact).sign(), 0);
  }
  EXPECT_GT(zeros, 1000);
}

}  // namespace
}  // namespace clearance::detail
