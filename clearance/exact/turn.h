// The turn that a quaternion of any length means, without division: for numbers, and for polynomials in time.
#pragma once

#include <clearance/exact/dyadic.h>

namespace clearance::detail {

// Sets matrix to M(q) and square to |q|²; the rotation is M(q)/|q|².
template <class Number>
void set_turn(const Number& w, const Number& x, const Number& y, const Number& z, Number (&matrix)[3][3],
              Number& square) {
  const Number two(Dyadic(2));
  const Number ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  const Number xy = x * y, xz = x * z, yz = y * z, wx = w * x, wy = w * y, wz = w * z;
  matrix[0][0] = (ww + xx) - (yy + zz);
  matrix[1][1] = (ww + yy) - (xx + zz);
  matrix[2][2] = (ww + zz) - (xx + yy);
  matrix[0][1] = two * (xy - wz);
  matrix[1][0] = two * (xy + wz);
  matrix[0][2] = two * (xz + wy);
  matrix[2][0] = two * (xz - wy);
  matrix[1][2] = two * (yz - wx);
  matrix[2][1] = two * (yz + wx);
  square = (ww + xx) + (yy + zz);
}

}  // namespace clearance::detail
