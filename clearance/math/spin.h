// Question: how has a body turned after a time at a constant angular velocity, in doubles?
// Method:   half the angle as a sum of two doubles, less a multiple of π/2 that is known to three; then Taylor's series
//           for sine and cosine, of our own so that every machine gets the same bits.
// Proves:   the rotation that set_turn() means differs from the true one by at most kSpinError: no point at a distance
//           of 1 from the axis is farther away than that. Over kMaxSpinAngle radians it says nothing.
// Cost:     some tens of nanoseconds.
#pragma once

#include <clearance/math/pose.h>

namespace clearance::detail {

// With u = 2⁻⁵³: sine and cosine are off by 2u, the axis by 4u in length, so the quaternion by less than 8u; a rotation
// by twice that.
inline constexpr double kSpinError = 0x1p-48;
inline constexpr double kMaxSpinAngle = 0x1p20;  // CONTRACT §2

class Spin {
 public:
  Spin() = default;
  explicit Spin(Vec3 angular_velocity);

  bool turns() const { return turns_; }
  // Of unit length, rounded; each component within 4u.
  Vec3 axis() const { return axis_; }
  // Radians per unit of time, rounded up.
  double most_speed() const { return most_angle(0, 1); }
  // Radians from one time to a later one, rounded up.
  double most_angle(double from, double to) const;
  // The quaternion of the turn from one time to a later one, of unit length but for rounding; false where the angle is
  // beyond kMaxSpinAngle.
  bool set_turn(double from, double to, Quat& q) const;

 private:
  struct Sum {
    double high = 0, low = 0;
  };
  bool turns_ = false;
  Vec3 axis_;
  Sum speed_;  // times 2^−exponent_, from ½ to 2
  int exponent_ = 0;
};

}  // namespace clearance::detail
