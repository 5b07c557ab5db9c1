#include <clearance/exact/integer_pair.h>

#include <clearance/exact/own_coordinate.h>
#include <clearance/math/sum.h>

#include <cmath>

namespace clearance::detail {
namespace {

constexpr int kCoordinateBits = 118, kShortBits = 60;

// Axes into axes, exactly.
bool is_axis_turn(const Pose& pose) {
  for (int k = 0; k < 3; ++k)
    if (!own_coordinate(pose, k).is_exact()) return false;
  return true;
}

// t_b − t_a on the grid: a rounded difference and what it is off by (math/sum.h), which are doubles both.
IntegerVec<2> shift_between(const Pose& pose_a, const Pose& pose_b, Grid& grid) {
  const auto between = [&](double a, double b) {
    const double s = b - a;
    return grid(s) + grid(error_of_sum(b, -a, s));
  };
  const Vec3 a = pose_a.translation(), b = pose_b.translation();
  const Integer<2> x = between(a.x, b.x), y = between(a.y, b.y), z = between(a.z, b.z);
  return {x, y, z};
}

}  // namespace

template <int kParts>
bool IntegerTurn<kParts>::set(const Pose& pose) {
  const auto widened = [](const Integer<2>& value) {
    if constexpr (kParts == 1)
      return value;
    else
      return Integer<2 * kParts>(value);
  };
  if (pose.kind() == Pose::Kind::Matrix) {
    // Entries are below 1.0001.
    Grid grid(1, kCoordinateBits);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) numerator[i][j] = widened(grid(pose.rotation().row[i][j]));
    denominator = widened(grid(1));
    return grid.holds();
  }
  const Quat q = pose.quaternion();
  Grid grid(larger(larger(std::fabs(q.w), std::fabs(q.x)), larger(std::fabs(q.y), std::fabs(q.z))),
            kParts == 1 ? 61 : kCoordinateBits);
  const auto part = [&](double value) {
    if constexpr (kParts == 1)
      return Integer<1>(static_cast<std::int64_t>(grid(value).limb[0]));
    else
      return grid(value);
  };
  const Integer<kParts> w = part(q.w), x = part(q.x), y = part(q.y), z = part(q.z);
  if (!grid.holds()) return false;
  using Product = Integer<2 * kParts>;
  const Product ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  const Product xy = x * y, xz = x * z, yz = y * z, wx = w * x, wy = w * y, wz = w * z;
  const auto twice = [](const Product& value) { return value + value; };
  numerator[0][0] = (ww + xx) - (yy + zz);
  numerator[1][1] = (ww + yy) - (xx + zz);
  numerator[2][2] = (ww + zz) - (xx + yy);
  numerator[0][1] = twice(xy - wz);
  numerator[1][0] = twice(xy + wz);
  numerator[0][2] = twice(xz + wy);
  numerator[2][0] = twice(xz - wy);
  numerator[1][2] = twice(yz - wx);
  numerator[2][1] = twice(yz + wx);
  denominator = (ww + xx) + (yy + zz);
  return true;
}

PairKind kind_of(const Pose& pose_a, const Pose& pose_b) {
  if (is_axis_turn(pose_a) && is_axis_turn(pose_b)) return PairKind::Aligned;
  const bool are_quaternions = pose_a.kind() == Pose::Kind::Quaternion && pose_b.kind() == Pose::Kind::Quaternion;
  return are_quaternions && pose_a.quaternion() == pose_b.quaternion() ? PairKind::Alike : PairKind::Turned;
}

AlignedPair::AlignedPair(const Pose& pose_a, const Pose& pose_b, double reach)
    : grid_(reach, kCoordinateBits), rotation_{pose_a.rotation(), pose_b.rotation()} {
  shift_ = shift_between(pose_a, pose_b, grid_);
}

ShortPair::ShortPair(const Pose& pose_a, const Pose& pose_b, double reach)
    : grid_(reach, kShortBits), rotation_{pose_a.rotation(), pose_b.rotation()} {
  shift_ = short_of(shift_between(pose_a, pose_b, grid_));
}

double AlignedPair::unit(int& exponent) const { return exponent = grid_.exponent(), 1; }

AlikePair::AlikePair(const Pose& pose_a, const Pose& pose_b, double reach)
    : grid_(reach, kCoordinateBits), rotation_(pose_a.rotation()) {
  IntegerTurn<1> turn;
  sound_ = turn.set(pose_a);
  denominator_ = turn.denominator;
  const IntegerVec<2> shift = shift_between(pose_a, pose_b, grid_);
  const auto back = [&](int j) {
    return turn.numerator[0][j] * shift.x + turn.numerator[1][j] * shift.y + turn.numerator[2][j] * shift.z;
  };
  shift_ = {back(0), back(1), back(2)};
}

double AlikePair::unit(int& exponent) const {
  const int from = denominator_.top();
  exponent = grid_.exponent() - 64 * from;
  return 1 / denominator_.to_double(from);
}

template <int kParts>
TurnedPair<kParts>::TurnedPair(const Pose& pose_a, const Pose& pose_b, double reach) : grid_(reach, kCoordinateBits) {
  const bool is_turn_a = turn_[0].set(pose_a), is_turn_b = turn_[1].set(pose_b);
  sound_ = is_turn_a && is_turn_b;
  shift_ = (turn_[0].denominator * turn_[1].denominator) * shift_between(pose_a, pose_b, grid_);
}

template <int kParts>
double TurnedPair<kParts>::unit(int& exponent) const {
  const int from_a = turn_[0].denominator.top(), from_b = turn_[1].denominator.top();
  exponent = grid_.exponent() - 64 * (from_a + from_b);
  return 1 / (turn_[0].denominator.to_double(from_a) * turn_[1].denominator.to_double(from_b));
}

template class TurnedPair<1>;
template class TurnedPair<2>;

}  // namespace clearance::detail
