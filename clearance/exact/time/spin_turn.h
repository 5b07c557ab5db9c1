// Question: how has a body turned at a constant angular velocity ω, in exact numbers?
// Method:   a rotation about ω itself by nearly the right angle, rational, and a bound on what it lacks. The turn until
//           a time: the series of CONTRACT §2 for a small part of the time, squared as often as that was halved. From
//           there on: Taylor's polynomials of sine and cosine. Both leave ω where it is, so that nothing moves along
//           it, exactly; truncations to 136 bits are counted.
// Proves:   no point at a distance of 1 from the axis is farther than `error` from where it should be.
// Notation: ω′ = ω·2^−e, its largest component from ½ to 1; times are times 2^e, so that angles are the same.
#pragma once

#include <clearance/exact/time/polynomial.h>

#include <cstdint>

namespace clearance::detail {

class SpinTurn {
 public:
  // From one time to a later one, by 2³⁰ radians at most, and then around that time, a double, to `reach` before and
  // after it: by half a radian at most.
  SpinTurn(Vec3 angular_velocity, double begin, double middle, double reach);

  // ω′.
  const DyadicVec& axis() const { return axis_; }
  // Until the middle the body has turned as the quaternion w + σ·ω′ says, of about unit length.
  const Dyadic& w() const { return w_; }
  const Dyadic& sigma() const { return sigma_; }
  // From there by I + S·[ω′]ₓ + C·[ω′]ₓ², polynomials in time.
  const Polynomial& sine() const { return sine_; }
  const Polynomial& cosine() const { return cosine_; }
  const Dyadic& error() const { return error_; }

 private:
  // Adds to the error.
  void turn_until(const Dyadic& time);
  void turn_around(const Dyadic& middle, double reach);

  DyadicVec axis_;
  Dyadic square_;  // |ω′|²
  int exponent_ = 0;
  Dyadic w_ = 1, sigma_;
  Polynomial sine_, cosine_;
  Dyadic error_;
};

}  // namespace clearance::detail
